#include "litmus/language/khronos_format/program.hpp"

#include <array>
#include <set>

#include "litmus/input/suggestion.hpp"
#include "litmus/language/khronos_format/statements.hpp"

namespace opexplore::detail {

namespace {

/// The lines that open something, from large to small: what each opens belongs to that of the
/// one before.
constexpr std::array<std::string_view, 4> opening = {"NEWQF", "NEWWG", "NEWSG", "NEWTHREAD"};
constexpr std::size_t queue_family = 0;
constexpr std::size_t workgroup = 1;
constexpr std::size_t subgroup = 2;
constexpr std::size_t thread_line = 3;

constexpr std::string_view group_form =
    "threads are in subgroups, and these in workgroups: write NEWWG, NEWSG and NEWTHREAD";

class LineReader {
 public:
  explicit LineReader(const Source& source) : source_(source) {}

  void read(const KhronosLine& line) {
    Tokens tokens = line.tokens;
    const Token word = tokens.peek();
    for (std::size_t level = 0; level < opening.size(); ++level) {
      if (word.is(opening[level])) return open(level, tokens);
    }
    if (is_statement(line)) {
      test_.statements.push_back(read_statement(source_, line));
    } else if (word.is("SSW")) {
      test_.synchronisations.push_back(pair(tokens, "the number of a thread", "SSW 0 1"));
    } else if (word.is("SLOC")) {
      test_.same_locations.push_back(pair(tokens, "the name of a location", "SLOC x y"));
    } else {
      read_instruction(line);
    }
  }

  KhronosTest take(const KhronosLine& last) {
    const SourcePlace end = last.place;
    if (awaited_ < opening.size() || test_.threads.empty()) {
      source_.fail(end, "the test ends without a thread in its last group",
                   std::string(group_form));
    }
    close_thread();
    if (test_.statements.empty()) {
      source_.fail(end, "a test needs a question",
                   "write 'SATISFIABLE consistent[X]' or 'NOSOLUTION consistent[X]'");
    }
    return std::move(test_);
  }

 private:
  void open(std::size_t level, Tokens& tokens) {
    const Token word = tokens.take();
    close_thread();
    require_level(level, word);
    if (level == thread_line) return open_thread(word, tokens);
    require_end(tokens, "a group has no name");
    if (level == workgroup && opened_[queue_family] == 0) opened_[queue_family] = 1;
    ++opened_[level];
    for (std::size_t smaller = level + 1; smaller < opened_.size(); ++smaller) opened_[smaller] = 0;
    awaited_ = level + 1;
  }

  void require_level(std::size_t level, const Token& word) const {
    if (awaited_ < opening.size() ? level == awaited_
                                  : level <= workgroup || opened_[subgroup] != 0) {
      return;
    }
    const std::string_view expected = opening[awaited_ < opening.size() ? awaited_ : workgroup];
    source_.fail(word.place, "expected " + std::string(expected) + ", found " + quote(word),
                 std::string(group_form));
  }

  void open_thread(const Token& word, Tokens& tokens) {
    KhronosThread thread{.word = word,
                         .name = {},
                         .queue_family = opened_[queue_family] - 1,
                         .workgroup = opened_[workgroup] - 1,
                         .subgroup = opened_[subgroup] - 1,
                         .instructions = {}};
    if (tokens.peek().kind != TokenKind::end) {
      const Token name = tokens.peek();
      thread.name = tokens.expect_index("the number of the thread");
      if (!names_.insert(*thread.name).second) {
        tokens.fail(name, "there is a thread " + quote(name) + " already", "number threads from 0");
      }
    }
    require_end(tokens, "write 'NEWTHREAD 0'");
    test_.threads.push_back(std::move(thread));
    awaited_ = opening.size();
  }

  void close_thread() const {
    if (awaited_ < opening.size() || test_.threads.empty()) return;
    const KhronosThread& thread = test_.threads.back();
    if (!thread.instructions.empty()) return;
    source_.fail(thread.word.place, "the thread has no instruction", "leave it out");
  }

  KhronosPair pair(Tokens& tokens, std::string_view what, std::string_view form) const {
    const std::string advice = "write " + quote(form);
    KhronosPair result;
    result.word = tokens.take();
    for (Token* const side : {&result.first, &result.second}) {
      require_more(tokens, what, advice);
      *side = tokens.take();
    }
    require_end(tokens, advice);
    return result;
  }

  void read_instruction(const KhronosLine& line) {
    const Token& word = line.tokens.peek();
    const std::string_view name = word.text.substr(0, word.text.find('.'));
    const bool capital = !name.empty() && name.front() >= 'A' && name.front() <= 'Z';
    if (capital) {
      source_.fail(word.place, "unknown line " + quote(word),
                   did_you_mean(word.text,
                                {"NEWQF", "NEWWG", "NEWSG", "NEWTHREAD", "SSW", "SLOC",
                                 "SATISFIABLE", "NOSOLUTION"},
                                "see the list of lines of the format"));
    }
    if (test_.threads.empty() || awaited_ < opening.size()) {
      source_.fail(word.place, "expected a thread, found " + quote(word),
                   "write NEWTHREAD before its instructions");
    }
    test_.threads.back().instructions.push_back(read_khronos_instruction(line));
  }

  const Source& source_;
  KhronosTest test_;
  std::array<std::uint32_t, 3> opened_{};  // by level: how many in what is open around them
  std::size_t awaited_ = opening.size();   // what has to be opened next; the number of levels: any
  std::set<std::uint32_t> names_;
};

}  // namespace

KhronosTest read_khronos_lines(const Source& source, const std::vector<KhronosLine>& lines) {
  LineReader reader(source);
  for (const KhronosLine& line : lines) reader.read(line);
  return reader.take(lines.back());
}

}  // namespace opexplore::detail
