// compute-sanitizer --xml. No schema of it is published; of all tools a record has `level`, `what`
// with `text`, `where` with `func`, `path`, `line` and `pc`, and `who` with `threadIdx` and
// `blockIdx`. `text` begins as the line that is printed without --xml. Where a record has several
// accesses, each is an element with a `where` in it, and says somewhere whether it reads or writes.
#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <optional>
#include <utility>

#include "litmus/input/input_error.hpp"
#include "studies/second/sanitizer_lines.hpp"
#include "studies/second/xml.hpp"

namespace opexplore::second {
namespace {

[[noreturn]] void fail(const std::string& path, const XmlElement& at, const std::string& message) {
  throw InputError(path, at.place, message);
}

std::uint64_t number_of(const std::string& path, const XmlElement& element, std::uint64_t most) {
  const std::string& text = element.text;
  const bool hex = text.starts_with("0x");
  std::uint64_t value = 0;
  const char* const begin = text.data() + (hex ? 2 : 0);
  const auto [end, error] = std::from_chars(begin, text.data() + text.size(), value, hex ? 16 : 10);
  if (error != std::errc() || end != text.data() + text.size() || value > most) {
    fail(path, element, "expected a number in <" + element.name + ">, found `" + text + '`');
  }
  return value;
}

std::optional<kernel::Triple> triple_of(const std::string& path, const XmlElement* element) {
  if (element == nullptr) return std::nullopt;
  constexpr std::uint64_t most = (std::uint64_t{1} << 31) - 1;
  std::array<std::uint32_t, 3> parts{};
  constexpr std::array<const char*, 3> names = {"x", "y", "z"};
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const XmlElement* const part = element->find(names[i]);
    if (part != nullptr) parts[i] = static_cast<std::uint32_t>(number_of(path, *part, most));
  }
  return kernel::Triple{parts[0], parts[1], parts[2]};
}

Place place_of(const std::string& path, const XmlElement& where) {
  Place place{where.text_of("func"), where.text_of("pc"), where.text_of("path")};
  const XmlElement* const line = where.find("line");
  if (line != nullptr && !line->text.empty()) {
    place.line = static_cast<std::uint32_t>(number_of(path, *line, 0xFFFFFFFFU));
  }
  return place;
}

// Whether it says that it reads, or that it writes, in what is in it directly or in its name.
std::optional<AccessKind> kind_of(const XmlElement& element) {
  const auto in = [](const std::string& text) -> std::optional<AccessKind> {
    const std::string word = lower(text);
    const bool reads = word.starts_with("read"), writes = word.starts_with("write");
    if (reads == writes) return std::nullopt;
    return reads ? AccessKind::load : AccessKind::store;
  };
  for (const XmlElement& child : element.children) {
    if (child.name == "where" || child.name == "text") continue;
    if (const auto kind = child.children.empty() ? in(child.text) : kind_of(child)) return kind;
  }
  return in(element.name);
}

Finding of_racecheck(std::string told) {
  Finding finding;
  finding.tool = "racecheck";
  finding.told = std::move(told);
  finding.shared = finding.sees_barriers = true;
  return finding;
}

class Record {
 public:
  Record(const XmlElement& record, const std::string& path) : record_(record), path_(path) {}

  void add_to(std::vector<Finding>& all) {
    const XmlElement* const what = record_.find("what");
    const XmlElement* const text = what == nullptr ? nullptr : what->find("text");
    if (text == nullptr) return;
    const std::string level = lower(record_.text_of("level"));
    std::string said = text->text;
    std::optional<Finding> finding;
    if (said.starts_with("Race reported")) {
      finding = of_racecheck("race");
    } else if (said.starts_with("Potential ") && said.find(" hazard") != said.npos) {
      finding = of_racecheck(said.substr(std::string_view("Potential ").size(), 3) + " hazard");
      if (said.find("memcpy_async") != said.npos) finding->kind = Finding::Kind::not_modelled;
    } else {
      finding = Sentence(said, path_, text->text_place).finding();
    }
    if (!finding) return;
    finding->place = record_.place;
    finding->severity = level == "warn" ? "warning" : level;
    if (finding->kind == Finding::Kind::race) return add_races(*std::move(finding), all);
    add_barrier(*std::move(finding), all);
  }

 private:
  void add_barrier(Finding finding, std::vector<Finding>& all) {
    Access& access = finding.accesses[0];
    if (const XmlElement* const where = record_.find("where")) access.at = place_of(path_, *where);
    if (const XmlElement* const who = record_.find("who")) {
      access.thread = triple_of(path_, who->find("threadIdx"));
      access.block = triple_of(path_, who->find("blockIdx"));
    }
    finding.kernel = access.at.function;
    add_once(std::move(finding), all);
  }

  void add_races(Finding finding, std::vector<Finding>& all) {
    find_accesses(record_);
    if (accesses_.size() < 2) {
      fail(path_, record_, "a race with fewer than two accesses");
    }
    finding.accesses[0] = accesses_[0];
    finding.kernel = accesses_[0].at.function;
    for (std::size_t i = 1; i < accesses_.size(); ++i) {
      finding.accesses[1] = accesses_[i];
      finding.count = std::max<std::uint64_t>(counts_[i], 1);
      add_once(finding, all);
    }
  }

  void find_accesses(const XmlElement& element) {
    if (const XmlElement* const where = element.find("where")) {
      const std::optional<AccessKind> kind = kind_of(element);
      if (!kind) fail(path_, element, "expected whether the access reads or writes");
      Access access{.kind = *kind, .at = place_of(path_, *where)};
      if (const XmlElement* const who = element.find("who")) {
        access.thread = triple_of(path_, who->find("threadIdx"));
        access.block = triple_of(path_, who->find("blockIdx"));
      }
      accesses_.push_back(std::move(access));
      const XmlElement* const count = element.find("hazards");
      counts_.push_back(count == nullptr ? 1 : number_of(path_, *count, ~std::uint64_t{0}));
    }
    for (const XmlElement& child : element.children) find_accesses(child);
  }

  const XmlElement& record_;
  const std::string& path_;
  std::vector<Access> accesses_;
  std::vector<std::uint64_t> counts_;
};

}  // namespace

Report read_sanitizer_xml(std::string_view text, const std::string& path) {
  const XmlElement root = read_xml(text, path);
  constexpr std::string_view name = "ComputeSanitizerOutput";
  if (root.name != name) {
    throw InputError(path, root.place,
                     "expected <" + std::string(name) + ">, found <" + root.name + '>',
                     "give what compute-sanitizer --xml writes");
  }
  Report report{path, "compute-sanitizer xml", {}};
  for (const XmlElement& child : root.children) {
    if (child.name == "record") Record(child, path).add_to(report.all);
  }
  return report;
}

}  // namespace opexplore::second
