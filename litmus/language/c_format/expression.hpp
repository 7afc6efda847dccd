// An expression of a C++ test, names resolved.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "litmus/language/tokens.hpp"
#include "opmodel/program.hpp"

namespace opexplore::detail {

/// What an access goes to, and how: `x` as a parameter declares it, or an atomic_ref of it.
struct Object {
  AddressId address = 0;
  NumberType type = NumberType::s32;
  bool atomic = false;
  Scope scope = Scope::sys;  ///< of atomic operations on it
  Token name;                ///< the location, where the access names it
};

struct Expression {
  enum class Kind : std::uint8_t {
    number,       ///< `number`
    variable,     ///< `variable`
    load,         ///< of `object`, `order` and `scope`; weak: non-atomic
    store,        ///< of parts[0] to `object`
    fetch,        ///< `atomic` with parts[0]; exch too
    compare,      ///< compare-exchange: parts[0] is the expected variable or load, parts[1] the new
                  ///< value
    fence,        ///< `order` and `scope`; relaxed: nothing
    unary,        ///< `operation` (see below) of parts[0]
    binary,       ///< `operation` of both parts
    conjunction,  ///< `&&`
    disjunction,  ///< `||`
    assign,       ///< parts[0] to `variable`
    step,         ///< `++` and `--`: `operation` of parts[0], a variable or a load, and 1
    cast          ///< parts[0] as `type`
  };

  Kind kind = Kind::number;
  Token first;                        ///< where it begins
  Token last;                         ///< its last token
  NumberType type = NumberType::s32;  ///< of its value
  Value number = 0;
  RegisterId variable = 0;
  Object object;
  Order order = Order::weak;
  Order failure = Order::relaxed;
  Scope scope = Scope::sys;
  AtomicOp atomic = AtomicOp::add;
  ArithmeticOp operation = ArithmeticOp::add;
  bool designates = false;  ///< a load that can be assigned to: `*x`, not `x->load()`
  bool old_value = false;   ///< of step and fetch: the value is that before
  bool is_void = false;     ///< it has no value
  std::vector<Expression> parts;

  bool is(Kind wanted) const { return kind == wanted; }
  std::string text() const { return written(first, last); }
};

/// Whether evaluating it accesses memory or changes a variable.
bool has_effect(const Expression& expression);

/// Whether the operation gives a truth.
bool is_comparison(ArithmeticOp op);

/// The type that arithmetic on values of these types has ([expr.arith.conv], for 32 and 64 bits).
NumberType common_type(NumberType a, NumberType b);

}  // namespace opexplore::detail
