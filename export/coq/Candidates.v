(* All candidate executions of a program without loops whose reads return values of a given list,
   enumerated.

   Source: docs/axioms.md, "What is enumerated". What is proved: they are all. ReadValues.v has
   lists of all values that there can be. *)

From Coq Require Import ZArith NArith List Bool Arith Lia Relation_Operators.
From Opexplore Require Import Barrier.
From Opexplore Require Export Runs.
Import ListNotations.

Section Candidates.

Variable program : Program.
Variable values : LocationId -> list Value.

Local Notation all_threads := (all_threads program values).
Local Notation good := (good values).

Definition events_of (walks : list Walk) : list Event :=
  initial_writes program ++ flat_map (fun w => rev (done w)) walks.

(* ---- Relations ---- *)

Section Relations.

Variable all : list Event.
Let n := length all.

Definition among (P : Event -> Event -> bool) (a b : EventId) : bool :=
  match nth_error all a, nth_error all b with Some x, Some y => P x y | _, _ => false end.

(* One source for each read: the relation turned around has one in its row. *)
Definition sources (r : EventId) : list EventId := filter (fun w => among takes w r) (seq 0 n).
Definition source_rows (r : EventId) : list EventSet :=
  match nth_error all r with
  | Some e => if is_read e then map singleton (sources r) else [0%N]
  | None => [0%N]
  end.
Definition rf_choices : list Relation :=
  map inverse (products (map source_rows (seq 0 n))).

(* All sets between two. *)
Definition sets_between (least most : EventSet) : list EventSet :=
  fold_right (fun e sets => sets ++ map (N.lor (singleton e)) sets) [least]
    (filter (member (N.ldiff most least)) (seq 0 n)).
Definition relations_between (least most : Relation) : list Relation :=
  products (map (fun e => sets_between (row least e) (row most e)) (seq 0 n)).

End Relations.

Lemma among_relate X P a b : related (relate X P) a b = among (events X) P a b.
Proof.
  unfold relate, related, among, row.
  destruct (nth_error (events X) a) as [x|] eqn:E.
  - assert (L : a < length (events X)) by (apply nth_error_Some; congruence).
    rewrite (nth_indep _ 0%N (members (P x) (events X))) by now rewrite map_length.
    rewrite (map_nth (fun x => members (P x) (events X))), member_members.
    now rewrite (nth_error_nth _ _ _ E).
  - apply nth_error_None in E. rewrite nth_overflow by now rewrite map_length.
    unfold member. now rewrite N.bits_0.
Qed.

Lemma among_range all P a b : among all P a b = true -> a < length all /\ b < length all.
Proof.
  unfold among. destruct (nth_error all a) eqn:A; [|discriminate].
  destruct (nth_error all b) eqn:B; [|discriminate]. intros _.
  split; apply nth_error_Some; congruence.
Qed.

Lemma Forall2_by_index {A B} (P : A -> B -> Prop) d f (g : nat -> B) : forall l start,
  length l = f -> (forall k, k < f -> P (nth k l d) (g (start + k))) ->
  Forall2 P l (map g (seq start f)).
Proof.
  induction f as [|f IH]; intros [|a l] start L H; simpl in *; try discriminate; constructor.
  - specialize (H 0 (Nat.lt_0_succ _)). simpl in H. now rewrite Nat.add_0_r in H.
  - apply IH; [congruence|]. intros k K. specialize (H (S k)). simpl in H.
    replace (start + S k) with (S start + k) in H by lia. apply H. lia.
Qed.

Lemma inverse_inverse r :
  (forall a b, related r a b = true -> b < length r) -> inverse (inverse r) = r.
Proof.
  intros F. assert (L : forall s, length (inverse s) = length s)
    by (intros s; unfold inverse; now rewrite map_length, seq_length).
  apply relation_ext; [now rewrite !L|]. intros a b. apply eq_true_iff_eq.
  rewrite related_inverse, related_inverse, L. split; [tauto|]. intros H.
  pose proof (related_in_range _ _ _ H). pose proof (F _ _ H). auto.
Qed.

Lemma rf_is_a_choice X :
  length (rf X) = size X -> reads_take X = true -> In (rf X) (rf_choices (events X)).
