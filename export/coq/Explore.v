(* Forbidden, by all states: reachability computed from the program, level by level, as in
   explorer/search/search.hpp.

   What is proved: (1) a list of states that has the initial one and is closed under all rules has
   every reachable state; (2) the list that `explore` gives is such a list and has no others.
   Hence what the list says about outcomes is so: forbidden, and exactly which.

   A search may follow fewer moves, if it still comes to every final state that is reachable: what
   it says about outcomes is then so as well. Urgent.v has such a one. *)

From Coq Require Import ZArith List Bool.
From Opexplore Require Export Machine StateSet.
Import ListNotations.

Section Closed.

Variable M : Machine.

(* States that one step from a state leads to. *)
Definition successors (s : State M) : list (State M) :=
  if is_final M s then [] else next_states M s.

Lemma successors_spec s s' :
  In s' (successors s) <-> is_final M s = false /\ exists c, step M c s = Some s'.
Proof.
  unfold successors. destruct (is_final M s); [simpl; intuition discriminate|].
  rewrite next_states_spec. tauto.
Qed.

Definition closed (states : list (State M)) : Prop :=
  forall s s', In s states -> In s' (successors s) -> In s' states.

Theorem closed_has_all states s :
  In (initial M) states -> closed states -> reachable M s -> In s states.
