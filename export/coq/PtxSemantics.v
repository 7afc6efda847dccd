(* What the machine `ptx-proxy` knows about a program before it runs: its accesses, the scope tree,
   moral strength, and the stages that knowledge of a write can reach.

   Source: opmodel/ptx/semantics.hpp, semantics.cpp and context.hpp, same names, under the reading
   `isa` (docs/machines-ptx.md): proxies matter, fence.sc is also an acquire-release fence, a cas
   that fails writes nothing, barriers are matched by generations. *)

From Coq Require Import ZArith NArith List Bool.
From Opexplore Require Queues.
From Opexplore Require Export Condition PtxState.
Import ListNotations.

Definition scope_number (s : Scope) : nat := match s with cta => 0 | gpu => 1 | sys => 2 end.
Definition includes_scope (a b : Scope) : bool := Nat.leb (scope_number b) (scope_number a).

Definition same_proxy (p q : Proxy) : bool :=
  match p, q with
  | generic, generic | texture, texture | surface, surface | constant, constant => true
  | _, _ => false
  end.
Definition is_generic (p : Proxy) : bool := same_proxy p generic.

(* One memory access of an instruction, with everything the rules ask of it. The last members are
   stages (below): where what is accessed comes to be known; where what is known orders an access
   like this one, at its virtual address and at its aliases. *)
Record Access := {
  access_thread : ThreadId;
  access_address : AddressId;   (* generic virtual address *)
  access_location : LocationId;
  access_proxy : Proxy;
  strong : bool;
  acquires : bool;
  releases : bool;
  access_scope : Scope;         (* meaningless when weak *)
  computed_address : bool;      (* the address is in a register that the thread writes *)
  origin : nat;
  at_same_address : list nat;
  at_aliases : option nat }.

(* An instruction with its access, if it is one, and for a proxy fence the moves from one stage to
   another that it makes. *)
Record Planned := { action : Instruction; access : Access; moves : list (nat * nat) }.

(* Fences: which patterns they end and begin (ASPLOS 2019, figure 4; PTX ISA 8.8). *)
Definition fence_acquires (order : Order) : bool :=
  match order with release => false | _ => true end.
Definition fence_releases (order : Order) : bool :=
  match order with acquire => false | _ => true end.
Definition is_sc (order : Order) : bool := match order with Program.sc => true | _ => false end.

Definition orders_acquire (o : Order) : bool :=
  match o with acquire | acq_rel => true | _ => false end.
Definition orders_release (o : Order) : bool :=
  match o with release | acq_rel => true | _ => false end.
Definition is_strong (o : Order) : bool := match o with weak => false | _ => true end.

Definition pointer_of (i : Instruction) : option RegisterId :=
  match i with
  | ILoad l => load_pointer l
  | IStore st => store_pointer st
  | IAtomic a => atomic_pointer a
  | _ => None
  end.

(* ---- Stages ---- *)

(* How far knowledge of a write, or a read, has travelled along base causality (Lustig 2022, section
   6.2). Each stage is one bit set per view.

     generic            known as a generic access to its virtual address, or made so by a fence of
                        its own proxy in its own CTA
     aliased            generic, then passed an alias fence: known at every alias
     own (q, c)         accessed through proxy q in CTA c, known, not yet fenced
     fenced (q, c)      generic, then fenced into proxy q of CTA c ("in that proxy cache")
     fenced_aliased (q, c)  the same after an alias fence

   `caches` are the pairs (q, c) that the program uses; without an alias fence the stages that need
   one are left out. *)
Definition Cache := (Proxy * (nat * nat))%type.
Definition same_cache (a b : Cache) : bool :=
  same_proxy (fst a) (fst b) && Nat.eqb (fst (snd a)) (fst (snd b))
  && Nat.eqb (snd (snd a)) (snd (snd b)).

Record Stages := { alias_fence : bool; caches : list Cache }.

