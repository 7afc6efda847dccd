// What mcompare7 7.57 reads of a log: the grammar of herd7's blocks, strictly, and the
// sums that must agree. Shares nothing with the writer.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

namespace opexplore::testing {

/// A block as read back.
struct LogBlock {
  std::string name;
  std::string kind;                 ///< Allowed, Forbidden or Required
  std::vector<std::string> states;  ///< as printed
  bool loop = false;
  bool ok = false;
  bool undefined = false;  ///< Undef, which no counts contradict
  std::uint64_t positive = 0, negative = 0;
  std::vector<std::string> flags;
  std::string condition;
  std::string observation;
  std::uint64_t observed = 0, unobserved = 0;
  std::string hash;
  std::vector<std::string> ours;  ///< lines after the hash
};

/// Reads logs line by line; `fault` says what mcompare7 would not take, or what is
/// inconsistent.
class LogReader {
 public:
  explicit LogReader(std::string_view log) {
    for (std::size_t at = 0; at < log.size();) {
      const std::size_t end = std::min(log.find('\n', at), log.size());
      if (end == log.size()) fault_ = "the last line has no newline";
      lines_.emplace_back(log.substr(at, end - at));
      at = end + 1;
    }
    while (!fault_ && at_ < lines_.size()) read_block();
  }

  const std::optional<std::string>& fault() const { return fault_; }
  const std::vector<LogBlock>& blocks() const { return blocks_; }

 private:
  bool fail(const std::string& message) {
    if (!fault_) fault_ = "line " + std::to_string(at_ + 1) + ": " + message;
    return false;
  }

  // Matches the current line against the pattern and goes on; the groups are in match_.
  bool expect(const std::string& pattern, const std::string& what) {
    if (at_ >= lines_.size()) return fail("the log ends where " + what + " should be");
    if (!std::regex_match(lines_[at_], match_, std::regex(pattern))) {
      return fail("no " + what + ": " + lines_[at_]);
    }
    ++at_;
    return true;
  }

  bool read_states(LogBlock& block, std::uint64_t count) {
    // Registers `0:r1`, memory `[x]` or `x`; neither `P0:r1` nor `%r1`.
    const std::string place = R"((\d+:[A-Za-z_][\w]*|\[[A-Za-z_][\w.]*\]|[A-Za-z_][\w.]*))";
    const std::string value = "(-?[0-9]+|0x[0-9a-f]+)";
    const std::string state = "(" + place + "=" + value + ";)( " + place + "=" + value + ";)*";
    for (std::uint64_t i = 0; i < count; ++i) {
      if (at_ < lines_.size() && lines_[at_].empty()) {
        ++at_;  // a test that shows nothing
      } else if (!expect(state, "state")) {
        return false;
      }
      block.states.push_back(lines_[at_ - 1]);
    }
    std::vector<std::string> unique = block.states;
    std::sort(unique.begin(), unique.end());
    const bool repeated = std::adjacent_find(unique.begin(), unique.end()) != unique.end();
    return repeated ? fail("a state is printed twice") : true;
  }

  bool read_verdict(LogBlock& block) {
    if (!expect("(Loop )?(Ok|No|Undef)", "verdict")) return false;
    block.loop = match_[1].matched;
    block.ok = match_[2] == "Ok";
    block.undefined = match_[2] == "Undef";
    if (!expect("Witnesses", "Witnesses line")) return false;
    if (!expect(R"(Positive: (\d+) Negative: (\d+))", "Positive line")) return false;
    block.positive = std::stoull(match_[1]);
    block.negative = std::stoull(match_[2]);
    while (at_ < lines_.size() && lines_[at_].starts_with("Flag ")) {
      if (!expect(R"(Flag ([\w-]+|\*undef\*))", "flag")) return false;
      block.flags.push_back(match_[1]);
    }
    return true;
  }

