(** Why a check that looks one move ahead is enough.

    A table holds a value for each board. Let each value be what the rules and the values one move later say. Then each
    is the value of perfect play, by induction on the number of empty cells. *)

Require Import List Bool Arith ZArith Lia.
Require Import Crossply.Statement.
Import ListNotations.

(** ** Moves, cell by cell: this is how tables are checked *)

Lemma moves_cons : forall c b,
  moves (c :: b) = (if is Empty c then [0] else []) ++ map S (moves b).
Proof.
  intros c b. unfold moves. simpl length. rewrite <- cons_seq, <- seq_shift.
  assert (later : forall l, filter (fun i => is Empty (get (c :: b) i)) (map S l)
                            = map S (filter (fun i => is Empty (get b i)) l)).
  { induction l as [|i l IH]; [reflexivity|]. cbn [map filter]. rewrite IH.
    change (get (c :: b) (S i)) with (get b i). destruct (is Empty (get b i)); reflexivity. }
  change (filter ?f (0 :: ?l)) with (if is Empty (get (c :: b) 0) then 0 :: filter f l else filter f l).
  rewrite later. change (get (c :: b) 0) with c. destruct (is Empty c); reflexivity.
Qed.

Lemma after_cons : forall side c b,
  after side (c :: b) = (if is Empty c then [side :: b] else []) ++ map (cons c) (after side b).
Proof.
  intros side c b. unfold after. rewrite moves_cons, map_app, !map_map.
  destruct (is Empty c); reflexivity.
Qed.

(** ** Counts *)

Lemma number_cons : forall k c b, number k (c :: b) = (if is k c then 1 else 0) + number k b.
Proof. intros k c b. unfold number. simpl. destruct (is k c); reflexivity. Qed.

(** The standard library changed the name of this one, and of the next, with version 8.20. *)
Lemma length_of_app : forall (A : Type) (k l : list A), length (k ++ l) = length k + length l.
Proof. intros A k l. induction k as [|c k IH]; simpl; congruence. Qed.

Lemma length_of_rev : forall (A : Type) (l : list A), length (rev l) = length l.
Proof. intros A l. induction l as [|c l IH]; [reflexivity|]. simpl. rewrite length_of_app, IH. simpl. lia. Qed.

Lemma number_rev : forall k b, number k (rev b) = number k b.
Proof.
  intros k b. induction b as [|c b IH]; [reflexivity|]. cbn [rev]. unfold number in *.
  rewrite filter_app, length_of_app, IH. cbn [filter]. destruct (is k c); simpl; lia.
Qed.

Lemma numbers_add_up : forall b, number Empty b + number X b + number O b = length b.
Proof.
  induction b as [|c b IH]; [reflexivity|]. rewrite !number_cons. destruct c; simpl; lia.
Qed.

Lemma in_after : forall side b b', side <> Empty -> In b' (after side b) ->
  length b' = length b
  /\ number Empty b = S (number Empty b')
  /\ number side b' = S (number side b)
  /\ number (other side) b' = number (other side) b.
Proof.
  intros side b b' Hside. revert b'. induction b as [|c b IH]; intros b' H; [contradiction|].
  rewrite after_cons in H. apply in_app_or in H. destruct H as [H|H].
  - destruct c; simpl in H; try contradiction. destruct H as [<-|[]].
    rewrite !number_cons. destruct side; simpl; try congruence; auto.
  - apply in_map_iff in H. destruct H as [b'' [<- H]]. apply IH in H.
    rewrite !number_cons. simpl length. lia.
Qed.

Lemma no_move : forall side b, number Empty b = 0 -> after side b = [].
Proof.
  intros side b. induction b as [|c b IH]; [reflexivity|].
  rewrite number_cons, after_cons. destruct c; simpl; intros H; try discriminate; rewrite IH by assumption; reflexivity.
Qed.

Lemma some_move : forall side b, number Empty b <> 0 -> after side b <> [].
Proof.
  intros side b. induction b as [|c b IH]; [intros []; reflexivity|].
  rewrite number_cons, after_cons. destruct c; simpl; intros H; try discriminate;
  intros E; apply map_eq_nil in E; revert E; apply IH; assumption.
Qed.

(** ** The boards in question: those that arise from boards with `X` to move on which each side has `least` stones *)

Definition arises (cells least : nat) (side : cell) (b : board) : Prop :=
  side <> Empty /\ length b = cells /\ least <= number O b
  /\ number X b = match side with X => number O b | _ => S (number O b) end.

Lemma moves_arise : forall cells least side b b',
  arises cells least side b -> In b' (after side b) -> arises cells least (other side) b'.
Proof.
  intros cells least side b b' (Hside & Hlength & Hleast & Hx) H. apply in_after in H; [|assumption].
  unfold arises. destruct side; simpl in *; [congruence| |]; repeat split; try discriminate; lia.
Qed.

Lemma find_ext_in : forall (f g : nat -> bool) l, (forall i, In i l -> f i = g i) -> find f l = find g l.
Proof.
  intros f g l H. induction l as [|i l IH]; [reflexivity|]. simpl. rewrite (H i) by (left; reflexivity).
  rewrite IH by (intros j Hj; apply H; right; assumption). reflexivity.
Qed.

(** ** One move ahead *)

Section Table.

(** The values, and what a score is as a value: itself, or whether it is above 0. *)
Variable value : Type.
Variable as_value : Z -> value.
Variable greater lesser : value -> value -> value.
Hypothesis as_greater : forall a b, as_value (Z.max a b) = greater (as_value a) (as_value b).
Hypothesis as_lesser : forall a b, as_value (Z.min a b) = lesser (as_value a) (as_value b).

Variable n : nat.
Variable table : board -> value.

Definition best_value (side : cell) (values : list value) : value :=
  match values with
  | [] => as_value 0
  | first :: rest => fold_left (match side with X => greater | _ => lesser end) rest first
  end.

(** What the rules and the table say about a board: the right value if the table is right one move later. *)
Definition one_move_ahead (side : cell) (b : board) : value :=
  let for_the_winner := (Z.of_nat (number Empty b) + 1)%Z in
  if has_line n X b then as_value for_the_winner
  else if has_line n O b then as_value (- for_the_winner)
  else best_value side (map table (after side b)).

Lemma as_best : forall side scores, as_value (best side scores) = best_value side (map as_value scores).
Proof.
  intros side [|first rest]; [reflexivity|]. simpl. revert first.
  induction rest as [|z rest IH]; intros first; [reflexivity|]. simpl. rewrite IH.
  destruct side; simpl; rewrite ?as_greater, ?as_lesser; reflexivity.
Qed.

Theorem table_is_perfect_play : forall cells least,
  (forall side b, arises cells least side b -> table b = one_move_ahead side b) ->
  forall side b, arises cells least side b -> table b = as_value (score n side b).
Proof.
  intros cells least checked side b. unfold score. remember (number Empty b) as e eqn:He. revert side b He.
  induction e as [|e IH]; intros side b He Hb;
    rewrite (checked _ _ Hb); unfold one_move_ahead; rewrite <- He; simpl minimax.
  - destruct (has_line n X b); [reflexivity|]. destruct (has_line n O b); [reflexivity|].
    rewrite no_move by congruence. reflexivity.
  - destruct (has_line n X b); [reflexivity|]. destruct (has_line n O b); [reflexivity|].
    rewrite as_best, map_map. f_equal. apply map_ext_in. intros b' Hb'. apply IH.
    + apply in_after in Hb'; [lia|]. apply Hb.
    + eapply moves_arise; eassumption.
Qed.

End Table.
