(** poj1568: the table passes the check, so it is right. *)

Require Import Crossply.Table Crossply.Table4.
Require Import List Bool Arith ZArith Lia.
Require Import Crossply.Statement Crossply.Soundness Crossply.Check4 Crossply.CheckedX4 Crossply.CheckedO4.
Import ListNotations.

(** Not to be computed again: the unifier would try. *)
Opaque every.

Lemma table4_is_perfect_play : forall side b, arises 16 2 side b -> table4 b = (0 <? score 4 side b)%Z.
Proof.
  apply (table_is_perfect_play bool (fun z => 0 <? z)%Z orb andb).
  - intros a b. apply eq_true_iff_eq. rewrite orb_true_iff, !Z.ltb_lt. lia.
  - intros a b. apply eq_true_iff_eq. rewrite andb_true_iff, !Z.ltb_lt. lia.
  - intros side b H. apply check4_shows; [assumption|]. apply every_shows.
    destruct H as (Hside & Hlength & Hleast & Hx). pose proof (numbers_add_up b). rewrite Hlength, Hx.
    destruct side; [congruence| |].
    + replace (number Empty b) with (16 - 2 * number O b) by lia.
      pose proof (proj1 (forallb_forall _ _) checked_x) as all. apply all, in_seq. lia.
    + replace (number Empty b) with (15 - 2 * number O b) by lia.
      pose proof (proj1 (forallb_forall _ _) checked_o) as all. apply all, in_seq. lia.
Qed.

Lemma answers4 : forall b, legal4 b = true -> first_win_in words b = answer4 b.
Proof.
  intros b H. unfold legal4 in H. rewrite !andb_true_iff, !Nat.eqb_eq, !Nat.leb_le in H.
  destruct H as [[[[[Hlength Hx] Hleast] _] _] _].
  unfold first_win_in, answer4. apply find_ext_in. intros i Hi. unfold wins_by.
  apply table4_is_perfect_play. apply (moves_arise 16 2 X b).
  - unfold arises. repeat split; try discriminate; lia.
  - unfold after. apply in_map_iff. exists i. split; [reflexivity|assumption].
Qed.
