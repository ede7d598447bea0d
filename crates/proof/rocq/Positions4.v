(** poj1568: the number of legal positions. *)

Require Import List Bool Arith ZArith Lia.
Require Import Crossply.Statement Crossply.Soundness Crossply.Check4.
Import ListNotations.

(** As `how_many legal4`, counting stones on the way: it looks for lines only if the numbers are right. *)
Fixpoint count4 (n x o : nat) (b : board) : N :=
  match n with
  | 0 =>
    if x =? o then if 2 <=? x then if x =? 8 then 0 else if has_line4 X b then 0 else if has_line4 O b then 0 else 1
    else 0 else 0
  | S n => count4 n x o (Empty :: b) + count4 n (S x) o (X :: b) + count4 n x (S o) (O :: b)
  end.

Lemma count4_is_how_many : forall n b,
  n + length b = 16 -> count4 n (number X b) (number O b) b = how_many legal4 n b.
Proof.
  induction n as [|n IH]; intros b H.
  - cbn [count4 how_many]. rewrite !has_line4_is_has_line by assumption. unfold legal4.
    pose proof (numbers_add_up b). simpl in H. rewrite H in *. rewrite Nat.eqb_refl.
    destruct (Nat.eqb_spec (number X b) (number O b)); [|reflexivity].
    destruct (Nat.leb_spec 2 (number X b)); [|reflexivity].
    destruct (Nat.eqb_spec (number X b) 8).
    + rewrite (proj2 (Nat.leb_gt _ _)) by lia. reflexivity.
    + rewrite (proj2 (Nat.leb_le _ _)) by lia. destruct (has_line 4 X b), (has_line 4 O b); reflexivity.
  - cbn [count4 how_many]. rewrite <- !IH by (cbn [length]; lia). rewrite !number_cons. reflexivity.
Qed.

Lemma positions4 : how_many legal4 16 [] = 4656402%N.
Proof.
  rewrite <- count4_is_how_many by reflexivity. vm_cast_no_check (eq_refl 4656402%N).
Qed.
