(* Instructions and conditions as a reader of litmus tests writes them, with names in quotes.

   Source: docs/litmus-format.md, "Instructions". Modifiers stand in the order that is shown there.
   All of PTX that is in Program.v can be written. *)

From Coq Require Import ZArith List String.
From Opexplore Require Export Names.
Import ListNotations.

Definition P0 : ThreadId := 0.
Definition P1 : ThreadId := 1.
Definition P2 : ThreadId := 2.
Definition P3 : ThreadId := 3.
Definition P4 : ThreadId := 4.
Definition P5 : ThreadId := 5.
Definition P6 : ThreadId := 6.
Definition P7 : ThreadId := 7.
Definition P8 : ThreadId := 8.
Definition P9 : ThreadId := 9.
Definition P10 : ThreadId := 10.
Definition P11 : ThreadId := 11.
Definition P12 : ThreadId := 12.
Definition P13 : ThreadId := 13.
Definition P14 : ThreadId := 14.
Definition P15 : ThreadId := 15.

(* `relaxed.gpu.add` and the like, all of them. *)
Module Type OrderAndScope.
  Parameter order : Order.
  Parameter scope : Scope.
End OrderAndScope.

Module Updates (S : OrderAndScope).
  Definition with_op (op : AtomicOp) : Modifiers :=
    {| update_order := S.order; update_scope := S.scope; update_op := op |}.
  Definition add := with_op atom_add.
  Definition sub := with_op atom_sub.
  Definition mul := with_op atom_mul.
  Definition div := with_op atom_div.
  Definition and := with_op atom_and.
  Definition or := with_op atom_or.
  Definition xor := with_op atom_xor.
  Definition min := with_op atom_min.
  Definition max := with_op atom_max.
  Definition inc := with_op atom_inc.
  Definition dec := with_op atom_dec.
  Definition exch := with_op atom_exch.
  Definition cas := with_op atom_cas.
End Updates.

Module Type OneOrder.
  Parameter order : Order.
End OneOrder.

Module Scopes (O : OneOrder).
  Module Cta. Definition order := O.order. Definition scope := cta. End Cta.
  Module Gpu. Definition order := O.order. Definition scope := gpu. End Gpu.
  Module Sys. Definition order := O.order. Definition scope := sys. End Sys.
  Module cta := Updates Cta.
  Module gpu := Updates Gpu.
  Module sys := Updates Sys.
End Scopes.

Module Relaxed. Definition order := relaxed. End Relaxed.
Module Acquire. Definition order := acquire. End Acquire.
Module Release. Definition order := release. End Release.
Module AcqRel. Definition order := acq_rel. End AcqRel.
Module relaxed := Scopes Relaxed.
Module acquire := Scopes Acquire.
Module release := Scopes Release.
Module acq_rel := Scopes AcqRel.

(* In what follows s is a scope, t a type, m an order with a scope and an operation; r a register,
   x a place, e, v and w operands, l a label; names of these are strings. *)

Notation "'ld.weak' r , x" := (ld generic weak sys r x)
  (at level 60, r at level 0, x at level 0).
Notation "'ld.relaxed.' s r , x" := (ld generic relaxed s r x)
  (at level 60, s at level 0, r at level 0, x at level 0).
Notation "'ld.acquire.' s r , x" := (ld generic acquire s r x)
  (at level 60, s at level 0, r at level 0, x at level 0).
Notation "'tld.weak' r , x" := (ld texture weak sys r x)
  (at level 60, r at level 0, x at level 0).
Notation "'tld.relaxed.' s r , x" := (ld texture relaxed s r x)
  (at level 60, s at level 0, r at level 0, x at level 0).
Notation "'tld.acquire.' s r , x" := (ld texture acquire s r x)
  (at level 60, s at level 0, r at level 0, x at level 0).
Notation "'suld.weak' r , x" := (ld surface weak sys r x)
  (at level 60, r at level 0, x at level 0).
Notation "'suld.relaxed.' s r , x" := (ld surface relaxed s r x)
  (at level 60, s at level 0, r at level 0, x at level 0).
Notation "'suld.acquire.' s r , x" := (ld surface acquire s r x)
  (at level 60, s at level 0, r at level 0, x at level 0).
