(* What certificates claim of choices (Choices.v), as Certified.v has it of tests: which levels are
   enough, which are not, and that nothing cheaper is enough.

   What is proved: if some levels allow the condition by ptx75, and every choice that costs less
   than a bound is within one of them, then every choice that costs less allows it
   (StrongerPrograms.v). That the levels are those of a real test, with the orders that PTX has, is
   computed. *)

From Coq Require Import ZArith List Bool.
From Opexplore Require Import StrongerPrograms Covered.
From Opexplore Require Export Choices Certified.
From Opexplore Require Import Explore PtxAxioms.
From Opexplore Require PtxProxy Execution Ptx75 PtxForbidden.
Import ListNotations.

(* The test with these levels is one, the model runs it, the question is there, and the claim holds
   of them. *)
Definition says_with (runs : Test -> bool) (c : ChoiceTest) (levels : Levels) (f : Formula)
    (claim : Test -> Proposition -> Prop) : Prop :=
  exists test q,
    test_with c levels = Some test /\ well_formed (program test) = true /\ runs test = true /\
    condition_of f (outline c) = Some q /\ claim test q.

(* With these levels no execution ends in a state that satisfies the condition. *)
Definition forbidden_with_on (m : OperationalModel) (c : ChoiceTest) (levels : Levels) (f : Formula)
  : Prop :=
  says_with (supports m) c levels f (fun test q => forbidden (machine_of m test) q).

(* With these levels some candidate execution satisfies the axioms and ends so; none does. *)
Definition allowed_with (axioms : Execution.Model) (c : ChoiceTest) (levels : Levels) (f : Formula)
  : Prop :=
  says_with (fun _ => true) c levels f (Execution.allowed_by axioms).
Definition forbidden_with (axioms : Execution.Model) (c : ChoiceTest) (levels : Levels) (f :
  Formula)
  : Prop :=
  says_with (fun _ => true) c levels f (Execution.forbidden_by axioms).

(* So do all of these. *)
Definition all_allowed (axioms : Execution.Model) (c : ChoiceTest) (f : Formula)
    (many : list Levels) : Prop :=
  Forall (fun levels => allowed_with axioms c levels f) many.

(* With all levels that cost less some candidate execution satisfies the axioms and ends so. *)
Definition nothing_cheaper (axioms : Execution.Model) (c : ChoiceTest) (bound : Z) (f : Formula)
  : Prop :=
  exists q, condition_of f (outline c) = Some q /\
    forall levels cost test,
      cost_with c levels = Some cost -> (cost < bound)%Z -> test_with c levels = Some test ->
      Execution.allowed_by axioms test q.

(* These levels are enough, by a machine or by axioms, and by the axioms nothing cheaper is. *)
Definition cheapest (enough : ChoiceTest -> Levels -> Formula -> Prop) (axioms : Execution.Model)
    (c : ChoiceTest) (levels : Levels) (f : Formula) : Prop :=
  enough c levels f /\
  exists cost, cost_with c levels = Some cost /\ nothing_cheaper axioms c cost f.

(* ---- What Coq computes ---- *)

Definition passes_with (runs : Test -> bool) (c : ChoiceTest) (levels : Levels) (f : Formula)
    (check : Test -> Proposition -> bool) : bool :=
  match test_with c levels, condition_of f (outline c) with
  | Some test, Some q => well_formed (program test) && runs test && check test q
  | _, _ => false
  end.

Lemma passes_says_with runs c levels f check claim :
  (forall test q, check test q = true -> claim test q : Prop) ->
  passes_with runs c levels f check = true -> says_with runs c levels f claim.
Proof.
  unfold passes_with, says_with. intros C. destruct (test_with c levels) as [test|];
    [|discriminate].
  destruct (condition_of f (outline c)) as [q|]; [|discriminate]. rewrite !andb_true_iff.
  intros [[W R] H]. exists test, q. repeat (split; [auto|]). auto.
Qed.

Section Choices.

Variable c : ChoiceTest.
Variable f : Formula.

(* By a trace of `ptx-proxy`. *)
Theorem allowed_by_steps levels trace :
  passes_with (fun _ => true) c levels f (fun test q =>
    denotes test q (trace_of (PtxProxy.machine test) trace)) = true ->
  allowed_with Ptx75.ptx75 c levels f.
Proof. apply passes_says_with. intros test q. apply allowed_by_axioms. Qed.

(* By all states of a machine, so many levels of the search at most. *)
Theorem forbidden_by_states m levels depth :
  passes_with (supports m) c levels f (fun test q =>
    Explore.excludes (machine_of m test) q depth) = true ->
  forbidden_with_on m c levels f.
Proof. apply passes_says_with. intros test q. apply forbidden_by_search. Qed.

(* By all candidate executions. *)
Theorem forbidden_by_candidates levels :
  passes_with (fun _ => true) c levels f PtxForbidden.excludes = true ->
  forbidden_with Ptx75.ptx75 c levels f.
Proof. apply passes_says_with. intros test q. apply PtxForbidden.forbidden_by_axioms. Qed.

Theorem none axioms : all_allowed axioms c f [].
Proof. constructor. Qed.
Theorem also axioms levels many :
  allowed_with axioms c levels f -> all_allowed axioms c f many ->
  all_allowed axioms c f (levels :: many).
Proof. now constructor. Qed.

(* By levels that allow it, within which all are that cost less. *)
Definition leaves_nothing (bound : Z) (maxima : list Levels) : bool :=
  covers c bound maxima &&
  match condition_of f (outline c) with Some _ => true | None => false end.

Theorem by_maxima bound maxima :
  all_allowed Ptx75.ptx75 c f maxima ->
  leaves_nothing bound maxima = true -> nothing_cheaper Ptx75.ptx75 c bound f.
Proof.
  unfold leaves_nothing, nothing_cheaper. rewrite andb_true_iff. intros A [C H].
  destruct (condition_of f (outline c)) as [q|] eqn:Q; [|discriminate]. exists q.
  split; [reflexivity|]. intros levels cost test PRICE LESS T.
  unfold cost_with in PRICE. unfold test_with in T.
  destruct (resolve c) as [p|] eqn:R; [|discriminate].
  destruct (observables_of (choice_looks_at c) (outline c)) as [seen|] eqn:O; [|discriminate].
  destruct (gapped_with p levels) as [[cost2 g]|] eqn:G; [|discriminate].
  simpl in PRICE, T. injection PRICE as ->. injection T as <-.
  destruct (covers_all _ _ _ _ _ _ _ C R G LESS) as (above & cost' & g' & I & G' & W).
  unfold all_allowed in A. rewrite Forall_forall in A. destruct (A _ I) as (test' & q' & T' & _ & _
    & Q' & ALLOWED).
  assert (q' = q) as -> by congruence. unfold test_with in T'. rewrite R, O, G' in T'.
  simpl in T'. injection T' as <-.
  eapply stronger_allows_no_more; [exact W| | |exact ALLOWED]; reflexivity.
Qed.

Theorem together (enough : ChoiceTest -> Levels -> Formula -> Prop) axioms levels bound :
  enough c levels f -> nothing_cheaper axioms c bound f -> cost_with c levels = Some bound ->
  cheapest enough axioms c levels f.
Proof. unfold cheapest. eauto. Qed.

End Choices.

Arguments none {c f axioms}.
Arguments also {c f axioms levels many}.
Arguments together {c f enough axioms levels bound}.

Print Assumptions by_maxima.
