(* The machine `gpu-scoped`: the queues and views of Sorensen 2014, figure 5.11, with scoped loads
   and memory per thread, per block and per GPU, as its section 5.4.1 asks. One function per rule.

   Source: opmodel/machines/gpu_scoped/rules.hpp and machine.cpp, same names, run with --no-reduce
   on the chip kepler: there are no L1 caches and no rule fill_l1. V[t], C[c] and G are memory as
   thread t, block c and the GPU hold it; c is the block of t. Issue, load_out and local are rules of
   the address queues (Queues.v). *)

From Coq Require Import ZArith List Bool String Lia.
From Opexplore Require Import Encoding Queues.
From Opexplore Require Export Machine.
Import ListNotations.
Open Scope nat_scope.
Local Open Scope lazy_bool_scope.  (* &&& and |||: the right side only where it matters *)

(* One location at one level: its value, the block whose thread wrote it (none for initial values),
   and the flag. At a thread the flag is LM, the block has yet to get it; at a block GM, the GPU has
   yet to get it. Unused at the GPU. *)
Record Cell := { held : Value; origin : option nat; flag : bool }.

Record State := {
  thread_states : list ThreadState;
  views : list (list Cell);   (* by thread, then location: V *)
  blocks : list (list Cell);  (* by block, then location: C *)
  gpu_cells : list Cell }.    (* by location: G; shared locations end at their block *)

#[export, refine] Instance encoding_cell : Encoding Cell := {|
  put (c : Cell) key := put (held c) (put (origin c) (put (flag c) key)) |}.
Proof. put_members. Defined.

#[export, refine] Instance encoding_state : Encoding State := {|
  put (s : State) key := put (gpu_cells s) (put (blocks s) (put (views s)
    (put (thread_states s) key))) |}.
Proof. put_members. Defined.

Definition no_cell : Cell := {| held := 0%Z; origin := None; flag := false |}.
Definition no_thread_state : ThreadState := {| pc := 0; pending := []; registers := [] |}.
Definition with_flag (c : Cell) (f : bool) : Cell :=
  {| held := held c; origin := origin c; flag := f |}.

(* What the rules know about the program (opmodel/queues/plan.hpp, class Plan). Blocks are CTAs, in
   order of first appearance. *)
Record Context := {
  codes : list (list Planned);
  block_of : list nat;
  first_threads : list ThreadId;  (* of each block *)
  shared_locations : list bool;
  homes : list nat }.             (* the block that a shared location belongs to *)

Fixpoint index_of (n : nat) (l : list nat) : nat :=
  match l with [] => 0 | m :: l => if Nat.eqb n m then 0 else S (index_of n l) end.

Definition accesses (p : Planned) (a : LocationId) : bool :=
  match kind p with load | store | atomic => Nat.eqb (location p) a | _ => false end.

Definition context_of (program : Program) : Context :=
  let ctas := map thread_cta (threads program) in
  let distinct := rev (fold_left (fun l c => if existsb (Nat.eqb c) l then l else c :: l) ctas []) in
  let codes := map (fun t => map (plan program) (thread_instructions t)) (threads program) in
  let block_of := map (fun c => index_of c distinct) ctas in
  {| codes := codes;
     block_of := block_of;
     first_threads := map (fun b => index_of b block_of) (seq 0 (List.length distinct));
     shared_locations :=
       map (fun l => match location_region l with shared => true | global => false end)
         (locations program);
     homes :=
       map (fun a => fold_left (fun home tb =>
                if existsb (fun p => accesses p a) (fst tb) then snd tb else home)
              (combine codes block_of) 0)
         (seq 0 (List.length (locations program))) |}.

Section Rules.

Variable x : Context.

Definition code (t : ThreadId) : list Planned := nth t (codes x) [].
Definition block (t : ThreadId) : nat := nth t (block_of x) 0.
Definition first (c : nat) : ThreadId := nth c (first_threads x) 0.
Definition is_shared (a : LocationId) : bool := nth a (shared_locations x) false.
Definition all_locations : list LocationId := seq 0 (List.length (shared_locations x)).