Proof.
  unfold reads_take, rf_choices. intros L T. apply andb_true_iff in T as [I O].
  rewrite included_spec in I. rewrite forallb_forall in O.
  assert (F : forall a b, related (rf X) a b = true -> among (events X) takes a b = true).
  { intros a b H. rewrite <- among_relate. auto. }
  assert (V : forall s, length (inverse s) = length s)
    by (intros s; unfold inverse; now rewrite map_length, seq_length).
  rewrite <- (inverse_inverse (rf X)) at 1.
  2:{ intros a b H. rewrite L. apply F, among_range in H. tauto. }
  apply in_map, in_products.
  apply Forall2_by_index with (d := 0%N); [now rewrite V|].
  intros r R. change (nth r (inverse (rf X)) 0%N) with (row (inverse (rf X)) r). simpl.
  assert (M : forall w, member (row (inverse (rf X)) r) w = related (rf X) w r).
  { intros w. apply eq_true_iff_eq. fold (related (inverse (rf X)) r w).
    rewrite related_inverse, L. unfold size. tauto. }
  unfold source_rows. destruct (nth_error (events X) r) as [e|] eqn:E.
  2:{ apply nth_error_None in E. unfold size in *. lia. }
  destruct (is_read e) eqn:Q.
  - assert (C : length (filter (fun w => related (rf X) w r) (seq 0 (size X))) = 1).
    { apply Nat.eqb_eq, O. apply in_map_iff. exists r. split; [reflexivity|].
      apply filter_In. split; [apply in_seq; unfold size; lia|].
      unfold the. rewrite member_members, E. exact Q. }
    destruct (filter (fun w => related (rf X) w r) (seq 0 (size X))) as [|w [|]] eqn:S;
      try discriminate.
    assert (W : forall v, related (rf X) v r = true <-> v = w).
    { intros v. split.
      - intros H. assert (J : In v [w]); [|destruct J as [J|[]]; auto].
        rewrite <- S. apply filter_In. split; [|exact H]. apply in_seq.
        apply F, among_range in H. unfold size. lia.
      - intros ->. assert (J : In w [w]) by now left. rewrite <- S in J.
        apply filter_In in J. tauto. }
    apply in_map_iff. exists w. split.
    + apply member_ext. intros v. rewrite M, member_singleton.
      apply eq_true_iff_eq. rewrite W, Nat.eqb_eq. reflexivity.
    + apply filter_In. assert (H : related (rf X) w r = true) by now apply W. apply F in H.
      split; [|exact H]. apply in_seq. apply among_range in H. lia.
  - left. apply member_ext. intros w. rewrite M. unfold member. rewrite N.bits_0.
    destruct (related (rf X) w r) eqn:H; [|reflexivity]. apply F in H. unfold among in H.
    rewrite E in H. destruct (nth_error (events X) w); [|discriminate]. unfold takes in H.
    rewrite Q, andb_false_r in H. discriminate.
Qed.

Lemma in_sets_from elements : forall least x,
  (forall e, member least e = true -> member x e = true) ->
  (forall e, member x e = true -> member least e = true \/ In e elements) ->
  In x (fold_right (fun e sets => sets ++ map (N.lor (singleton e)) sets) [least] elements).
Proof.
  induction elements as [|e elements IH]; intros least x A B; simpl.
  - left. apply member_ext. intros k. apply eq_true_iff_eq. split; auto.
    intros H. destruct (B k H) as [|[]]. assumption.
  - apply in_app_iff.
    destruct (member x e && negb (member least e)) eqn:D.
    + apply andb_true_iff in D as [D U]. right. apply in_map_iff.
      exists (N.ldiff x (singleton e)). split.
      * apply member_ext. intros k. unfold member. rewrite N.lor_spec, N.ldiff_spec.
        fold (member (singleton e) k) (member x k). rewrite member_singleton.
        destruct (Nat.eqb_spec k e) as [->|]; [now rewrite D|]. now rewrite andb_true_r.
      * assert (K : forall k, member (N.ldiff x (singleton e)) k = member x k && negb (Nat.eqb k
        e)).
        { intros k. unfold member. rewrite N.ldiff_spec. fold (member (singleton e) k).
          now rewrite member_singleton. }
        apply IH; intros k; rewrite K.
        -- intros H. rewrite (A k H). destruct (Nat.eqb_spec k e) as [->|]; [|reflexivity].
           now rewrite H in U.
        -- intros H. apply andb_true_iff in H as [H N]. destruct (B k H) as [|[<-|]]; auto.
           now rewrite Nat.eqb_refl in N.
    + left. apply IH; [exact A|]. intros k H. destruct (B k H) as [|[<-|]]; auto.
      rewrite H in D. destruct (member least e); [now left|discriminate].