Definition generic_stage : nat := 0.
Definition aliased (g : Stages) : option nat := if alias_fence g then Some 1 else None.
Definition first_cache (g : Stages) : nat := if alias_fence g then 2 else 1.
Definition stages_per_cache (g : Stages) : nat := if alias_fence g then 3 else 2.
Definition stage_count (g : Stages) : nat := first_cache g + stages_per_cache g * length (caches g).

Fixpoint number_of (c : Cache) (known : list Cache) : option nat :=
  match known with
  | [] => None
  | d :: rest => if same_cache c d then Some 0 else option_map S (number_of c rest)
  end.

Definition cache_stage (g : Stages) (c : Cache) (which : nat) : option nat :=
  option_map (fun n => first_cache g + stages_per_cache g * n + which) (number_of c (caches g)).
Definition own (g : Stages) (c : Cache) : option nat := cache_stage g c 0.
Definition fenced (g : Stages) (c : Cache) : option nat := cache_stage g c 1.
Definition fenced_aliased (g : Stages) (c : Cache) : option nat :=
  if alias_fence g then cache_stage g c 2 else None.

Definition listed {A : Type} (o : option A) : list A :=
  match o with Some a => [a] | None => [] end.

(* A proxy fence executed in a CTA lies on the path from here on: what is known at the first stage
   is then known at the second; one move after the other. *)
Definition pass_fence (g : Stages) (kind : ProxyFenceKind) (place : nat * nat)
  : list (nat * nat) :=
  let move from to :=
    match from, to with Some f, Some t => [(f, t)] | _, _ => [] end in
  let through proxy :=
    let c := (proxy, place) in
    move (own g c) (Some generic_stage) ++ move (Some generic_stage) (fenced g c)
    ++ move (aliased g) (fenced_aliased g c) in
  match kind with
  | fence_generic => []
  | fence_alias => move (Some generic_stage) (aliased g)
  | fence_texture => through texture
  | fence_surface => through surface
  | fence_constant => through constant
  end.

(* ---- The plan of a program ---- *)

Section Plan.

Variable program : Program.

Definition place (t : ThreadId) : nat * nat :=
  let thread := thread_of program t in (thread_gpu thread, thread_cta thread).

(* The smallest scope that includes both threads (PTX ISA 8.5). *)
Definition common_scope (a b : Thread) : Scope :=
  if Nat.eqb (thread_gpu a) (thread_gpu b)
  then if Nat.eqb (thread_cta a) (thread_cta b) then cta else gpu
  else sys.

Definition proxy_of (i : Instruction) : Proxy :=
  match i with
  | ILoad l => load_proxy l
  | IStore st => store_proxy st
  | IAtomic a => atomic_proxy a
  | _ => generic
  end.

Definition is_alias_fence (i : Instruction) : bool :=
  match i with IProxyFence fence_alias => true | _ => false end.

Definition stages : Stages := {|
  alias_fence :=
    existsb (fun t => existsb is_alias_fence (thread_instructions t)) (threads program);
  caches :=
    fold_left (fun known c => if existsb (same_cache c) known then known else known ++ [c])
      (flat_map (fun t => flat_map (fun i =>
           if is_generic (proxy_of i) then [] else [(proxy_of i, (thread_gpu t, thread_cta t))])
         (thread_instructions t)) (threads program))
      [] |}.

Definition computed (t : ThreadId) (i : Instruction) : bool :=
  match pointer_of i with
  | None => false
  | Some p =>
      existsb (fun j => match Queues.register_written j with
                        | Some r => Nat.eqb r p
                        | None => false
                        end)
        (thread_instructions (thread_of program t))
  end.

