(* Fewer states: moves that may go first.

   Some steps wait for nothing and spoil nothing, as when an instruction enters its queue: what else
   happens meanwhile happens as well after them, with the same result. Then a search need not follow
   both orders: where such an urgent move is possible, it follows that one alone. What is proved: it
   finds fewer states, but every final one. The theorem about a test does not mention this, nothing
   more has to be believed.

   Source: `fuse_local` of opmodel/machine.hpp, which does the same. *)

From Coq Require Import List Bool Lia.
From Opexplore Require Export Explore.
Import ListNotations.

Section Urgent.

Variable M : Machine.

(* A relation between states: the second is reached from the first by an urgent move. *)
Record Reduction := {
  urgent_move : State M -> State M -> Prop;
  (* It is a step. *)
  urgent_is_step : forall s s1,
    urgent_move s s1 -> is_final M s = false /\ exists c, step M c s = Some s1;
  (* Any other step leaves it possible, and is possible after it, with the same result. *)
  urgent_may_go_first : forall s s1 c s',
    urgent_move s s1 -> step M c s = Some s' ->
    s' = s1 \/
    is_final M s1 = false /\
    exists s1', urgent_move s' s1' /\ exists c1, step M c1 s1 = Some s1';
  (* One of a state, if there is any. *)
  urgent : State M -> option (State M);
  urgent_is_move : forall s s1, urgent s = Some s1 -> urgent_move s s1;
  (* The same of a state that this step led to from one without urgent moves; it may miss some. *)
  urgent_after : Step -> State M -> option (State M);
  urgent_after_is_move : forall c s s1, urgent_after c s = Some s1 -> urgent_move s s1 }.

Variable R : Reduction.

(* Executions by their length. *)
Inductive run : nat -> State M -> State M -> Prop :=
| run_end s : run 0 s s
| run_step n s c s' f :
    is_final M s = false -> step M c s = Some s' -> run n s' f -> run (S n) s f.

Lemma run_more n s s' f c :
  run n s s' -> is_final M s' = false -> step M c s' = Some f -> run (S n) s f.
Proof. induction 1; intros F E; econstructor; eauto. constructor. Qed.

