(* CTA barriers: who has arrived, who waits, and when a generation is complete
   (PTX ISA 9.7.13.1).

   Source: opmodel/parts/barrier.hpp and barrier.cpp, where all of it is explained. Sets of threads
   are numbers, one bit each. *)

From Coq Require Import ZArith NArith List Bool.
From Opexplore Require Import Program Encoding.
Import ListNotations.

Definition ThreadMask := N.

Definition thread_bit (thread : ThreadId) : ThreadMask := N.shiftl 1 (N.of_nat thread).
Definition has (mask : ThreadMask) (thread : ThreadId) : bool := N.testbit mask (N.of_nat thread).

(* The threads that satisfy a predicate, of so many. *)
Definition mask_of (count : nat) (P : ThreadId -> bool) : ThreadMask :=
  fold_right (fun t mask => if P t then N.lor (thread_bit t) mask else mask) 0%N (seq 0 count).

Definition popcount (count : nat) (mask : ThreadMask) : nat :=
  length (filter (has mask) (seq 0 count)).

Section Plan.

Variable program : Program.

Definition thread_count : nat := length (threads program).

(* The threads of the same CTA, itself included. *)
Definition cta_mask (thread : ThreadId) : ThreadMask :=
  let mine := thread_of program thread in
  mask_of thread_count (fun other =>
    let theirs := thread_of program other in
    Nat.eqb (thread_cta mine) (thread_cta theirs) && Nat.eqb (thread_gpu mine) (thread_gpu theirs)).

(* What one execution of a barrier instruction asks for. *)
Record Arrival := { arrival_resource : Value; arrival_sync : bool; arrival_quorum : option Value }.

Definition arrival_of (b : Barrier) (registers : list Value) : Arrival := {|
  arrival_resource :=
    match barrier_id b with None => barrier_instance b | Some id => value_of id registers end;
  arrival_sync := negb (barrier_arrives b);
  arrival_quorum := option_map (fun q => value_of q registers) (barrier_quorum b) |}.

(* A generation of one resource that is being gathered. *)
Record Generation := {
  gen_cta : ThreadMask; gen_resource : Value;
  gen_arrived : ThreadMask; gen_waiting : ThreadMask; gen_quorum : option Value }.

(* The barrier part of a state: generations, increasing by CTA and resource. *)
Definition Barriers := list Generation.

Definition waiting (barriers : Barriers) : ThreadMask :=
  fold_right (fun g mask => N.lor (gen_waiting g) mask) 0%N barriers.

Definition waits (barriers : Barriers) (thread : ThreadId) : bool := has (waiting barriers) thread.

Definition same_resource (g : Generation) (cta : ThreadMask) (resource : Value) : bool :=
  N.eqb (gen_cta g) cta && Z.eqb (gen_resource g) resource.

(* It has not arrived in the current generation already. *)
Definition may_arrive (barriers : Barriers) (thread : ThreadId) (resource : Value) : bool :=
  negb (existsb (fun g => same_resource g (cta_mask thread) resource && has (gen_arrived g) thread)
          barriers).

Definition larger (old new : option Value) : option Value :=
  match old, new with Some a, Some b => Some (Z.max a b) | None, q | q, None => q end.

Definition join (thread : ThreadId) (arrival : Arrival) (g : Generation) : Generation := {|
  gen_cta := gen_cta g; gen_resource := gen_resource g;
  gen_arrived := N.lor (gen_arrived g) (thread_bit thread);
  gen_waiting :=
    if arrival_sync arrival then N.lor (gen_waiting g) (thread_bit thread) else gen_waiting g;
  gen_quorum := larger (gen_quorum g) (arrival_quorum arrival) |}.

Definition before (cta : ThreadMask) (resource : Value) (g : Generation) : bool :=
  N.ltb cta (gen_cta g) || N.eqb cta (gen_cta g) && Z.ltb resource (gen_resource g).

(* Records an arrival. *)
Fixpoint arrive (thread : ThreadId) (arrival : Arrival) (barriers : Barriers) : Barriers :=
  let cta := cta_mask thread in
  let resource := arrival_resource arrival in
  let opened := {| gen_cta := cta; gen_resource := resource; gen_arrived := 0%N; gen_waiting := 0%N;
                   gen_quorum := None |} in
  match barriers with
  | [] => [join thread arrival opened]
  | g :: rest =>
      if same_resource g cta resource then join thread arrival g :: rest
      else if before cta resource g then join thread arrival opened :: barriers
      else g :: arrive thread arrival rest
  end.

(* At its end, and not at a barrier that it came to last: it has exited. *)
Definition has_ended (pcs : list InstructionId) (waiting : ThreadMask) (thread : ThreadId) : bool :=
  Nat.leb (length (thread_instructions (thread_of program thread))) (nth thread pcs 0) &&
  negb (has waiting thread).

(* With a quorum, that many have arrived; else all of the CTA that have not ended. *)
Definition complete (pcs : list InstructionId) (waiting : ThreadMask) (g : Generation) : bool :=
  match gen_quorum g with
  | Some quorum => Z.leb quorum (Z.of_nat (popcount thread_count (gen_arrived g)))
  | None =>
      forallb (fun t => negb (has (gen_cta g) t) || has (gen_arrived g) t
                        || has_ended pcs waiting t)
        (seq 0 thread_count)
  end.

(* Generations that are complete, and the others. Who goes on from one may have come to its end,
   which completes another; each turn completes one at least. *)
Fixpoint completing (turns : nat) (pcs : list InstructionId) (barriers : Barriers)
  : Barriers * Barriers :=
  let now := complete pcs (waiting barriers) in
  match turns, filter now barriers with
  | 0, _ | _, [] => ([], barriers)
  | S turns, done =>
      let (later, left) := completing turns pcs (filter (fun g => negb (now g)) barriers) in
      (done ++ later, left)
  end.

Definition completed_barriers (pcs : list InstructionId) (barriers : Barriers) : Barriers :=
  fst (completing (length barriers) pcs barriers).

(* Takes out complete generations: those who waited go on. *)
Definition complete_barriers (pcs : list InstructionId) (barriers : Barriers) : Barriers :=
  snd (completing (length barriers) pcs barriers).

End Plan.

#[export, refine] Instance encoding_generation : Encoding Generation := {|
  put (g : Generation) key := put (gen_cta g) (put (gen_resource g) (put (gen_arrived g)
    (put (gen_waiting g) (put (gen_quorum g) key)))) |}.
Proof. put_members. Defined.
