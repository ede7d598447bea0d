(** How a table is read. The entry of a board is a few bits at the index of the board in an array of words. *)

Require Import Uint63 PArray.
Require Import List ZArith Crossply.Statement.
Import ListNotations.
Local Open Scope uint63_scope.

(** The cells are the digits of a number in base three, the first cell first. *)
Definition digit (c : cell) : int := match c with Empty => 0 | X => 1 | O => 2 end.

(** The number of a board whose first cells, as a number, are `begin`. *)
Fixpoint number_from (begin : int) (b : board) : int :=
  match b with
  | [] => begin
  | c :: rest => number_from (3 * begin + digit c) rest
  end.

(** Words hold 60 bits. An entry of `bits` bits lies in one word: 60 / `bits` entries are in each. *)
Definition entry (bits : int) (words : array int) (index : int) : int :=
  let entries := 60 / bits in
  (words.[index / entries] >> (bits * (index mod entries))) land ((1 << bits) - 1).

(** ccf201803-4: scores from -10 to 10, each plus 10, in 5 bits. *)
Definition score_in (words : array int) (b : board) : Z := (to_Z (entry 5 words (number_from 0 b)) - 10)%Z.

(** poj1568: whether `X` wins, in a bit. *)
Definition wins_from (words : array int) (begin : int) (b : board) : bool := entry 1 words (number_from begin b) =? 1.

Definition wins_in (words : array int) (b : board) : bool := wins_from words 0 b.

(** The first move after which the table says that `X` wins. *)
Definition first_win_in (words : array int) (b : board) : option nat :=
  find (fun i => wins_in words (put X i b)) (moves b).
