// What the names of one thread mean: parameters, variables, references to atomic objects.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "litmus/language/c_format/expression.hpp"
#include "litmus/language/c_format/names.hpp"
#include "litmus/language/c_format/thread_code.hpp"
#include "litmus/language/tokens.hpp"

namespace opexplore::detail {

/// A parameter: `atomic_int* x` is a pointer, `cuda::atomic<int>& x` is not.
struct Parameter {
  Object object;
  bool pointer = false;
};

using Symbol = std::variant<RegisterId, Parameter>;

/// Names by block. What a block declares ends with it, but a name that another block declares
/// again is the same register, so that the question can ask for it.
class Symbols {
 public:
  Symbols(const Tokens& tokens, ThreadCode& code) : tokens_(tokens), code_(code), blocks_(1) {}

  void enter() { blocks_.emplace_back(); }
  void leave() { blocks_.pop_back(); }

  std::optional<Symbol> find(std::string_view name) const;

  void declare_parameter(const Token& name, const Parameter& parameter);
  RegisterId declare_variable(const Token& name, NumberType type, Value initial = 0);
  /// `cuda::atomic_ref<…> a(*x)`: a second name for an object.
  void declare_reference(const Token& name, const Object& object);

  /// "did you mean 'x'?", or how to declare it.
  std::string advice(const Token& unknown) const;

 private:
  void declare(const Token& name, const Symbol& symbol);

  const Tokens& tokens_;
  ThreadCode& code_;
  std::vector<std::map<std::string_view, Symbol>> blocks_;
  std::map<std::string_view, RegisterId> variables_;  ///< of all blocks so far
};

/// Complains about a name that is none of C's or CUDA's that are modelled.
[[noreturn]] void refuse_name(const Tokens& tokens, const Token& name, const std::string& advice);

}  // namespace opexplore::detail
