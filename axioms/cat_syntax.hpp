// A model file as a tree, before names and types are looked at.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "axioms/cat_error.hpp"
#include "opmodel/program.hpp"

namespace opexplore::axioms {

/// A set or a relation as written.
struct CatExpression {
  enum class Kind : std::uint8_t {
    name,          ///< `po`, `_`
    call,          ///< `f(x, y)`
    local,         ///< `let name = first in second`
    nothing,       ///< `0`, `{}`
    identity_on,   ///< `[S]`
    alternatives,  ///< `|`
    both,          ///< `&`
    difference,    ///< `\`
    sequence,      ///< `;`
    product,       ///< `S * T`
    complement,    ///< `~`
    inverse,       ///< `^-1`
    maybe,         ///< `?`
    plus,          ///< `+`
    star           ///< `*`
  };
  Kind kind = Kind::nothing;
  SourcePlace place;  ///< of the name or the operator
  std::string name;   ///< of a name, a call, a local definition
  std::vector<CatExpression> parts;
};

/// `name = body` or `name(parameters) = body`.
struct CatBinding {
  std::string name;
  SourcePlace place;
  std::vector<std::string> parameters;
  CatExpression body;
};

enum class CheckKind : std::uint8_t { acyclic, irreflexive, empty };

struct CatStatement {
  enum class Kind : std::uint8_t { let, let_rec, check, option, include, show, unshow };
  Kind kind = Kind::let;
  std::string path;  ///< the file it stands in
  SourcePlace place;
  std::vector<CatBinding> bindings;  ///< let, show, unshow: >= 1; unshow has names alone
  CheckKind check = CheckKind::empty;
  bool negated = false;      ///< check: `~acyclic` …
  bool flag = false;         ///< check: reported, forbids nothing
  std::string name;          ///< check: after `as`; option: its name; include: the file
  std::string value;         ///< option
  SourcePlace value_place;   ///< option
  CatExpression expression;  ///< check
};

struct CatFile {
  std::string title;  ///< the text at its head, or empty
  std::vector<CatStatement> statements;
  /// What somebody else says of options, after the file: they count last.
  std::vector<CatStatement> overriding = {};
};

/// The model file with that text; includes stay statements. Throws CatError.
CatFile parse_cat(std::string_view text, const std::string& path);

}  // namespace opexplore::axioms
