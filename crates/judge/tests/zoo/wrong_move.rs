//! For poj1568: winning_move.rs without one diagonal.
#[path = "winning_move.rs"]
mod winning_move;

fn main() {
    winning_move::play(&[0x8421]);
}
