#include "studies/second/sanitizer_lines.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <utility>

#include "litmus/input/input_error.hpp"

namespace opexplore::second {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool is_hex(char c) { return std::isxdigit(static_cast<unsigned char>(c)) != 0; }

// "12" of "12:reduce(int*)"; 0 if it is no number, or too large for a line.
std::uint32_t leading_number(std::string_view text) {
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() ? value : 0;
}

// "FILE:LINE", perhaps with ":FUNCTION" or "(void)" behind it. A path has colons, too.
void read_file(std::string_view text, Place& place) {
  for (std::size_t colon = text.find(':'); colon != text.npos; colon = text.find(':', colon + 1)) {
    const std::uint32_t line = leading_number(text.substr(colon + 1));
    if (line == 0) continue;
    place.file = text.substr(0, colon);
    place.line = line;
    std::size_t behind = colon + 1;
    while (behind < text.size() && is_digit(text[behind])) ++behind;
    if (behind < text.size() && text[behind] == ':') place.function = text.substr(behind + 1);
    return;
  }
}

bool is_offset(std::string_view text) {
  return text.size() > 2 && text.starts_with("0x") && std::ranges::all_of(text.substr(2), is_hex);
}

}  // namespace

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

Place place_in(std::string_view text) {
  constexpr std::string_view in = " in ";
  Place place;
  const std::size_t file = text.rfind(in);
  std::string_view where = text.substr(0, file);
  const std::size_t plus = where.rfind('+');
  if (is_offset(where)) {
    place.offset = where;
  } else if (plus != where.npos && is_offset(where.substr(plus + 1))) {
    place.function = where.substr(0, plus);
    place.offset = where.substr(plus + 1);
  } else {
    place.function = where;
  }
  if (file != text.npos) read_file(text.substr(file + in.size()), place);
  return place;
}

void Sentence::fail_expected(std::string_view what) const {
  const std::string found(text_.substr(std::min(at_, text_.size())));
  throw InputError(path_, {place_.line, place_.column + static_cast<std::uint32_t>(at_)},
                   "expected " + std::string(what) + ", found " +
                       (found.empty() ? "the end of the line" : '`' + found + '`'));
}

bool Sentence::take(std::string_view word) {
  if (!text_.substr(at_).starts_with(word)) return false;
  at_ += word.size();
  return true;
}

void Sentence::expect(std::string_view word) {
  if (!take(word)) fail_expected('`' + std::string(word) + '`');
}

void Sentence::blanks() {
  while (at_ < text_.size() && text_[at_] == ' ') ++at_;
}

std::uint64_t Sentence::number() {
  std::uint64_t value = 0;
  const bool hex = text_.substr(at_).starts_with("0x");
  const char* const begin = text_.data() + at_ + (hex ? 2 : 0);
  const auto [end, error] =
      std::from_chars(begin, text_.data() + text_.size(), value, hex ? 16 : 10);
  if (error != std::errc()) fail_expected("a number");
  at_ = static_cast<std::size_t>(end - text_.data());
  return value;
}

std::string Sentence::hexadecimal() {
  const std::size_t begin = at_;
  expect("0x");
  while (at_ < text_.size() && is_hex(text_[at_])) ++at_;
  if (at_ == begin + 2) fail_expected("a number in hexadecimal");
  return std::string(text_.substr(begin, at_ - begin));
}

kernel::Triple Sentence::triple() {
  std::array<std::uint32_t, 3> parts{};
  expect("(");
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) expect(",");
    blanks();
    const std::size_t begin = at_;
    const std::uint64_t value = number();
    // As many as a grid can have, less one.
    if (value >= (std::uint64_t{1} << 31)) {
      at_ = begin;
      fail_expected("the number of a thread or a block");
    }
    parts[i] = static_cast<std::uint32_t>(value);
    blanks();
  }
  expect(")");
  return {parts[0], parts[1], parts[2]};
}

AccessKind Sentence::kind() {
  if (take("Read")) return AccessKind::load;
  if (take("Write")) return AccessKind::store;
  if (take("Atomic")) return AccessKind::atomic;
  fail_expected("Read or Write");
}

Place Sentence::place_until(std::string_view end) {
  std::string_view rest = text_.substr(at_);
  const std::size_t stop = end.empty() ? rest.npos : rest.rfind(end);
  rest = rest.substr(0, stop);
  Place place = place_in(rest);
  if (place.function.empty() && place.offset.empty()) fail_expected("FUNCTION+0x… in FILE:LINE");
  at_ = stop == rest.npos ? text_.size() : at_ + rest.size();
  return place;
}

