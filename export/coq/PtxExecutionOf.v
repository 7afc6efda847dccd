(* The execution that a final state of the machine `ptx-proxy` denotes, and what follows: a trace
   that ends in a state with the outcome also shows that the axioms allow it.

   Nothing here has to be believed or proved of the machine: the execution is computed from the
   state, and that it is a candidate execution of the program, satisfies `ptx75` and has the
   outcome is then checked on it. *)

From Coq Require Import ZArith NArith List Bool.
From Opexplore Require Import Barrier PtxState.
From Opexplore Require Execution Ptx75.
Import Execution.
Import ListNotations.

Section ExecutionOf.

Variable program : Program.
Variable s : PtxState.State.
Variable final : Observable -> Value.  (* what the machine observes of the state *)

(* ---- Threads: what their reads returned ---- *)

Definition sources (log : list Issued) : list nat :=
  flat_map (fun i => match read i with reads_from w => [w] | _ => [] end) log.

Definition write_value_of (w : nat) : Value :=
  match nth_error (memory s) w with Some write => write_value write | None => 0%Z end.

(* How many instructions the thread executes, if the bound is not reached. *)
Fixpoint count_steps (bound : nat) (t : ThreadId) (w : Walk) : nat :=
  match bound, instruction_at program t (pc w) with
  | S bound, Some i =>
      match execute program t w i with Some w => S (count_steps bound t w) | None => 0 end
  | _, _ => 0
  end.

(* The machine itself stops at so many arithmetic instructions and branches in a row. *)
Definition most_local_steps : nat := 1000.

Definition run_of (t : ThreadId) (log : list Issued) : nat * list Value :=
  let reads := map write_value_of (sources log) in
  (count_steps (most_local_steps * S (length log)) t (start program t 0 reads), reads).

Definition runs : list (nat * list Value) :=
  map (fun pair => run_of (fst pair) (snd pair)) (combine (seq 0 (length (issued s))) (issued s)).

Definition walks : list Walk :=
  match run_threads program 0 (length (locations program)) runs with
  | Some walks => walks
  | None => []
  end.

Definition events_of (walks : list Walk) : list Event :=
  initial_writes program ++ flat_map (fun w => rev (done w)) walks.

Section Events.

Variable all : list Event.

(* ---- Orders: the machine numbers writes, fences and barriers in the order of events ---- *)

Definition numbered (P : Event -> bool) : list EventId :=
  filter (member (members P all)) (seq 0 (length all)).

Definition reads_from_of : Relation :=
  let writes := numbered is_write in
  relation (length all)
    (combine (map (fun w => nth w writes 0) (flat_map sources (issued s))) (numbered is_read)).

(* The pairs of a relation between things that are events. *)
Definition translate (numbers : list EventId) (rows : Relation) : list (EventId * EventId) :=
  flat_map (fun pair : EventId * EventSet =>
      let (a, later) := pair in
      flat_map (fun other : nat * EventId =>
          if member later (fst other) then [(a, snd other)] else [])
        (combine (seq 0 (length numbers)) numbers))
    (combine numbers rows).

Definition coherence_of : Relation :=
  relation (length all) (translate (numbered is_write) (map after (memory s))).

Definition sync_fence_of : Relation :=
  closure (inverse (relation (length all)
    (translate (numbered is_fence_sc) (map fence_before (fences s))))).

(* ---- Barriers: an order of arrivals that gives the machine's generations ---- *)

(* Generations, by barrier event. *)
Definition generations : list (EventId * nat) :=
  combine (numbered is_barrier)
    (flat_map (fun pair : ThreadId * list Issued =>
       flat_map (fun i => match instruction_at program (fst pair) (issued_instruction i) with
                          | Some (IBarrier _) => [generation i]
                          | _ => []
                          end) (snd pair))
       (combine (seq 0 (length (issued s))) (issued s))).

Definition same_barrier (a b : Event) : bool :=
  match what a, what b with
  | Meet x, Meet y => Z.eqb (arrival_resource x) (arrival_resource y) && same_cta a b
  | _, _ => false
  end.

(* All earlier generations of its barrier are complete. *)
Definition its_turn (generations : list (EventId * nat)) (m : Meeting) (mine : EventId * nat) :
  bool :=
  let event e := nth_error all e in
  forallb (fun other : EventId * nat =>
      negb (Nat.ltb (snd other) (snd mine)) ||
      match event (fst mine), event (fst other) with
      | Some a, Some b => negb (same_barrier a b)
      | _, _ => false
      end ||
      member (arrived m) (fst other) && negb (member (gathered m) (fst other)))
    generations.

Fixpoint meet_in_turn (X : Execution) (generations : list (EventId * nat)) (bound : nat)
    (m : Meeting) : list EventId * Meeting :=
  let next := flat_map (fun mine =>
      if its_turn generations m mine
      then match meet program X m (fst mine) with
           | Some m => [(fst mine, m)]
           | None => []
           end
      else []) generations in
  match bound, next with
  | S bound, (e, m) :: _ => let (order, m) := meet_in_turn X generations bound m in (e :: order, m)
  | _, _ => ([], m)
  end.

(* ---- The execution ---- *)

(* What stays of a location: a last write that has the value observed, if it is. *)
Definition last_of (coherence : Relation) (l : LocationId) : EventId :=
  let is_last w :=
    match nth_error all w with
    | Some e => match location_at e with Some k => Nat.eqb k l | None => false end
    | None => false
    end && N.eqb (row coherence w) 0 in
  let lasts := filter is_last (numbered is_write) in
  let addresses := filter (fun a => Nat.eqb (location_of program a) l)
                     (seq 0 (length (addresses program))) in
  let has_value w :=
    match addresses, nth_error all w with
    | a :: _, Some e => Z.eqb (value_at e) (final (LocationTerm a))
    | _, _ => false
    end in
  match find has_value lasts with Some w => w | None => hd 0 lasts end.

End Events.

Definition execution_of : Execution :=
  let walks := walks in
  let all := events_of walks in
  let coherence := coherence_of all in
  let meets := generations all in
  let with_arrivals order barriers := {|
    events := all; rf := reads_from_of all; co := coherence; sync_fence := sync_fence_of all;
    arrivals := order; sync_barrier := barriers; executed := map fst runs;
    finals := map registers walks;
    last := map (last_of all coherence) (seq 0 (length (locations program))) |} in
  let (order, m) := meet_in_turn all (with_arrivals [] []) meets (length meets)
    {| arrived := 0%N; gathered := 0%N; gathering := []; released := [] |} in
  with_arrivals order (released m || relation (length all) [])%rel.

End ExecutionOf.
