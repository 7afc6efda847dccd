(* Coherence order: a partial order of the writes of each location, and the choices that a new write
   brings (PTX ISA 8.9.6; Lustig 2019, section 3).

   Source: opmodel/ptx/coherence.hpp and coherence.cpp, same names. In the memory of a state `after`
   is transitively closed and acyclic. *)

From Coq Require Import ZArith NArith List Bool.
From Opexplore Require Export PtxView.
Import ListNotations.

Definition no_write : Write := {|
  write_thread := None; write_instruction := 0; write_value := 0%Z; rmw_source := None;
  after := 0%N |}.

Definition write_at (m : Memory) (w : nat) : Write := nth w m no_write.

Section Coherence.

Variable x : Context.

(* The access that made the write; none for an initial write. *)
Definition write_access (w : Write) : option Access :=
  match write_thread w with
  | Some t => Some (access (planned x t (write_instruction w)))
  | None => None
  end.

Definition write_location (w : Write) : LocationId :=
  match write_access w with Some a => access_location a | None => write_instruction w end.

(* All writes to the location, and those that went through this virtual address. *)
Definition at_location (m : Memory) (l : LocationId) : ItemSet :=
  gather (fun w => Nat.eqb (write_location w) l) m.
Definition at_address (m : Memory) (address : AddressId) : ItemSet :=
  gather (fun w => match write_access w with
                   | Some a => Nat.eqb (access_address a) address
                   | None => false
                   end) m.

(* Whether the access and the write are morally strong; the writes that are so. *)
Definition strong_write (a : Access) (w : Write) : bool :=
  match write_access w with Some b => morally_strong x b a | None => false end.
Definition strong_writes (m : Memory) (a : Access) : ItemSet := gather (strong_write a) m.

(* Writes to the location of the access, known in the view well enough to order it. *)
Definition ordered_before (m : Memory) (v : View) (a : Access) : ItemSet :=
  let near := known_at_same_address v a in
  let far := known_at_aliases v a in
  N.lor (if is_empty near then 0%N else N.land near (at_address m (access_address a)))
        (if is_empty far then 0%N else N.land far (at_location m (access_location a))).

(* Writes that are coherence-before one of these; those that are coherence-after one. *)
Definition before_any (m : Memory) (set : ItemSet) : ItemSet :=
  gather (fun w => meet (after w) set) m.

Fixpoint after_any (m : Memory) (set : ItemSet) : ItemSet :=
  match m with
  | [] => 0%N
  | w :: m =>
      let rest := after_any m (N.div2 set) in
      if N.odd set then N.lor (after w) rest else rest
  end.

(* Writes to the location that no other write follows in coherence. *)
Definition last (m : Memory) (l : LocationId) : ItemSet :=
  gather (fun w => is_empty (after w) && Nat.eqb (write_location w) l) m.

(* The number that a new write of the thread gets when `earlier` of its writes precede it in
   program order. *)
Definition place_for (m : Memory) (t : ThreadId) (earlier : nat) : nat :=
  length (filter (fun w => match write_thread w with Some u => Nat.ltb u t | None => true end) m)
  + earlier.

(* A number of a write after a new write was given number `at_`. *)
Definition renumber (at_ w : nat) : nat := if Nat.leb at_ w then S w else w.

Definition with_after (w : Write) (set : ItemSet) : Write := {|
  write_thread := write_thread w; write_instruction := write_instruction w;
  write_value := write_value w; rmw_source := rmw_source w; after := set |}.

Definition with_source (w : Write) (source : nat) : Write := {|
  write_thread := write_thread w; write_instruction := write_instruction w;
  write_value := write_value w; rmw_source := Some source; after := after w |}.

Definition make_room_in (at_ : nat) (w : Write) : Write := {|
  write_thread := write_thread w; write_instruction := write_instruction w;
  write_value := write_value w; rmw_source := option_map (renumber at_) (rmw_source w);
  after := make_room (after w) at_ |}.

(* Inserts a write, unordered, renumbering those behind it. *)
Definition insert (m : Memory) (at_ : nat) (new : Write) : Memory :=
  let m := map (make_room_in at_) m in firstn at_ m ++ new :: skipn at_ m.

Fixpoint add_after (m : Memory) (earlier later : ItemSet) : Memory :=
  match m with
  | [] => []
  | w :: m =>
      (if N.odd earlier then with_after w (N.lor (after w) later) else w)
      :: add_after m (N.div2 earlier) later
  end.

(* Orders each write of `earlier` before each of `later`, and closes. None when that contradicts
   what is known. *)
Definition order (m : Memory) (earlier later : ItemSet) : option Memory :=
  let earlier := N.lor earlier (before_any m earlier) in
  let closed := N.lor later (after_any m later) in
  if meet earlier closed then None else Some (add_after m earlier closed).

(* Atomicity: nothing morally strong lies between the write that a read-modify-write read and the
   one it wrote (PTX ISA 8.10.3). *)
Definition atomic_write (m : Memory) (number : nat) (w : Write) : bool :=
  match rmw_source w, write_access w with
  | Some source, Some a =>
      let between := N.land (after (write_at m source)) (before_any m (item number)) in
      is_empty between || negb (meet between (strong_writes m a))
  | _, _ => true
  end.

Fixpoint atomic_from (m : Memory) (number : nat) (rest : list Write) : bool :=
  match rest with
  | [] => true
  | w :: rest => atomic_write m number w && atomic_from m (S number) rest
  end.

Definition atomic (m : Memory) : bool := atomic_from m 0 m.

(* Every way to order the write against the morally strong writes that it is not ordered with, of
   which `others` are left to look at, lowest first. Coherence relates morally strong writes one way
   or the other; others stay unordered. *)
Fixpoint orientations (m : Memory) (write : nat) (others : list nat) : list Memory :=
  match others with
  | [] => if atomic m then [m] else []
  | other :: rest =>
      let follow o :=
        match o with Some m => orientations m write rest | None => [] end in
      if contains (after (write_at m write)) other || contains (after (write_at m other)) write
      then orientations m write rest
      else follow (order m (item other) (item write)) ++ follow (order m (item write) (item other))
  end.

Definition all_orientations (m : Memory) (write : nat) : list Memory :=
  match write_access (write_at m write) with
  | Some a =>
      orientations m write
        (filter (fun w => negb (Nat.eqb w write)) (members (strong_writes m a)))
  | None => []
  end.

End Coherence.
