//! Numbers that commands print fit each other: indices, empty cells, values of moves, lengths of games, answers, and counts.

use serde_json::Value;

use crate::binary::{crossply, printed};

/// The number of cells that are empty after a win, plus one, is the score.
#[test]
fn values_of_moves_and_the_game_shown_add_up_to_the_answer() {
    for boards in ["0..=9", "385..=394", "1500..=1519"] {
        let explain = format!("explain ccf201803-4 --board {boards}");
        let text = printed(crossply(&explain));
        let shown = printed(crossply(&format!("show ccf201803-4:{boards}")));
        let json = printed(crossply(&format!("{explain} --format json")));
        let json: Value = serde_json::from_str(&json).expect("JSON");
        let mut texts = text.split("ccf201803-4: position ").skip(1);
        let mut shown = shown.split("ccf201803-4: position ").skip(1);
        for case in json["cases"].as_array().expect("a list") {
            let (text, shown) = (texts.next().expect("one"), shown.next().expect("one"));
            let (index, proof) = (&case["index"], &case["certificate"]);
            let answer = proof["answer"].as_str().expect("an answer");
            let empties = proof["board"].to_string().matches('.').count() as i64;
            assert!(
                text.starts_with(&format!("{index} ({empties} empt")),
                "{text}"
            );
            let heading = format!("{index} (empties: {empties})\n");
            assert!(shown.starts_with(&heading), "{shown}");
            let right = format!(" {answer}   <- right\n");
            assert!(shown.contains(&right), "{answer}: {shown}");
            let (mut scores, mut values) = (Vec::new(), Vec::new());
            for one in case["moves"].as_array().expect("a list") {
                let left = empties + 1 - one["plies"].as_i64().unwrap_or_default();
                let (score, value) = match one["winner"].as_str() {
                    Some("x") => (left, format!("+{}", one["plies"])),
                    Some(_) => (-left, format!("-{}", one["plies"])),
                    None => (0, "=".to_owned()),
                };
                scores.push(score);
                values.push(value);
            }
            let grid = text.lines().skip(2).take(3);
            let grid = grid.flat_map(|row| row.split_whitespace().skip(1));
            assert!(grid.eq(&values), "{values:?}: {text}");
            if let Some(best) = scores.iter().max() {
                assert_eq!(answer, best.to_string(), "{text}");
                let line = case["main_line"].as_array().expect("a list").len() as i64;
                assert_eq!(line, empties + i64::from(*best != 0) - best.abs(), "{text}");
            }
        }
    }
}
