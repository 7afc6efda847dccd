#include "litmus/kernels/source_variables.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <span>

#include "litmus/kernels/cuda_words.hpp"
#include "litmus/kernels/module.hpp"
#include "litmus/kernels/names.hpp"

namespace opexplore::kernel {

namespace {

bool has(CudaWords words, std::string_view text) {
  return std::ranges::find(words, text, &CudaWord::text) != words.end();
}

/// The declaration without `alignas(…)` and its like.
std::vector<CudaWord> without_attributes(CudaWords words) {
  constexpr std::array<std::string_view, 3> attributes = {"alignas", "__align__", "__attribute__"};
  std::vector<CudaWord> result;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (std::ranges::find(attributes, words[i].text) != attributes.end()) {
      i = behind_bracket(words, i, "(", ")") - 1;
    } else {
      result.push_back(words[i]);
    }
  }
  return result;
}

/// The kind of variable that a declaration makes, if it makes one that is kept.
std::optional<std::string> kind_of(CudaWords words) {
  constexpr std::array<std::string_view, 13> others = {
      "extern", "const", "constexpr", "__constant__", "template", "using",   "typedef",
      "struct", "class", "union",     "enum",         "friend",   "operator"};
  const auto is_other = [&](std::string_view word) { return has(words, word); };
  if (std::ranges::any_of(others, is_other)) return std::nullopt;
  if (has(words, "__shared__")) return "shared";
  if (has(words, "__managed__")) return "managed";
  if (has(words, "__device__")) return "device";
  return std::nullopt;
}

/// The variable that is declared by `__shared__ int s[4]`, with the words up to the `;`, or up to
/// an initial value in braces.
std::optional<SourceVariable> declared(CudaWords statement, const std::string& kernel) {
  const std::vector<CudaWord> words = without_attributes(statement);
  const std::optional<std::string> kind = kind_of(words);
  if (!kind || (*kind == "shared") == kernel.empty()) return std::nullopt;
  const CudaWord* name = nullptr;
  std::size_t names = 0;  // qualifiers, the type and the variable
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i].conditional) return std::nullopt;
    if (words[i].is("=") || words[i].is("[") || words[i].is("{")) break;
    if (words[i].is("(") || words[i].is(",")) return std::nullopt;
    if (words[i].is("<")) i = behind_bracket(words, i, "<", ">") - 1;
    name = i < words.size() && words[i].is_name() ? &words[i] : nullptr;
    if (name != nullptr) ++names;
  }
  for (std::size_t depth = 0; const CudaWord& word : words) {
    if (word.is("<") || word.is("{") || word.is("(") || word.is("[")) ++depth;
    if ((word.is(">") || word.is("}") || word.is(")") || word.is("]")) && depth > 0) --depth;
    if (word.is(",") && depth == 0) return std::nullopt;
  }
  if (name == nullptr || names < 3) return std::nullopt;
  return SourceVariable{std::string(name->text), *kind, kernel, name->place};
}

class SourceVariableReader {
 public:
  explicit SourceVariableReader(std::string_view cuda) : words_(cuda_words(cuda)) {}

  std::vector<SourceVariable> read() {
    for (std::size_t i = 0; i < words_.size(); ++i) {
      const CudaWord& word = words_[i];
      if (word.is("{")) {
        i = open(i);
      } else if (word.is("}")) {
        close(i);
      } else if (word.is(";")) {
        if (parentheses_ == 0) end_statement(i);
      } else if (word.is("(")) {
        ++parentheses_;
      } else if (word.is(")") && parentheses_ > 0) {
        --parentheses_;
      }
    }
    return std::move(variables_);
  }

 private:
  CudaWords statement(std::size_t end) const {
    return CudaWords(words_).subspan(begin_, end - begin_);
  }

  void end_statement(std::size_t end) {
    if (auto variable = declared(statement(end), in_kernel_ > 0 ? kernel_ : "")) {
      const auto count = [&](std::size_t from, std::size_t to) {
        return std::ranges::count(CudaWords(words_).subspan(from, to - from), variable->name,
                                  &CudaWord::text);
      };
      const bool local = !variable->kernel.empty();
      variable->used = count(local ? kernel_begin_ : 0, local ? kernel_end_ : words_.size()) > 1;
      variables_.push_back(*std::move(variable));
    }
    begin_ = end + 1;
  }

