//! The inputs of a block.
//!
//! A run asks solvers for them. An explanation fills in the same inputs again, and asks nobody.

use super::plan::{Choice, Oracles, Plan, Stage};
use crate::definition::{Batch, Definition, Numbers};
use crate::draw::{draw_one, draw_spread, random};
use crate::failure::{Failure, catch_panic};
use crate::mistakes::Mistake;

/// Inputs of a block that the same solvers answer.
pub(crate) struct Piece {
    pub(crate) batch: Batch,
    /// The solvers' indices in the check, ascending. There are enough of them for a comparison.
    pub(crate) solvers: Vec<usize>,
    pub(crate) choice: Choice,
    pub(crate) oracles: Oracles,
    /// The index of the section of the domain.
    pub(crate) section: usize,
    /// The end of the part of the domain.
    pub(crate) part_end: u128,
}

impl Piece {
    /// Whether an answer to these inputs can be wrong in this way. If the right answer is unknown and only two of more solvers
    /// answer, neither is alone. The set of wrong inputs does not say this: another stage may have asked more solvers.
    pub(crate) fn admits(&self, check: &Definition, mistake: &Mistake) -> bool {
        let can_be_blamed = check.solvers.len() == 2 || self.solvers.len() > 2;
        check.truth.is_some()
            || can_be_blamed
            || matches!(mistake, Mistake::Fails(_) | Mistake::Panics(..))
    }
}

/// The inputs of a block.
#[derive(Default)]
pub(crate) struct Pieces {
    pub(crate) list: Vec<Piece>,
    /// How many inputs the precondition excludes.
    pub(crate) excluded: u64,
    /// What is at fault with the check itself: the domain or the precondition panics.
    pub(crate) trouble: Option<String>,
}

impl Pieces {
    /// Fills in the inputs of a block of the plan.
    pub(crate) fn filled(plan: &Plan, block: &Stage) -> Self {
        let mut pieces = Pieces::default();
        for numbers in numbers(plan, block) {
            let mut inputs = plan.check.domain.empty();
            let filled = catch_panic(|| plan.check.domain.fill(&numbers, &mut inputs));
            if let Err(Failure { text, .. }) = filled {
                let first = numbers.at(0);
                let trouble = format!("the domain panics at or after index {first}: {text}");
                pieces.trouble.get_or_insert(trouble);
                continue;
            }
            pieces.divide(plan, block, Batch { numbers, inputs });
        }
        pieces
    }

    /// Adds a batch of inputs that all lie in one part of the domain.
    fn divide(&mut self, plan: &Plan, stage: &Stage, mut batch: Batch) {
        let check = &plan.check;
        let part = plan.part(batch.numbers.at(0));
        if part.solvers.len() < check.least() {
            // Nor are those excluded that nobody would compare.
            return;
        }
        if check.only.is_some() {
            batch = self.without_excluded(plan, &batch);
        }
        let mut batches = Vec::new();
        if let Some(solvers) = &stage.solvers_of_others
            && let Some(represents) = &check.representatives
        {
            let (first, others): (Vec<_>, Vec<_>) =
                (0..batch.len()).partition(|row| (represents.holds)(batch.inputs.item(*row)));
            let others = batch.of_rows(&*check.domain, &others);
            batches.push((others, solvers, Oracles::default()));
            batch = batch.of_rows(&*check.domain, &first);
        }
        batches.push((batch, &stage.solvers, stage.oracles));
        for (batch, solvers, oracles) in batches {
            let mut solvers = solvers.clone();
            solvers.retain(|solver| part.solvers.contains(solver));
            if batch.numbers.len() > 0 && solvers.len() >= check.least() {
                self.list.push(Piece {
                    batch,
                    solvers,
                    choice: stage.choice,
                    oracles,
                    section: part.section,
                    part_end: part.indices.end,
                });
            }
        }
    }

    /// The inputs that meet the precondition. If it panics, the check is at fault.
    fn without_excluded(&mut self, plan: &Plan, batch: &Batch) -> Batch {
        let check = &plan.check;
        let mut rows = Vec::new();
        for row in 0..batch.len() {
            let input = batch.inputs.item(row);
            match check.admits(input) {
                Ok(true) => rows.push(row),
                Ok(false) => self.excluded += 1,
                Err(failure) => {
                    let only = check.only.as_ref().map_or("", |only| &only.words);
                    let input = check.in_line(input);
                    self.trouble.get_or_insert(format!(
                        "the check itself is at fault: whether {input} is `{only}`: {failure}"
                    ));
                }
            }
        }
        batch.of_rows(&*check.domain, &rows)
    }
}

/// The numbers of a stage's inputs, those of each part of the domain apart.
fn numbers(plan: &Plan, stage: &Stage) -> Vec<Numbers> {
    let check = &plan.check;
    let places = stage.places.clone();
    let mut indices: Vec<u128> = match stage.choice {
        Choice::All => return plan.by_parts(stage.in_order()).map(Numbers::All).collect(),
        Choice::Edges => {
            let edges = check.edges_in(&stage.indices);
            edges[places.start as usize..places.end as usize].to_vec()
        }
        Choice::Drawn | Choice::Spread => {
            let range = &stage.indices;
            let drawn = places.map(|place| {
                // Each draw has a stream of its own, so it is the same in blocks of any size. Batches take the first streams.
                let stream = !place.wrapping_add(range.start as u64);
                let mut random = random(plan.request.seed, stream);
                match stage.choice {
                    Choice::Spread => draw_spread(&mut random, range, |random| {
                        check.domain.spread(random, range.start)
                    }),
                    _ => draw_one(&mut random, range),
                }
            });
            drawn.collect()
        }
    };
    indices.sort_unstable();
    indices
        .chunk_by(|a, b| plan.part(*a).indices == plan.part(*b).indices)
        .map(|indices| Numbers::Listed(indices.to_vec()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::Coverage;
    use crate::{CrossCheck, domain};

    /// Each tenth of the draws has about a tenth from each tenth of the numbers, and two seeds draw others.
    #[test]
    fn draws_look_like_chance() {
        let check = CrossCheck::new("drawn", domain::range(0..1_000_000_u32)).solver("a", |&n| n);
        let check = check.solver("b", |&n| n);
        let drawn = |plan: &Plan| {
            let blocks = (0..).map_while(|block| plan.block(block));
            let mut numbers = Vec::new();
            for Piece { batch, .. } in blocks.flat_map(|block| Pieces::filled(plan, &block).list) {
                numbers.extend((0..batch.numbers.len()).map(|row| batch.numbers.at(row)));
            }
            numbers
        };
        let mut both = Vec::new();
        for seed in [1, 2] {
            let plan = check.plan(Coverage::Drawn(100_000), seed);
            let plan = plan.expect("a check");
            let mut numbers = drawn(&plan);
            let mut table = [0_u32; 100];
            for (place, number) in numbers.iter().enumerate() {
                table[place / 10_000 * 10 + (number / 100_000) as usize] += 1;
            }
            assert!(
                table.iter().all(|times| (850..1150).contains(times)),
                "{table:?}"
            );
            let mut one_by_one = plan.clone();
            one_by_one.stages[0].block = 1;
            let mut one_by_one = drawn(&one_by_one);
            one_by_one.sort_unstable();
            numbers.sort_unstable();
            assert!(numbers == one_by_one, "they depend on the blocks");
            both.push(numbers);
        }
        assert!(both[0] != both[1]);
    }
}
