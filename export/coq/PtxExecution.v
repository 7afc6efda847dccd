(* The candidate execution of a state of `ptx-proxy`, analysed: what is known to its events, whether
   the axioms hold, and what follows from what.

   Source: opmodel/ptx/out_of_order/execution.cpp, sc_per_location.cpp and events.cpp, same names;
   walk_read, walk_write, walk_fence and walk_barrier are load, store, fence and fence_sc, and
   barrier there, by the rules of opmodel/ptx/rules. Views are computed to a fixpoint, because a
   load that is performed late can teach its thread, and everybody
   downstream, things about their past. *)

From Coq Require Import ZArith NArith List Bool.
From Opexplore Require Export PtxPosition.
Import ListNotations.

(* ---- Events ---- *)

(* What is known of one issued instruction: the numbers of its items. *)
Record Entry := {
  what : Planned;
  log : Issued;
  read_item : nat;      (* of its read *)
  write_item : nat;     (* the number of its write *)
  fence_index : nat;    (* of a fence.sc in the list of fences *)
  fence_item : nat }.   (* and among the items *)

(* The lowest numbers that are free. *)
Record Numbers := { next_read : nat; next_write : nat; next_fence : nat }.

Definition is_fence_sc (i : Instruction) : bool :=
  match i with IFence order _ => is_sc order | _ => false end.

Section Execution.

Variable x : Context.

(* Items: the writes by their numbers, then fences, then performed reads. *)
Fixpoint number_log (writes : nat) (t : ThreadId) (rest : list Issued) (n : Numbers)
  : list Entry * Numbers :=
  match rest with
  | [] => ([], n)
  | i :: rest =>
      let what := planned x t (issued_instruction i) in
      let entry := {|
        what := what; log := i; read_item := next_read n; write_item := next_write n;
        fence_index := next_fence n; fence_item := writes + next_fence n |} in
      let n := {|
        next_read := if reads_done i then S (next_read n) else next_read n;
        next_write := if write_done i then S (next_write n) else next_write n;
        next_fence :=
          if is_fence_sc (action what) then S (next_fence n) else next_fence n |} in
      let (entries, n) := number_log writes t rest n in
      (entry :: entries, n)
  end.

Fixpoint number_logs (writes : nat) (t : ThreadId) (logs : list (list Issued)) (n : Numbers)
  : list (list Entry) :=
  match logs with
  | [] => []
  | log :: logs =>
      let (entries, n) := number_log writes t log n in
      entries :: number_logs writes (S t) logs n
  end.

Definition number_events (s : State) : list (list Entry) :=
  let writes := length (memory s) in
  number_logs writes 0 (issued s)
    {| next_read := writes + length (fences s); next_write := location_total x; next_fence := 0 |}.

(* ---- Knowledge ---- *)

(* What is known to an entry before it, and between the halves of an atomic. *)
Record EntryViews := { view_before : View; view_before_write : View }.

(* What the arrivals at a generation of a barrier know together. *)
Record GenerationView := {
  view_cta : ThreadMask; view_resource : Value; view_generation : nat; gathered : View }.

(* What threads tell each other: messages of writes, views of fences, views of barriers. *)
Record Shared := {
  messages : list Message;
  fence_views : list View;
  generations : list GenerationView;
  changed : bool;
  contradiction : bool }.   (* the Fence-SC order contradicts base causality *)

Definition walk_read (s : State) (shared : Shared) (k : Knowledge) (e : Entry) (source : nat)
  : Knowledge :=
  let a := access (what e) in
  let t := access_thread a in
  let seen := add_item (view k) (read_item e) a in
  let observes := strong_write x a (write_at (memory s) source) in
  let v := if observes then add_item seen source a else seen in
  let o := if observes && strong a then N.lor (observed k) (item source) else observed k in
  (* The pattern may have begun with an earlier strong read of this address. *)
  let heads :=
    if acquires a then N.land o (at_address x (memory s) (access_address a)) else 0%N in
  {| view :=
       fold_left (fun v head =>
           learn x v (nth head (messages shared) []) t (access_scope a) (access_proxy a))
         (members heads) v;
     released := released k; observed := o; address_released := address_released k |}.

