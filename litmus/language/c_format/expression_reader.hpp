// Expressions of C++ tests, and the atomic operations in them.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "litmus/language/c_format/expression.hpp"
#include "litmus/language/c_format/names.hpp"
#include "litmus/language/c_format/symbols.hpp"
#include "litmus/language/limits.hpp"
#include "litmus/language/tokens.hpp"

namespace opexplore::detail {

class ExpressionReader {
 public:
  ExpressionReader(Tokens& tokens, const Symbols& symbols, const ThreadCode& code)
      : tokens_(tokens), symbols_(symbols), code_(code) {}

  /// An expression; a void one is refused.
  Expression read_value();
  /// An expression that may have no value: a fence or a store.
  Expression read_any();
  /// `*x`, or `x` where that is a reference: what an atomic_ref is made of.
  Object read_object();

 private:
  /// \name Precedence, from loose to tight.
  /// @{
  Expression assignment();
  Expression binary(unsigned precedence);
  Expression unary();
  Expression postfix();
  Expression primary();
  /// @}

  Expression assigned(const Expression& target, const Token& symbol);
  Expression compound(const Expression& target, const Token& symbol, ArithmeticOp op);
  Expression stepped(const Expression& target, const Token& first, bool increment, bool old_value);
  Expression negated(const Token& first);
  Expression dereferenced(const Token& first);
  Expression cast(const Token& first);
  Expression number();
  Expression named();

  /// \name Atomic operations.
  /// @{
  Expression function(const Token& first, const Token& name);
  Expression member(const Expression& object, const Token& name);
  Expression fence(const Token& first);
  Expression temporary_reference(const Token& first);
  /// The rest of an operation, from behind its object on.
  Expression operation(std::string_view what, const Token& name, Expression result,
                       bool explicit_order, bool is_member);
  void read_fetch(std::string_view what, const Token& name, Expression& result);
  void read_expected(Expression& result, bool is_member);
  void read_orders(Expression& result, bool explicit_order, bool is_member);
  Object function_object(const Token& function);
  /// @}

  /// `place` is where the location is named.
  Expression designation(const Token& first, const Object& object, SourcePlace place) const;
  Expression value_argument();
  Expression finished(Expression expression) const;
  const Expression& with_value(const Expression& expression) const;

  /// Counts nesting, so that hostile input cannot exhaust the stack.
  class Nested {
   public:
    explicit Nested(ExpressionReader& reader) : reader_(reader) {
      if (++reader.depth_ > max_nesting) {
        reader.tokens_.fail(
            reader.tokens_.peek(),
            "the expression is nested too deeply: the limit is " + std::to_string(max_nesting));
      }
    }
    ~Nested() { --reader_.depth_; }
    Nested(const Nested&) = delete;
    Nested& operator=(const Nested&) = delete;

   private:
    ExpressionReader& reader_;
  };

  Tokens& tokens_;
  const Symbols& symbols_;
  const ThreadCode& code_;
  std::size_t depth_ = 0;
};

}  // namespace opexplore::detail