Notation "'cold.weak' r , x" := (ld constant weak sys r x)
  (at level 60, r at level 0, x at level 0).
Notation "'cold.relaxed.' s r , x" := (ld constant relaxed s r x)
  (at level 60, s at level 0, r at level 0, x at level 0).
Notation "'cold.acquire.' s r , x" := (ld constant acquire s r x)
  (at level 60, s at level 0, r at level 0, x at level 0).
Notation "'st.weak' x , v" := (st generic weak sys x v)
  (at level 60, x at level 0, v at level 50).
Notation "'st.relaxed.' s x , v" := (st generic relaxed s x v)
  (at level 60, s at level 0, x at level 0, v at level 50).
Notation "'st.release.' s x , v" := (st generic release s x v)
  (at level 60, s at level 0, x at level 0, v at level 50).
Notation "'sust.weak' x , v" := (st surface weak sys x v)
  (at level 60, x at level 0, v at level 50).
Notation "'sust.relaxed.' s x , v" := (st surface relaxed s x v)
  (at level 60, s at level 0, x at level 0, v at level 50).
Notation "'sust.release.' s x , v" := (st surface release s x v)
  (at level 60, s at level 0, x at level 0, v at level 50).
Notation "'atom.' m r , x , v" := (atom generic m (Some r) x 0%Z v)
  (at level 60, m at level 0, r at level 0, x at level 0, v at level 50).
Notation "'atom.' m r , x , e , v" := (atom generic m (Some r) x e v)
  (at level 60, m at level 0, r at level 0, x at level 0, e at level 50,
   v at level 50).
Notation "'red.' m x , v" := (atom generic m None x 0%Z v)
  (at level 60, m at level 0, x at level 0, v at level 50).
Notation "'suatom.' m r , x , v" := (atom surface m (Some r) x 0%Z v)
  (at level 60, m at level 0, r at level 0, x at level 0, v at level 50).
Notation "'suatom.' m r , x , e , v" := (atom surface m (Some r) x e v)
  (at level 60, m at level 0, r at level 0, x at level 0, e at level 50,
   v at level 50).
Notation "'sured.' m x , v" := (atom surface m None x 0%Z v)
  (at level 60, m at level 0, x at level 0, v at level 50).
Notation "'fence.acquire.' s" := (fence acquire s)
  (at level 60, s at level 0).
Notation "'fence.release.' s" := (fence release s)
  (at level 60, s at level 0).
Notation "'fence.acq_rel.' s" := (fence acq_rel s)
  (at level 60, s at level 0).
Notation "'fence.sc.' s" := (fence Program.sc s)
  (at level 60, s at level 0).
Notation "'membar.cta'" := (fence Program.sc cta) (at level 0).
Notation "'membar.gl'" := (fence Program.sc gpu) (at level 0).
Notation "'membar.sys'" := (fence Program.sc sys) (at level 0).
Notation "'fence.proxy.alias'" := (proxy_fence fence_alias) (at level 0).
Notation "'fence.proxy.generic'" := (proxy_fence fence_generic) (at level 0).
Notation "'fence.proxy.texture'" := (proxy_fence fence_texture) (at level 0).
Notation "'fence.proxy.surface'" := (proxy_fence fence_surface) (at level 0).
Notation "'fence.proxy.constant'" := (proxy_fence fence_constant) (at level 0).
Notation "'bar.cta.sync' i" := (bar false i None None)
  (at level 60, i at level 50).
Notation "'bar.cta.sync' i , v" := (bar false i (Some (v : Word)) None)
  (at level 60, i at level 50, v at level 50).
Notation "'bar.cta.sync' i , v , w" := (bar false i (Some (v : Word)) (Some (w : Word)))
  (at level 60, i at level 50, v at level 50, w at level 50).
Notation "'bar.cta.arrive' i" := (bar true i None None)
  (at level 60, i at level 50).
Notation "'bar.cta.arrive' i , v" := (bar true i (Some (v : Word)) None)
  (at level 60, i at level 50, v at level 50).
Notation "'bar.cta.arrive' i , v , w" := (bar true i (Some (v : Word)) (Some (w : Word)))
  (at level 60, i at level 50, v at level 50, w at level 50).
Notation "'mov.' t r , v" := (alu move t r v 0%Z)
  (at level 60, t at level 0, r at level 0, v at level 50).
