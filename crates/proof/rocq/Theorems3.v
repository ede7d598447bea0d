(** ccf201803-4: the theorems. The statement defines their words, and the table says how it is read. *)

Require Import Crossply.Statement Crossply.Table Crossply.Table3.
Require Crossply.Proof3.
Require Import List ZArith.

(** For every legal position, the table has the answer. *)
Theorem ccf201803_4_answers : forall b, legal3 b = true -> score_in words b = answer3 b.
Proof. exact Proof3.answers3. Qed.

(** There are so many legal positions. *)
Theorem ccf201803_4_positions : how_many legal3 9 nil = 2739%N.
Proof. exact Proof3.positions3. Qed.

(** What the theorems rest on: operations on integers and arrays that the kernel knows, and nothing else. *)
Print Assumptions ccf201803_4_answers.
Print Assumptions ccf201803_4_positions.
