(** The check of the table of poj1568, made to be computed ten million times, and what it shows.

    `if` stands for `&&` and `||`: the machine that computes the check evaluates both sides of these. *)

Require Import Uint63 Crossply.Table Crossply.Table4.
Require Import List Bool Arith ZArith Lia Crossply.Statement Crossply.Soundness.
Import ListNotations.

Definition table4 : board -> bool := wins_in words.

(** What the table says about the board whose first cells, as a number, are `begin`. *)
Definition wins (begin : int) (b : board) : bool := wins_from words begin b.

Definition one_move_ahead4 : cell -> board -> bool := one_move_ahead bool (fun z => 0 <? z)%Z orb andb 4 table4.

(** ** Lines *)

(** `has_line` of a board of 16 cells, with the loops over lines and cells unrolled. *)
Definition has_line4 (side : cell) (b : board) : bool :=
  match b with
  | [c0; c1; c2; c3; c4; c5; c6; c7; c8; c9; c10; c11; c12; c13; c14; c15] =>
    ltac:(let unrolled := eval cbv -[is] in
            (has_line 4 side [c0; c1; c2; c3; c4; c5; c6; c7; c8; c9; c10; c11; c12; c13; c14; c15]) in
          exact unrolled)
  | _ => false
  end.

Lemma has_line4_is_has_line : forall side b, length b = 16 -> has_line4 side b = has_line 4 side b.
Proof.
  intros side b H. do 16 (destruct b as [|? b]; [discriminate|]). destruct b; [reflexivity|discriminate].
Qed.

(** ** Moves *)

(** Whether `X` has a move after which the table says that `X` wins. *)
Fixpoint some_move_wins (begin : int) (b : board) : bool :=
  match b with
  | [] => false
  | c :: rest =>
    if match c with Empty => wins (3 * begin + digit X) rest | _ => false end then true
    else some_move_wins (3 * begin + digit c) rest
  end%uint63.

(** Whether the table says after each move of `O` that `X` wins. *)
Fixpoint each_move_loses (begin : int) (b : board) : bool :=
  match b with
  | [] => true
  | c :: rest =>
    if match c with Empty => wins (3 * begin + digit O) rest | _ => true end
    then each_move_loses (3 * begin + digit c) rest else false
  end%uint63.

Lemma some_move_wins_spec : forall b begin,
  some_move_wins begin b = existsb (wins begin) (after X b).
