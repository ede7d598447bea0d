(** poj1568: the theorems. The statement defines their words, and the table says how it is read. *)

Require Import Crossply.Statement Crossply.Table Crossply.Table4.
Require Crossply.Proof4 Crossply.Positions4.
Require Import List ZArith.

(** For every legal position, the table has the answer. *)
Theorem poj1568_answers : forall b, legal4 b = true -> first_win_in words b = answer4 b.
Proof. exact Proof4.answers4. Qed.

(** There are so many legal positions. *)
Theorem poj1568_positions : how_many legal4 16 nil = 4656402%N.
Proof. exact Positions4.positions4. Qed.

(** What the theorems rest on: operations on integers and arrays that the kernel knows, and nothing else. *)
Print Assumptions poj1568_answers.
Print Assumptions poj1568_positions.
