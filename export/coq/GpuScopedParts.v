(* The steps of `gpu-scoped` in two parts: what a step does to memory, and what to the state of its
   thread. Memory does not look at the states of threads. For proofs; the machine is GpuScoped.v. *)

From Coq Require Import ZArith List Bool.
From Opexplore Require Import Queues QueuesRush ListUpdates GpuScoped.
From Opexplore Require Import Program.
Import ListNotations.
Open Scope nat_scope.

Section Parts.

Variable x : Context.

Definition with_threads (s : State) (threads : list ThreadState) : State := {|
  thread_states := threads; views := views s; blocks := blocks s; gpu_cells := gpu_cells s |}.

Definition blind (f : State -> State) : Prop :=
  forall s threads, f (with_threads s threads) = with_threads (f s) threads.

Lemma for_all_locations_blind f :
  (forall a, blind (fun s => f s a)) -> blind (for_all_locations x f).
Proof.
  intros B s threads. unfold for_all_locations. revert s.
  induction (all_locations x) as [|a l IH]; intros s; simpl; [reflexivity|].
  rewrite (B a). apply IH.
Qed.

Lemma refresh_block_at_blind c a : blind (fun s => refresh_block_at x c s a).
Proof. intros s threads. unfold refresh_block_at, at_block. simpl. now destruct (_ || _). Qed.

Lemma refresh_thread_at_blind t a : blind (fun s => refresh_thread_at x t s a).
Proof. intros s threads. unfold refresh_thread_at, view. simpl. now destruct (flag _). Qed.

Definition up_cta (t : ThreadId) : State -> State :=
  for_all_locations x (fun s a =>
    refresh_thread_at x t (if flag (view s t a) then publish_block x s t a else s) a).

Lemma up_cta_blind t : blind (up_cta t).
Proof.
  apply for_all_locations_blind. intros a s threads.
  unfold view. simpl. destruct (flag _).
  - exact (refresh_thread_at_blind t a (publish_block x s t a) threads).
  - exact (refresh_thread_at_blind t a s threads).
Qed.

Definition up_gl (t : ThreadId) : State -> State :=
  let c := block x t in
  for_all_locations x (fun s a =>
    let s := if flag (view s t a) then publish_block x s t a else s in
    let s := if flag (at_block s c a) then publish_gpu s c a else s in
    refresh_thread_at x t (refresh_block_at x c s a) a).

Lemma up_gl_blind t : blind (up_gl t).
Proof.
  apply for_all_locations_blind. intros a s threads. cbv zeta.
  assert (P : forall r : State,
    (if flag (view (with_threads r threads) t a) then publish_block x (with_threads r threads) t a
     else with_threads r threads) =
    with_threads (if flag (view r t a) then publish_block x r t a else r) threads).
  { intros r. change (view (with_threads r threads)) with (view r).
    now destruct (flag (view r t a)). }
  assert (G : forall r : State,
    (if flag (at_block (with_threads r threads) (block x t) a)
     then publish_gpu (with_threads r threads) (block x t) a else with_threads r threads) =
    with_threads (if flag (at_block r (block x t) a) then publish_gpu r (block x t) a else r)
      threads).
  { intros r. change (at_block (with_threads r threads)) with (at_block r).
    now destruct (flag (at_block r (block x t) a)). }
  rewrite P, G. clear P G.
  match goal with |- refresh_thread_at _ _ (refresh_block_at _ _ (with_threads ?r _) _) _ = _ =>
    generalize (refresh_block_at_blind (block x t) a r threads) end.
  cbv beta. intros ->. exact (refresh_thread_at_blind t a _ threads).
Qed.

(* The rules of GpuScoped.v once more, in two parts. *)
Definition only {A : Type} (premise : bool) (a : A) : option A := if premise then Some a else None.

