(* Allowed by the axioms, by a trace of the machine `ptx-proxy`.

   What is proved: if a trace replays to a final state and the execution that this state denotes
   passes the checks – it is a candidate execution of the program, it satisfies ptx75, it ends in
   a way that satisfies the condition – then the axioms allow the condition. The machine only finds
   the execution. Whether its rules are right does not matter here. *)

From Coq Require Import List Bool.
From Opexplore Require Export Replay.
From Opexplore Require PtxProxy Execution Ptx75 PtxExecutionOf.

(* Whether the execution shows what is claimed. *)
Definition witnesses (X : Execution.Execution) (test : Test) (condition : Proposition) : bool :=
  Execution.candidate (program test) X && Ptx75.ptx75 X
  && holds condition (Execution.final_value (program test) X).

Theorem allowed_by_execution X test condition :
  witnesses X test condition = true -> Execution.allowed_by Ptx75.ptx75 test condition.
Proof.
  unfold witnesses. rewrite !andb_true_iff. intros [[C A] H]. exists X. auto.
Qed.

Section Trace.

Variable test : Test.
Variable condition : Proposition.

Definition execution_at (s : State (PtxProxy.machine test)) : Execution.Execution :=
  PtxExecutionOf.execution_of (program test) s (observe (PtxProxy.machine test) s).

(* Whether the trace replays to a final state whose execution shows it. *)
Definition denotes (trace : list Step) : bool :=
  match replay (PtxProxy.machine test) trace (initial (PtxProxy.machine test)) with
  | Some s => is_final (PtxProxy.machine test) s && witnesses (execution_at s) test condition
  | None => false
  end.

Theorem allowed_by_axioms trace :
  denotes trace = true -> Execution.allowed_by Ptx75.ptx75 test condition.
Proof.
  unfold denotes. destruct (replay _ _ _) as [s|]; [|discriminate].
  rewrite andb_true_iff. intros [_ W]. exact (allowed_by_execution _ _ _ W).
Qed.

End Trace.
