#include "litmus/language/ptx_code/scope_tree.hpp"

#include <array>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "litmus/input/suggestion.hpp"

namespace opexplore::detail {

namespace {

constexpr std::array<std::string_view, 3> levels = {"device", "cta", "warp"};
constexpr std::string_view scope_tree_form =
    "a scope tree is written (device (cta (warp T0) (warp T1)) (cta (warp T2)))";

class ScopeTreeReader {
 public:
  ScopeTreeReader(Tokens& tokens, ProgramBuilder& builder)
      : tokens_(tokens), builder_(builder), places_(builder.program().threads.size()) {}

  void read() {
    const Token keyword = tokens_.expect("ScopeTree", "'ScopeTree'");
    read_lists(0);
    if (tokens_.peek().is(")")) {
      tokens_.fail(tokens_.peek(), "there is a ')' too many: it closes nothing", "leave it out");
    }
    for (std::size_t thread = 0; thread < places_.size(); ++thread) {
      if (places_[thread]) continue;
      tokens_.fail(keyword, "the scope tree does not place " + builder_.thread_name(thread),
                   "every thread is in one warp");
    }
  }

 private:
  /// The lists of one level: `(cta …) (cta …)`.
  void read_lists(std::size_t level) {
    std::set<std::uint32_t> taken;
    std::uint32_t count = 0;
    read_lists(level, taken, count);
  }

  /// `(grid 1 …)` or `(cluster 0 …)` around the CTAs of a device, from the number on.
  void read_group(const Token& word, std::set<std::uint32_t>& taken, std::uint32_t& count) {
    std::optional<std::uint32_t>& group = word.is("grid") ? grid_ : cluster_;
    if (group || (word.is("grid") && cluster_)) {
      tokens_.fail(word, "expected 'cta', found " + quote(word),
                   "grids hold clusters, and these hold CTAs");
    }
    group = tokens_.expect_index("the number of the " + std::string(word.text));
    read_lists(1, taken, count);
    group.reset();
  }

  /// The same, where `taken` are the numbers and `count` how many came before, in other groups.
  void read_lists(std::size_t level, std::set<std::uint32_t>& taken, std::uint32_t& count) {
    if (!tokens_.peek().is("(")) {
      tokens_.fail_expected("'(" + std::string(levels.at(level)) + "'",
                            std::string(scope_tree_form));
    }
    for (; tokens_.peek().is("("); ++count) {
      const Token open = tokens_.take();
      if (level == 1 && (tokens_.peek().is("grid") || tokens_.peek().is("cluster"))) {
        read_group(tokens_.take(), taken, count);
        --count;  // it counts CTAs
        close(open);
        continue;
      }
      const Token word = read_level_word(level);
      const bool numbered = tokens_.at_number();
      const Token number = tokens_.peek();
      numbers_.at(level) =
          numbered ? tokens_.expect_index("the number of the " + std::string(word.text)) : count;
      if (!taken.insert(numbers_.at(level)).second) {
        tokens_.fail(numbered ? number : word,
                     quote(std::string(word.text) + " " + std::to_string(numbers_.at(level))) +
                         " occurs twice",
                     "without a number, it is the position in the list, counted from 0");
      }
      if (level + 1 < levels.size()) {
        read_lists(level + 1);
      } else {
        read_threads();
      }
      close(open);
    }
  }

  Token read_level_word(std::size_t level) {
    const std::string expected(levels.at(level));
    const Token word = tokens_.expect_word(quote(expected), std::string(scope_tree_form));
    if (word.is(expected) || (level == 0 && word.is("grid"))) return word;
    for (const std::string_view other : levels) {
      if (!word.is(other)) continue;
      tokens_.fail(word, "expected " + quote(expected) + ", found " + quote(word),
                   "the levels are device, cta and warp, in this order");
    }
    tokens_.fail(word, "unknown level " + quote(word),
                 did_you_mean(word.text, {levels.begin(), levels.end()},
                              "the levels are device, cta and warp"));
  }

  void read_threads() {
    do {
      const Token name = tokens_.expect_word("a thread such as T0", std::string(scope_tree_form));
      const std::optional<std::uint32_t> thread = thread_number(name.text, 'T');
      if (!thread) {
        tokens_.fail(name, "expected a thread such as T0, found " + quote(name),
                     std::string(scope_tree_form));
      }
      if (*thread >= places_.size()) {
        tokens_.fail(name, "unknown thread " + quote(name), builder_.known_threads());
      }
      if (places_[*thread]) {
        tokens_.fail(name, "the thread " + quote(name) + " is placed twice",
                     "the first time was in line " + std::to_string(places_[*thread]->line));
      }
      places_[*thread] = name.place;
      builder_.place_thread(static_cast<ThreadId>(*thread),
                            {numbers_[1], numbers_[0], numbers_[2], cluster_, grid_}, name);
    } while (thread_number(tokens_.peek().text, 'T'));
  }

  void close(const Token& open) {
    if (tokens_.accept(")")) return;
    tokens_.fail_expected("')'", "it closes the '(' in line " + std::to_string(open.place.line) +
                                     ", column " + std::to_string(open.place.column));
  }

  Tokens& tokens_;
  ProgramBuilder& builder_;
  std::array<std::uint32_t, levels.size()> numbers_{};  ///< of the open lists, outermost first
  std::optional<std::uint32_t> cluster_;
  std::optional<std::uint32_t> grid_;
  std::vector<std::optional<SourcePlace>> places_;  ///< where each thread was placed
};

}  // namespace

bool at_scope_tree(const Tokens& tokens) {
  return tokens.peek().is("ScopeTree") && !tokens.peek(1).is(":");
}

void read_scope_tree(Tokens& tokens, ProgramBuilder& builder) {
  ScopeTreeReader(tokens, builder).read();
}

}  // namespace opexplore::detail
