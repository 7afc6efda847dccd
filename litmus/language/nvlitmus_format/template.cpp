#include "litmus/language/nvlitmus_format/template.hpp"

#include <algorithm>
#include <cstdint>

#include "litmus/input/lines.hpp"

namespace opexplore::detail {

namespace {

constexpr std::string_view divider = "$$";
// The tests of the paper have 46 rows at most. Each row is as much text as the template.
constexpr std::size_t max_rows = 1000;
constexpr std::size_t max_expanded = std::size_t{1} << 26U;

/// Calls `use(line, its number)` for each line.
template <class Use>
void for_each_text_line(std::string_view text, Use&& use) {
  for (std::uint32_t number = 1; !text.empty(); ++number) {
    const std::size_t end = text.find('\n');
    use(text.substr(0, end), number);
    text.remove_prefix(end == text.npos ? text.size() : end + 1);
  }
}

std::vector<std::string_view> cells_of(std::string_view row) {
  std::vector<std::string_view> cells;
  for (;;) {
    const std::size_t end = row.find('|');
    cells.push_back(trimmed(row.substr(0, end)));
    if (end == row.npos) return cells;
    row.remove_prefix(end + 1);
  }
}

/// Copies a test and puts values in the place of its parameters.
class Expander {
 public:
  Expander(const Source& source, const NvlitmusRow& row)
      : source_(source), row_(row), cells_(cells_of(row.text)) {}

  NvlitmusInstance expanded(std::string_view body) {
    for_each_text_line(body, [&](std::string_view line, std::uint32_t number) {
      add_line(line, number);
      result_.text += '\n';
    });
    result_.row = std::string(row_.text);
    return std::move(result_);
  }

 private:
  // Prices in comments are no parameters.
  void add_line(std::string_view line, std::uint32_t number) {
    const std::string_view code = line.substr(0, line.find("//"));
    std::size_t copied = 0;
    for (std::size_t at = code.find('$'); at != code.npos; at = code.find('$', copied)) {
      copy(line.substr(copied, at - copied), place_in(line, line.substr(copied), number));
      const SourcePlace place = place_in(line, line.substr(at), number);
      copied = code.find_first_not_of("0123456789", at + 1);
      if (copied == code.npos) copied = code.size();
      add_value(line.substr(at, copied - at), place);
    }
    copy(line.substr(copied), place_in(line, line.substr(copied), number));
  }

  void add_value(std::string_view parameter, SourcePlace place) {
    if (parameter.size() != 2) {
      source_.fail(place, "expected a parameter, found " + quote(parameter),
                   "parameters are $0 to $9");
    }
    const auto index = static_cast<std::size_t>(parameter[1] - '0');
    if (index >= cells_.size()) {
      source_.fail(
          row_.place,
          "this row has no value for " + quote(parameter) + " of line " +
              std::to_string(place.line),
          "values stand between '|', that of $0 first; it has " + std::to_string(cells_.size()));
    }
    const std::string_view value = cells_[index];
    if (!value.empty()) copy(value, place_in(row_.text, value, row_.place.line));
  }

  void copy(std::string_view part, SourcePlace place) {
    result_.pieces.push_back({result_.text.size(), place});
    result_.text += part;
  }

  const Source& source_;
  const NvlitmusRow& row_;
  std::vector<std::string_view> cells_;
  NvlitmusInstance result_;
};

bool is_row(std::string_view line) { return !trimmed(line).empty() && !line.starts_with('#'); }

}  // namespace

std::string_view without_mark(std::string_view text) {
  constexpr std::string_view mark = "\xEF\xBB\xBF";
  if (text.starts_with(mark)) text.remove_prefix(mark.size());
  return text;
}

bool has_divider(std::string_view text) {
  bool found = false;
  for_each_text_line(text, [&](std::string_view line, std::uint32_t) {
    found = found || trimmed(line) == divider;
  });
  return found;
}

NvlitmusFile split_nvlitmus(const Source& source) {
  NvlitmusFile file{.body = without_mark(source.text)};
  const std::string_view text = file.body;
  for_each_text_line(text, [&](std::string_view line, std::uint32_t number) {
    const bool divides = trimmed(line) == divider;
    if (divides && file.is_template) {
      source.fail(place_in(line, trimmed(line), number), "there is a second line '$$'",
                  "the first is line " + std::to_string(file.divider.line) +
                      "; behind it stands a row of values for each test");
    }
    if (divides) {
      file.is_template = true;
      file.divider = place_in(line, trimmed(line), number);
      file.body = text.substr(0, static_cast<std::size_t>(line.data() - text.data()));
    } else if (file.is_template && is_row(line)) {
      file.rows.push_back({line, {number, 1}});
    }
  });
  if (!file.is_template) return file;
  if (file.rows.empty()) {
    source.fail(file.divider, "a template without a row of values stands for no test",
                "write one behind '$$', as in 'st [x] | assert'");
  }
  if (file.rows.size() > max_rows || file.rows.size() * file.body.size() > max_expanded) {
    source.fail(file.divider,
                "the template stands for too much: the limit is " + std::to_string(max_rows) +
                    " rows, and " + std::to_string(max_expanded) + " bytes of tests",
                "divide the rows between several files");
  }
  return file;
}

NvlitmusInstance instance_of(const Source& source, const NvlitmusFile& file, std::size_t row) {
  if (file.is_template) return Expander(source, file.rows[row]).expanded(file.body);
  return {std::string(file.body), {{0, {1, 1}}}, ""};
}

}  // namespace opexplore::detail
