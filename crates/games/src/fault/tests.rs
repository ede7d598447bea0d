//! The facts about some positions, and the right reading of the rules.

use crossply_problems::{Ccf201803_4, Poj1568, test_all_problems};
use crossply_proof::right_answer;

use super::reading::Reading;
use super::*;

test_all_problems!(the_right_reading_answers_as_the_prover_does);

fn the_right_reading_answers_as_the_prover_does<P: Problem>() {
    let reading = Reading::right::<P>();
    // Emptier boards would take long, and the searches reach boards of all kinds.
    let positions = P::domain().with_empties(0..=7);
    let step = if P::ROWS == 3 { 1 } else { 9973 };
    for index in positions.step_by(step) {
        let position = P::domain().position(index);
        assert_eq!(
            reading.answer(position),
            Ok(right_answer(position)),
            "{position:?}"
        );
    }
}

#[test]
fn facts_follow_their_definitions() {
    let on_3x3 = features_of::<Ccf201803_4>("XO./OO./X.X");
    assert_eq!(
        on_3x3,
        "x wins, the number of empty cells is 3, the number of plies that decide the game is 1, x can \
         complete a line, o can complete a line, o can complete the line (1,0)-(1,2), x can complete the \
         line (2,0)-(2,2), o can complete the line (0,1)-(2,1), (0,0) holds x, (0,1) holds o, (0,2) is \
         empty, (1,0) holds o, (1,1) holds o, (1,2) is empty, (2,0) holds x, (2,1) is empty, (2,2) holds \
         x"
    );
    let on_4x4 = features_of::<Poj1568>("o.../.ox./.xxx/xooo");
    assert_eq!(
        on_4x4,
        "x wins, the number of empty cells is 6, the number of plies that decide the game is 1, x can \
         complete a line, x can complete the line (2,0)-(2,3), x can complete the line (0,3)-(3,0), (0,0) \
         holds o, (0,1) is empty, (0,2) is empty, (0,3) is empty, (1,0) is empty, (1,1) holds o, (1,2) \
         holds x, (1,3) is empty, (2,0) is empty, (2,1) holds x, (2,2) holds x, (2,3) holds x, (3,0) \
         holds x, (3,1) holds o, (3,2) holds o, (3,3) holds o"
    );
    let game_over = features_of::<Ccf201803_4>("OOO/XX./X..");
    assert_eq!(
        game_over,
        "o wins, the number of empty cells is 3, x can complete a line, o has a line already, o has the \
         line (0,0)-(0,2) already, x can complete the line (1,0)-(1,2), (0,0) holds o, (0,1) holds o, \
         (0,2) holds o, (1,0) holds x, (1,1) holds x, (1,2) is empty, (2,0) holds x, (2,1) is empty, \
         (2,2) is empty"
    );
}

/// The facts that hold for the position, and the values of its other features.
fn features_of<P: Problem>(notation: &str) -> String {
    let position = P::parse(notation).expect("legal");
    let descriptions =
        features::<P>()
            .into_iter()
            .filter_map(|feature| match &*feature.shown(&position) {
                "false" | "none" => None,
                "true" => Some(feature.name()),
                number => Some(format!("{} is {number}", feature.name())),
            });
    descriptions.collect::<Vec<_>>().join(", ")
}