Definition walk_write (s : State) (shared : Shared) (k : Knowledge) (e : Entry)
  : Knowledge * Shared :=
  let a := access (what e) in
  let w := write_item e in
  let old := nth w (messages shared) [] in
  let (k, message) := release_through x (with_view k (add_item (view k) w a)) a old in
  let message :=
    match read (log e) with
    | reads_from source =>
        if strong_write x a (write_at (memory s) source)
        then inherit message (nth source (messages shared) []) else message
    | _ => message
    end in
  (k, if same_message message old then shared
      else {| messages := set (messages shared) w message; fence_views := fence_views shared;
              generations := generations shared; changed := true;
              contradiction := contradiction shared |}).

Definition walk_fence (s : State) (shared : Shared) (k : Knowledge) (t : ThreadId) (e : Entry)
    (fence_order : Order) (scope : Scope) : Knowledge * Shared :=
  let is_sc := is_sc fence_order in
  let n := fence_index e in
  let own := item (fence_item e) in
  let before :=
    match nth_error (fences s) n with Some f => members (fence_before f) | None => [] end in
  let led :=
    if is_sc
    then fold_left (fun v f => join_views v (nth f (fence_views shared) [])) before (view k)
    else view k in
  let wrong := is_sc && meet (anywhere led) own in
  let v := if is_sc then add_to_stage led generic_stage own else led in
  let v :=
    if fence_acquires fence_order
    then fold_left (fun v head => learn x v (nth head (messages shared) []) t scope generic)
           (members (observed k)) v
    else v in
  ({| view := v;
      released :=
        if fence_releases fence_order then publish (released k) scope v else released k;
      observed := observed k; address_released := address_released k |},
   if is_sc && (wrong || negb (includes (nth n (fence_views shared) []) v))
   then {| messages := messages shared; fence_views := set (fence_views shared) n v;
           generations := generations shared; changed := true;
           contradiction := contradiction shared || wrong |}
   else shared).

Definition same_generation (cta : ThreadMask) (i : Issued) (g : GenerationView) : bool :=
  N.eqb (view_cta g) cta && Z.eqb (view_resource g) (resource i)
  && Nat.eqb (view_generation g) (generation i).

Fixpoint meet_at_barrier (cta : ThreadMask) (i : Issued) (v : View) (found : list GenerationView)
  : View * list GenerationView :=
  let gather views := {| view_cta := cta; view_resource := resource i;
                         view_generation := generation i; gathered := views |} in
  match found with
  | [] => (v, [gather v])
  | g :: rest =>
      if same_generation cta i g
      then let all := join_views (gathered g) v in (all, gather all :: rest)
      else let (all, rest) := meet_at_barrier cta i v rest in (all, g :: rest)
  end.

Definition walk_barrier (s : State) (shared : Shared) (k : Knowledge) (t : ThreadId) (e : Entry)
    (arrives is_last : bool) : Knowledge * Shared :=
  let cta := cta_of x t in
  let known := existsb (fun g => same_generation cta (log e) g && includes (gathered g) (view k))
                 (generations shared) in
  let (all, found) := meet_at_barrier cta (log e) (view k) (generations shared) in
  let still_waits := is_last && waits (barriers s) t in
  (if still_waits || arrives then k else with_view k all,
   if known then shared
   else {| messages := messages shared; fence_views := fence_views shared; generations := found;
           changed := true; contradiction := contradiction shared |}).