Notation "'add.' t r , v , w" := (alu add t r v w)
  (at level 60, t at level 0, r at level 0, v at level 50, w at level 50).
Notation "'sub.' t r , v , w" := (alu sub t r v w)
  (at level 60, t at level 0, r at level 0, v at level 50, w at level 50).
Notation "'mul.' t r , v , w" := (alu mul t r v w)
  (at level 60, t at level 0, r at level 0, v at level 50, w at level 50).
Notation "'div.' t r , v , w" := (alu div t r v w)
  (at level 60, t at level 0, r at level 0, v at level 50, w at level 50).
Notation "'and.' t r , v , w" := (alu bit_and t r v w)
  (at level 60, t at level 0, r at level 0, v at level 50, w at level 50).
Notation "'or.' t r , v , w" := (alu bit_or t r v w)
  (at level 60, t at level 0, r at level 0, v at level 50, w at level 50).
Notation "'xor.' t r , v , w" := (alu bit_xor t r v w)
  (at level 60, t at level 0, r at level 0, v at level 50, w at level 50).
Notation "'setp.eq.' t r , v , w" := (alu (setp equal) t r v w)
  (at level 60, t at level 0, r at level 0, v at level 50, w at level 50).
Notation "'setp.ne.' t r , v , w" := (alu (setp not_equal) t r v w)
  (at level 60, t at level 0, r at level 0, v at level 50, w at level 50).
Notation "'setp.lt.' t r , v , w" := (alu (setp less) t r v w)
  (at level 60, t at level 0, r at level 0, v at level 50, w at level 50).
Notation "'setp.le.' t r , v , w" := (alu (setp less_equal) t r v w)
  (at level 60, t at level 0, r at level 0, v at level 50, w at level 50).
Notation "'setp.gt.' t r , v , w" := (alu (setp greater) t r v w)
  (at level 60, t at level 0, r at level 0, v at level 50, w at level 50).
Notation "'setp.ge.' t r , v , w" := (alu (setp greater_equal) t r v w)
  (at level 60, t at level 0, r at level 0, v at level 50, w at level 50).
Notation "'beq' v , w , l" := (jump (Some equal) v w l)
  (at level 60, v at level 50, w at level 50, l at level 0).
Notation "'bne' v , w , l" := (jump (Some not_equal) v w l)
  (at level 60, v at level 50, w at level 50, l at level 0).
Notation "'blt' v , w , l" := (jump (Some less) v w l)
  (at level 60, v at level 50, w at level 50, l at level 0).
Notation "'ble' v , w , l" := (jump (Some less_equal) v w l)
  (at level 60, v at level 50, w at level 50, l at level 0).
Notation "'bgt' v , w , l" := (jump (Some greater) v w l)
  (at level 60, v at level 50, w at level 50, l at level 0).
Notation "'bge' v , w , l" := (jump (Some greater_equal) v w l)
  (at level 60, v at level 50, w at level 50, l at level 0).
Notation "'goto' l" := (jump None 0%Z 0%Z l)
  (at level 60, l at level 0).

(* Conditions: `P0:"r1" = 3`, `["x"] = 1`, `/\`, `\/` and `not`; `=` and its like between values of
   final states and numbers. *)
Declare Scope condition_scope.
Delimit Scope condition_scope with condition.
Bind Scope condition_scope with Formula Side.
Number Notation Z Z.of_num_int Z.to_num_int : condition_scope.
Arguments compares comparison a%condition b%condition.
Notation "t : r" := (RegisterOf t r) (at level 60, r at level 0).
Notation "[ x ]" := (LocationOf x) : condition_scope.
Notation "a = b" := (compares equal a b) : condition_scope.
Notation "a <> b" := (compares not_equal a b) : condition_scope.
Notation "a < b" := (compares less a b) : condition_scope.
Notation "a <= b" := (compares less_equal a b) : condition_scope.
Notation "a > b" := (compares greater a b) : condition_scope.
Notation "a >= b" := (compares greater_equal a b) : condition_scope.
Notation "p /\ q" := (joined And p q) : condition_scope.
Notation "p \/ q" := (joined Or p q) : condition_scope.
Notation "'not' p" := (negated p) (at level 75) : condition_scope.