Definition view (s : State) (t : ThreadId) (a : LocationId) : Cell :=
  nth a (nth t (views s) []) no_cell.
Definition at_block (s : State) (c : nat) (a : LocationId) : Cell :=
  nth a (nth c (blocks s) []) no_cell.
Definition at_gpu (s : State) (a : LocationId) : Cell := nth a (gpu_cells s) no_cell.

(* The parts of a conclusion. *)
Definition set_thread (s : State) (t : ThreadId) (mine : ThreadState) : State := {|
  thread_states := set (thread_states s) t mine; views := views s; blocks := blocks s;
  gpu_cells := gpu_cells s |}.
Definition set_view (s : State) (t : ThreadId) (a : LocationId) (v : Cell) : State := {|
  thread_states := thread_states s; views := set (views s) t (set (nth t (views s) []) a v);
  blocks := blocks s; gpu_cells := gpu_cells s |}.
Definition set_block (s : State) (c : nat) (a : LocationId) (v : Cell) : State := {|
  thread_states := thread_states s; views := views s;
  blocks := set (blocks s) c (set (nth c (blocks s) []) a v); gpu_cells := gpu_cells s |}.
Definition set_gpu (s : State) (a : LocationId) (v : Cell) : State := {|
  thread_states := thread_states s; views := views s; blocks := blocks s;
  gpu_cells := set (gpu_cells s) a v |}.

Definition for_all_locations (f : State -> LocationId -> State) (s : State) : State :=
  fold_left f all_locations s.

(* load — Sorensen 2014, section 5.4, "load array"; `held` and the guard on the view for crossed
   loads are the repair.
     (r, a) in the load array of t
     -------------------------------------------------------------------
     r[t] := V[t][a]                  if it has crossed: only if V[t][a] is of another block
          or what it held when it crossed                              if it has crossed
     (r, a) is gone                                                                            *)
Definition may_load (s : State) (t : ThreadId) (mine : ThreadState) (e : nat) (p : Pending)
    (from_held : bool) : bool :=
  let a := location (planned (code t) p) in
  let foreign :=
    match origin (view s t a) with Some b => negb (Nat.eqb b (block t)) | None => false end in
  out p &&
  forallb (fun q => negb (crossed q && Nat.eqb (location (planned (code t) q)) a)) (older mine e) &&
  if from_held then crossed p else negb (crossed p) || foreign.

Definition load (s : State) (t : ThreadId) (mine : ThreadState) (e : nat) (p : Pending)
    (from_held : bool) : State :=
  let a := location (planned (code t) p) in
  let v := if from_held then value p else held (view s t a) in
  set_thread s t (perform (code t) mine e p (Some v)).

(* store — section 5.4, "address queues" and "flags".
     queue[t][a] = st v · rest      no older load of a in the load array
     -------------------------------------------------------------------
     V[t][a] := (v, c) with LM;  queue[t][a] := rest                                           *)
Definition store (s : State) (t : ThreadId) (mine : ThreadState) (e : nat) (p : Pending) : State :=
  let written := {| held := value p; origin := Some (block t); flag := true |} in
  set_view (set_thread s t (perform (code t) mine e p None)) t (location (planned (code t) p))
    written.

(* publish_block — LM, one level up.
     V[t][a] = w with LM
     -------------------------------------------------------------------
     C[c][a] := w, with GM if a is global;  LM clears                                          *)
Definition publish_block (s : State) (t : ThreadId) (a : LocationId) : State :=
  let mine := view s t a in
  set_view (set_block s (block t) a (with_flag mine (negb (is_shared a)))) t a
    (with_flag mine false).

(* publish_gpu — GM, one level up. The order of arrival at the last level is coherence order.
     C[c][a] = w with GM
     -------------------------------------------------------------------
     G[a] := w;  GM clears                                                                     *)
Definition publish_gpu (s : State) (c : nat) (a : LocationId) : State :=
  let mine := with_flag (at_block s c a) false in
  set_gpu (set_block s c a mine) a mine.

