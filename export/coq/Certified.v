(* What certificates claim. Each claim names a litmus test as it is written, and says at once: the
   test is well formed and has all names that it uses, each of them once (`test_of`, Names.v); the
   model runs it; the question speaks of it; and the answer. So whoever admits a part of it has
   admitted the theorem.

   What is proved: what it takes to see each. *)

From Coq Require Import ZArith List Bool.
From Opexplore Require Export Names Machine Replay.
From Opexplore Require Import Explore Urgent.

(* The test and the question are there, the model runs the test, and the claim holds of them. *)
Definition says {A : Type} (runs : Test -> bool) (l : LitmusTest)
    (question : LitmusTest -> option A) (claim : Test -> A -> Prop) : Prop :=
  exists test q,
    test_of l = Some test /\ runs test = true /\ question l = Some q /\ claim test q.

(* Some execution ends in a state that satisfies the condition. *)
Definition allowed_on (m : OperationalModel) (l : LitmusTest) (c : Formula) : Prop :=
  says (supports m) l (condition_of c) (fun test c => allowed (machine_of m test) c).

(* None does. *)
Definition forbidden_on (m : OperationalModel) (l : LitmusTest) (c : Formula) : Prop :=
  says (supports m) l (condition_of c) (fun test c => forbidden (machine_of m test) c).

(* Executions end with these values of what is seen and no others. *)
Definition exactly_on (m : OperationalModel) (l : LitmusTest) (seen : list Seen)
    (outcomes : list Outcome) : Prop :=
  says (supports m) l (final_values seen)
    (fun test seen => exactly (machine_of m test) seen outcomes).

Theorem forbidden_on_is_not_allowed_on m l c : forbidden_on m l c -> ~ allowed_on m l c.
Proof.
  intros (t & p & T & _ & P & F) (t' & p' & T' & _ & P' & A).
  rewrite T in T'. rewrite P in P'. injection T' as <-. injection P' as <-.
  exact (proj1 (forbidden_is_not_allowed _ _) F A).
Qed.

(* ---- What Coq computes ---- *)

(* Whether the test and the question are there, the model runs the test, and the check passes. *)
Definition passes {A : Type} (runs : Test -> bool) (l : LitmusTest)
    (question : LitmusTest -> option A) (check : Test -> A -> bool) : bool :=
  match test_of l, question l with
  | Some test, Some q => runs test && check test q
  | _, _ => false
  end.

Lemma passes_says {A : Type} runs l (question : LitmusTest -> option A) check claim :
  (forall test q, check test q = true -> claim test q : Prop) ->
  passes runs l question check = true -> says runs l question claim.
Proof.
  unfold passes, says. intros C.
  destruct (test_of l) as [test|]; [|discriminate].
  destruct (question l) as [q|]; [|discriminate].
  rewrite andb_true_iff. intros [R P]. exists test, q. auto.
Qed.

Section Operational.

Variable m : OperationalModel.
Variable l : LitmusTest.

Theorem by_steps c trace :
  passes (supports m) l (condition_of c) (fun test c =>
    shows (machine_of m test) c (trace_of (machine_of m test) trace)) = true ->
  allowed_on m l c.
Proof. apply passes_says. intros test q. apply allowed_by_trace. Qed.

Theorem by_search seen outcomes depth :
  passes (supports m) l (final_values seen) (fun test seen =>
    ends_in (machine_of m test) seen outcomes depth) = true ->
  exactly_on m l seen outcomes.
Proof. apply passes_says. intros test q. apply exactly_by_search. Qed.

Theorem by_reduced_search (R : forall test, Reduction (machine_of m test)) seen outcomes depth :
  passes (supports m) l (final_values seen) (fun test seen =>
    ends_in_by (machine_of m test) (reduced (R test)) seen outcomes depth) = true ->
  exactly_on m l seen outcomes.
Proof. apply passes_says. intros test q. apply exactly_by_reduced_search. Qed.

(* Whether none of the outcomes satisfies the condition. *)
Definition refuted (seen : list Seen) (outcomes : list Outcome) (c : Formula) : bool :=
  match final_values seen l, condition_of c l with
  | Some seen, Some c => refuted_by seen outcomes c
  | _, _ => false
  end.

Theorem by_outcomes seen outcomes c :
  exactly_on m l seen outcomes -> refuted seen outcomes c = true -> forbidden_on m l c.
Proof.
  intros (test & s & T & R & S & X). unfold refuted. rewrite S.
  destruct (condition_of c l) as [p|] eqn:C; [|discriminate]. intros F.
  exists test, p. repeat split; auto. exact (forbidden_by_outcomes _ _ _ _ X F).
Qed.

End Operational.

Arguments by_outcomes {m l seen outcomes c}.