Qed.

Lemma in_relations_between all least most r :
  length r = length all -> included least r = true -> included r most = true ->
  (forall a b, related r a b = true -> b < length all) ->
  In r (relations_between all least most).
Proof.
  rewrite !included_spec. intros L A B F. apply in_products.
  apply Forall2_by_index with (d := 0%N); [exact L|]. intros e _. simpl.
  apply in_sets_from.
  - intros k. apply A.
  - intros k H. fold (related least e k). destruct (related least e k) eqn:E; [now left|right].
    apply filter_In. split; [apply in_seq; pose proof (F _ _ H); lia|].
    unfold member. rewrite N.ldiff_spec. fold (member (row most e) k) (member (row least e) k).
    fold (related most e k) (related least e k). now rewrite (B _ _ H), E.
Qed.

(* ---- Orders ---- *)

(* An execution of which nothing but the events is known. *)
Definition bare (all : list Event) : Execution := {|
  events := all; rf := []; co := []; sync_fence := []; arrivals := []; sync_barrier := [];
  executed := []; finals := []; last := [] |}.

Definition with_co (all : list Event) (r : Relation) : Execution := {|
  events := all; rf := []; co := r; sync_fence := []; arrivals := []; sync_barrier := [];
  executed := []; finals := []; last := [] |}.

Definition with_fences (all : list Event) (r : Relation) : Execution := {|
  events := all; rf := []; co := []; sync_fence := r; arrivals := []; sync_barrier := [];
  executed := []; finals := []; last := [] |}.

Definition co_choices (all : list Event) : list Relation :=
  filter (fun r => coherence_orders (with_co all r))
    (relations_between all
       (relate (bare all) (fun a b =>
          is_initial a && is_write b && negb (is_initial b) && same_location a b))
       (difference (relate (bare all) (fun a b =>
          is_write a && is_write b && same_location a b && (is_initial a || negb (is_initial b))))
          (id (bare all)))).

Lemma same_location_sym a b : same_location a b = same_location b a.
Proof.
  unfold same_location, both. destruct (location_at a), (location_at b); auto using Nat.eqb_sym.
Qed.

Lemma related_id X a b : related (id X) a b = true -> a = b.
Proof.
  unfold related, id, row. destruct (Nat.lt_ge_cases a (size X)) as [L|G].
  - rewrite (nth_indep _ 0%N (singleton 0)) by now rewrite map_length, seq_length.
    rewrite map_nth, seq_nth by exact L. rewrite member_singleton. intros H.
    apply Nat.eqb_eq in H. simpl in H. auto.
  - rewrite nth_overflow by now rewrite map_length, seq_length. unfold member.
    now rewrite N.bits_0.
Qed.

Lemma co_is_a_choice X :
  length (co X) = size X -> coherence_orders X = true -> In (co X) (co_choices (events X)).
Proof.
  intros L C. apply filter_In. split; [|exact C].
  unfold coherence_orders in C. apply andb_true_iff in C as [C I].
  apply andb_true_iff in C as [C T]. apply andb_true_iff in C as [W Q].
  assert (F : forall a b, related (co X) a b = true ->
    among (events X) (fun a b => is_write a && is_write b && same_location a b) a b = true).
  { intros a b H. rewrite <- among_relate. revert a b H. apply included_spec. exact W. }
  apply in_relations_between; [exact L|exact I| |].
  2:{ intros a b H. apply F, among_range in H. tauto. }
  apply included_spec. intros a b H. rewrite related_difference. apply andb_true_iff. split.
  - pose proof (F _ _ H) as G. rewrite among_relate. simpl events. unfold among in *.
    destruct (nth_error (events X) a) as [x|] eqn:A; [|discriminate].
    destruct (nth_error (events X) b) as [y|] eqn:B; [|discriminate].
    rewrite G. simpl. destruct (is_initial x) eqn:Ix; [reflexivity|].
    destruct (is_initial y) eqn:Iy; [|reflexivity]. exfalso.
    apply andb_true_iff in G as [G S]. apply andb_true_iff in G as [Wx Wy].
    rewrite included_spec in I. rewrite included_spec in T. rewrite irreflexive_spec in Q.
    assert (K : related (co X) b a = true).
    { apply I. rewrite among_relate. unfold among. rewrite A, B, Iy, Wx, Ix.
      rewrite same_location_sym in S. exact S. }
    specialize (Q a). rewrite (T a a) in Q; [discriminate|]. apply related_compose. eauto.
  - destruct (related (id (bare (events X))) a b) eqn:E; [|reflexivity].
    apply related_id in E. subst. rewrite irreflexive_spec in Q. now rewrite Q in H.
