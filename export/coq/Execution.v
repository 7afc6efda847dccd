(* Candidate executions of a program: what its threads did, and which orders relate it. No machine
   is needed to say what they are.

   Source: docs/axioms.md, "Sets", "Relations" and "What is enumerated"; axioms/thread_paths.cpp,
   skeleton.cpp, barriers.cpp and orders.cpp. Coherence is partial, a cas that fails does not
   write, barriers are matched by generations: the options of ptx75.cat.

   Events are numbered: the initial write of each location first, then what thread 0 did in program
   order, then thread 1, …. *)

From Coq Require Import ZArith NArith List Bool.
From Opexplore Require Import Barrier.
From Opexplore Require Export Condition Relation.
Import ListNotations.

(* ---- Events ---- *)

(* An atomic is a read and, unless it is a cas that fails, a write. *)
Record Access := {
  access_location : LocationId; access_address : AddressId; access_proxy : Proxy;
  access_order : Order; access_scope : Scope; access_value : Value }.

Inductive Operation :=
| InitialWrite (location : LocationId) (value : Value)
| Read (access : Access)
| Write (access : Access)
| Fence (order : Order) (scope : Scope)
| ProxyFence (kind : ProxyFenceKind)
| Meet (arrival : Arrival).

(* Who executed it, where; initial writes belong to no thread. *)
Record Place := { place_thread : ThreadId; place_cta : nat; place_gpu : nat }.

