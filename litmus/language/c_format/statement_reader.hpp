// The statements of one thread of a C++ test.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "litmus/language/c_format/emitter.hpp"
#include "litmus/language/c_format/expression_reader.hpp"
#include "litmus/language/c_format/symbols.hpp"
#include "litmus/language/tokens.hpp"

namespace opexplore::detail {

class StatementReader {
 public:
  StatementReader(Tokens& tokens, Symbols& symbols, ThreadCode& code)
      : tokens_(tokens),
        symbols_(symbols),
        code_(code),
        expressions_(tokens, symbols, code),
        emitter_(code),
        end_(code.new_label()) {}

  /// Reads `{ … }`, the body of the thread.
  void read_body();

 private:
  /// Where `break` and `continue` go.
  struct Loop {
    Label out;
    Label again;
  };
  struct NamedLabel {
    Label label;
    std::optional<Token> defined;
    Token used;
  };

  void block();
  void statement();
  void declaration();
  void declare_variable(const SpelledType& type, const Token& first);
  void declare_reference(const SpelledType& type);
  void initialise(const Token& name, std::optional<NumberType> type, const Token& first);
  void if_statement();
  void while_statement();
  void do_statement();
  void for_statement();
  void loop_body(Loop loop);
  void jump_statement();
  void expression_statement();
  Expression condition();

  bool at_declaration() const;
  /// `break`, `continue`, `return` or `goto L` and its `;` come next, and no `else` behind.
  bool at_bare_jump() const;
  bool at_empty_statement() const;
  /// Reads such a jump, without the `;`.
  Label jump_target();
  Label named_label(const Token& name);
  void define_label();
  void check_labels() const;

  class Nested;

  Tokens& tokens_;
  Symbols& symbols_;
  ThreadCode& code_;
  ExpressionReader expressions_;
  Emitter emitter_;
  Label end_;
  std::vector<Loop> loops_;
  std::map<std::string_view, NamedLabel> labels_;
  std::size_t depth_ = 0;
};

}  // namespace opexplore::detail