(* refresh_block, refresh_thread — the way down, all locations at once.
     -------------------------------------------------------------------
     C[c][a] := G[a] for every global a without GM at C[c][a]
     -------------------------------------------------------------------
     V[t][a] := C[c][a] for every a without LM at V[t][a]                                      *)
Definition refresh_block_at (c : nat) (s : State) (a : LocationId) : State :=
  if flag (at_block s c a) || is_shared a then s else set_block s c a (at_gpu s a).
Definition refresh_block (s : State) (c : nat) : State := for_all_locations (refresh_block_at c) s.

Definition refresh_thread_at (t : ThreadId) (s : State) (a : LocationId) : State :=
  if flag (view s t a) then s else set_view s t a (with_flag (at_block s (block t) a) false).
Definition refresh_thread (s : State) (t : ThreadId) : State :=
  for_all_locations (refresh_thread_at t) s.

(* Whether the two are equal in all. *)
Definition same_cell (c d : Cell) : bool :=
  Z.eqb (held c) (held d) &&& Bool.eqb (flag c) (flag d) &&&
  match origin c, origin d with
  | Some b, Some b' => Nat.eqb b b'
  | None, None => true
  | _, _ => false
  end.

(* A refresh that changes nothing is no step. *)
Definition old_block (s : State) (c : nat) : bool :=
  existsb (fun a => negb (flag (at_block s c a) ||| is_shared a
                          ||| same_cell (at_block s c a) (at_gpu s a))) all_locations.
Definition old_view (s : State) (t : ThreadId) : bool :=
  existsb (fun a => negb (flag (view s t a)
                          ||| same_cell (view s t a) (with_flag (at_block s (block t) a) false)))
    all_locations.

(* membar_cta — section 5.1.1, and table 5.3: loads of global locations cross.
     membar.cta heads all queues of t;  no load of a shared location in the load array of t
     -------------------------------------------------------------------
     publish_block for every a with LM;  refresh_thread for every a;
     every load (r, a) in the load array crosses and holds V[t][a];  the marker is gone        *)
Definition cross (s : State) (t : ThreadId) (p : Pending) : Pending :=
  if out p && negb (crossed p) then {|
    entry := entry p; out := true; awaited := awaited p; crossed := true;
    value := held (view s t (location (planned (code t) p))); expected := expected p |}
  else p.

Definition membar_cta (s : State) (t : ThreadId) (mine : ThreadState) (e : nat) (p : Pending)
  : State :=
  let up := for_all_locations
    (fun s a => refresh_thread_at t (if flag (view s t a) then publish_block s t a else s) a) s in
  let passed :=
    {| pc := pc mine; pending := map (cross up t) (pending mine); registers := registers mine |} in
  set_thread up t (perform (code t) passed e p None).

(* membar_gl — section 5.1.1. Cumulative: also what others of the block have published.
     membar.gl heads all queues of t;  the load array of t is empty
     -------------------------------------------------------------------
     publish_block for every a with LM;  publish_gpu for every a with GM in C[c];
     refresh_block and refresh_thread for every a;  the marker is gone                         *)
Definition membar_gl (s : State) (t : ThreadId) (mine : ThreadState) (e : nat) (p : Pending)
  : State :=
  let c := block t in
  let up := for_all_locations (fun s a =>
    let s := if flag (view s t a) then publish_block s t a else s in
    let s := if flag (at_block s c a) then publish_gpu s c a else s in
    refresh_thread_at t (refresh_block_at c s a) a) s in
  set_thread up t (perform (code t) mine e p None).

(* Whether a fence that heads all queues may leave them. *)
Definition may_fence (t : ThreadId) (mine : ThreadState) (k : Kind) : bool :=
  forallb (fun p =>
    negb (out p) ||
    match k with
    | Queues.membar_gl => false
    | _ => negb (is_shared (location (planned (code t) p)))
    end) (pending mine).

