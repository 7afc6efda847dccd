(* What the machine `ptx-proxy` keeps: what every thread has issued, the writes in memory and their
   coherence order, the Fence-SC order, and barriers. Registers and views are not kept; they follow
   from what was read.

   Source: opmodel/ptx/out_of_order/state.hpp and coherence.hpp, same names, but for what only the
   in-order machine or Dartagnan's reading need, and without bounds: a set of writes is a number of
   any length, one bit each. *)

From Coq Require Import ZArith NArith List Bool.
From Opexplore Require Import Encoding.
From Opexplore Require Export Program Barrier.
Import ListNotations.

(* A set of writes, or of events, by number. *)
Definition ItemSet := N.

(* The two halves of an access: what was read, and whether the write is in memory. *)
Inductive ReadState := reads_none | reads_pending | reads_from (write : nat).
Inductive WriteState := writes_none | writes_pending | writes_done.

(* One issued instruction. Loads, stores, atomics, fences and barriers are recorded; arithmetic and
   branches follow from the values read. A cas that failed has `writes_none`. *)
Record Issued := {
  issued_instruction : InstructionId;
  read : ReadState;
  write : WriteState;
  generation : nat;     (* of the barrier it arrived at *)
  resource : Value }.   (* likewise *)

(* A write in memory. Writes are numbered: the initial write of each location first, then those of
   thread 0 in program order, then those of thread 1, and so on. *)
Record Write := {
  write_thread : option ThreadId;     (* none for the initial write of a location *)
  write_instruction : InstructionId;  (* for an initial write, the location *)
  write_value : Value;
  rmw_source : option nat;            (* the write that its read-modify-write read from *)
  after : ItemSet }.                  (* writes that are coherence-after this one *)

Definition Memory := list Write.

(* An executed fence.sc and its place in the Fence-SC order. *)
Record OrderedFence := {
  fence_thread : ThreadId;
  fence_entry : nat;           (* index in the thread's issued instructions *)
  fence_before : ItemSet }.    (* morally strong fences that precede it, by index in the list *)

(* How many generations of a barrier are complete. *)
Record CompletedBarrier := {
  completed_cta : ThreadMask; completed_resource : Value; completed_count : nat }.

Record State := {
  issued : list (list Issued);         (* per thread, in program order *)
  memory : Memory;
  fences : list OrderedFence;          (* by thread, then entry *)
  barriers : Barriers;
  completed : list CompletedBarrier;   (* by CTA, then resource *)
  settled : list Value }.              (* final values of observed locations, as far as chosen *)

Definition reads_done (i : Issued) : bool :=
  match read i with reads_from _ => true | _ => false end.
Definition is_read_pending (i : Issued) : bool :=
  match read i with reads_pending => true | _ => false end.
Definition is_write_pending (i : Issued) : bool :=
  match write i with writes_pending => true | _ => false end.
Definition write_done (i : Issued) : bool :=
  match write i with writes_done => true | _ => false end.

(* States as numbers (opmodel/ptx/out_of_order/bytes.cpp). *)
#[export, refine] Instance encoding_read : Encoding ReadState := {|
  put (r : ReadState) key :=
    match r with
    | reads_none => xO key
    | reads_pending => xI (xO key)
    | reads_from w => xI (xI (put w key))
    end |}.
Proof.
  intros [| |w] [| |v] k l; try discriminate; intros [= H]; [auto..|].
  apply (@put_injective nat encoding_nat) in H as [-> ->]. auto.
Defined.

#[export, refine] Instance encoding_written : Encoding WriteState := {|
  put (w : WriteState) key :=
    match w with
    | writes_none => xO key
    | writes_pending => xI (xO key)
    | writes_done => xI (xI key)
    end |}.
Proof. intros [] [] k l; try discriminate; intros [= ->]; auto. Defined.

#[export, refine] Instance encoding_issued : Encoding Issued := {|
  put (i : Issued) key := put (issued_instruction i) (put (read i) (put (write i)
    (put (generation i) (put (resource i) key)))) |}.
Proof. put_members. Defined.

#[export, refine] Instance encoding_write : Encoding Write := {|
  put (w : Write) key := put (write_thread w) (put (write_instruction w) (put (write_value w)
    (put (rmw_source w) (put (after w) key)))) |}.
Proof. put_members. Defined.

#[export, refine] Instance encoding_ordered_fence : Encoding OrderedFence := {|
  put (f : OrderedFence) key := put (fence_thread f) (put (fence_entry f)
    (put (fence_before f) key)) |}.
Proof. put_members. Defined.

#[export, refine] Instance encoding_completed : Encoding CompletedBarrier := {|
  put (b : CompletedBarrier) key := put (completed_cta b) (put (completed_resource b)
    (put (completed_count b) key)) |}.
Proof. put_members. Defined.

#[export, refine] Instance encoding_state : Encoding State := {|
  put (s : State) key := put (issued s) (put (memory s) (put (fences s) (put (barriers s)
    (put (completed s) (put (settled s) key))))) |}.
Proof. put_members. Defined.
