// What the names of a model stand for, where the compiler is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "axioms/cat_syntax.hpp"
#include "axioms/formula.hpp"

namespace opexplore::axioms {

/// `0` is a set or a relation as its neighbour needs.
enum class Type : std::uint8_t { set, relation, either };

struct Typed {
  NodeId node = 0;
  Type type = Type::either;
};

/// What a `let` of the model, or the language, gives a name.
struct Definition {
  std::string name;
  Typed value = {};  ///< unless it is a function
  /// Of a function or a predefined name: what is written out where it is used, how many
  /// definitions that sees, and the file it stands in.
  const CatBinding* function = nullptr;
  std::size_t visible = 0;
  std::string path = {};

  bool is_function() const { return function != nullptr && !function->parameters.empty(); }
};

/// Whether the language itself has a function of that name.
bool is_primitive(const std::string& name);

/// Names inside an expression, innermost last: parameters and those of `let … in`.
using Locals = std::vector<std::pair<std::string, Typed>>;

class CatScope {
 public:
  std::size_t size() const { return definitions_.size(); }
  void define(Definition definition) { definitions_.push_back(std::move(definition)); }
  /// Forgets all definitions but the first ones.
  void keep(std::size_t size) { definitions_.resize(size); }
  /// The latest definition of the name, or nullptr.
  const Definition* find(const std::string& name) const;
  /// All names, those of the language included.
  std::vector<std::string> names() const;

  void push_local(const std::string& name, Typed value) { locals_.emplace_back(name, value); }
  void pop_local() { locals_.pop_back(); }
  /// The value of a local name, or nullptr. It hides definitions.
  const Typed* find_local(const std::string& name) const;

  /// What an expression sees: exchanged for what a function's body sees, and back again.
  struct View {
    Locals locals;
    std::optional<std::size_t> visible = {};  ///< that many definitions; nothing: all
  };
  void exchange(View& other);

 private:
  std::vector<Definition> definitions_;
  Locals locals_;
  std::optional<std::size_t> visible_;
};

}  // namespace opexplore::axioms