(* The access of an instruction that is none is never looked at. *)
Definition access_of (g : Stages) (t : ThreadId) (i : Instruction) : Access :=
  let make address proxy order scope :=
    let c := (proxy, place t) in {|
    access_thread := t;
    access_address := address_generic (address_of program address);
    access_location := location_of program address;
    access_proxy := proxy;
    strong := is_strong order;
    acquires := orders_acquire order;
    releases := orders_release order;
    access_scope := scope;
    computed_address := computed t i;
    origin :=
      if is_generic proxy then generic_stage
      else match own g c with Some n => n | None => generic_stage end;
    at_same_address :=
      if is_generic proxy then [generic_stage] else listed (own g c) ++ listed (fenced g c);
    at_aliases := if is_generic proxy then aliased g else fenced_aliased g c |} in
  match i with
  | ILoad l => make (load_address l) (load_proxy l) (load_order l) (load_scope l)
  | IStore st =>
      make (store_address st) (store_proxy st) (store_order st) (store_scope st)
  | IAtomic a =>
      make (atomic_address a) (atomic_proxy a) (atomic_order a) (atomic_scope a)
  | _ => make 0 generic weak sys
  end.

Definition plan (g : Stages) (t : ThreadId) (i : Instruction) : Planned := {|
  action := i;
  access := access_of g t i;
  moves := match i with IProxyFence kind => pass_fence g kind (place t) | _ => [] end |}.

(* Locations whose final values are asked for, increasing. *)
Definition locations_of (asked : list Observable) : list LocationId :=
  filter (fun l => existsb (fun o => match o with
                                     | LocationTerm a => Nat.eqb (location_of program a) l
                                     | RegisterTerm _ _ => false
                                     end) asked)
    (seq 0 (length (locations program))).

End Plan.

(* Everything about one run that does not change while it runs. *)
Record Context := {
  source : Program;                      (* for barriers *)
  plans : list (list Planned);           (* by thread, then instruction *)
  distances : list (list Scope);
  ctas : list ThreadMask;                (* by thread: the threads of its CTA *)
  first_registers : list (list Value);
  stage_total : nat;
  location_total : nat;
  address_total : nat;
  observed_locations : list LocationId }.

Definition is_barrier (i : Instruction) : bool :=
  match i with IBarrier _ => true | _ => false end.

Definition context_of (test : Test) : Context :=
  let program := program test in
  let g := stages program in
  let numbers := seq 0 (length (threads program)) in {|
  source := program;
  plans :=
    map (fun t => map (plan program g t) (thread_instructions (thread_of program t))) numbers;
  distances := map (fun a => map (common_scope a) (threads program)) (threads program);
  ctas := map (cta_mask program) numbers;
  first_registers := map thread_registers (threads program);
  stage_total := stage_count g;
  location_total := length (locations program);
  address_total := length (addresses program);
  observed_locations := locations_of program (observables test ++ mentioned (condition test)) |}.

Section Facts.

Variable x : Context.

Definition nothing_planned : Planned := {|
  action := IFence weak cta;
  access := {|
    access_thread := 0; access_address := 0; access_location := 0; access_proxy := generic;
    strong := false; acquires := false; releases := false; access_scope := cta;
    computed_address := false; origin := 0; at_same_address := []; at_aliases := None |};
  moves := [] |}.

Definition code (t : ThreadId) : list Planned := nth t (plans x) [].
Definition planned (t : ThreadId) (i : InstructionId) : Planned := nth i (code t) nothing_planned.
Definition distance (a b : ThreadId) : Scope := nth b (nth a (distances x) []) sys.
Definition cta_of (t : ThreadId) : ThreadMask := nth t (ctas x) 0%N.

(* Moral strength of two accesses (PTX ISA 8.7; Lustig 2022, section 6.2): same virtual address and
   proxy, and related in program order or strong with mutually inclusive scopes. *)
Definition morally_strong (a b : Access) : bool :=
  Nat.eqb (access_address a) (access_address b) &&
  same_proxy (access_proxy a) (access_proxy b) &&
  (Nat.eqb (access_thread a) (access_thread b) ||
   strong a && strong b &&
   let needed := distance (access_thread a) (access_thread b) in
   includes_scope (access_scope a) needed && includes_scope (access_scope b) needed).

End Facts.
