(* Allowed by one execution: a list of steps is run by the rules alone.

   What is proved: a trace that replays is an execution of the machine. *)

From Coq Require Import List Bool String.
From Opexplore Require Export Machine.
Import ListNotations.

Section Replay.

Variable M : Machine.

(* A step as traces print it: the rule's name, the thread, the argument, the choice. A name that no
   rule has gives a step that no state takes. *)
Definition take (name : string) (t : ThreadId) (a k : nat) : Step :=
  let fix number (names : list string) : nat :=
    match names with
    | [] => 0
    | n :: rest => if String.eqb n name then 0 else S (number rest)
    end in
  {| rule := number (rules M); thread := t; argument := a; choice := k |}.

Fixpoint replay (trace : list Step) (s : State M) : option (State M) :=
  match trace with
  | [] => Some s
  | c :: rest =>
      if is_final M s then None
      else match step M c s with Some s' => replay rest s' | None => None end
  end.

Lemma replay_from trace : forall s s',
  reachable M s -> replay trace s = Some s' -> reachable M s'.
Proof.
  induction trace as [|c rest IH]; simpl; intros s s' R E.
  - congruence.
  - destruct (is_final M s) eqn:F; [discriminate|].
    destruct (step M c s) as [next|] eqn:T; [|discriminate].
    exact (IH next s' (reachable_step M s c next R F T) E).
Qed.

Theorem replay_is_execution trace s :
  replay trace (initial M) = Some s -> reachable M s.
Proof. apply replay_from, reachable_initial. Qed.

(* Whether the trace replays to a final state that satisfies the condition. *)
Definition shows (condition : Proposition) (trace : list Step) : bool :=
  match replay trace (initial M) with
  | Some s => is_final M s && holds condition (observe M s)
  | None => false
  end.

Theorem allowed_by_trace condition trace :
  shows condition trace = true -> allowed M condition.
Proof.
  unfold shows. destruct (replay trace (initial M)) as [s|] eqn:E; [|discriminate].
  rewrite andb_true_iff. intros [F H].
  exists s. eauto using replay_is_execution.
Qed.

End Replay.

(* A whole trace. *)
Definition Trace := list (string * ThreadId * nat * nat).
Definition trace_of (M : Machine) (steps : Trace) : list Step :=
  map (fun s => let '(name, t, a, k) := s in take M name t a k) steps.