Proof.
  intros I C R. induction R as [|s c s' R IH F E]; [exact I|].
  apply (C s); [exact IH|]. apply successors_spec. eauto.
Qed.

(* Where a search goes from a state. It comes to states that are reachable, and a list that has the
   initial state and is closed under the moves has every final one of them. *)
Record Moves := {
  moves : State M -> list (State M);
  moves_reach : forall s s', reachable M s -> In s' (moves s) -> reachable M s';
  moves_suffice : forall states s,
    In (initial M) states -> (forall s s', In s states -> In s' (moves s) -> In s' states) ->
    reachable M s -> is_final M s = true -> In s states }.

(* All that the rules allow. *)
Definition every_move : Moves.
Proof.
  refine {| moves := successors |}.
  - intros s s' R I. apply successors_spec in I as [F [c E]]. econstructor; eauto.
  - intros states s I C R _. now apply closed_has_all.
Defined.

End Closed.

Arguments moves {M}.
Arguments moves_reach {M}.
Arguments moves_suffice {M}.

Definition outcome_eqb (a b : Outcome) : bool :=
  if list_eq_dec Z.eq_dec a b then true else false.

Lemma outcome_eqb_eq a b : outcome_eqb a b = true <-> a = b.
Proof. unfold outcome_eqb. destruct (list_eq_dec Z.eq_dec a b); split; congruence. Qed.

Section Search.

Variable M : Machine.
Variable by_moves : Moves M.

(* The search: states seen, all of them also in a list, those of the next level first. *)
Record Found := { seen : set; next : list (State M); all : list (State M) }.

Definition note (found : Found) (s : State M) : Found :=
  match insert (key M s) (seen found) with
  | None => found
  | Some seen => {| seen := seen; next := s :: next found; all := s :: all found |}
  end.

Definition expand (found : Found) (s : State M) : Found := fold_left note (moves by_moves s) found.

(* At most `depth` levels; nothing if they are not enough. *)
Fixpoint levels (depth : nat) (found : Found) : option (list (State M)) :=
  match next found, depth with
  | [], _ => Some (all found)
  | _, 0 => None
  | level, S depth =>
      levels depth (fold_left expand level {| seen := seen found; next := []; all := all found |})
  end.

Definition search (depth : nat) : option (list (State M)) :=
  levels depth (note {| seen := Empty; next := []; all := [] |} (initial M)).

(* What holds at all times. `waiting`: states whose moves have not all been noted. *)
Record sound (waiting : list (State M)) (found : Found) : Prop := {
  seen_listed : forall s, has (key M s) (seen found) = true -> In s (all found);
  next_listed : forall s, In s (next found) -> In s (all found);
  all_reachable : forall s, In s (all found) -> reachable M s;
  all_expanded : forall s, In s (all found) ->
    In s waiting \/ In s (next found) \/
    (forall s', In s' (moves by_moves s) -> In s' (all found)) }.

Lemma note_noted found s waiting :
  sound waiting found -> In s (all (note found s)).
Proof.
  intros S. unfold note. destruct (insert _ _) eqn:E; simpl; [auto|].
  apply (seen_listed _ _ S), insert_none, E.
Qed.

Lemma note_keeps found s x : In x (all found) -> In x (all (note found s)).
Proof. unfold note. destruct (insert _ _); simpl; auto. Qed.

Lemma note_sound waiting found s :
  sound waiting found -> reachable M s -> sound waiting (note found s).
Proof.
  intros S R. unfold note. destruct (insert _ _) as [seen'|] eqn:E; [|exact S].
  destruct S as [S N A X]. split; simpl.
  - intros x I. apply (insert_some _ _ _ _ E) in I as [I|I]; auto. apply key_injective in I. auto.
  - intros x [->|I]; auto.
  - intros x [<-|I]; auto.
  - intros x [<-|I]; [auto|].
    destruct (X x I) as [W|[W|W]]; auto 6.
Qed.

Lemma notes_keep states : forall found x,
  In x (all found) -> In x (all (fold_left note states found)).
Proof. induction states; simpl; auto using note_keeps. Qed.

Lemma notes_sound waiting states : forall found,
  sound waiting found -> (forall s, In s states -> reachable M s) ->
  sound waiting (fold_left note states found) /\
  forall s, In s states -> In s (all (fold_left note states found)).
Proof.
  induction states as [|s states IH]; simpl; intros found S R; [tauto|].
  destruct (IH (note found s)) as [S' I]; [apply note_sound; auto|auto|].
  split; [exact S'|]. intros x [<-|X]; [|auto].
  eapply notes_keep, note_noted, S.
Qed.

Lemma expand_sound s waiting found :
  reachable M s -> sound (s :: waiting) found -> sound waiting (expand found s).
Proof.
  intros R S.
  assert (T : forall x, In x (moves by_moves s) -> reachable M x) by eauto using moves_reach.
  destruct (notes_sound _ _ _ S T) as [[S' N A X] I].
  split; auto. intros x Y. destruct (X x Y) as [[<-|W]|W]; auto.
Qed.

Lemma level_sound level : forall found,
  (forall s, In s level -> reachable M s) ->
  sound level found -> sound [] (fold_left expand level found).
Proof.
  induction level as [|s level IH]; simpl; intros found R S; [exact S|].
  apply IH; auto using expand_sound.
Qed.

Definition closed_under_moves (states : list (State M)) : Prop :=
  forall s s', In s states -> In s' (moves by_moves s) -> In s' states.

Lemma levels_sound depth : forall found states,
  sound [] found -> levels depth found = Some states ->
  closed_under_moves states /\ (forall s, In s states -> reachable M s) /\
  incl (all found) states.
Proof.
  assert (D : forall found states, sound [] found -> next found = [] ->
    all found = states ->
    closed_under_moves states /\ (forall s, In s states -> reachable M s) /\
    incl (all found) states).
  { intros found states S N <-. split; [|split; [apply (all_reachable _ _ S)|apply incl_refl]].
    intros s s' I I'. destruct (all_expanded _ _ S s I) as [[]|[W|W]]; auto.
    rewrite N in W. destruct W. }
  induction depth as [|depth IH]; intros found states S E; simpl in E.
  - destruct (next found) eqn:N; [injection E; auto|discriminate].
  - destruct (next found) as [|s level] eqn:N; [injection E; auto|].
    change (levels depth (fold_left expand (s :: level)
      {| seen := seen found; next := []; all := all found |}) = Some states) in E.
    rewrite <- N in E.
    assert (L : sound [] (fold_left expand (next found)
      {| seen := seen found; next := []; all := all found |})).
    { destruct S as [S NL A X]. apply level_sound; [auto|]. split; simpl; try tauto; auto.
      intros x I. destruct (X x I) as [[]|W]. tauto. }
    destruct (IH _ _ L E) as [C [R I]]. split; [|split]; auto.
    intros x Y. apply I. clear - Y.
    assert (K : forall l f, In x (all f) -> In x (all (fold_left expand l f))).
    { induction l; simpl; auto. intros f F. apply IHl. now apply notes_keep. }
    now apply K.
Qed.

Theorem search_is_closed depth states :
  search depth = Some states ->
  In (initial M) states /\ closed_under_moves states /\ forall s, In s states -> reachable M s.
Proof.
  intros E.
  assert (S : sound [] (note {| seen := Empty; next := []; all := [] |} (initial M))).
  { apply note_sound; [|constructor]. split; simpl; try discriminate; tauto. }
  destruct (levels_sound _ _ _ S E) as [C [R I]]. split; [|split]; auto.
  apply I. eapply note_noted. split; simpl; try discriminate; tauto.
  Unshelve. exact [].
Qed.

Corollary search_has_ends depth states s :
  search depth = Some states -> is_final M s = true -> In s states <-> reachable M s.
Proof.
  intros E F. destruct (search_is_closed _ _ E) as [I [C R]].
  split; [auto|]. intros X. now apply (moves_suffice by_moves).
Qed.

(* Whether a search of so many levels ends, and no final state that it finds satisfies the
   condition. *)
Definition excludes_by (condition : Proposition) (depth : nat) : bool :=
  match search depth with
  | Some states =>
      forallb (fun s => negb (is_final M s && holds condition (observe M s))) states
  | None => false
  end.

Theorem excluded_is_forbidden condition depth :
  excludes_by condition depth = true -> forbidden M condition.
Proof.
  unfold excludes_by. destruct (search depth) as [states|] eqn:E; [|discriminate].
  rewrite forallb_forall. intros X s R F.
  apply (search_has_ends _ _ _ E F) in R. apply X in R. rewrite F in R.
  destruct (holds condition (observe M s)); [discriminate|reflexivity].
Qed.

(* Outcomes of final states, each once, the last found first. *)
Variable observables : list Observable.
Definition outcome (s : State M) : Outcome := map (observe M s) observables.

Definition add_outcome (outcomes : list Outcome) (s : State M) : list Outcome :=
  if is_final M s && negb (existsb (outcome_eqb (outcome s)) outcomes)
  then outcome s :: outcomes else outcomes.

Definition outcomes_of (states : list (State M)) : list Outcome := fold_left add_outcome states [].

Lemma outcomes_of_spec states o :
  In o (outcomes_of states) <->
  exists s, In s states /\ is_final M s = true /\ outcome s = o.
Proof.
  unfold outcomes_of.
  enough (H : forall acc, In o (fold_left add_outcome states acc) <->
    In o acc \/ exists s, In s states /\ is_final M s = true /\ outcome s = o).
  { rewrite H. simpl. tauto. }
  induction states as [|s states IH]; simpl; intros acc; [firstorder|].
  rewrite IH. clear IH. unfold add_outcome.
  destruct (is_final M s) eqn:F; simpl.
  2:{ split; [intros [A|[x [I X]]]; eauto 6|].
      intros [A|[x [[<-|I] [X E]]]]; [auto|congruence|eauto 6]. }
  destruct (existsb (outcome_eqb (outcome s)) acc) eqn:E; simpl.
  - apply existsb_exists in E as [o' [I' E]]. apply outcome_eqb_eq in E.
    split; [intros [A|[x [I X]]]; eauto 6|].
    intros [A|[x [[<-|I] [X Y]]]]; [auto| |eauto 6]. left. congruence.
  - split.
    + intros [[A|A]|[x [I X]]]; eauto 8.
    + intros [A|[x [[<-|I] [X Y]]]]; eauto 8.
Qed.

(* Exactly the outcomes of the states that a search of so many levels finds; nothing if they do
   not suffice. *)
Definition outcomes_by (depth : nat) : option (list Outcome) :=
  option_map outcomes_of (search depth).

Theorem outcomes_by_are_exact depth found :
  outcomes_by depth = Some found -> exactly M observables found.
Proof.
  unfold outcomes_by. destruct (search depth) as [states|] eqn:E; [|discriminate].
  intros [= <-] o. rewrite outcomes_of_spec. fold outcome.
  split; intros [s [I [F O]]]; exists s; split; auto; eapply search_has_ends; eauto.
Qed.

(* The same against a list that a reader can check: in any order. *)
Definition ends_in_by (expected : list Outcome) (depth : nat) : bool :=
  let subset a b := forallb (fun o => existsb (outcome_eqb o) b) a in
  match outcomes_by depth with
  | Some found => subset found expected && subset expected found
  | None => false
  end.

Lemma subset_incl (a b : list Outcome) :
  forallb (fun o => existsb (outcome_eqb o) b) a = true -> incl a b.
Proof.
  rewrite forallb_forall. intros H o I. apply H, existsb_exists in I as [o' [I E]].
  apply outcome_eqb_eq in E. now subst.
Qed.

Theorem ends_in_by_is_exact expected depth :
  ends_in_by expected depth = true -> exactly M observables expected.
Proof.
  unfold ends_in_by. destruct (outcomes_by depth) as [found|] eqn:E; [|discriminate].
  rewrite andb_true_iff. intros [F X] o.
  rewrite <- (outcomes_by_are_exact _ _ E o). split; apply subset_incl; assumption.
Qed.

End Search.

(* The search that follows every move. *)
Section Explore.

Variable M : Machine.

Definition explore : nat -> option (list (State M)) := search M (every_move M).

Theorem explore_is_reachable depth states :
  explore depth = Some states -> forall s, In s states <-> reachable M s.
Proof.
  intros E. destruct (search_is_closed _ _ _ _ E) as [I [C R]].
  intros s. split; [auto|]. now apply closed_has_all.
Qed.

Definition excludes : Proposition -> nat -> bool := excludes_by M (every_move M).

Theorem forbidden_by_search condition depth :
  excludes condition depth = true -> forbidden M condition.
Proof. apply excluded_is_forbidden. Qed.

Variable observables : list Observable.

Definition outcomes : nat -> option (list Outcome) := outcomes_by M (every_move M) observables.

Theorem outcomes_are_exact depth found : outcomes depth = Some found -> exactly M observables found.
Proof. apply outcomes_by_are_exact. Qed.

Definition ends_in : list Outcome -> nat -> bool := ends_in_by M (every_move M) observables.

Theorem exactly_by_search expected depth :
  ends_in expected depth = true -> exactly M observables expected.
Proof. apply ends_in_by_is_exact. Qed.

End Explore.

(* What the exact outcomes say about a condition all of whose terms are among the observables. *)

Lemma holds_by_mentioned proposition f g :
  (forall o, In o (mentioned proposition) -> f o = g o) ->
  holds proposition f = holds proposition g.
Proof.
  induction proposition as [|c [a|v] [b|w]|p IHp q IHq|p IHp q IHq|p IHp]; simpl; intros E;
    rewrite ?E by auto using in_or_app; try reflexivity.
  1,2: now rewrite IHp, IHq by auto using in_or_app.
  now rewrite IHp by auto.
Qed.

(* The value that an outcome of these observables gives one of them. *)
Fixpoint value_in (observables : list Observable) (outcome : Outcome) (o : Observable) : Value :=
  match observables, outcome with
  | first :: observables, v :: outcome =>
      if observable_eqb first o then v else value_in observables outcome o
  | _, _ => 0%Z
  end.

Lemma value_in_map f observables o :
  In o observables -> value_in observables (map f observables) o = f o.
Proof.
  induction observables as [|first rest IH]; simpl; [tauto|]. intros I.
  destruct (observable_eqb first o) eqn:E; [now apply observable_eqb_eq in E as ->|].
  apply IH. destruct I as [<-|I]; [|exact I].
  enough (observable_eqb first first = true) by congruence. now apply observable_eqb_eq.
Qed.

Definition refuted_by (observables : list Observable) (outcomes : list Outcome)
    (condition : Proposition) : bool :=
  forallb (fun o => existsb (observable_eqb o) observables) (mentioned condition) &&
  forallb (fun outcome => negb (holds condition (value_in observables outcome))) outcomes.

Theorem forbidden_by_outcomes (M : Machine) observables outcomes condition :
  exactly M observables outcomes -> refuted_by observables outcomes condition = true ->
  forbidden M condition.
Proof.
  unfold refuted_by. rewrite andb_true_iff, !forallb_forall. intros X [A N] s R F.
  assert (I : In (map (observe M s) observables) outcomes) by (apply X; eauto).
  apply N, negb_true_iff in I. rewrite <- I. apply holds_by_mentioned. intros o J.
  apply A, existsb_exists in J as [o' [J E]]. apply observable_eqb_eq in E. subst.
  symmetry. now apply value_in_map.
Qed.
