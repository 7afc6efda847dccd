(* What every rule of `ptx-proxy` ends with: the new state is refused if its candidate execution
   breaks an axiom, and a write takes its place in coherence.

   Source: opmodel/ptx/out_of_order/form.cpp: check, release_barriers, and write, which is
   perform_write here. *)

From Coq Require Import ZArith NArith List Bool.
From Opexplore Require Export PtxExecution.
Import ListNotations.

(* ---- The parts of a conclusion ---- *)

Definition with_memory (s : State) (m : Memory) : State := {|
  issued := issued s; memory := m; fences := fences s; barriers := barriers s;
  completed := completed s; settled := settled s |}.
Definition with_issued (s : State) (logs : list (list Issued)) : State := {|
  issued := logs; memory := memory s; fences := fences s; barriers := barriers s;
  completed := completed s; settled := settled s |}.
Definition with_fences (s : State) (f : list OrderedFence) : State := {|
  issued := issued s; memory := memory s; fences := f; barriers := barriers s;
  completed := completed s; settled := settled s |}.
Definition with_barriers (s : State) (b : Barriers) (c : list CompletedBarrier) : State := {|
  issued := issued s; memory := memory s; fences := fences s; barriers := b;
  completed := c; settled := settled s |}.

Definition log_of (s : State) (t : ThreadId) : list Issued := nth t (issued s) [].
Definition nothing_issued : Issued := {|
  issued_instruction := 0; read := reads_none; write := writes_none; generation := 0;
  resource := 0%Z |}.
Definition entry_at (s : State) (t : ThreadId) (e : nat) : Issued :=
  nth e (log_of s t) nothing_issued.
Definition set_entry (s : State) (t : ThreadId) (e : nat) (i : Issued) : State :=
  with_issued s (set (issued s) t (set (log_of s t) e i)).
Definition push (s : State) (t : ThreadId) (i : Issued) : State :=
  with_issued s (set (issued s) t (log_of s t ++ [i])).

Definition with_read (i : Issued) (r : ReadState) : Issued := {|
  issued_instruction := issued_instruction i; read := r; write := write i;
  generation := generation i; resource := resource i |}.
Definition with_write (i : Issued) (w : WriteState) : Issued := {|
  issued_instruction := issued_instruction i; read := read i; write := w;
  generation := generation i; resource := resource i |}.
Definition issue_of (pc : InstructionId) (r : ReadState) (w : WriteState) : Issued := {|
  issued_instruction := pc; read := r; write := w; generation := 0; resource := 0%Z |}.

Section Checks.

Variable x : Context.

(* ---- Barriers ---- *)

(* One more generation of the barrier is complete. *)
Fixpoint count_completed (all : list CompletedBarrier) (g : Generation) : list CompletedBarrier :=
  let fresh n := {| completed_cta := gen_cta g; completed_resource := gen_resource g;
                    completed_count := n |} in
  match all with
  | [] => [fresh 1]
  | c :: rest =>
      if same_resource g (completed_cta c) (completed_resource c)
      then fresh (S (completed_count c)) :: rest
      else if before (completed_cta c) (completed_resource c) g
      then c :: count_completed rest g
      else fresh 1 :: all
  end.

(* Generations of barriers that are complete go: those who waited go on. *)
Definition release_barriers (s : State) : State :=
  match barriers s with
  | [] => s
  | generations =>
      let pcs := map (fun p => pc (fst p)) (positions x s) in
      let done := completed_barriers (source x) pcs generations in
      with_barriers s (complete_barriers (source x) pcs generations)
        (fold_left count_completed done (completed s))
  end.

(* ---- Premises: the axioms ---- *)

(* The state, if its candidate execution satisfies the axioms.
     views of all events, to a fixpoint: the Fence-SC order does not contradict base causality
     coherence := coherence with base causality of writes, closed
     Causality, Atomicity, SC-per-Location                                                     *)
Definition check (s : State) : option State :=
  let s := release_barriers s in
  let events := number_events x s in
  match saturate x s events with
  | None => None
  | Some views =>
      let known := known_entries events views in
      match impose_coherence x known (memory s) with
      | None => None
      | Some m => if consistent x events known m then Some (with_memory s m) else None
      end
  end.

(* perform_write — PTX ISA 8.9.6, 8.10.1. The write of an entry takes its place in coherence:
   after all that base causality orders before it, and before or after each morally strong write
   that it is not ordered with. Each way has a number; those that break an axiom are left out.  *)
Definition place_write (s : State) (t : ThreadId) (e : nat) (v : Value) : State * nat :=
  let earlier := length (filter write_done (firstn e (log_of s t))) in
  let at_ := place_for (memory s) t earlier in
  let shift i := match read i with
                 | reads_from w => with_read i (reads_from (renumber at_ w))
                 | _ => i
                 end in
  let s := with_issued s (map (map shift) (issued s)) in
  let mine := with_write (entry_at s t e) writes_done in
  let write := {|
    write_thread := Some t; write_instruction := issued_instruction mine; write_value := v;
    rmw_source := match read mine with reads_from w => Some w | _ => None end;
    after := 0%N |} in
  (set_entry (with_memory s (insert (memory s) at_ write)) t e mine, at_).

Definition perform_write (s : State) (t : ThreadId) (e : nat) (v : Value) : list (nat * State) :=
  let (placed, at_) := place_write s t e v in
  let s := release_barriers placed in
  let events := number_events x s in
  match saturate x s events with
  | None => []
  | Some views =>
      let known := known_entries events views in
      match impose_coherence x known (memory s) with
      | None => []
      | Some m =>
          let ways := all_orientations x m at_ in
          map (fun way => (fst way, with_memory s (snd way)))
            (filter (fun way => consistent x events known (snd way))
               (combine (seq 0 (length ways)) ways))
      end
  end.

End Checks.
