(* What a machine is, what its executions are, and when a test is allowed or forbidden.

   Source: opmodel/machine.hpp. Nondeterminism lives only in the choice of the step: a step
   determines its successor, so a trace is a list of steps and replays without search. A run ends
   in the first final state it comes to, as in the explorer. *)

From Coq Require Import ZArith List Bool String.
From Opexplore Require Export Condition.
Import ListNotations.

(* A rule instance: the rule's number in the machine's list, the thread, and two numbers that select
   among the rule's instances for that thread; their meaning belongs to the rule. In opexplore they
   are one number, the argument of the step: the low byte here, the high byte is the choice. *)
Record Step := { rule : nat; thread : ThreadId; argument : nat; choice : nat }.

Record Machine := {
  State : Type;
  rules : list string;
  initial : State;
  step : Step -> State -> option State;
  enumerate : State -> list Step;
  enumerate_complete :
    forall (s : State) (c : Step) (s' : State), step c s = Some s' -> In c (enumerate s);
  next_states : State -> list State;  (* by all steps, computed together *)
  next_states_spec :
    forall s s' : State, In s' (next_states s) <-> exists c, step c s = Some s';
  is_final : State -> bool;
  observe : State -> Observable -> Value;  (* of final states *)
  key : State -> positive;  (* for sets of states *)
  key_injective : forall s s' : State, key s = key s' -> s = s' }.

(* The next states of a machine that computes them one by one. *)
Section OneByOne.

Context {State : Type} (step : Step -> State -> option State) (enumerate : State -> list Step).
Hypothesis complete : forall s c s', step c s = Some s' -> In c (enumerate s).

Definition one_by_one (s : State) : list State :=
  flat_map (fun c => match step c s with Some s' => [s'] | None => [] end) (enumerate s).

Lemma one_by_one_spec s s' : In s' (one_by_one s) <-> exists c, step c s = Some s'.
Proof.
  unfold one_by_one. rewrite in_flat_map. split.
  - intros [c [_ I]]. destruct (step c s) as [t|] eqn:E; [|destruct I].
    destruct I as [<-|[]]. eauto.
  - intros [c E]. exists c. rewrite E. split; [|now left]. eapply complete; eauto.
Qed.

End OneByOne.

Section Executions.

Variable M : Machine.

Inductive reachable : State M -> Prop :=
| reachable_initial : reachable (initial M)
| reachable_step s c s' :
    reachable s -> is_final M s = false -> step M c s = Some s' -> reachable s'.

(* Some execution ends in a state that satisfies the condition. *)
Definition allowed (condition : Proposition) : Prop :=
  exists s, reachable s /\ is_final M s = true /\ holds condition (observe M s) = true.

(* None does. *)
Definition forbidden (condition : Proposition) : Prop :=
  forall s, reachable s -> is_final M s = true -> holds condition (observe M s) = false.

(* Executions end with these values of the observables and no others. *)
Definition exactly (observables : list Observable) (outcomes : list Outcome) : Prop :=
  forall o, In o outcomes <->
    exists s, reachable s /\ is_final M s = true /\ map (observe M s) observables = o.

Lemma forbidden_is_not_allowed condition : forbidden condition <-> ~ allowed condition.
Proof.
  split.
  - intros F [s [R [E H]]]. rewrite (F s R E) in H. discriminate.
  - intros N s R E. destruct (holds condition (observe M s)) eqn:H; [|reflexivity].
    exfalso. apply N. exists s. auto.
Qed.

End Executions.

(* What tests are run on: the machine of each test, and which tests it has the instructions for. *)
Record OperationalModel := { machine_of : Test -> Machine; supports : Test -> bool }.
