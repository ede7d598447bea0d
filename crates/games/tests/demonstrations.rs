//! A game that shows why an answer is right can be followed, in text and on a page.

use crossply::content::Block;
use crossply_games::report::demonstration::Demonstration;
use crossply_games::report::game_block;
use crossply_problems::{Ccf201803_4, Poj1568, Problem};

/// The words above each board of a game, and the board, as text shows them.
fn steps_in_text(text: &str, side: usize) -> Vec<[String; 2]> {
    let mut steps = Vec::new();
    let parts = text.split("\n\n").skip(1);
    for part in parts.filter(|part| part.lines().count() > side) {
        let widest = part.lines().map(str::len).max().expect("lines");
        for column in (4..widest).step_by(9) {
            let lines = part.lines();
            let cells = lines.map(|line| line.get(column..).unwrap_or_default());
            let cells = cells.map(|rest| rest[..rest.len().min(9)].trim().to_owned());
            let cells: Vec<_> = cells.collect();
            steps.push([cells[0].clone(), cells[1..].join("/")]);
        }
    }
    steps
}

/// The same on a page, where the board is in cells and in words, and the cell of the last move is marked.
fn steps_on_page(html: &str) -> Vec<[String; 2]> {
    let between = |text: &str, start: &str, end: &str| {
        let (_, rest) = text.split_once(start).expect("it begins");
        rest.split_once(end).expect("it ends").0.to_owned()
    };
    let steps = html.split("<li>").skip(1).map(|step| {
        let words = between(step, "aria-label=\"board: ", "\"");
        let words = words
            .replace("empty", ".")
            .replace("; ", "/")
            .replace(' ', "");
        let (mut cells, mut marked) = (Vec::new(), "the position".to_owned());
        for (row, cells_of_row) in step.split("class=\"row\"").skip(2).enumerate() {
            let stones = cells_of_row.split("class=\"cell").skip(1).enumerate();
            let stones = stones.map(|(column, cell)| {
                let stone = between(cell, ">", "<").replace(' ', ".");
                if cell.starts_with(" last") {
                    marked = format!("{} ({row},{column})", stone.to_lowercase());
                }
                stone
            });
            cells.push(stones.collect::<String>());
        }
        assert_eq!(cells.join("/"), words);
        let numbers = step.split("class=\"number\">").skip(2);
        let numbers: String = numbers.map(|number| &number[..1]).collect();
        let numbers_of_side = &"0123"[..cells.len()];
        assert_eq!(numbers, numbers_of_side.repeat(2), "columns, then rows");
        let title = between(step, "class=\"step\">", "</p>");
        assert_eq!(title, marked);
        [title.replace("the position", ""), words]
    });
    steps.collect()
}

/// Both show each board of the game, as it is if its moves are made one by one.
fn each_step_is_that_of_play<P: Problem>(notation: &str, plies: usize) {
    let position = P::at(notation).expect("legal");
    let game = Demonstration::of(position, None);
    assert_eq!(game.line.len(), plies, "{notation}");
    let mut board = notation.to_owned();
    let mut played = vec![[String::new(), board.clone()]];
    for (ply, side) in game.line.iter().zip(["x", "o"].into_iter().cycle()) {
        let digits = ply.cell.chars().filter_map(|c| c.to_digit(10));
        let [row, column] = digits.collect::<Vec<_>>()[..] else {
            panic!("{}", ply.cell);
        };
        let place = (row * (P::SIDE + 1) + column) as usize;
        assert_eq!(&board[place..=place], ".");
        let stone = if P::SIDE == 3 {
            side.to_uppercase()
        } else {
            side.to_owned()
        };
        board.replace_range(place..=place, &stone);
        played.push([format!("{side} {}", ply.cell), board.clone()]);
    }
    let Block::Drawing { text, html } = game_block(&game) else {
        panic!("a game is drawn");
    };
    assert_eq!(steps_in_text(&text, P::SIDE as usize), played, "{text}");
    assert_eq!(steps_on_page(&html), played, "{html}");
}

#[test]
fn a_game_can_be_followed_move_by_move() {
    each_step_is_that_of_play::<Ccf201803_4>(".../.../...", 9);
    each_step_is_that_of_play::<Ccf201803_4>("XOX/OXX/O.O", 1);
    each_step_is_that_of_play::<Poj1568>("xo../..../..../..ox", 12);
    each_step_is_that_of_play::<Poj1568>("xxxo/xxx./xooo/.ooo", 1);
}