(* atomic — in one step at the last level of its location: G, or C for a shared one.
     queue[t][a] = atom.op r, v · rest     no older load of a in the load array
     no LM at V[t][a], no GM at C[c][a]
     -------------------------------------------------------------------
     G[a] := op(G[a], v);  C[c][a] := G[a];  V[t][a] := G[a];  r[t] := the old value
   A failed cas writes nothing.                                                                *)
Definition may_update (s : State) (t : ThreadId) (mine : ThreadState) (e : nat) (p : Pending)
  : bool :=
  let a := location (planned (code t) p) in
  can_write (code t) mine e p && negb (flag (view s t a)) && negb (flag (at_block s (block t) a)).

Definition new_value (i : Instruction) (old : Value) (p : Pending) : option Value :=
  match i with
  | IAtomic {| atomic_op := op |} =>
      match op with
      | atom_cas => if Z.eqb old (expected p) then Some (value p) else None
      | _ => Some (update op old (value p))
      end
  | _ => None
  end.

Definition atomic (s : State) (t : ThreadId) (mine : ThreadState) (e : nat) (p : Pending)
  : State :=
  let what := planned (code t) p in
  let a := location what in
  let c := block t in
  let memory := if is_shared a then at_block s c a else at_gpu s a in
  let new :=
    match new_value (instruction what) (held memory) p with
    | Some v => {| held := v; origin := Some c; flag := false |}
    | None => memory
    end in
  let s := if is_shared a then s else set_gpu s a new in
  let s := set_view (set_block s c a new) t a (with_flag new false) in
  set_thread s t (perform (code t) mine e p (Some (held memory))).