(* One pass along a thread: what is known to its entries, and what it tells others. *)
Fixpoint walk (s : State) (t : ThreadId) (entries : list Entry) (k : Knowledge) (shared : Shared)
  : list EntryViews * Shared :=
  match entries with
  | [] => ([], shared)
  | e :: rest =>
      let go before_write next :=
        let (views, shared) := walk s t rest (fst next) (snd next) in
        ({| view_before := view k; view_before_write := before_write |} :: views, shared) in
      match action (what e) with
      | IFence order scope => go (view k) (walk_fence s shared k t e order scope)
      | IProxyFence _ => go (view k) (with_view k (pass_moves (view k) (moves (what e))), shared)
      | IBarrier b =>
          let is_last := match rest with [] => true | _ => false end in
          go (view k) (walk_barrier s shared k t e (barrier_arrives b) is_last)
      | _ =>
          let k' := match read (log e) with
                    | reads_from source => walk_read s shared k e source
                    | _ => k
                    end in
          go (view k') (if write_done (log e) then walk_write s shared k' e else (k', shared))
      end
  end.

Fixpoint walk_all (s : State) (t : ThreadId) (logs : list (list Entry)) (shared : Shared)
  : list (list EntryViews) * Shared :=
  match logs with
  | [] => ([], shared)
  | entries :: logs =>
      let (mine, shared) := walk s t entries (no_knowledge x) shared in
      let (others, shared) := walk_all s (S t) logs shared in
      (mine :: others, shared)
  end.

Definition pass (s : State) (events : list (list Entry)) (shared : Shared)
  : list (list EntryViews) * Shared :=
  walk_all s 0 events {|
    messages := messages shared; fence_views := fence_views shared;
    generations := generations shared; changed := false; contradiction := contradiction shared |}.

(* Passes until nothing changes, at most 2 ^ fuel of them. *)
Fixpoint passes (fuel : nat) (s : State) (events : list (list Entry)) (shared : Shared)
  : list (list EntryViews) * Shared :=
  match fuel with
  | 0 => pass s events shared
  | S fuel =>
      let (views, shared) := passes fuel s events shared in
      if changed shared && negb (contradiction shared) then passes fuel s events shared
      else (views, shared)
  end.

(* Computes all views. None when the Fence-SC order contradicts base causality.

   Every pass but the last adds an item to a stage of a view that is shared: each write has one view
   per scope, thread and proxy at the head of a pattern, each fence and each generation of a barrier
   has one, and the items are at most two per entry and the initial writes. There are fewer such
   places than `bound`, so that the passes are enough and the last one changes nothing; were it
   otherwise, the step would be refused, and the state that it leads to missed. *)
Definition saturate (s : State) (events : list (list Entry)) : option (list (list EntryViews)) :=
  let entries := fold_left (fun n log => n + length log) (issued s) 0 in
  let items := N.of_nat (location_total x + 2 * entries) in
  let bound :=
    (items * items * N.of_nat (stage_total x) * N.of_nat (6 * length (issued s) + 2) + 1)%N in
  let (views, shared) := passes (N.size_nat bound) s events {|
    messages := repeat [] (length (memory s));
    fence_views := repeat (no_view x) (length (fences s));
    generations := []; changed := false; contradiction := false |} in
  if changed shared || contradiction shared then None else Some views.

(* ---- The axioms ---- *)

(* Entries with what is known to them, and those that have written, by number of their write. *)
Definition Known := (Entry * EntryViews)%type.
Definition known_entries (events : list (list Entry)) (views : list (list EntryViews))
  : list Known :=
  flat_map (fun both => combine (fst both) (snd both)) (combine events views).
Definition writers (known : list Known) : list Known :=
  filter (fun e => write_done (log (fst e))) known.

(* Base causality orders some writes before others of their location: adds that to coherence. None
   when that is impossible. *)
Definition impose (m : option Memory) (e : Known) : option Memory :=
  match m with
  | None => None
  | Some m =>
      let a := access (what (fst e)) in
      let w := write_item (fst e) in
      let known :=
        N.lor (ordered_before x m (view_before_write (snd e)) a) (item (access_location a)) in
      if contains known w then None else order m known (item w)
  end.

Definition impose_coherence (known : list Known) (m : Memory) : option Memory :=
  fold_left impose (writers known) (Some m).

(* Causality for one read of a write. *)
Definition causal (m : Memory) (writers : list Known) (e : Known) : bool :=
  match read (log (fst e)) with
  | reads_from source =>
      let a := access (what (fst e)) in
      let w := write_at m source in
      (* fr;cause: nothing known may overwrite what was read. *)
      negb (meet (after w) (ordered_before x m (view_before (snd e)) a)) &&
      (* rf;cause: the write read from must not know of the read. *)
      match write_thread w, nth_error writers (source - location_total x) with
      | Some _, Some (writer, views) =>
          let b := access (what writer) in
          let v := view_before_write views in
          let own := item (read_item (fst e)) in
          negb (Nat.eqb (access_address a) (access_address b)
                && meet (known_at_same_address v b) own) &&
          negb (meet (known_at_aliases v b) own)
      | _, _ => true
      end
  | _ => true
  end.

(* Edges lead from all of a set of events to all of another. *)
Definition Edges := (ItemSet * ItemSet)%type.

(* Takes away edges into events that no edge leaves, as long as there are any. *)
Fixpoint acyclic (fuel : nat) (edges : list Edges) : bool :=
  let sources := fold_left (fun set e => N.lor set (fst e)) edges 0%N in
  let left := filter (fun e => meet (snd e) sources) edges in
  match left, fuel with
  | [], _ => true
  | _, 0 => false
  | _, S fuel => negb (Nat.eqb (length left) (length edges)) && acyclic fuel left
  end.

(* acyclic ((morally strong & (rf | co | fr)) | po-loc), per virtual address (PTX ISA 8.10.5; Lustig
   2019, section 3). `earlier`: what the thread did there before. *)
Fixpoint edges_at (m : Memory) (address : AddressId) (entries : list Entry) (earlier : ItemSet)
  : list Edges :=
  match entries with
  | [] => []
  | e :: rest =>
      let a := access (what e) in
      if (reads_done (log e) || write_done (log e)) && Nat.eqb (access_address a) address
      then
        let strong := strong_writes x m a in
        let read := item (read_item e) in
        let write := item (write_item e) in
        let of_read :=
          match PtxState.read (log e) with
          | reads_from source =>
              (earlier, read) :: (read, N.land strong (after (write_at m source)))
              :: (if contains strong source then [(item source, read)] else [])
          | _ => []
          end in
        let met := if reads_done (log e) then N.lor earlier read else earlier in
        let of_write :=
          if write_done (log e)
          then [(met, write); (write, N.land strong (after (write_at m (write_item e))))] else [] in
        of_read ++ of_write
        ++ edges_at m address rest (if write_done (log e) then N.lor met write else met)
      else edges_at m address rest earlier
  end.

Definition sc_per_location (m : Memory) (events : list (list Entry)) (address : AddressId) : bool :=
  let edges :=
    filter (fun e => negb (is_empty (fst e)))
      (flat_map (fun entries => edges_at m address entries 0%N) events) in
  acyclic (length edges) edges.

(* Causality, Atomicity and SC-per-Location for this coherence order. *)
Definition consistent (events : list (list Entry)) (known : list Known) (m : Memory) : bool :=
  let writers := writers known in
  forallb (causal m writers) known && atomic x m &&
  forallb (sc_per_location m events) (seq 0 (address_total x)).

(* ---- What follows from an event ---- *)

(* The first entry that satisfies a predicate, of every thread that has one. *)
Fixpoint first_entry (P : Entry -> bool) (entries : list Entry) (number : nat) : option nat :=
  match entries with
  | [] => None
  | e :: rest => if P e then Some number else first_entry P rest (S number)
  end.
Definition first_entries (P : ThreadId -> Entry -> bool) (events : list (list Entry))
  : list (ThreadId * nat) :=
  flat_map (fun te => match first_entry (P (fst te)) (snd te) 0 with
                      | Some e => [(fst te, e)]
                      | None => []
                      end)
    (combine (seq 0 (length events)) events).

(* Entries that an entry leads to directly: by reads-from, a barrier, the Fence-SC order. *)
Definition effects (s : State) (events : list (list Entry)) (t : ThreadId) (cause : Entry)
  : list (ThreadId * nat) :=
  let i := log cause in
  (if write_done i
   then first_entries (fun _ e => match read (log e) with
                                  | reads_from w => Nat.eqb w (write_item cause)
                                  | _ => false
                                  end) events
   else []) ++
  match action (what cause) with
  | IBarrier _ =>
      map (fun ue => (fst ue, S (snd ue)))
        (first_entries (fun u e =>
             is_barrier (action (what e)) && Z.eqb (resource (log e)) (resource i) &&
             Nat.eqb (generation (log e)) (generation i) && N.eqb (cta_of x u) (cta_of x t))
           events)
  | IFence order _ =>
      if is_sc order
      then flat_map (fun f => if contains (fence_before f) (fence_index cause)
                              then [(fence_thread f, fence_entry f)] else []) (fences s)
      else []
  | _ => []
  end.

(* Whether the thread has come to the generation of a barrier that this entry of another is of. *)
Definition arrived (events : list (list Entry)) (t : ThreadId) (other : Entry) : bool :=
  existsb (fun mine =>
             is_barrier (action (what mine)) &&
             Z.eqb (resource (log mine)) (resource (log other)) &&
             Nat.eqb (generation (log mine)) (generation (log other)))
    (nth t events []).

(* Who waited may have waited for the thread to come to its end. *)
Definition pass_by (events : list (list Entry)) (t : ThreadId) : list (ThreadId * nat) :=
  first_entries (fun u e =>
      is_barrier (action (what e)) && negb (Nat.eqb u t) && N.eqb (cta_of x u) (cta_of x t) &&
      negb (arrived events t e))
    events.

(* Per thread, the first entry reached, where one behind the last stands for what the thread does
   from then on, and one more says that nothing is reached; entries reached whose effects have not been looked at. *)
Definition Reached := (list nat * list (ThreadId * nat))%type.

Definition reach (r : Reached) (target : ThreadId * nat) : Reached :=
  let (first, open) := r in
  let (t, e) := target in
  let known := nth t first 0 in
  if Nat.ltb e known
  then (set first t e, map (fun e => (t, e)) (seq e (known - e)) ++ open)
  else r.

Definition no_entry : Entry := {|
  what := nothing_planned;
  log := {| issued_instruction := 0; read := reads_none; write := writes_none; generation := 0;
            resource := 0%Z |};
  read_item := 0; write_item := 0; fence_index := 0; fence_item := 0 |}.

(* Every entry is opened once at most. *)
Fixpoint spread (fuel : nat) (s : State) (events : list (list Entry)) (r : Reached) : list nat :=
  match fuel, snd r with
  | S fuel, (t, e) :: open =>
      let mine := nth t events [] in
      let found :=
        if Nat.eqb e (length mine) then pass_by events t
        else effects s events t (nth e mine no_entry) in
      spread fuel s events (fold_left reach found (fst r, open))
  | _, _ => fst r
  end.

(* Events that may have run because of entries of the thread from `entry` on: program order,
   reads-from, barriers and who passes them by, Fence-SC order. Per thread, the first entry. May
   hold too many. *)
Definition consequences (s : State) (events : list (list Entry)) (t : ThreadId) (entry : nat)
  : list nat :=
  let sizes := map (fun log => S (length log)) events in
  spread (S (fold_left Nat.add sizes 0)) s events (reach (sizes, []) (t, entry)).

End Execution.
