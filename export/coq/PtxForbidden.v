(* Forbidden by the axioms: every candidate execution of a test without loops is looked at.

   What is proved: if the computation ends with true, no candidate execution that satisfies ptx75
   ends in a way that satisfies the condition. No machine is part of it. The values that it looks
   for are found by running the threads; that they are all there can be is checked. *)

From Coq Require Import ZArith List Bool.
From Opexplore Require Import Execution Candidates ReadValues.
From Opexplore Require Ptx75.
Import ListNotations.

Section Found.

Variable program : Program.

(* A thread without loops executes each of its instructions at most once. *)
Definition longest_thread : nat :=
  fold_right Nat.max 0 (map (fun t => length (thread_instructions t)) (threads program)).

(* Values by location. *)
Definition lookup (lists : list (list Value)) (l : LocationId) : list Value := nth l lists [].

Definition add_value (lists : list (list Value)) (e : Event) : list (list Value) :=
  match location_at e with
  | Some l =>
      if negb (is_write e) || existsb (Z.eqb (value_at e)) (lookup lists l) then lists
      else set lists l (value_at e :: lookup lists l)
  | None => lists
  end.

(* What the threads write when they read these values. *)
Definition written (lists : list (list Value)) : list Event :=
  flat_map (fun t =>
    match all_runs program (lookup lists) longest_thread t (start program t 0 []) with
    | Some runs => flat_map (fun r : Run => done (snd r)) runs
    | None => []
    end) (seq 0 (length (threads program))).

(* Values, until there are no new ones. *)
Fixpoint found_values (rounds : nat) (lists : list (list Value)) : list (list Value) :=
  match rounds with
  | 0 => lists
  | S rounds =>
      let more := fold_left add_value (written lists) lists in
      if Nat.eqb (length (concat more)) (length (concat lists)) then lists
      else found_values rounds more
  end.

(* A value may have passed through so many stores. Each round of an increment finds one more value,
   without an end; the check then fails. *)
Definition most_rounds : nat := 6.

Definition all_values : list (list Value) :=
  found_values most_rounds (map (fun l => [location_initial l]) (locations program)).

End Found.

Definition excludes (test : Test) (condition : Proposition) : bool :=
  let bound := longest_thread (program test) in
  let values := all_values (program test) in
  closed_values (program test) (lookup values) bound &&
  excludes_all (program test) (lookup values) Ptx75.ptx75 condition bound.

Lemma ptx75_no_thin_air X : Ptx75.ptx75 X = true -> acyclic (dependencies X) = true.
Proof.
  unfold Ptx75.ptx75, Ptx75.axioms. cbv zeta. simpl forallb. rewrite !andb_true_iff.
  intros H. change (Ptx75.NoThinAir X = true). tauto.
Qed.

Theorem forbidden_by_axioms test condition :
  excludes test condition = true -> forbidden_by Ptx75.ptx75 test condition.
Proof.
  unfold excludes. cbv zeta. rewrite andb_true_iff. intros [V E] X C M.
  eapply excludes_all_complete; [exact E|exact C| |exact M].
  eapply reads_expected; [exact V|exact C|]. now apply ptx75_no_thin_air.
Qed.
