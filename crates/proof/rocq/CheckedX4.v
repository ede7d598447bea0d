(** All boards with `X` to move pass the check. *)

Require Import List Crossply.Check4.

Lemma checked_x : forallb check_x (seq 2 7) = true.
Proof. vm_cast_no_check (eq_refl true). Qed.