  /// A brace that opens; what has been looked at then.
  std::size_t open(std::size_t at) {
    const CudaWords before = statement(at);
    // An initial value: `__device__ int x{1}` or `= {1, 2}`.
    const bool value = at > begin_ && kind_of(before) && !has(before, "(");
    if (value) return behind_bracket(words_, at, "{", "}") - 1;
    if (in_kernel_ > 0) {
      ++in_kernel_;
    } else if (const std::string name = kernel_named(before); !name.empty()) {
      kernel_ = name;
      kernel_begin_ = at;
      kernel_end_ = behind_bracket(words_, at, "{", "}");
      in_kernel_ = 1;
    }
    parentheses_ = 0;
    begin_ = at + 1;
    return at;
  }

  void close(std::size_t at) {
    if (in_kernel_ > 0) --in_kernel_;
    parentheses_ = 0;
    begin_ = at + 1;
  }

  /// The kernel that begins with these words: the name in front of the last parentheses.
  static std::string kernel_named(CudaWords words) {
    if (!has(words, "__global__") || words.empty() || !words.back().is(")")) return "";
    std::size_t depth = 0;
    for (std::size_t i = words.size(); i-- > 1;) {
      if (words[i].is(")")) ++depth;
      if (!words[i].is("(") || --depth != 0) continue;
      return words[i - 1].is_name() ? std::string(words[i - 1].text) : "";
    }
    return "";
  }

  std::vector<CudaWord> words_;
  std::vector<SourceVariable> variables_;
  std::size_t begin_ = 0;  ///< of the statement
  std::size_t parentheses_ = 0;
  std::string kernel_;
  std::size_t kernel_begin_ = 0;
  std::size_t kernel_end_ = 0;
  std::size_t in_kernel_ = 0;  ///< braces that are open in it
};

/// Of "ns::handoff", the name that a source writes where it declares it.
std::string last_name(const std::string& function) {
  const std::size_t scope = function.rfind("::");
  return scope == std::string::npos ? function : function.substr(scope + 2);
}

/// Whether the PTX has it. A shared variable whose function is not known may be that of any.
bool occurs(const SourceVariable& variable, const Module& module) {
  const auto is_it = [&](const Variable& candidate) {
    const LocalName name = local_name(candidate.name.text);
    return name.name == variable.name && (variable.kernel.empty() || name.function.empty() ||
                                          last_name(name.function) == variable.kernel);
  };
  return std::ranges::any_of(module.variables, is_it) ||
         std::ranges::any_of(module.entries, [&](const Entry& entry) {
           return std::ranges::any_of(entry.variables, is_it);
         });
}

/// The line of the text, without blanks around it.
std::string line_of(std::string_view text, std::uint32_t line) {
  for (; line > 1; --line) text.remove_prefix(text.find('\n') + 1);
  text = text.substr(0, text.find('\n'));
  const std::size_t begin = text.find_first_not_of(" \t\r");
  const std::size_t end = text.find_last_not_of(" \t\r");
  return begin == std::string_view::npos ? "" : std::string(text.substr(begin, end + 1 - begin));
}

}  // namespace

std::vector<SourceVariable> source_variables(std::string_view cuda) {
  return SourceVariableReader(cuda).read();
}

std::vector<CompilerNote> removed_variables(const Module& module,
                                            const std::vector<std::string>& kernels,
                                            std::string_view cuda, const std::string& file) {
  const auto is_launched = [&](const std::string& kernel) {
    return std::ranges::any_of(kernels, [&](const std::string& signature) {
      return last_name(signature.substr(0, signature.find_first_of("(<"))) == kernel;
    });
  };
  std::vector<CompilerNote> notes;
  for (const SourceVariable& variable : source_variables(cuda)) {
    const bool local = !variable.kernel.empty();
    if (!variable.used || (local && !is_launched(variable.kernel)) || occurs(variable, module)) {
      continue;
    }
    std::string text = variable.kind + " variable `" + variable.name + '`';
    if (local) text += " of `" + variable.kernel + '`';
    text += " does not occur in the PTX: the compiler removed it";
    notes.push_back(
        {std::move(text), CodePlace{file, variable.place, line_of(cuda, variable.place.line)}});
  }
  return notes;
}

}  // namespace opexplore::kernel