(* `…_from` are the earlier reads of its thread that its address, its value and its being executed
   depend on, and `rmw_from`, of an atomic's write, is its read. *)
Record Event := {
  what : Operation; place : option Place; instruction : InstructionId;
  address_from : EventSet; data_from : EventSet; control_from : EventSet; rmw_from : EventSet }.

Definition event_eq_dec (a b : Event) : {a = b} + {a <> b}.
Proof. repeat decide equality. Defined.

(* ---- What one thread does, given the values that its reads return ---- *)

(* A thread on its way. `taints`: per register, the reads that its value depends on; `control`:
   those that branches so far depend on; `unread`: what its next reads will return. *)
Record Walk := {
  pc : InstructionId; registers : list Value; taints : list EventSet; control : EventSet;
  unread : list Value; next_event : EventId; done : list Event }.

Definition taint_of (operand : Operand) (taints : list EventSet) : EventSet :=
  match operand with Register id => nth id taints 0%N | Immediate _ => 0%N end.

(* The order of one half of an access; what its order does not speak of is relaxed. *)
Definition read_half (order : Order) : Order :=
  match order with acq_rel => acquire | release => relaxed | _ => order end.
Definition write_half (order : Order) : Order :=
  match order with acq_rel => release | acquire => relaxed | _ => order end.

Section Threads.

Variable program : Program.

Definition place_of (t : ThreadId) : Place := {|
  place_thread := t; place_cta := thread_cta (thread_of program t);
  place_gpu := thread_gpu (thread_of program t) |}.

(* The generic virtual address that a name stands for. *)
Definition generic_of (a : AddressId) : AddressId := address_generic (address_of program a).

(* The thread has done one thing more. *)
Definition add_event (t : ThreadId) (w : Walk) (operation : Operation)
    (address data rmw : EventSet) : Walk := {|
  pc := pc w; registers := registers w; taints := taints w; control := control w;
  unread := unread w; next_event := S (next_event w);
  done := {| what := operation; place := Some (place_of t); instruction := pc w;
             address_from := address; data_from := data; control_from := control w;
             rmw_from := rmw |} :: done w |}.

Definition advance (w : Walk) : Walk := {|
  pc := S (pc w); registers := registers w; taints := taints w; control := control w;
  unread := unread w; next_event := next_event w; done := done w |}.

Definition set_register (w : Walk) (r : RegisterId) (v : Value) (taint : EventSet) : Walk := {|
  pc := pc w; registers := set (registers w) r v; taints := set (taints w) r taint;
  control := control w; unread := unread w; next_event := next_event w; done := done w |}.

(* The next read returns a value, unless none is left. *)
Definition returned (w : Walk) : option (Value * Walk) :=
  match unread w with
  | [] => None
  | v :: rest => Some (v, {| pc := pc w; registers := registers w; taints := taints w;
                             control := control w; unread := rest; next_event := next_event w;
                             done := done w |})
  end.

Definition pointer_taint (pointer : option RegisterId) (w : Walk) : EventSet :=
  match pointer with Some r => nth r (taints w) 0%N | None => 0%N end.

Definition load (t : ThreadId) (w : Walk) (l : Load) : option Walk :=
  match returned w with
  | None => None
  | Some (v, w) =>
      let read := Read {|
        access_location := location_of program (load_address l);
        access_address := generic_of (load_address l); access_proxy := load_proxy l;
        access_order := load_order l; access_scope := load_scope l; access_value := v |} in
      let after := add_event t w read (pointer_taint (load_pointer l) w) 0%N 0%N in
      Some (advance (set_register after (load_destination l) v (singleton (next_event w))))
  end.

Definition store (t : ThreadId) (w : Walk) (s : Store) : Walk :=
  let write := Write {|
    access_location := location_of program (store_address s);
    access_address := generic_of (store_address s); access_proxy := store_proxy s;
    access_order := store_order s; access_scope := store_scope s;
    access_value := value_of (store_value s) (registers w) |} in
  advance (add_event t w write (pointer_taint (store_pointer s) w)
             (taint_of (store_value s) (taints w)) 0%N).

(* What an atomic stores depends on what it read, but for exch. *)
Definition atomic_data (a : Atomic) (w : Walk) (read : EventId) : EventSet :=
  let operand := taint_of (atomic_operand a) (taints w) in
  match atomic_op a with
  | atom_exch => operand
  | atom_cas => (operand || taint_of (atomic_expected a) (taints w) || singleton read)%set
  | _ => (operand || singleton read)%set
  end.

Definition atomic (t : ThreadId) (w : Walk) (a : Atomic) : option Walk :=
  match returned w with
  | None => None
  | Some (old, w) =>
      let half (order : Order) (v : Value) := {|
        access_location := location_of program (atomic_address a);
        access_address := generic_of (atomic_address a); access_proxy := atomic_proxy a;
        access_order := order; access_scope := atomic_scope a; access_value := v |} in
      let pointer := pointer_taint (atomic_pointer a) w in
      let read := next_event w in
      let after_read :=
        add_event t w (Read (half (read_half (atomic_order a)) old)) pointer 0%N 0%N in
      let writes :=
        match atomic_op a with
        | atom_cas => Z.eqb old (value_of (atomic_expected a) (registers w))
        | _ => true
        end in
      let new := update (atomic_op a) old (value_of (atomic_operand a) (registers w)) in
      let after :=
        if writes
        then add_event t after_read (Write (half (write_half (atomic_order a)) new)) pointer
               (atomic_data a w read) (singleton read)
        else after_read in
      Some (advance match atomic_destination a with
                    | Some r => set_register after r old (singleton read)
                    | None => after
                    end)
  end.

(* Arithmetic and branches are no events; dependencies run through them, whatever the values. *)
Definition local (w : Walk) (i : Instruction) : Walk :=
  let (pc', registers') := compute_local i (pc w) (registers w) in
  {| pc := pc'; registers := registers';
     taints :=
       match i with
       | IArithmetic a =>
           set (taints w) (arithmetic_destination a)
             (taint_of (arithmetic_left a) (taints w) ||
              match arithmetic_op a with
              | move => 0%N
              | _ => taint_of (arithmetic_right a) (taints w)
              end)%set
       | _ => taints w
       end;
     control :=
       match i with
       | IBranch {| branch_comparison := Some _; branch_left := v; branch_right := v' |} =>
           (control w || taint_of v (taints w) || taint_of v' (taints w))%set
       | _ => control w
       end;
     unread := unread w; next_event := next_event w; done := done w |}.

Definition execute (t : ThreadId) (w : Walk) (i : Instruction) : option Walk :=
  match i with
  | ILoad l => load t w l
  | IStore s => Some (store t w s)
  | IAtomic a => atomic t w a
  | IFence order scope => Some (advance (add_event t w (Fence order scope) 0%N 0%N 0%N))
  | IProxyFence kind => Some (advance (add_event t w (ProxyFence kind) 0%N 0%N 0%N))
  | IBarrier b =>
      Some (advance (add_event t w (Meet (arrival_of b (registers w))) 0%N 0%N 0%N))
  | IArithmetic _ | IBranch _ => Some (local w i)
  end.

(* So many instructions; the thread has then come to its end, and all reads are used up. *)
Fixpoint run (steps : nat) (t : ThreadId) (w : Walk) : option Walk :=
  match steps, instruction_at program t (pc w) with
  | 0, None => match unread w with [] => Some w | _ => None end
  | S steps, Some i => match execute t w i with Some w => run steps t w | None => None end
  | _, _ => None
  end.

Definition start (t : ThreadId) (first : EventId) (reads : list Value) : Walk :=
  let initial := thread_registers (thread_of program t) in
  {| pc := 0; registers := initial; taints := map (fun _ => 0%N) initial; control := 0%N;
     unread := reads; next_event := first; done := [] |}.

(* The threads from `t` on: how many instructions each executes, and the values that it reads. *)
Fixpoint run_threads (t : ThreadId) (first : EventId) (runs : list (nat * list Value))
  : option (list Walk) :=
  match runs with
  | [] => Some []
  | (steps, reads) :: rest =>
      match run steps t (start t first reads) with
      | None => None
      | Some w =>
          match run_threads (S t) (next_event w) rest with
          | Some walks => Some (w :: walks)
          | None => None
          end
      end
  end.

Definition initial_writes : list Event :=
  map (fun pair => {|
      what := InitialWrite (fst pair) (location_initial (snd pair)); place := None;
      instruction := 0; address_from := 0%N; data_from := 0%N; control_from := 0%N;
      rmw_from := 0%N |})
    (combine (seq 0 (length (locations program))) (locations program)).

End Threads.

(* ---- Executions ---- *)

(* `executed`: how many instructions each thread executes; `finals`: its registers in the end.
   `sync_fence`: the order of fence.sc. `arrivals`: barrier events in an order in which they can
   happen; `sync_barrier`: from an arrival to each other participant of its generation that waits
   there. `last`: of each location, the write that stays; coherence is partial, so several may be
   last. *)
Record Execution := {
  events : list Event;
  rf : Relation;
  co : Relation;
  sync_fence : Relation;
  arrivals : list EventId;
  sync_barrier : Relation;
  executed : list nat;
  finals : list (list Value);
  last : list EventId }.

(* Of which events, by what they are. *)
Definition is_read (e : Event) : bool := match what e with Read _ => true | _ => false end.
Definition is_write (e : Event) : bool :=
  match what e with InitialWrite _ _ | Write _ => true | _ => false end.
Definition is_initial (e : Event) : bool :=
  match what e with InitialWrite _ _ => true | _ => false end.
Definition is_barrier (e : Event) : bool := match what e with Meet _ => true | _ => false end.
Definition is_fence (e : Event) : bool :=
  match what e with Fence _ _ | ProxyFence _ => true | _ => false end.
Definition is_fence_sc (e : Event) : bool :=
  match what e with Fence Program.sc _ => true | _ => false end.

Definition access_of (e : Event) : option Access :=
  match what e with Read a | Write a => Some a | _ => None end.
Definition location_at (e : Event) : option LocationId :=
  match what e with
  | InitialWrite l _ => Some l
  | Read a | Write a => Some (access_location a)
  | _ => None
  end.
Definition value_at (e : Event) : Value :=
  match what e with
  | InitialWrite _ v => v
  | Read a | Write a => access_value a
  | _ => 0%Z
  end.

(* Accesses and fences have an order, ordinary fences count as generic, and alias fences and
   barriers have no proxy. *)
Definition order_at (e : Event) : option Order :=
  match what e with
  | Read a | Write a => Some (access_order a)
  | Fence order _ => Some order
  | _ => None
  end.
Definition proxy_at (e : Event) : option Proxy :=
  match what e with
  | Read a | Write a => Some (access_proxy a)
  | Fence _ _ | ProxyFence fence_generic => Some generic
  | ProxyFence fence_texture => Some texture
  | ProxyFence fence_surface => Some surface
  | ProxyFence fence_constant => Some constant
  | _ => None
  end.

(* Strong accesses and fences have a scope. *)
Definition scope_at (e : Event) : option Scope :=
  match what e with
  | Read a | Write a => match access_order a with weak => None | _ => Some (access_scope a) end
  | Fence _ scope => Some scope
  | _ => None
  end.

(* The smallest scope that has both threads (PTX ISA 8.5), and whether a scope is that large. *)
Definition common_scope (a b : Place) : Scope :=
  if negb (Nat.eqb (place_gpu a) (place_gpu b)) then sys
  else if Nat.eqb (place_cta a) (place_cta b) then cta
  else gpu.
Definition at_least (scope needed : Scope) : bool :=
  match scope, needed with sys, _ | _, cta => true | gpu, gpu => true | _, _ => false end.

Definition both {A : Type} (f : Event -> option A) (P : A -> A -> bool) (a b : Event) : bool :=
  match f a, f b with Some x, Some y => P x y | _, _ => false end.

Definition same_thread : Event -> Event -> bool :=
  both place (fun x y => Nat.eqb (place_thread x) (place_thread y)).
Definition same_cta : Event -> Event -> bool :=
  both place (fun x y => match common_scope x y with cta => true | _ => false end).
Definition same_location : Event -> Event -> bool := both location_at Nat.eqb.
Definition same_address : Event -> Event -> bool :=
  both access_of (fun x y => Nat.eqb (access_address x) (access_address y)).
Definition inclusive (a b : Event) : bool :=
  both place (fun x y => both scope_at (fun s t =>
    at_least s (common_scope x y) && at_least t (common_scope x y)) a b) a b.

(* Whether the read may take its value from the write. *)
Definition takes (w r : Event) : bool :=
  is_write w && is_read r && same_location w r && Z.eqb (value_at w) (value_at r).

Section Relations.

Variable X : Execution.

Definition size : nat := length (events X).
Definition the (P : Event -> bool) : EventSet := members P (events X).
Definition relate (P : Event -> Event -> bool) : Relation :=
  map (fun a => members (P a) (events X)) (events X).
Definition later : Relation :=
  map (fun a => members (fun b => Nat.ltb a b) (seq 0 size)) (seq 0 size).
Definition everything : EventSet := the (fun _ => true).
Definition id : Relation := map singleton (seq 0 size).

Definition po : Relation := (relate same_thread && later)%rel.
Definition loc : Relation := relate same_location.
Definition vloc : Relation := relate same_address.
Definition scta : Relation := relate same_cta.
Definition sr : Relation := relate inclusive.
Definition addr : Relation := inverse (map address_from (events X)).
Definition data : Relation := inverse (map data_from (events X)).
Definition ctrl : Relation := inverse (map control_from (events X)).
Definition rmw : Relation := inverse (map rmw_from (events X)).
Definition fr : Relation := (inverse (rf X) ;; co X)%rel.

End Relations.

(* ---- Candidates ---- *)

Section Candidate.

Variable program : Program.
Variable X : Execution.

Definition of_thread (t : ThreadId) (e : Event) : bool :=
  match place e with Some p => Nat.eqb (place_thread p) t | None => false end.

(* The values that the reads of the thread return. *)
Definition values_read (t : ThreadId) : list Value :=
  map value_at (filter (fun e => of_thread t e && is_read e) (events X)).

(* The events are those of the threads, which run to their ends with what their reads return. *)
Definition threads_run : bool :=
  Nat.eqb (length (executed X)) (length (threads program)) &&
  let runs := combine (executed X) (map values_read (seq 0 (length (executed X)))) in
  match run_threads program 0 (length (locations program)) runs with
  | None => false
  | Some walks =>
      (if list_eq_dec event_eq_dec (events X)
            (initial_writes program ++ flat_map (fun w => rev (done w)) walks)
       then true else false) &&
      (if list_eq_dec (list_eq_dec Z.eq_dec) (finals X) (map registers walks)
       then true else false)
  end.

(* Each read takes its value from one write, of its location. *)
Definition reads_take : bool :=
  included (rf X) (relate X takes) &&
  forallb (fun s => Nat.eqb s 1)
    (map (fun r => length (filter (fun w => related (rf X) w r) (seq 0 (size X))))
       (filter (member (the X is_read)) (seq 0 (size X)))).

(* Coherence: a strict partial order of the writes of each location, the initial one first. *)
Definition coherence_orders : bool :=
  included (co X) (relate X (fun a b => is_write a && is_write b && same_location a b)) &&
  irreflexive (co X) && included (co X ;; co X)%rel (co X) &&
  included (relate X (fun a b =>
    is_initial a && is_write b && negb (is_initial b) && same_location a b)) (co X).

(* The order of fence.sc: every two with scopes that include each other's thread are ordered one
   way or the other, without cycles; other pairs only as these make them follow. *)
Definition fences_ordered : bool :=
  let scoped := difference
    (relate X (fun a b => is_fence_sc a && is_fence_sc b && inclusive a b)) (id X) in
  let follows := closure (sync_fence X && scoped)%rel in
  included (sync_fence X) follows && included follows (sync_fence X) &&
  irreflexive (sync_fence X) && included scoped (sync_fence X || inverse (sync_fence X))%rel.

(* Every location ends with a write that no other follows. *)
Definition last_are_last : bool :=
  Nat.eqb (length (last X)) (length (locations program)) &&
  forallb (fun pair : LocationId * EventId =>
    let (l, w) := pair in
    match nth_error (events X) w with
    | Some e =>
        is_write e && (match location_at e with Some l' => Nat.eqb l l' | None => false end) &&
        N.eqb (row (co X) w) 0
    | None => false
    end) (combine (seq 0 (length (last X))) (last X)).

(* ---- Barriers (PTX ISA 9.7.13.1): generations, in some order of arrival ---- *)

Record Meeting := {
  arrived : EventSet;     (* so far *)
  gathered : EventSet;    (* of these, those whose generation is not complete *)
  gathering : Barriers;   (* generations that are not complete *)
  released : Relation }.  (* from arrivals to those who waited for them *)

(* The thread's barriers that have not been passed, in order. *)
Definition ahead_of (m : Meeting) (t : ThreadId) : list EventId :=
  filter (fun e => negb (member (arrived m) e) &&
    match nth_error (events X) e with
    | Some event => of_thread t event && is_barrier event
    | None => false
    end) (seq 0 (size X)).

(* Where the thread stands when it has come as far as it can: before its next barrier, or at its
   end. What it has to read first for that, of which no relation speaks, is not asked. *)
Definition stands (m : Meeting) (t : ThreadId) : InstructionId :=
  match ahead_of m t with
  | e :: _ => match nth_error (events X) e with Some event => instruction event | None => 0 end
  | [] => length (thread_instructions (thread_of program t))
  end.

(* Its events, of those gathered. *)
Definition arrivals_in (g : Generation) : EventSet :=
  the X (fun e => match e with
                  | {| what := Meet arrival; place := Some p |} =>
                      has (gen_cta g) (place_thread p) &&
                      Z.eqb (arrival_resource arrival) (gen_resource g)
                  | _ => false
                  end).

Definition waiting_events : EventSet :=
  the X (fun e => match what e with Meet arrival => arrival_sync arrival | _ => false end).

(* The generation is complete. *)
Definition release_generation (g : Generation) (m : Meeting) : Meeting :=
  let all := (gathered m && arrivals_in g)%set in
  {| arrived := arrived m; gathered := N.ldiff (gathered m) all; gathering := gathering m;
     released :=
       (released m || (product (size X) all (all && waiting_events)%set \ id X))%rel |}.

Definition meet (m : Meeting) (e : EventId) : option Meeting :=
  match nth_error (events X) e with
  | Some {| what := Meet arrival; place := Some p |} =>
      let t := place_thread p in
      let next := match ahead_of m t with first :: _ => Nat.eqb first e | [] => false end in
      if next && negb (waits (gathering m) t) &&
         may_arrive program (gathering m) t (arrival_resource arrival)
      then
        let generations := arrive program t arrival (gathering m) in
        let after := {| arrived := (singleton e || arrived m)%set;
                        gathered := (singleton e || gathered m)%set;
                        gathering := generations; released := released m |} in
        let pcs := map (stands after) (seq 0 (length (threads program))) in
        let left := complete_barriers program pcs generations in
        Some (fold_right release_generation
                {| arrived := arrived after; gathered := gathered after; gathering := left;
                   released := released m |}
                (completed_barriers program pcs generations))
      else None
  | _ => None
  end.

Fixpoint meet_all (m : Meeting) (order : list EventId) : option Meeting :=
  match order with
  | [] => Some m
  | e :: rest => match meet m e with Some m => meet_all m rest | None => None end
  end.

(* All arrive, nobody waits in the end. *)
Definition barriers_pass : bool :=
  Nat.eqb (length (arrivals X)) (length (filter is_barrier (events X))) &&
  match meet_all {| arrived := 0%N; gathered := 0%N; gathering := []; released := [] |} (arrivals
    X) with
  | None => false
  | Some m =>
      N.eqb (arrived m) (the X is_barrier) && N.eqb (waiting (gathering m)) 0 &&
      included (sync_barrier X) (released m) && included (released m) (sync_barrier X)
  end.

(* Relations have a row for each event. *)
Definition rows_fit : bool :=
  forallb (fun r : Relation => Nat.eqb (length r) (size X)) [rf X; co X; sync_fence X; sync_barrier
    X].

Definition candidate : bool :=
  rows_fit && threads_run && reads_take && coherence_orders && fences_ordered && barriers_pass &&
  last_are_last.

(* The final value of a register or location. *)
Definition final_value (o : Observable) : Value :=
  match o with
  | RegisterTerm t r => nth r (nth t (finals X) []) 0%Z
  | LocationTerm a =>
      match nth_error (last X) (location_of program a) with
      | Some w => match nth_error (events X) w with Some e => value_at e | None => 0%Z end
      | None => 0%Z
      end
  end.

End Candidate.

(* ---- Claims ---- *)

(* The axioms of a model. *)
Definition Model := Execution -> bool.

(* Some candidate execution that satisfies the axioms ends in a way that satisfies the condition. *)
Definition allowed_by (model : Model) (test : Test) (condition : Proposition) : Prop :=
  exists X, candidate (program test) X = true /\ model X = true /\
            holds condition (final_value (program test) X) = true.

(* None does. *)
Definition forbidden_by (model : Model) (test : Test) (condition : Proposition) : Prop :=
  forall X, candidate (program test) X = true -> model X = true ->
            holds condition (final_value (program test) X) = false.

Lemma forbidden_by_is_not_allowed_by model test condition :
  forbidden_by model test condition <-> ~ allowed_by model test condition.
Proof.
  split.
  - intros F [X [C [M H]]]. rewrite (F X C M) in H. discriminate.
  - intros N X C M. destruct (holds condition (final_value (program test) X)) eqn:H; [|reflexivity].
    exfalso. apply N. exists X. auto.
Qed.