std::string Sentence::severity() {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 4> words = {
      {{"error", "error"}, {"warning", "warning"}, {"warn", "warning"}, {"info", "info"}}};
  const std::size_t colon = text_.find(':');
  if (colon == text_.npos) return {};
  const std::string first = lower(text_.substr(0, colon));
  for (const auto& [word, meaning] : words) {
    if (first != word) continue;
    at_ = colon + 1;
    blanks();
    take("(Warp Level Programming)");
    blanks();
    return std::string(meaning);
  }
  return {};
}

std::optional<Finding> Sentence::finding() {
  const std::string level = severity();
  if (take("Race reported between ")) return race(level);
  if (take("Potential RAW hazard") || take("Potential WAR hazard") ||
      take("Potential WAW hazard")) {
    return hazard(level);
  }
  if (take("Barrier error detected. ")) return barrier(level);
  const std::string_view rest = text_.substr(at_);
  const bool others = rest.starts_with("Warpgroup MMA sequence error detected") ||
                      rest.starts_with("Deadlock detected in ") ||
                      rest.starts_with("Potential invalid __shared__ ");
  if (!others) return std::nullopt;
  const bool synccheck = rest.starts_with("Warpgroup");
  return Finding{.kind = Finding::Kind::not_modelled,
                 .tool = synccheck ? "synccheck" : "racecheck",
                 .severity = level,
                 .told = std::string(rest.substr(0, rest.find(" called by"))),
                 .place = place_};
}

Finding Sentence::race(std::string severity) {
  shape_ = Shape::pairs;
  Finding finding{.tool = "racecheck",
                  .severity = std::move(severity),
                  .told = "race",
                  .place = place_,
                  .shared = true,
                  .sees_barriers = true};
  Access& first = finding.accesses[0];
  first.kind = kind();
  expect(" access at ");
  first.at = place_until("");
  finding.kernel = first.at.function;
  return finding;
}

Finding Sentence::hazard(std::string severity) {
  shape_ = Shape::hazard;
  const std::string_view name = text_.substr(at_ - std::string_view("RAW hazard").size(), 3);
  Finding finding{.tool = "racecheck",
                  .severity = std::move(severity),
                  .told = std::string(name) + " hazard",
                  .place = place_,
                  .shared = true,
                  .sees_barriers = true};
  expect(" detected at __shared__ ");
  finding.location = "shared memory at " + hexadecimal();
  expect(" in block ");
  finding.accesses[0].block = triple();
  const bool copies = text_.substr(at_).find("memcpy_async") != text_.npos;
  if (copies) finding.kind = Finding::Kind::not_modelled;
  return finding;
}

Finding Sentence::barrier(std::string severity) {
  shape_ = Shape::barrier;
  std::string_view told = text_.substr(at_);
  while (told.ends_with('.')) told.remove_suffix(1);
  Finding finding{.kind = Finding::Kind::not_modelled,
                  .tool = "synccheck",
                  .severity = std::move(severity),
                  .told = std::string(told),
                  .place = place_};
  if (told.starts_with("Divergent thread(s) in block")) finding.kind = Finding::Kind::barrier;
  if (told.starts_with("Divergent thread(s) in warp")) {
    finding.kind = Finding::Kind::barrier;
    finding.of_warp = true;
  }
  if (told.starts_with("Invalid arguments")) {
    finding.kind = Finding::Kind::barrier_mask;
    finding.of_warp = true;
  }
  return finding;
}

void Sentence::read_and(Finding& finding) {
  expect("and ");
  Access& second = finding.accesses[1];
  second.kind = kind();
  expect(" access at ");
  second.at = place_until(" [");
  expect(" [");
  finding.count = number();
  blanks();
  if (!take("hazards]") && !take("hazard]")) fail_expected("`hazards]`");
}

void Sentence::read_thread(Access& access) {
  access.kind = kind();
  expect(" Thread ");
  access.thread = triple();
  expect(" at ");
  access.at = place_until("");
}

void Sentence::read_values(Finding& finding) {
  expect("Current Value : ");
  const std::uint64_t current = number();
  if (take(", Incoming Value : ")) finding.accesses[1].value = static_cast<Value>(number());
  if (finding.accesses[0].kind != AccessKind::load) {
    finding.accesses[0].value = static_cast<Value>(current);
  }
}

void Sentence::read_at(Finding& finding) {
  expect("at ");
  finding.accesses[0].at = place_until("");
  finding.kernel = finding.accesses[0].at.function;
}

void Sentence::read_by(Finding& finding) {
  expect("by thread ");
  finding.accesses[0].thread = triple();
  expect(" in block ");
  finding.accesses[0].block = triple();
}

}  // namespace opexplore::second