Qed.

Definition scoped (all : list Event) : Relation :=
  difference (relate (bare all) (fun a b => is_fence_sc a && is_fence_sc b && inclusive a b))
    (id (bare all)).

Definition fence_choices (all : list Event) : list Relation :=
  filter (fun r => fences_ordered (with_fences all r))
    (relations_between all [] (closure (scoped all))).

Lemma closure_mono r s :
  included r s = true -> included (closure r) (closure s) = true.
Proof.
  rewrite !included_spec. intros I a b H. apply related_closure in H. apply related_closure.
  induction H; [apply t_step; auto|eapply t_trans; eauto].
Qed.

Lemma fences_are_a_choice X :
  length (sync_fence X) = size X -> fences_ordered X = true ->
  In (sync_fence X) (fence_choices (events X)).
Proof.
  intros L C. apply filter_In. split; [|exact C].
  unfold fences_ordered in C. fold (bare (events X)) in C.
  change (difference _ (id X)) with (scoped (events X)) in C. cbv zeta in C.
  apply andb_true_iff in C as [C _]. apply andb_true_iff in C as [C _].
  apply andb_true_iff in C as [C _].
  assert (I : included (sync_fence X) (closure (scoped (events X))) = true).
  { apply included_spec. intros a b H. rewrite included_spec in C. apply C in H. revert a b H.
    apply included_spec, closure_mono, included_spec. intros a b.
    rewrite related_intersection, andb_true_iff. tauto. }
  apply in_relations_between; [exact L| |exact I|].
  - apply included_spec. intros a b H. apply related_in_range in H. simpl in H. lia.
  - rewrite included_spec in I. intros a b H. apply I, related_closure in H.
    induction H as [a b H|]; [|assumption]. unfold scoped in H.
    rewrite related_difference, among_relate in H. apply andb_true_iff in H as [H _].
    apply among_range in H. tauto.
Qed.

(* ---- Barriers ---- *)

Fixpoint all_orders (all : list Event) (bound : nat) (m : Meeting) : list (list EventId * Meeting)
  :=
  match bound with
  | 0 => [([], m)]
  | S bound =>
      flat_map (fun e =>
        match meet program (bare all) m e with
        | Some m => map (fun o => (e :: fst o, snd o)) (all_orders all bound m)
        | None => []
        end) (seq 0 (length all))
  end.

Definition fit (size : nat) (r : Relation) : Relation := map (row r) (seq 0 size).

Definition barrier_choices (all : list Event) : list (list EventId * Relation) :=
  map (fun o => (fst o, fit (length all) (released (snd o))))
    (all_orders all (length (filter is_barrier all))
       {| arrived := 0%N; gathered := 0%N; gathering := []; released := [] |}).

