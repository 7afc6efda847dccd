// What compute-sanitizer prints (its documentation, "Understanding Racecheck Analysis Reports",
// "Understanding Racecheck Hazard Reports", "Understanding Synccheck Reports").
#include <algorithm>
#include <cctype>
#include <utility>

#include "litmus/input/input_error.hpp"
#include "studies/second/sanitizer_lines.hpp"

namespace opexplore::second {
namespace {

constexpr std::string_view mark = "=========";

struct Line {
  std::string_view text;  // behind the mark, blanks trimmed
  std::uint32_t number = 0;
  std::uint32_t column = 1;  // where the text begins
};

// Those that the tool has printed, and not the program.
std::vector<Line> marked_lines(std::string_view text) {
  std::vector<Line> lines;
  for (std::uint32_t number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const std::size_t begin = line.find_first_not_of(" \t");
    if (begin == line.npos || !line.substr(begin).starts_with(mark)) continue;
    std::size_t at = begin + mark.size();
    while (at < line.size() && (line[at] == ' ' || line[at] == '\t')) ++at;
    line.remove_prefix(at);
    while (!line.empty() && std::isspace(static_cast<unsigned char>(line.back())) != 0) {
      line.remove_suffix(1);
    }
    lines.push_back({line, number, static_cast<std::uint32_t>(at + 1)});
  }
  return lines;
}

class Reader {
 public:
  Reader(std::vector<Line> lines, const std::string& path)
      : lines_(std::move(lines)), path_(path) {}

  std::vector<Finding> read() {
    std::vector<Finding> all;
    while (at_ < lines_.size()) {
      const Line head = lines_[at_++];
      Sentence sentence(head.text, path_, {head.number, head.column});
      std::optional<Finding> finding = sentence.finding();
      if (!finding) continue;
      add(sentence.shape(), *std::move(finding), all);
    }
    return all;
  }

 private:
  // The next line, which has to be there.
  Sentence next(std::string_view expected) {
    if (at_ == lines_.size() || lines_[at_].text.empty()) {
      const Line& last = lines_[at_ - 1];
      throw InputError(path_,
                       {last.number, last.column + static_cast<std::uint32_t>(last.text.size())},
                       "the report ends here, expected " + std::string(expected),
                       "give the whole output of compute-sanitizer");
    }
    const Line& line = lines_[at_++];
    return {line.text, path_, {line.number, line.column}};
  }

  bool goes_on_with(std::string_view word) const {
    return at_ < lines_.size() && lines_[at_].text.starts_with(word);
  }

  void add(Shape shape, Finding finding, std::vector<Finding>& all) {
    switch (shape) {
      case Shape::pairs:
        return add_pairs(finding, all);
      case Shape::hazard:
        return add_hazard(std::move(finding), all);
      case Shape::barrier:
        next("where the barrier is: at FUNCTION+0x… in FILE:LINE").read_at(finding);
        if (goes_on_with("by thread")) next("who came to it").read_by(finding);
        break;
      case Shape::line:
        break;
    }
    add_once(std::move(finding), all);
  }

  // Of the first place with each of the others.
  void add_pairs(const Finding& first, std::vector<Finding>& all) {
    do {
      Finding finding = first;
      next("the other access: and Read access at …").read_and(finding);
      add_once(std::move(finding), all);
    } while (goes_on_with("and "));
  }

  void add_hazard(Finding finding, std::vector<Finding>& all) {
    for (Access& access : finding.accesses) {
      next("an access: Read Thread (x,y,z) at …").read_thread(access);
      access.block = finding.accesses[0].block;
    }
    finding.kernel = finding.accesses[0].at.function;
    if (goes_on_with("Current Value")) next("values").read_values(finding);
    add_once(std::move(finding), all);
  }

  std::vector<Line> lines_;
  const std::string& path_;
  std::size_t at_ = 0;
};

}  // namespace

Report read_sanitizer_text(std::string_view text, const std::string& path) {
  std::vector<Line> lines = marked_lines(text);
  if (lines.empty()) {
    throw InputError(path, {1, 1}, "no line of compute-sanitizer, which begin with =========",
                     "give what it prints, with --xml or without, or findings as JSON");
  }
  return {path, "compute-sanitizer text", Reader(std::move(lines), path).read()};
}

}  // namespace opexplore::second
