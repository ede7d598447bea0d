//! Facts hold where their definitions say, and the right reading is right.

use crossply_problems::{Ccf201803_4, Poj1568, test_all_problems};
use crossply_proof::right_answer;

use super::reading::Reading;
use super::*;

test_all_problems!(the_right_reading_answers_as_the_prover_does);

fn the_right_reading_answers_as_the_prover_does<P: Problem>() {
    let reading = Reading::right::<P>();
    // Emptier boards take long, and a search of these comes to boards of all kinds.
    let positions = P::domain().with_empties(0..=7);
    let step = if P::SIDE == 3 { 1 } else { 9973 };
    for index in positions.step_by(step) {
        let position = P::domain().position(index);
        assert_eq!(
            reading.answer(position),
            right_answer(position),
            "{position:?}"
        );
    }
}

#[test]
fn facts_hold_where_their_definitions_say() {
    let of_three = of::<Ccf201803_4>("XO./OO./X.X");
    assert_eq!(
        of_three,
        "x wins, the number of empty cells is 3, the number of plies that decide the game is 1, x can \
         complete a line, o can complete a line, o can complete the line (1,0)-(1,2), x can complete the \
         line (2,0)-(2,2), o can complete the line (0,1)-(2,1), (0,0) holds x, (0,1) holds o, (0,2) is \
         empty, (1,0) holds o, (1,1) holds o, (1,2) is empty, (2,0) holds x, (2,1) is empty, (2,2) holds \
         x"
    );
    let of_four = of::<Poj1568>("o.../.ox./.xxx/xooo");
    assert_eq!(
        of_four,
        "x wins, the number of empty cells is 6, the number of plies that decide the game is 1, x can \
         complete a line, x can complete the line (2,0)-(2,3), x can complete the line (0,3)-(3,0), (0,0) \
         holds o, (0,1) is empty, (0,2) is empty, (0,3) is empty, (1,0) is empty, (1,1) holds o, (1,2) \
         holds x, (1,3) is empty, (2,0) is empty, (2,1) holds x, (2,2) holds x, (2,3) holds x, (3,0) \
         holds x, (3,1) holds o, (3,2) holds o, (3,3) holds o"
    );
    let over = of::<Ccf201803_4>("OOO/XX./X..");
    assert_eq!(
        over,
        "o wins, the number of empty cells is 3, x can complete a line, o has a line already, o has the \
         line (0,0)-(0,2) already, x can complete the line (1,0)-(1,2), (0,0) holds o, (0,1) holds o, \
         (0,2) holds o, (1,0) holds x, (1,1) holds x, (1,2) is empty, (2,0) holds x, (2,1) is empty, \
         (2,2) is empty"
    );
}

/// The features of a position that have a value, and the facts that hold.
fn of<P: Problem>(notation: &str) -> String {
    let position = P::at(notation).expect("legal");
    let shown =
        features::<P>()
            .into_iter()
            .filter_map(|feature| match &*feature.shown(&position) {
                "false" | "none" => None,
                "true" => Some(feature.name().to_owned()),
                number => Some(format!("{} is {number}", feature.name())),
            });
    shown.collect::<Vec<_>>().join(", ")
}
