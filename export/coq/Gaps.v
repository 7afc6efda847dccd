(* Programs with places at which nothing may stand: what orders, scopes and fences can be changed
   in, and when one such program is within another, stronger one.

   Source: studies/repair/levels.hpp, points.hpp. A branch goes to a place, whether something stands
   there or not; the program that is meant goes to the next instruction from there on
   (studies/repair/changed.cpp). *)

From Coq Require Import NArith List Bool Arith Lia.
From Opexplore Require Import Execution.
From Opexplore Require Export EventsWithin.
Import ListNotations.

(* ---- The program that is meant ---- *)

Record GappedThread := {
  gapped_cta : nat; gapped_gpu : nat; gapped_registers : list Value;
  gapped_code : list (option Instruction) }.
Record GappedProgram := {
  gapped_threads : list GappedThread; gapped_addresses : list Address;
  gapped_locations : list Location }.

Definition present (code : list (option Instruction)) : list Instruction :=
  flat_map (fun i => match i with Some i => [i] | None => [] end) code.

(* The number of the next instruction from a place on. *)
Definition position (code : list (option Instruction)) (k : nat) : InstructionId :=
  length (present (firstn k code)).

Definition retarget (f : nat -> InstructionId) (i : Instruction) : Instruction :=
  match i with
  | IBranch b => IBranch {|
      branch_comparison := branch_comparison b; branch_left := branch_left b;
      branch_right := branch_right b; branch_target := f (branch_target b) |}
  | _ => i
  end.

Definition without_gaps (code : list (option Instruction)) : list Instruction :=
  map (retarget (position code)) (present code).

Definition thread_of_gapped (t : GappedThread) : Thread := {|
  thread_cta := gapped_cta t; thread_gpu := gapped_gpu t;
  thread_instructions := without_gaps (gapped_code t);
  thread_registers := gapped_registers t |}.

Definition program_of (p : GappedProgram) : Program := {|
  threads := map thread_of_gapped (gapped_threads p); addresses := gapped_addresses p;
  locations := gapped_locations p |}.

(* ---- What is within what ---- *)

(* The instruction with the order and the scope of another of its kind. *)
Definition at_level (i j : Instruction) : Instruction :=
  match i, j with
  | ILoad a, ILoad b => ILoad {|
      load_destination := load_destination a; load_address := load_address a;
      load_proxy := load_proxy a; load_order := load_order b; load_scope := load_scope b;
      load_pointer := load_pointer a |}
  | IStore a, IStore b => IStore {|
      store_address := store_address a; store_value := store_value a;
      store_proxy := store_proxy a; store_order := store_order b; store_scope := store_scope b;
      store_pointer := store_pointer a |}
  | IAtomic a, IAtomic b => IAtomic {|
      atomic_op := atomic_op a; atomic_destination := atomic_destination a;
      atomic_address := atomic_address a; atomic_operand := atomic_operand a;
      atomic_expected := atomic_expected a; atomic_proxy := atomic_proxy a;
      atomic_order := atomic_order b; atomic_scope := atomic_scope b;
      atomic_pointer := atomic_pointer a |}
  | IFence _ _, IFence order scope => IFence order scope
  | _, _ => i
  end.

Definition level_within (i j : Instruction) : bool :=
  match i, j with
  | ILoad a, ILoad b =>
      half_within (load_order a) (load_order b) &&
      scope_within (load_order a) (load_scope a) (load_scope b)
  | IStore a, IStore b =>
      half_within (store_order a) (store_order b) &&
      scope_within (store_order a) (store_scope a) (store_scope b)
  | IAtomic a, IAtomic b =>
      half_within (read_half (atomic_order a)) (read_half (atomic_order b)) &&
      half_within (write_half (atomic_order a)) (write_half (atomic_order b)) &&
      scope_within (atomic_order a) (atomic_scope a) (atomic_scope b)
  | IFence o s, IFence p t => fence_within o p && at_least t s
  | _, _ => true
  end.

Definition instruction_eq_dec (i j : Instruction) : {i = j} + {i <> j}.
Proof. repeat decide equality. Defined.

(* What stands at a place of one program and of a stronger one. *)
Definition place_within (i j : option Instruction) : bool :=
  match i, j with
  | None, (None | Some (IFence _ _) | Some (IProxyFence _)) => true
  | Some i, Some j =>
      (if instruction_eq_dec (at_level i j) j then true else false) && level_within i j
  | _, _ => false
  end.

Definition thread_within (t u : GappedThread) : Prop :=
  gapped_cta t = gapped_cta u /\ gapped_gpu t = gapped_gpu u /\
  gapped_registers t = gapped_registers u /\
  Forall2 (fun i j => place_within i j = true) (gapped_code t) (gapped_code u).

Definition program_within (p q : GappedProgram) : Prop :=
  gapped_addresses p = gapped_addresses q /\ gapped_locations p = gapped_locations q /\
  Forall2 thread_within (gapped_threads p) (gapped_threads q).

(* ---- Places ---- *)

Lemma position_gap code k : nth_error code k = Some None -> position code (S k) = position code k.
Proof.
  unfold position, present. revert k. induction code as [|[i|] code IH]; intros [|k] H;
    simpl in *; try discriminate; auto.
Qed.
Lemma position_next code k i :
  nth_error code k = Some (Some i) -> position code (S k) = S (position code k).
Proof.
  unfold position, present. revert k. induction code as [|[j|] code IH]; intros [|k] H;
    simpl in *; try discriminate; auto.
Qed.
Lemma present_at code k i :
  nth_error code k = Some (Some i) -> nth_error (present code) (position code k) = Some i.
Proof.
  unfold position, present. revert k. induction code as [|[j|] code IH]; intros [|k] H;
    simpl in *; try discriminate; auto; congruence.
Qed.
Lemma without_gaps_at code k i :
  nth_error code k = Some (Some i) ->
  nth_error (without_gaps code) (position code k) = Some (retarget (position code) i).
Proof. intros H. unfold without_gaps. apply map_nth_error. now apply present_at. Qed.
Lemma without_gaps_end code k :
  nth_error code k = None -> nth_error (without_gaps code) (position code k) = None.
Proof.
  intros H. apply nth_error_None in H. unfold position. rewrite firstn_all2 by exact H.
  apply nth_error_None. unfold without_gaps. now rewrite map_length.
Qed.
