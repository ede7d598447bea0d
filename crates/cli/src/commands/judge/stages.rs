//! What boards a program is judged on, stage by stage.

use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

use anyhow::{Context, bail};
use crossply_games::check::indices_with_empties;
use crossply_games::generators::uniform;
use crossply_judge::{BatchSize, Boards, JudgeStage, SAMPLES_STAGE, Submission, largest_input};
use crossply_problems::{Board, Problem};

use super::Arguments;
use crate::arguments::{ANY_EMPTIES, positions};
use crate::input::{explain, open};
use crossply::cli::notice;

/// How many boards are drawn at random, and with what seed: they are the same in every session.
const SHUFFLED: usize = 200;
const SHUFFLE: u64 = 1;
/// How many boards of each number of empties have a run of their own.
const ALONE: u64 = 4;
/// How long all legal boards are judged, unless an option says otherwise.
const BUDGET: Duration = Duration::from_secs(10);

/// The stages that the arguments ask for.
pub(super) fn stages<P: Problem>(
    arguments: &Arguments,
    seed: Option<u64>,
    submission: &mut Submission<P>,
) -> anyhow::Result<Vec<JudgeStage<P>>> {
    let empties = arguments.empties.clone().unwrap_or(ANY_EMPTIES);
    let has_reference = arguments.reference.is_some();
    let names_boards = arguments.input.is_some() || !arguments.board.is_empty();
    if arguments.allow_illegal && !names_boards {
        bail!("--allow-illegal is for the boards of --input or --board: all others are legal");
    }
    let stage = |name, boards, batches| JudgeStage {
        time: arguments.time,
        ..JudgeStage::new(name, boards, batches)
    };
    if let Some(path) = &arguments.input {
        let boards = read::<P>(path, arguments.allow_illegal)?;
        let boards = prepared_boards(submission, boards, has_reference)?;
        return Ok(vec![stage("the input", boards, BatchSize::All)]);
    }
    if !arguments.board.is_empty() {
        let boards = named::<P>(&arguments.board, arguments.allow_illegal)?;
        let boards = prepared_boards(submission, boards, has_reference)?;
        return Ok(vec![stage("the boards named", boards, BatchSize::All)]);
    }
    let killing: Result<Vec<_>, _> = P::read_boards(P::KILLING.as_bytes()).collect();
    let killing = Boards::listed(killing.expect("it is in the judge's format"));
    let killing = stage("boards that expose most mistakes", killing, BatchSize::All);
    if arguments.killing {
        return Ok(vec![killing]);
    }
    let indices = indices_with_empties::<P>(&empties)?;
    if let Some((cases, seed)) = arguments.cases.zip(seed) {
        let drawn = uniform(seed, 0, indices).take(cases as usize);
        let boards = Boards::listed(drawn.map(|index| P::domain().position(index).into()));
        return Ok(vec![stage(
            "boards drawn at random",
            boards,
            BatchSize::Growing,
        )]);
    }
    let domain = stage(
        "the legal boards",
        Boards::Domain(indices.clone()),
        BatchSize::Growing,
    );
    if arguments.answers.is_some() {
        return Ok(vec![JudgeStage {
            batches: BatchSize::All,
            ..domain
        }]);
    }
    if arguments.exhaustive || arguments.empties.is_some() {
        return Ok(vec![domain]);
    }
    let samples = P::SAMPLES.iter().map(|(board, _)| {
        let board: Result<Board<P>, _> = board.parse();
        board.expect("a board of the statement")
    });
    let samples = Boards::listed(samples);
    // The domain is in order. Memory of an emptier board shows only in another order.
    let drawn = uniform(SHUFFLE, 0, indices).take(SHUFFLED);
    let drawn = Boards::listed(drawn.map(|index| P::domain().position(index).into()));
    // These show where the time goes: a program may be too slow for the sweep to reach emptier boards.
    let alone = P::domain().empties().flat_map(|empties| {
        let range = P::domain().with_empties(empties..=empties);
        let step = ((range.end - range.start) / ALONE).max(1);
        range.step_by(step as usize).take(ALONE as usize)
    });
    let alone = Boards::listed(alone.map(|index| P::domain().position(index).into()));
    // Some programs are too slow for the whole domain: all other boards are judged to their end.
    let mut stages = vec![
        JudgeStage::new(SAMPLES_STAGE, samples, BatchSize::All),
        JudgeStage {
            time: None,
            ..killing
        },
        JudgeStage::new("boards in random order", drawn, BatchSize::Growing),
        JudgeStage::new("boards alone", alone, BatchSize::One),
        JudgeStage {
            time: Some(arguments.time.unwrap_or(BUDGET)),
            ..domain
        },
    ];
    if let Some(largest) = largest_input::<P>() {
        stages.insert(
            1,
            JudgeStage::new("the largest input", largest, BatchSize::All),
        );
    }
    Ok(stages)
}

/// Asks another program for the boards of the stages, and expects its answers from now on. Reports the boards that are left
/// out because it exceeds a limit on them.
pub(super) fn expected_of<P: Problem>(
    other: &Submission<P>,
    submission: &mut Submission<P>,
    stages: &mut Vec<JudgeStage<P>>,
) -> anyhow::Result<()> {
    let mut left_out = Vec::new();
    for stage in stages.iter_mut() {
        let (boards, exceeded) = submission.expect_lines_of(other, &stage.boards, stage.time)?;
        stage.boards = boards;
        left_out.extend(exceeded);
    }
    stages.retain(|stage| !stage.boards.is_empty());
    if let Some(first) = left_out.first() {
        let (boards, first) = (left_out.len(), first.notation());
        notice(format_args!(
            "left out: the reference exceeds its limits on {boards} of the boards, first on {first}"
        ));
    }
    if stages.is_empty() {
        bail!("nothing can be judged: the reference exceeds its limits on every board");
    }
    Ok(())
}

/// Prepares boards that may be illegal, and reports those that are left out.
fn prepared_boards<P: Problem>(
    submission: &mut Submission<P>,
    boards: Vec<Board<P>>,
    has_reference: bool,
) -> anyhow::Result<Boards<P>> {
    let (boards, left_out) = if has_reference {
        // The expected answers are then those of the reference.
        (Boards::listed(boards), Vec::new())
    } else {
        submission.prepare_boards(boards)?
    };
    for board in left_out {
        let notation = board.notation();
        notice(format_args!(
            "left out: {notation}: run on it alone, the program does not print one line"
        ));
    }
    if boards.is_empty() {
        bail!("there are no boards to judge");
    }
    Ok(boards)
}

pub(super) fn read<P: Problem>(path: &Path, allow_illegal: bool) -> anyhow::Result<Vec<Board<P>>> {
    let (input, name) = open(path)?;
    let boards: Result<Vec<_>, _> = if allow_illegal {
        P::read_boards(input).collect()
    } else {
        let positions = P::read(input);
        positions
            .map(|position| position.map(Board::from))
            .collect()
    };
    boards.map_err(|error| explain(error, &name))
}

/// Parses boards: notations, indices, and ranges of indices.
fn named<P: Problem>(names: &[String], allow_illegal: bool) -> anyhow::Result<Vec<Board<P>>> {
    let mut boards = Vec::new();
    for name in names {
        let option = || format!("--board {name}");
        let read = if allow_illegal {
            crate::arguments::boards(name, |notation| Ok(Board::from_str(notation)?))
        } else {
            positions::<P>(name).map(|read| read.into_iter().map(Board::from).collect())
        };
        boards.extend(read.with_context(option)?);
    }
    Ok(boards)
}
