(** All boards with `O` to move pass the check. *)

Require Import List Crossply.Check4.

Lemma checked_o : forallb check_o (seq 2 6) = true.
Proof. vm_cast_no_check (eq_refl true). Qed.