Lemma orders_complete X order : forall m m',
  meet_all program X m order = Some m' ->
  In (order, m') (all_orders (events X) (length order) m).
Proof.
  induction order as [|e order IH]; simpl; intros m m' H.
  - injection H as <-. now left.
  - destruct (meet program X m e) as [m1|] eqn:E; [|discriminate].
    apply in_flat_map. exists e. split.
    + apply in_seq. unfold meet in E. destruct (nth_error (events X) e) eqn:N; [|discriminate].
      assert (e < length (events X)) by (apply nth_error_Some; congruence). lia.
    + change (meet program (bare (events X)) m e) with (meet program X m e). rewrite E.
      apply in_map_iff. exists (order, m'). auto.
Qed.

Lemma related_fit size r a b : related (fit size r) a b = (a <? size) && related r a b.
Proof.
  unfold related, fit. destruct (Nat.ltb_spec a size) as [L|G]; simpl.
  - unfold row at 1. rewrite (nth_indep _ 0%N (row r 0)) by now rewrite map_length, seq_length.
    now rewrite map_nth, seq_nth by exact L.
  - rewrite row_beyond by now rewrite map_length, seq_length. unfold member. apply N.bits_0.
Qed.

Lemma barriers_are_a_choice X :
  length (sync_barrier X) = size X -> barriers_pass program X = true ->
  In (arrivals X, sync_barrier X) (barrier_choices (events X)).
Proof.
  intros L C. unfold barriers_pass in C. apply andb_true_iff in C as [K C].
  apply Nat.eqb_eq in K. destruct (meet_all _ _ _ _) as [m|] eqn:M; [|discriminate].
  apply andb_true_iff in C as [C B]. apply andb_true_iff in C as [_ A].
  apply in_map_iff. exists (arrivals X, m). split.
  - simpl. f_equal. rewrite included_spec in A, B. apply relation_ext.
    + unfold fit. now rewrite map_length, seq_length, L.
    + intros a b. rewrite related_fit. apply eq_true_iff_eq. rewrite andb_true_iff. split.
      * intros [_ H]. auto.
      * intros H. split; [|auto]. apply Nat.ltb_lt. apply related_in_range in H.
        unfold size in L. lia.
  - rewrite <- K. now apply orders_complete.
Qed.

(* ---- Whole executions ---- *)

Definition last_choices (all : list Event) (order : Relation) : list (list EventId) :=
  products (map (fun l =>
    filter (fun w => match nth_error all w with
                     | Some e =>
                         is_write e &&
                         (match location_at e with Some k => Nat.eqb l k | None => false end) &&
                         N.eqb (row order w) 0
                     | None => false
                     end) (seq 0 (length all))) (seq 0 (length (locations program)))).

Lemma last_is_a_choice X :
  last_are_last program X = true -> In (last X) (last_choices (events X) (co X)).
Proof.
  unfold last_are_last. intros H. apply andb_true_iff in H as [L H]. apply Nat.eqb_eq in L.
  rewrite forallb_forall in H. apply in_products.
  apply Forall2_by_index with (d := 0); [exact L|]. intros k K. simpl.
  assert (I : In (k, @nth nat k (last X) 0) (combine (seq 0 (length (last X))) (last X))).
  { replace k with (nth k (seq 0 (length (last X))) 0) at 1 by (rewrite seq_nth; lia).
    rewrite <- combine_nth by apply seq_length. apply nth_In.
    rewrite combine_length, seq_length. lia. }
  apply H in I. apply filter_In.
  destruct (nth_error (events X) (@nth nat k (last X) 0)) as [e|] eqn:E; [|discriminate].
  split; [|exact I]. apply in_seq.
  assert (@nth nat k (last X) 0 < length (events X)) by (apply nth_error_Some; congruence). lia.
Qed.

Definition build (runs : list Run) (all : list Event) (rf co fences : Relation)
    (barriers : list EventId * Relation) (last : list EventId) : Execution := {|
  events := all; rf := rf; co := co; sync_fence := fences; arrivals := fst barriers;
  sync_barrier := snd barriers; executed := map (fun r => fst (fst r)) runs;
  finals := map (fun r => registers (snd r)) runs; last := last |}.

(* None of the executions with these threads that satisfy the condition satisfies the model. *)
Definition excludes_runs (model : Model) (condition : Proposition) (runs : list Run) : bool :=
  let all := events_of (map snd runs) in
  let reads := rf_choices all in
  let fences := fence_choices all in
  let barriers := barrier_choices all in
  forallb (fun co =>
    forallb (fun last =>
      negb (holds condition (final_value program (build runs all [] co [] ([], []) last))) ||
      forallb (fun rf =>
        forallb (fun fence_order =>
          forallb (fun barrier => negb (model (build runs all rf co fence_order barrier last)))
            barriers) fences) reads)
      (last_choices all co)) (co_choices all).

Definition excludes_all (model : Model) (condition : Proposition) (bound : nat) : bool :=
  match all_threads bound (length (threads program)) 0 (length (locations program)) with
  | Some choices => forallb (excludes_runs model condition) choices
  | None => false
  end.

Lemma map_fst_combine {A B} (l : list A) : forall m : list B,
  length m = length l -> map fst (combine l m) = l.
Proof.
  induction l as [|a l IH]; intros [|b m] L; simpl in *; try discriminate; [reflexivity|].
  f_equal. apply IH. congruence.
Qed.

Lemma split_runs (pairs : list (nat * list Value)) : forall walks : list Walk,
  length walks = length pairs ->
  map snd (combine pairs walks) = walks /\
  map (fun r : Run => fst (fst r)) (combine pairs walks) = map fst pairs.
Proof.
  induction pairs as [|p pairs IH]; intros [|w walks] L; simpl in *; try discriminate; [auto|].
  destruct (IH walks) as [A B]; [congruence|]. split; f_equal; assumption.
Qed.

Lemma build_is runs all rf co fences barriers last ran ends :
  map (fun r : Run => fst (fst r)) runs = ran ->
  map (fun r : Run => registers (snd r)) runs = ends ->
  build runs all rf co fences barriers last = {|
    events := all; rf := rf; co := co; sync_fence := fences; arrivals := fst barriers;
    sync_barrier := snd barriers; executed := ran; finals := ends; last := last |}.
Proof. now intros <- <-. Qed.

Theorem excludes_all_complete model condition bound X :
  excludes_all model condition bound = true ->
  candidate program X = true -> (forall e, In e (events X) -> good e) -> model X = true ->
  holds condition (final_value program X) = false.
Proof.
  unfold excludes_all, candidate. intros E C G M.
  apply andb_true_iff in C as [C LL]. apply andb_true_iff in C as [C BP].
  apply andb_true_iff in C as [C FO]. apply andb_true_iff in C as [C CO].
  apply andb_true_iff in C as [C RT]. apply andb_true_iff in C as [FIT TR].
  unfold rows_fit in FIT. simpl in FIT. rewrite !andb_true_iff, !Nat.eqb_eq in FIT.
  destruct FIT as [L1 [L2 [L3 [L4 _]]]].
  unfold threads_run in TR. apply andb_true_iff in TR as [N TR]. apply Nat.eqb_eq in N.
  destruct (run_threads _ _ _ _) as [walks|] eqn:W; [|discriminate].
  apply andb_true_iff in TR as [EV FI].
  destruct (list_eq_dec event_eq_dec _ _) as [EV'|]; [|discriminate]. clear EV.
  destruct (list_eq_dec (list_eq_dec Z.eq_dec) _ _) as [FI'|]; [|discriminate]. clear FI.
  set (pairs := combine (executed X) (map (values_read X) (seq 0 (length (executed X))))) in *.
  assert (P : length pairs = length (threads program)).
  { unfold pairs. rewrite combine_length, map_length, seq_length. lia. }
  destruct (all_threads _ _ _ _) as [choices|] eqn:A; [|discriminate].
  assert (GW : forall w e, In w walks -> In e (done w) -> good e).
  { intros w e Iw Ie. apply G. rewrite EV'. apply in_app_iff. right. apply in_flat_map.
    exists w. split; [exact Iw|]. now apply -> in_rev. }
  rewrite <- P in A. destruct (all_threads_complete _ _ _ _ _ _ _ _ W GW A) as [LW I].
  rewrite forallb_forall in E. apply E in I. clear E A.
  destruct (split_runs pairs walks LW) as [S1 S2'].
  assert (S2 : map (fun r : Run => fst (fst r)) (combine pairs walks) = executed X).
  { rewrite S2'. unfold pairs. apply map_fst_combine. now rewrite map_length, seq_length. }
  assert (S3 : map (fun r : Run => registers (snd r)) (combine pairs walks) = finals X).
  { rewrite FI'. transitivity (map registers (map snd (combine pairs walks))).
    - now rewrite map_map.
    - now rewrite S1. }
  unfold excludes_runs in I. rewrite S1 in I. fold (events_of walks) in EV'.
  rewrite <- EV' in I. rewrite forallb_forall in I. specialize (I _ (co_is_a_choice _ L2 CO)).
  rewrite forallb_forall in I. specialize (I _ (last_is_a_choice _ LL)).
  apply orb_true_iff in I as [I|I].
  - apply negb_true_iff in I. now rewrite (build_is _ _ _ _ _ _ _ _ _ S2 S3) in I.
  - rewrite forallb_forall in I. specialize (I _ (rf_is_a_choice _ L1 RT)).
    rewrite forallb_forall in I. specialize (I _ (fences_are_a_choice _ L3 FO)).
    rewrite forallb_forall in I. specialize (I _ (barriers_are_a_choice _ L4 BP)).
    rewrite (build_is _ _ _ _ _ _ _ _ _ S2 S3) in I. simpl fst in I. simpl snd in I.
    assert (Y : X = {| events := events X; rf := rf X; co := co X; sync_fence := sync_fence X;
      arrivals := arrivals X; sync_barrier := sync_barrier X; executed := executed X;
      finals := finals X; last := last X |}) by now destruct X.
    rewrite <- Y, M in I. discriminate.
Qed.

End Candidates.