Proof.
  induction b as [|c b IH]; intros begin; [reflexivity|].
  rewrite after_cons, existsb_app. cbn [some_move_wins]. rewrite IH.
  assert (H : forall l, existsb (wins begin) (map (cons c) l)
                        = existsb (wins (3 * begin + digit c)%uint63) l).
  { induction l as [|b' l IHl]; [reflexivity|]. cbn [map existsb]. rewrite IHl. reflexivity. }
  rewrite H. destruct c; [|reflexivity|reflexivity]. cbn [is existsb].
  change (wins begin (X :: b)) with (wins (3 * begin + digit X)%uint63 b).
  destruct (wins (3 * begin + digit X)%uint63 b); reflexivity.
Qed.

Lemma each_move_loses_spec : forall b begin,
  each_move_loses begin b = forallb (wins begin) (after O b).
Proof.
  induction b as [|c b IH]; intros begin; [reflexivity|].
  rewrite after_cons, forallb_app. cbn [each_move_loses]. rewrite IH.
  assert (H : forall l, forallb (wins begin) (map (cons c) l)
                        = forallb (wins (3 * begin + digit c)%uint63) l).
  { induction l as [|b' l IHl]; [reflexivity|]. cbn [map forallb]. rewrite IHl. reflexivity. }
  rewrite H. destruct c; [|reflexivity|reflexivity]. cbn [is forallb].
  change (wins begin (O :: b)) with (wins (3 * begin + digit O)%uint63 b).
  destruct (wins (3 * begin + digit O)%uint63 b); reflexivity.
Qed.

Lemma best_of_x : forall l, best_value bool (fun z => 0 <? z)%Z orb andb X (map table4 l) = existsb table4 l.
Proof.
  intros [|b l]; [reflexivity|]. cbn [map best_value existsb]. generalize (table4 b).
  induction l as [|b' l IH]; intros v; [destruct v; reflexivity|]. cbn [map fold_left existsb].
  rewrite IH, orb_assoc. reflexivity.
Qed.

Lemma best_of_o : forall l, l <> [] ->
  best_value bool (fun z => 0 <? z)%Z orb andb O (map table4 l) = forallb table4 l.
Proof.
  intros [|b l] H; [contradiction|]. clear H. cbn [map best_value forallb]. generalize (table4 b).
  induction l as [|b' l IH]; intros v; [destruct v; reflexivity|]. cbn [map fold_left forallb].
  rewrite IH, andb_assoc. reflexivity.
Qed.

(** ** The check of a board *)

Definition check4 (side : cell) (b : board) : bool :=
  let expected :=
    if has_line4 X b then true
    else if has_line4 O b then false
    else match side with X => some_move_wins 0 b | _ => each_move_loses 0 b end in
  if table4 b then expected else if expected then false else true.

Lemma check4_shows : forall side b, arises 16 2 side b -> check4 side b = true -> table4 b = one_move_ahead4 side b.
Proof.
  intros side b (Hside & Hlength & Hleast & Hx) H. unfold check4 in H. unfold one_move_ahead4, one_move_ahead.
  rewrite !has_line4_is_has_line in H by assumption.
  destruct (has_line 4 X b).
  { rewrite (proj2 (Z.ltb_lt _ _)) by lia. destruct (table4 b); [reflexivity|discriminate]. }
  destruct (has_line 4 O b).
  { rewrite (proj2 (Z.ltb_ge _ _)) by lia. destruct (table4 b); [discriminate|reflexivity]. }
  destruct side; [congruence| |].
  - rewrite some_move_wins_spec in H. rewrite best_of_x. change table4 with (wins 0) in *.
    destruct (wins 0 b), (existsb (wins 0) (after X b)); congruence.
  - rewrite each_move_loses_spec in H. rewrite best_of_o.
    + change table4 with (wins 0) in *. destruct (wins 0 b), (forallb (wins 0) (after O b)); congruence.
    + apply some_move. pose proof (numbers_add_up b). lia.
Qed.

(** ** All boards with so many stones *)

(** Whether `p` holds for all boards that continue `b` backwards by `x` stones of `X`, `o` stones of `O` and `e` empty
    cells, `n` cells in all. *)
Fixpoint every (p : board -> bool) (n x o e : nat) (b : board) : bool :=
  match n with
  | 0 => p b
  | S n =>
    if match e with 0 => true | S e => every p n x o e (Empty :: b) end then
      if match x with 0 => true | S x => every p n x o e (X :: b) end then
        match o with 0 => true | S o => every p n x o e (O :: b) end
      else false
    else false
  end.

Lemma every_shows_backwards : forall p cells x o e b,
  number X cells = x -> number O cells = o -> number Empty cells = e ->
  every p (length cells) x o e b = true -> p (rev cells ++ b) = true.
Proof.
  intros p. induction cells as [|c cells IH]; intros x o e b Hx Ho He H; [exact H|].
  cbn [rev]. rewrite <- app_assoc. cbn [app].
  rewrite number_cons in Hx, Ho, He. cbn [length every] in H.
  destruct c; cbn [is] in *.
  - subst. apply IH with (number X cells) (number O cells) (number Empty cells); try reflexivity.
    cbn [plus] in H. destruct (every p _ _ _ _ (Empty :: b)); [reflexivity|discriminate].
  - subst. apply IH with (number X cells) (number O cells) (number Empty cells); try reflexivity.
    cbn [plus] in H. destruct (every p _ _ _ _ (X :: b)); [reflexivity|].
    destruct (number Empty cells); [discriminate|]. destruct (every _ _ _ _ _ (Empty :: b)); discriminate.
  - subst. apply IH with (number X cells) (number O cells) (number Empty cells); try reflexivity.
    cbn [plus] in H. destruct (every p _ _ _ _ (O :: b)); [reflexivity|].
    destruct (number Empty cells), (number X cells); try discriminate;
      repeat match type of H with context [if every ?p ?n ?x ?o ?e ?b then _ else _] =>
        destruct (every p n x o e b) end; discriminate.
Qed.

Lemma every_shows : forall p b,
  every p (length b) (number X b) (number O b) (number Empty b) [] = true -> p b = true.
Proof.
  intros p b H. rewrite <- (app_nil_r b), <- (rev_involutive b).
  apply every_shows_backwards with (number X b) (number O b) (number Empty b); try apply number_rev.
  rewrite length_of_rev. assumption.
Qed.

(** The check of all boards with `X` to move and `o` stones of each side. *)
Definition check_x (o : nat) : bool := every (check4 X) 16 o o (16 - 2 * o) [].

(** The check of all boards with `O` to move and `o` stones of `O`. *)
Definition check_o (o : nat) : bool := every (check4 O) 16 (S o) o (15 - 2 * o) [].