  // Condition, Observation, Time, Hash: nothing may stand between the last three.
  bool read_end(LogBlock& block) {
    if (!expect(R"(Condition ((~?exists|forall) \(.+\)))", "condition")) return false;
    block.condition = match_[1];
    if (block.condition.find("==") != std::string::npos ||
        std::regex_search(block.condition, std::regex(R"(P\d+:|%)"))) {
      return fail("condition is not in herd's spelling");
    }
    if (!expect(R"(Observation (\S+) (Never|Sometimes|Always|Undecided) (\d+) (\d+))",
                "observation")) {
      return false;
    }
    if (match_[1] != block.name) return fail("Observation names another test");
    block.observation = match_[2];
    block.observed = std::stoull(match_[3]);
    block.unobserved = std::stoull(match_[4]);
    if (!expect(R"(Time (\S+) \d+\.\d\d)", "time")) return false;
    if (match_[1] != block.name) return fail("Time names another test");
    if (!expect("Hash=([0-9a-f]{32})", "hash")) return false;
    block.hash = match_[1];
    return true;
  }

  bool consistent(const LogBlock& block) {
    const bool forbidden = block.kind == "Forbidden";
    const std::string keyword = forbidden                  ? "~exists"
                                : block.kind == "Required" ? "forall"
                                                           : "exists";
    if (!block.condition.starts_with(keyword + " ")) return fail("kind and condition differ");
    const auto positive = forbidden ? block.unobserved : block.observed;
    const auto negative = forbidden ? block.observed : block.unobserved;
    if (block.positive != positive || block.negative != negative) {
      return fail("Positive and Observation differ");
    }
    const std::string word = block.observed == 0     ? "Never"
                             : block.unobserved == 0 ? "Always"
                                                     : "Sometimes";
    // Only more searching could show both; a search that was cut cannot know.
    const bool stopped = std::any_of(block.ours.begin(), block.ours.end(), [](const auto& line) {
      return line.starts_with("stopped=") || line.starts_with("incomplete=");
    });
    const bool cut = block.loop || stopped;
    const bool goal = std::any_of(block.ours.begin(), block.ours.end(),
                                  [](const auto& line) { return line.starts_with("goal="); });
    const bool open = (cut || goal) && word != "Sometimes";
    const std::string expected = open ? "Undecided" : word;
    // A search towards the condition that finds nothing knows that all is on the other side.
    const auto sought = block.kind == "Required" ? block.unobserved : block.observed;
    const std::string other = block.kind == "Required" ? "Always" : "Never";
    const bool refuted = goal && !cut && sought == 0 && block.observation == other;
    if (!refuted && expected != block.observation) {
      return fail("the observation is not " + expected);
    }
    const bool never_ends =
        std::find(block.flags.begin(), block.flags.end(), "never-ends") != block.flags.end();
    if (never_ends && (block.loop || open || block.observed + block.unobserved > 0)) {
      return fail("a program that never ends has no outcomes, and that is certain");
    }
    if (block.undefined) return true;
    const bool satisfied = block.kind == "Allowed" ? block.positive > 0 : block.negative == 0;
    const bool ok = satisfied && !never_ends;
    return ok == block.ok ? true : fail("the verdict contradicts the counts");
  }

  void read_block() {
    while (at_ < lines_.size() && !lines_[at_].starts_with("Test ")) ++at_;
    if (at_ == lines_.size()) return;
    LogBlock block;
    if (!expect(R"(Test (\S+) (Allowed|Forbidden|Required))", "test line")) return;
    block.name = match_[1];
    block.kind = match_[2];
    if (!expect(R"(States (\d+))", "number of states")) return;
    const auto count = std::stoull(match_[1]);
    if (!read_states(block, count) || !read_verdict(block) || !read_end(block)) return;
    while (at_ < lines_.size() && !lines_[at_].empty()) {
      if (lines_[at_].starts_with("Test ")) {
        fail("no empty line before the next test");
        return;
      }
      block.ours.push_back(lines_[at_++]);
    }
    if (at_ == lines_.size()) {
      fail("no empty line at the end of the block");
      return;
    }
    ++at_;
    if (consistent(block)) blocks_.push_back(std::move(block));
  }

  std::vector<std::string> lines_;
  std::vector<LogBlock> blocks_;
  std::size_t at_ = 0;
  std::smatch match_;
  std::optional<std::string> fault_;
};

/// Why the log is bad; empty when it is good.
inline std::string log_fault(std::string_view log) { return LogReader(log).fault().value_or(""); }

}  // namespace opexplore::testing