Lemma reachable_run s : reachable M s -> exists n, run n (initial M) s.
Proof.
  induction 1 as [|s c s' _ [n X] F E]; [exists 0; constructor|].
  eauto using run_more.
Qed.

(* The urgent move may be the first of every execution that ends. *)
Theorem urgent_goes_first n : forall s s1 f,
  urgent_move R s s1 -> is_final M f = true -> run n s f -> exists m, n = S m /\ run m s1 f.
Proof.
  induction n as [|n IH]; intros s s1 f U F X; inversion X as [|? ? c s' ? N E Y]; subst.
  - apply urgent_is_step in U as [N _]. congruence.
  - exists n. split; [reflexivity|].
    destruct (urgent_may_go_first R _ _ _ _ U E) as [<-|[N1 [s1' [U' [c1 E1]]]]]; [exact Y|].
    destruct (IH _ _ _ U' F Y) as [m [-> Z]]. econstructor; eauto.
Qed.

(* The state after some urgent moves, as long as there are any: those between need not be kept. *)
Fixpoint settle (some_urgent : State M -> option (State M)) (fuel : nat) (s : State M) : State M :=
  match fuel with
  | 0 => s
  | S fuel =>
      match some_urgent s with Some s1 => settle some_urgent fuel s1 | None => s end
  end.

Definition finds_urgent (some_urgent : State M -> option (State M)) : Prop :=
  forall s s1, some_urgent s = Some s1 -> urgent_move R s s1.

Lemma settle_run u fuel : finds_urgent u -> forall n s f,
  is_final M f = true -> run n s f -> exists m, m <= n /\ run m (settle u fuel s) f.
Proof.
  intros V.
  induction fuel as [|fuel IH]; simpl; intros n s f F X; [eauto|].
  destruct (u s) as [s1|] eqn:U; [|eauto].
  apply V in U. destruct (urgent_goes_first _ _ _ _ U F X) as [m [-> Y]].
  destruct (IH _ _ _ F Y) as [k [L Z]]. exists k. auto.
Qed.

Lemma settle_reachable u fuel :
  finds_urgent u -> forall s, reachable M s -> reachable M (settle u fuel s).
Proof.
  intros V.
  induction fuel as [|fuel IH]; simpl; intros s X; [exact X|].
  destruct (u s) as [s1|] eqn:U; [|exact X].
  apply V, urgent_is_step in U as [F [c E]]. apply IH. econstructor; eauto.
Qed.

(* More than the instructions of a test; with less the search would keep more states. *)
Definition many : nat := 200.

Definition first_moves (s : State M) : list (State M) :=
  match urgent R s with
  | Some s1 => [settle (urgent R) many s1]
  | None =>
      if is_final M s then []
      else
        flat_map (fun c =>
            match step M c s with Some s' => [settle (urgent_after R c) many s'] | None => [] end)
          (enumerate M s)
  end.

(* An urgent move and all that follow, or a step and urgent moves after it. *)
Lemma first_moves_spec s s' :
  In s' (first_moves s) <->
  match urgent R s with
  | Some s1 => s' = settle (urgent R) many s1
  | None =>
      is_final M s = false /\
      exists c t, step M c s = Some t /\ s' = settle (urgent_after R c) many t
  end.
Proof.
  unfold first_moves. destruct (urgent R s); [simpl; intuition|].
  destruct (is_final M s); [simpl; intuition discriminate|]. rewrite in_flat_map. split.
  - intros [c [_ I]]. destruct (step M c s) as [t|] eqn:E; [|destruct I].
    destruct I as [<-|[]]. eauto.
  - intros [_ [c [t [E ->]]]]. exists c. rewrite E. split; [|now left].
    eapply enumerate_complete, E.
Qed.

Lemma first_moves_suffice states :
  (forall s s', In s states -> In s' (first_moves s) -> In s' states) ->
  forall n k s f, k <= n -> is_final M f = true -> run k s f -> In s states -> In f states.
Proof.
  intros C. induction n as [|n IH]; intros k s f L F X I;
    inversion X as [|k' ? c s' ? N E Y]; subst; try assumption; [lia|].
  assert (H : forall u m t, finds_urgent u -> m <= n -> run m t f ->
    In (settle u many t) (first_moves s) -> In f states).
  { intros u m t V Lm Z J. destruct (settle_run u many V _ _ _ F Z) as [j [Lj W]].
    apply (IH j (settle u many t)); eauto. lia. }
  destruct (urgent R s) as [s1|] eqn:U.
  - assert (U' := U). apply urgent_is_move in U'.
    destruct (urgent_goes_first _ _ _ _ U' F X) as [m [Q Z]].
    apply (H (urgent R) m s1); [exact (urgent_is_move R)|lia|exact Z|].
    apply first_moves_spec. now rewrite U.
  - apply (H (urgent_after R c) k' s'); [exact (urgent_after_is_move R c)|lia|exact Y|].
    apply first_moves_spec. rewrite U. eauto.
Qed.

Definition reduced : Moves M.
Proof.
  refine {| moves := first_moves |}.
  - intros s s' X I. apply first_moves_spec in I. destruct (urgent R s) as [s1|] eqn:U.
    + subst. apply settle_reachable; [exact (urgent_is_move R)|].
      apply urgent_is_move, urgent_is_step in U as [F [c E]]. econstructor; eauto.
    + destruct I as [F [c [t [E ->]]]].
      apply settle_reachable; [exact (urgent_after_is_move R c)|]. econstructor; eauto.
  - intros states s I C X F. destruct (reachable_run _ X) as [n Y].
    exact (first_moves_suffice states C n n _ _ (le_n n) F Y I).
Defined.

Theorem forbidden_by_reduced_search condition depth :
  excludes_by M reduced condition depth = true -> forbidden M condition.
Proof. apply excluded_is_forbidden. Qed.

Theorem exactly_by_reduced_search observables expected depth :
  ends_in_by M reduced observables expected depth = true -> exactly M observables expected.
Proof. apply ends_in_by_is_exact. Qed.

End Urgent.

Arguments urgent_move {M}.
Arguments urgent {M}.
Arguments urgent_after {M}.
Arguments reduced {M}.