(* The order of rules in the machine's list. *)
Definition names : list string :=
  ["local"; "issue"; "load_out"; "load"; "store"; "atomic"; "membar_cta"; "membar_gl";
   "publish_block"; "publish_gpu"; "refresh_block"; "refresh_thread"]%string.

(* No function: the state would be computed even where the premise is false. *)
Local Notation when premise s := (if premise then Some s else None).

(* Rules about one entry of a thread's list. The argument is the entry's number; the choice
   is 1 for a load that takes what it held, else 0. *)
Definition entry_step (rule : nat) (t : ThreadId) (mine : ThreadState) (e : nat)
    (from_held : bool) (s : State) : option State :=
  match nth_error (pending mine) e with
  | None => None
  | Some p =>
      let what := planned (code t) p in
      match rule, kind what with
      | 2, Queues.load => when (can_leave (code t) mine e p) (set_thread s t (load_out mine e p))
      | 3, Queues.load => when (may_load s t mine e p from_held) (load s t mine e p from_held)
      | 4, Queues.store => when (can_write (code t) mine e p) (store s t mine e p)
      | 5, Queues.atomic => when (may_update s t mine e p) (atomic s t mine e p)
      | 6, Queues.membar_cta =>
          when (at_head (code t) mine e what && may_fence t mine (kind what))
            (membar_cta s t mine e p)
      | 7, Queues.membar_gl =>
          when (at_head (code t) mine e what && may_fence t mine (kind what))
            (membar_gl s t mine e p)
      | _, _ => None
      end
  end.

(* What a thread issues: rule 0 for local instructions, rule 1 for the others. *)
Definition issue_step (rule : nat) (t : ThreadId) (mine : ThreadState) (s : State)
  : option State :=
  match can_issue (code t) mine with
  | None => None
  | Some next =>
      let expected_rule := match kind next with local => 0 | _ => 1 end in
      when (Nat.eqb rule expected_rule) (set_thread s t (issue (code t) next mine))
  end.

Definition leads (t : ThreadId) : bool := Nat.eqb (first (block t)) t.
Definition is_location (a : LocationId) : bool := Nat.ltb a (List.length (shared_locations x)).

(* Rules of the views. Steps of a block go by the name of its first thread. *)
Definition memory_step (rule : nat) (t : ThreadId) (a : nat) (s : State) : option State :=
  let c := block t in
  match rule with
  | 8 => when (flag (view s t a) &&& is_location a) (publish_block s t a)
  | 9 =>
      when (leads t &&& flag (at_block s c a) &&& is_location a &&& negb (is_shared a))
        (publish_gpu s c a)
  | 10 => when (leads t &&& Nat.eqb a 0 &&& old_block s c) (refresh_block s c)
  | 11 => when (Nat.eqb a 0 &&& old_view s t) (refresh_thread s t)
  | _ => None
  end.

Definition step (c : Step) (s : State) : option State :=
  let t := thread c in
  match nth_error (thread_states s) t with
  | None => None
  | Some mine =>
      match rule c, choice c with
      | 0, 0 | 1, 0 => if Nat.eqb (argument c) 0 then issue_step (rule c) t mine s else None
      | 3, 1 => entry_step 3 t mine (argument c) true s
      | 2, 0 | 3, 0 | 4, 0 | 5, 0 | 6, 0 | 7, 0 =>
          entry_step (rule c) t mine (argument c) false s
      | _, 0 => memory_step (rule c) t (argument c) s
      | _, _ => None
      end
  end.

Definition pick (r : nat) (t : ThreadId) (a k : nat) : Step :=
  {| rule := r; thread := t; argument := a; choice := k |}.

(* The rules that an entry may be ready for. *)
Definition entry_choices (t : ThreadId) (mine : ThreadState) (e : nat) : list Step :=
  match nth_error (pending mine) e with
  | None => []
  | Some p =>
      match kind (planned (code t) p) with
      | Queues.load => [pick 2 t e 0; pick 3 t e 0; pick 3 t e 1]
      | Queues.store => [pick 4 t e 0]
      | Queues.atomic => [pick 5 t e 0]
      | Queues.membar_cta => [pick 6 t e 0]
      | Queues.membar_gl => [pick 7 t e 0]
      | local => []
      end
  end.

Definition thread_choices (s : State) (t : ThreadId) : list Step :=
  match nth_error (thread_states s) t with
  | None => []
  | Some mine =>
      [pick 0 t 0 0; pick 1 t 0 0; pick 10 t 0 0; pick 11 t 0 0] ++
      flat_map (entry_choices t mine) (seq 0 (List.length (pending mine))) ++
      flat_map (fun a => [pick 8 t a 0; pick 9 t a 0]) all_locations
  end.

Definition enumerate (s : State) : list Step :=
  flat_map (thread_choices s) (seq 0 (List.length (thread_states s))).

Lemma entry_enumerated rule t mine e h s s' k :
  entry_step rule t mine e h s = Some s' ->
  k = (if Nat.eqb rule 3 then Nat.b2n h else 0) ->
  In (pick rule t e k) (flat_map (entry_choices t mine) (seq 0 (List.length (pending mine)))).
Proof.
  unfold entry_step. intros E ->. apply in_flat_map. exists e. split.
  - apply in_seq. split; [lia|]. simpl. apply nth_error_Some. intros N. now rewrite N in E.
  - unfold entry_choices. destruct (nth_error (pending mine) e) as [p|]; [|discriminate].
    destruct rule as [|[|[|[|[|[|[|[|r]]]]]]]]; try discriminate;
      destruct (kind (planned (code t) p)); try discriminate;
      destruct h; simpl; tauto.
Qed.

Lemma memory_enumerated rule t a s s' mine :
  memory_step rule t a s = Some s' -> nth_error (thread_states s) t = Some mine ->
  In (pick rule t a 0) (thread_choices s t).
Proof.
  unfold memory_step, thread_choices. intros E ->. cbv iota beta.
  destruct rule as [|[|[|[|[|[|[|[|[|[|[|[|rule]]]]]]]]]]]]; try discriminate;
    match type of E with (if ?b then _ else _) = _ => destruct b eqn:B; [|discriminate] end;
    rewrite <- ?andb_lazy_alt, ?andb_true_iff in B; rewrite !in_app_iff.
  1,2: right; right; apply in_flat_map; exists a; split; [|simpl; tauto];
    apply in_seq; split; [lia|]; apply PeanoNat.Nat.ltb_lt; tauto.
  - assert (A : a = 0) by (apply PeanoNat.Nat.eqb_eq; tauto). subst. left. simpl. tauto.
  - assert (A : a = 0) by (apply PeanoNat.Nat.eqb_eq; tauto). subst. left. simpl. tauto.
Qed.

Lemma enumerate_complete s c s' : step c s = Some s' -> In c (enumerate s).
Proof.
  unfold step, enumerate. destruct c as [r t a k]; simpl.
  destruct (nth_error (thread_states s) t) as [mine|] eqn:T; [|discriminate].
  intros E. apply in_flat_map. exists t. split.
  { apply in_seq. split; [lia|]. simpl. apply nth_error_Some. congruence. }
  change (In (pick r t a k) (thread_choices s t)).
  destruct (Nat.leb 2 r && Nat.leb r 7) eqn:R.
  - unfold thread_choices. rewrite T, !in_app_iff. right. left.
    destruct r as [|[|[|[|[|[|[|[|r]]]]]]]]; try discriminate;
      destruct k as [|[|k]]; try discriminate;
      (eapply entry_enumerated; [exact E|reflexivity]).
  - destruct r as [|[|r]].
    1,2: destruct k; [|discriminate]; unfold thread_choices; rewrite T;
      destruct (Nat.eqb a 0) eqn:A; [|discriminate];
      apply PeanoNat.Nat.eqb_eq in A; subst; apply in_app_iff; left; simpl; tauto.
    do 6 (destruct r as [|r]; [discriminate|]).
    destruct k; [|discriminate]. eapply memory_enumerated; eassumption.
Qed.

Definition is_final (s : State) : bool :=
  forallb (fun tm => done (fst tm) (snd tm)) (combine (codes x) (thread_states s)) &&
  forallb (forallb (fun c => negb (flag c))) (views s) &&
  forallb (forallb (fun c => negb (flag c))) (blocks s).

End Rules.

Definition initial (program : Program) (x : Context) : State :=
  let cells := map (fun l => {| held := location_initial l; origin := None; flag := false |})
    (locations program) in {|
  thread_states :=
    map (fun t => {| pc := 0; pending := []; registers := thread_registers t |}) (threads program);
  views := map (fun _ => cells) (threads program);
  blocks := map (fun _ => cells) (first_threads x);
  gpu_cells := cells |}.

Definition observe (program : Program) (x : Context) (s : State) (o : Observable) : Value :=
  match o with
  | RegisterTerm t reg => nth reg (registers (nth t (thread_states s) no_thread_state)) 0%Z
  | LocationTerm address =>
      let a := location_of program address in
      held (if is_shared x a then at_block s (nth a (homes x) 0) a else at_gpu s a)
  end.

(* Whether the machine runs the test: the threads of one GPU, its instructions, no aliases. *)
Definition supports (test : Test) : bool :=
  match threads (program test) with
  | [] => true
  | t :: rest => forallb (fun u => Nat.eqb (thread_gpu t) (thread_gpu u)) rest
  end &&
  forallb (fun t => forallb runs (thread_instructions t)) (threads (program test)) &&
  (if list_eq_dec PeanoNat.Nat.eq_dec (map address_location (addresses (program test)))
        (seq 0 (List.length (locations (program test)))) then true else false).

Definition machine (test : Test) : Machine :=
  let x := context_of (program test) in {|
  Machine.State := State;
  rules := names;
  Machine.initial := initial (program test) x;
  Machine.step := step x;
  Machine.enumerate := enumerate x;
  Machine.enumerate_complete := enumerate_complete x;
  next_states := one_by_one (step x) (enumerate x);
  next_states_spec := one_by_one_spec _ _ (enumerate_complete x);
  Machine.is_final := is_final x;
  Machine.observe := observe (program test) x;
  key s := put s xH;
  key_injective s s' H := proj1 (put_injective s s' xH xH H) |}.

Definition model : OperationalModel := {| machine_of := machine; Machine.supports := supports |}.
