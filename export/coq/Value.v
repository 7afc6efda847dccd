(* Machine integers: 64 bits, two's complement, arithmetic wraps around; the arithmetic of
   instructions and of atomics on them.

   Source: opmodel/program.hpp and program.cpp, function by function. A value is an integer of
   [-2^63, 2^63); everything here takes and gives such integers. *)

From Coq Require Import ZArith Bool.
Local Open Scope Z_scope.

Definition Value := Z.

(* The value as 64 unsigned bits, and back. *)
Definition bits (v : Value) : Z := v mod 2 ^ 64.
Definition wrap (z : Z) : Value :=
  if (- 2 ^ 63 <=? z) && (z <? 2 ^ 63) then z else (z + 2 ^ 63) mod 2 ^ 64 - 2 ^ 63.

(* PTX ISA 5.2.1: .s is signed, .u and .b are not. *)
Inductive NumberType := s64 | u64 | b64 | s32 | u32 | b32 | pred.

Definition is_unsigned (type : NumberType) : bool :=
  match type with s64 | s32 => false | _ => true end.

(* The value as a register of that type holds it. *)
Definition as_type (type : NumberType) (v : Value) : Value :=
  match type with
  | s64 | u64 | b64 => v
  | s32 => (v + 2 ^ 31) mod 2 ^ 32 - 2 ^ 31
  | u32 | b32 => v mod 2 ^ 32
  | pred => if v =? 0 then 0 else 1
  end.

Inductive Comparison := equal | not_equal | less | less_equal | greater | greater_equal.

(* Comparisons of branches and conditions are signed. *)
Definition compare (comparison : Comparison) (left right : Value) : bool :=
  match comparison with
  | equal => left =? right
  | not_equal => negb (left =? right)
  | less => left <? right
  | less_equal => left <=? right
  | greater => right <? left
  | greater_equal => right <=? left
  end.

(* Register arithmetic; `setp` is the comparison, which gives 1 or 0. *)
Inductive ArithmeticOp :=
  move | add | sub | mul | div | bit_and | bit_or | bit_xor | setp (comparison : Comparison).

(* Division by zero gives -1, all ones; the least value divided by -1 wraps to itself. *)
Definition divide (left right : Value) (type : NumberType) : Value :=
  if right =? 0 then -1
  else if is_unsigned type then wrap (bits left / bits right)
  else wrap (Z.quot left right).

Definition compare_as (type : NumberType) (comparison : Comparison) (left right : Value) : bool :=
  if is_unsigned type then compare comparison (bits left) (bits right)
  else compare comparison left right.

(* The operands are values of the type; the result need not be yet. *)
Definition compute (op : ArithmeticOp) (left right : Value) (type : NumberType) : Value :=
  match op with
  | move => left
  | add => wrap (left + right)
  | sub => wrap (left - right)
  | mul => wrap (left * right)
  | div => divide left right type
  | bit_and => Z.land left right
  | bit_or => Z.lor left right
  | bit_xor => Z.lxor left right
  | setp comparison => if compare_as type comparison left right then 1 else 0
  end.

Definition evaluate (op : ArithmeticOp) (left right : Value) (type : NumberType) : Value :=
  as_type type (compute op (as_type type left) (as_type type right) type).

(* Read-modify-write operations; `inc` and `dec` compare unsigned (PTX ISA 9.7.13.5). *)
Inductive AtomicOp :=
  atom_add | atom_sub | atom_mul | atom_div | atom_and | atom_or | atom_xor
| atom_min | atom_max | atom_inc | atom_dec | atom_exch | atom_cas.

(* The new value of memory; a cas that fails does not come here. *)
Definition update (op : AtomicOp) (old operand : Value) : Value :=
  match op with
  | atom_add => wrap (old + operand)
  | atom_sub => wrap (old - operand)
  | atom_mul => wrap (old * operand)
  | atom_div => divide old operand s64
  | atom_and => Z.land old operand
  | atom_or => Z.lor old operand
  | atom_xor => Z.lxor old operand
  | atom_min => Z.min old operand
  | atom_max => Z.max old operand
  | atom_inc => if bits operand <=? bits old then 0 else wrap (old + 1)
  | atom_dec =>
      if (old =? 0) || (bits operand <? bits old) then operand else wrap (old - 1)
  | atom_exch | atom_cas => operand
  end.