Definition entry_act (rule : nat) (t : ThreadId) (e : nat) (from_held : bool) (mine : ThreadState)
    (s : State) : option (State * ThreadState) :=
  match nth_error (pending mine) e with
  | None => None
  | Some p =>
      let here := code x t in
      let what := planned here p in
      let a := location what in
      let c := block x t in
      match rule, kind what with
      | 2, Queues.load => only (can_leave here mine e p) (s, load_out mine e p)
      | 3, Queues.load =>
          only (may_load x s t mine e p from_held)
            (s, perform here mine e p (Some (if from_held then value p else held (view s t a))))
      | 4, Queues.store =>
          only (can_write here mine e p)
            (set_view s t a {| held := value p; origin := Some c; flag := true |},
             perform here mine e p None)
      | 5, Queues.atomic =>
          only (may_update x s t mine e p)
            (let memory := if is_shared x a then at_block s c a else at_gpu s a in
             let new :=
               match new_value (instruction what) (held memory) p with
               | Some v => {| held := v; origin := Some c; flag := false |}
               | None => memory
               end in
             let s := if is_shared x a then s else set_gpu s a new in
             (set_view (set_block s c a new) t a (with_flag new false),
              perform here mine e p (Some (held memory))))
      | 6, Queues.membar_cta =>
          only (at_head here mine e what && may_fence x t mine (kind what))
            (up_cta t s,
             perform here (mapped (map (cross x (up_cta t s) t)) mine) e p None)
      | 7, Queues.membar_gl =>
          only (at_head here mine e what && may_fence x t mine (kind what))
            (up_gl t s, perform here mine e p None)
      | _, _ => None
      end
  end.

Definition issue_act (rule : nat) (t : ThreadId) (mine : ThreadState) (s : State)
  : option (State * ThreadState) :=
  match can_issue (code x t) mine with
  | None => None
  | Some next =>
      only (Nat.eqb rule match kind next with local => 0 | _ => 1 end)
        (s, issue (code x t) next mine)
  end.

Definition memory_act (rule : nat) (t : ThreadId) (a : nat) (mine : ThreadState) (s : State)
  : option (State * ThreadState) :=
  match memory_step x rule t a s with Some s => Some (s, mine) | None => None end.

Definition act (c : Step) (mine : ThreadState) (s : State) : option (State * ThreadState) :=
  let t := thread c in
  match rule c, choice c with
  | 0, 0 | 1, 0 => if Nat.eqb (argument c) 0 then issue_act (rule c) t mine s else None
  | 3, 1 => entry_act 3 t (argument c) true mine s
  | 2, 0 | 3, 0 | 4, 0 | 5, 0 | 6, 0 | 7, 0 => entry_act (rule c) t (argument c) false mine s
  | _, 0 => memory_act (rule c) t (argument c) mine s
  | _, _ => None
  end.

(* The two parts together. *)
Definition joined (t : ThreadId) (o : option (State * ThreadState)) : option State :=
  match o with Some (s, mine) => Some (set_thread s t mine) | None => None end.

Lemma entry_step_act rule t e h mine s :
  entry_step x rule t mine e h s = joined t (entry_act rule t e h mine s).
Proof.
  unfold entry_step, entry_act. destruct (nth_error (pending mine) e) as [p|]; [|reflexivity].
  destruct rule as [|[|[|[|[|[|[|[|r]]]]]]]]; try reflexivity;
    destruct (kind (planned (code x t) p)) eqn:K; try reflexivity;
    unfold only; simpl; try (destruct (can_leave _ _ _ _); reflexivity);
    try (destruct (may_load _ _ _ _ _ _ _); reflexivity);
    try (destruct (can_write _ _ _ _); reflexivity);
    try (destruct (_ && _); reflexivity).
  destruct (may_update _ _ _ _ _ _); [|reflexivity]. unfold atomic. simpl.
  now destruct (is_shared x _).
Qed.

Lemma memory_step_blind rule t a s threads :
  memory_step x rule t a (with_threads s threads) =
    option_map (fun s => with_threads s threads) (memory_step x rule t a s).
Proof.
  do 8 (destruct rule as [|rule]; [reflexivity|]).
  destruct rule as [|[|[|[|rule]]]]; simpl.
  - change (view (with_threads s threads)) with (view s).
    now match goal with |- (if ?b then _ else _) = _ => destruct b end.
  - change (at_block (with_threads s threads)) with (at_block s).
    now match goal with |- (if ?b then _ else _) = _ => destruct b end.
  - change (old_block x (with_threads s threads)) with (old_block x s).
    match goal with |- (if ?b then _ else _) = _ => destruct b; [|reflexivity] end.
    simpl. f_equal. apply for_all_locations_blind. apply refresh_block_at_blind.
  - change (old_view x (with_threads s threads)) with (old_view x s).
    match goal with |- (if ?b then _ else _) = _ => destruct b; [|reflexivity] end.
    simpl. f_equal. apply for_all_locations_blind. apply refresh_thread_at_blind.
  - reflexivity.
