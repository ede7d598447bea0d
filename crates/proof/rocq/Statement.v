(** What the theorems are about: the rules of both games, perfect play, and the questions that the judges ask.

    Read this file to know what is proven; it defines and proves nothing else. It shares nothing with the solvers.
    `nat` holds the numbers 0, 1, 2 and so on, `Z` all whole numbers, and a `list` is written [a; b; c]. *)

Require Import List Bool Arith ZArith.
Import ListNotations.

(** ** Boards *)

(** What a cell holds. A side is `X` or `O`. *)
Inductive cell := Empty | X | O.

Definition other (side : cell) : cell := match side with X => O | _ => X end.

Definition is (a b : cell) : bool :=
  match a, b with Empty, Empty | X, X | O, O => true | _, _ => false end.

(** A board is its cells, row by row: 9 of them, or 16. *)
Definition board := list cell.

Definition get (b : board) (i : nat) : cell := nth i b Empty.

Definition put (side : cell) (i : nat) (b : board) : board := firstn i b ++ side :: skipn (S i) b.

(** How many cells hold `c`. *)
Definition number (c : cell) (b : board) : nat := length (filter (is c) b).

(** ** Lines of a board with `n` rows and columns, as lists of cells: `n` cells, from `first` on, each `step` further. *)

Definition line (n first step : nat) : list nat := map (fun k => first + k * step) (seq 0 n).

Definition lines (n : nat) : list (list nat) :=
  map (fun row => line n (row * n) 1) (seq 0 n)
  ++ map (fun column => line n column n) (seq 0 n)
  ++ [line n 0 (n + 1); line n (n - 1) (n - 1)].

Definition has_line (n : nat) (side : cell) (b : board) : bool :=
  existsb (forallb (fun i => is side (get b i))) (lines n).

(** ** Perfect play *)

(** The cells to which a side can move, in order, and the boards after these moves. *)
Definition moves (b : board) : list nat := filter (fun i => is Empty (get b i)) (seq 0 (length b)).

Definition after (side : cell) (b : board) : list board := map (fun i => put side i b) (moves b).

(** `X` takes the greatest score, `O` the least. *)
Definition best (side : cell) (scores : list Z) : Z :=
  match scores with
  | [] => 0
  | first :: rest => fold_left (match side with X => Z.max | _ => Z.min end) rest first
  end.

(** Minimax: the score of a board with `e` empty cells and `side` to move, if both sides play perfectly. The game is
    over if a side has a line, or if the board is full. It scores 1 more than the number of empty cells if the line is
    `X`'s, the negative of that if it is `O`'s, and 0 without a line. *)
Fixpoint minimax (n e : nat) (side : cell) (b : board) : Z :=
  if has_line n X b then Z.of_nat e + 1
  else if has_line n O b then - (Z.of_nat e + 1)
  else match e with
       | 0 => 0
       | S fewer => best side (map (minimax n fewer (other side)) (after side b))
       end.

(** The score of a board with this side to move. *)
Definition score (n : nat) (side : cell) (b : board) : Z := minimax n (number Empty b) side b.

(** ** ccf201803-4: the score if both sides play perfectly *)

(** `X` is to move, and has no line. `O` may have one. *)
Definition legal3 (b : board) : bool :=
  (length b =? 9) && (number X b =? number O b) && negb (has_line 3 X b).

Definition answer3 (b : board) : Z := score 3 X b.

(** ** poj1568: the first cell, row by row, from which `X` forces a win; `None` if there is none *)

(** `X` is to move. Each side has two stones or more, and no line; there is an empty cell. *)
Definition legal4 (b : board) : bool :=
  (length b =? 16) && (number X b =? number O b) && (2 <=? number X b) && (1 <=? number Empty b)
  && negb (has_line 4 X b) && negb (has_line 4 O b).

(** `X` wins if the score is above 0. *)
Definition wins_by (b : board) (i : nat) : bool := (0 <? score 4 O (put X i b))%Z.

Definition answer4 (b : board) : option nat := find (wins_by b) (moves b).

(** ** Counting *)

(** How many boards satisfy `p`, of those that continue the cells `b` backwards by `n` cells. *)
Fixpoint how_many (p : board -> bool) (n : nat) (b : board) : N :=
  match n with
  | 0 => if p b then 1 else 0
  | S fewer => how_many p fewer (Empty :: b) + how_many p fewer (X :: b) + how_many p fewer (O :: b)
  end.
