(** ccf201803-4: the table passes the check, so it is right. *)

Require Import Uint63 Crossply.Table Crossply.Table3.
Require Import List Bool Arith ZArith Lia Crossply.Statement Crossply.Soundness.
Import ListNotations.

Definition table3 : board -> Z := score_in words.

(** All boards with `n` cells. *)
Fixpoint boards (n : nat) : list board :=
  match n with
  | 0 => [[]]
  | S fewer => flat_map (fun b => [Empty :: b; X :: b; O :: b]) (boards fewer)
  end.

Lemma in_boards : forall b, In b (boards (length b)).
Proof.
  induction b as [|c b IH]; [left; reflexivity|].
  simpl. apply in_flat_map. exists b. split; [assumption|]. destruct c; simpl; auto.
Qed.

Definition check3 (b : board) : bool :=
  let next := one_move_ahead Z (fun z => z) Z.max Z.min 3 table3 in
  if number X b =? number O b then (table3 b =? next X b)%Z
  else if number X b =? S (number O b) then (table3 b =? next O b)%Z
  else true.

Lemma checked3 : forallb check3 (boards 9) = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Lemma table3_is_perfect_play : forall side b, arises 9 0 side b -> table3 b = score 3 side b.
Proof.
  apply table_is_perfect_play with (as_value := fun z => z) (greater := Z.max) (lesser := Z.min); try reflexivity.
  intros side b (Hside & Hlength & _ & Hx).
  pose proof (proj1 (forallb_forall _ _) checked3 b) as H. rewrite <- Hlength in H. specialize (H (in_boards b)).
  unfold check3 in H. destruct side; [congruence| |]; rewrite Hx in H.
  - rewrite Nat.eqb_refl in H. apply Z.eqb_eq. assumption.
  - rewrite (proj2 (Nat.eqb_neq _ _)), Nat.eqb_refl in H by lia. apply Z.eqb_eq. assumption.
Qed.

Lemma answers3 : forall b, legal3 b = true -> score_in words b = answer3 b.
Proof.
  intros b H. apply table3_is_perfect_play. unfold legal3 in H.
  rewrite !andb_true_iff, !Nat.eqb_eq in H. unfold arises. repeat split; try discriminate; lia.
Qed.

Lemma positions3 : how_many legal3 9 [] = 2739%N.
Proof. vm_cast_no_check (eq_refl 2739%N). Qed.