Qed.

Lemma with_its_threads s : with_threads s (thread_states s) = s.
Proof. now destruct s. Qed.

Lemma memory_step_threads rule t a s s' :
  memory_step x rule t a s = Some s' -> thread_states s' = thread_states s.
Proof.
  intros E. generalize (memory_step_blind rule t a s (thread_states s)).
  rewrite with_its_threads, E. simpl. intros [= ->]. reflexivity.
Qed.

Lemma step_act c s mine :
  nth_error (thread_states s) (thread c) = Some mine ->
  step x c s = joined (thread c) (act c mine s).
Proof.
  intros T. unfold step, act. rewrite T. destruct c as [r t a k]; simpl in *.
  assert (I : issue_step x r t mine s = joined t (issue_act r t mine s)).
  { unfold issue_step, issue_act. destruct (can_issue _ _) as [next|]; [|reflexivity].
    unfold only. now destruct (Nat.eqb _ _). }
  assert (M : memory_step x r t a s = joined t (memory_act r t a mine s)).
  { unfold memory_act. destruct (memory_step x r t a s) as [s'|] eqn:E; [|reflexivity].
    apply memory_step_threads in E. simpl. unfold set_thread. rewrite E, (set_same _ _ _ T), <- E.
    f_equal. symmetry. apply with_its_threads. }
  destruct r as [|[|[|[|[|[|[|[|r]]]]]]]]; destruct k as [|[|k]];
    try reflexivity; try apply entry_step_act; try exact M; destruct (Nat.eqb a 0); auto.
Qed.

(* Memory does not look at threads. *)
Definition with_threads_in (threads : list ThreadState) (o : option (State * ThreadState))
  : option (State * ThreadState) :=
  option_map (fun r => (with_threads (fst r) threads, snd r)) o.

Lemma act_blind c mine s threads :
  act c mine (with_threads s threads) = with_threads_in threads (act c mine s).
Proof.
  assert (I : forall r t, issue_act r t mine (with_threads s threads) =
                with_threads_in threads (issue_act r t mine s)).
  { intros. unfold issue_act. destruct (can_issue _ _); [|reflexivity].
    unfold only. now destruct (Nat.eqb _ _). }
  assert (M : forall r t a, memory_act r t a mine (with_threads s threads) =
                with_threads_in threads (memory_act r t a mine s)).
  { intros. unfold memory_act. rewrite memory_step_blind. now destruct (memory_step _ _ _ _ _). }
  assert (E : forall r t e h, entry_act r t e h mine (with_threads s threads) =
                with_threads_in threads (entry_act r t e h mine s)).
  { intros. unfold entry_act. destruct (nth_error (pending mine) e) as [p|]; [|reflexivity].
    cbv zeta. rewrite (up_cta_blind t s threads), (up_gl_blind t s threads).
    destruct r as [|[|[|[|[|[|[|[|r]]]]]]]]; try reflexivity;
      destruct (kind (planned (code x t) p)); try reflexivity; unfold only; simpl.
    1,3: now destruct (_ : bool).
    - change (may_load x (with_threads s threads)) with (may_load x s).
      now destruct (may_load _ _ _ _ _ _ _).
    - change (may_update x (with_threads s threads)) with (may_update x s).
      destruct (may_update _ _ _ _ _ _); [|reflexivity]. now destruct (is_shared x _).
    - now destruct (_ && _).
    - now destruct (_ && _). }
  unfold act. destruct c as [r t a k]; simpl.
  destruct r as [|[|[|[|[|[|[|[|r]]]]]]]]; destruct k as [|[|k]]; try reflexivity;
    auto; destruct (Nat.eqb a 0); auto.
Qed.

Lemma act_threads c mine s s' mine' :
  act c mine s = Some (s', mine') -> thread_states s' = thread_states s.
Proof.
  intros E. generalize (act_blind c mine s (thread_states s)).
  rewrite with_its_threads, E. simpl. intros [= ->]. reflexivity.
Qed.

End Parts.
