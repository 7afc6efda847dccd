#include "studies/campaign/text.hpp"

#include <algorithm>
#include <array>
#include <iomanip>
#include <memory>
#include <ostream>
#include <sstream>
#include <utility>
#include <vector>

#include "litmus/input/amounts.hpp"

namespace opexplore {
namespace {

std::string counted(std::uint64_t number, const char* one) {
  return grouped(number) + ' ' + one + (number == 1 ? "" : "s");
}

// What there is to say of a part besides how far it is: all but 0, and the differences always.
std::string findings(const PartResult& part) {
  std::string text = grouped(part.different) + " different";
  if (part.undecided > 0) text += ", " + grouped(part.undecided) + " undecided";
  if (part.undefined > 0) text += ", " + grouped(part.undefined) + " undefined";
  if (part.refused > 0) text += ", " + grouped(part.refused) + " refused";
  if (part.failed > 0) text += ", " + grouped(part.failed) + " failed";
  return text;
}

std::string part_name(const PartResult& part) { return part.pairing + ": " + part.tests; }

// Behind the number of tests checked, when it is known how many there are.
std::string how_far(const PartResult& part) {
  const std::uint64_t all = part.selected.value();
  if (all == 0) return " of 0";
  return " of " + grouped(all) + " (" + std::to_string(part.checked * 100 / all) + " %)";
}

std::string finished_line(const CampaignProgress& progress) {
  const PartResult& part = progress.now;
  return "Checked " + std::to_string(progress.part + 1) + '/' + std::to_string(progress.parts) +
         ' ' + part_name(part) + ": " + counted(part.checked, "test") + ", " + findings(part) +
         ", " + rough_duration(part.seconds);
}

// Columns as wide as their widest cell; the first two are text, the others numbers.
class Table {
 public:
  using Row = std::array<std::string, 10>;

  void add(Row row) {
    for (std::size_t i = 0; i < row.size(); ++i) widths_[i] = std::max(widths_[i], row[i].size());
    rows_.push_back(std::move(row));
  }

  void write(std::ostream& out) const {
    for (const Row& row : rows_) {
      for (std::size_t i = 0; i < row.size(); ++i) {
        const std::string blanks(widths_[i] - row[i].size(), ' ');
        out << (i == 0 ? "" : "  ") << (i < 2 ? row[i] + blanks : blanks + row[i]);
      }
      out << '\n';
    }
  }

 private:
  std::array<std::size_t, 10> widths_{};
  std::vector<Row> rows_;
};

std::string tenths(double seconds) {
  std::ostringstream text;
  text << std::fixed << std::setprecision(1) << seconds;
  return text.str();
}

void add_row(Table& table, const std::string& pairing, const PartResult& part) {
  const bool some = part.selected && part.checked < *part.selected;
  const std::string of = some ? " of " + grouped(*part.selected) : "";
  table.add({part.tests, pairing, grouped(part.checked) + of, grouped(part.equal),
             grouped(part.different), grouped(part.undecided), grouped(part.undefined),
             grouped(part.refused), grouped(part.failed), tenths(part.seconds)});
}

PartResult total(const CampaignResult& result) {
  PartResult all;
  all.tests = "all";
  for (std::uint64_t PartResult::*const count :
       {&PartResult::checked, &PartResult::equal, &PartResult::different, &PartResult::undecided,
        &PartResult::undefined, &PartResult::refused, &PartResult::failed}) {
    all.*count = result.sum(count);
  }
  all.selected = 0;
  for (const PartResult& part : result.parts) {
    if (!part.selected) all.selected.reset();
    if (all.selected) *all.selected += *part.selected;
  }
  all.seconds = result.seconds;
  return all;
}

void write_differences(std::ostream& out, const PartResult& part) {
  for (const KeptTest& kept : part.differences) {
    out << part_name(part) << ": different: " << kept.test.name << '\n';
  }
  if (part.different > part.differences.size()) {
    out << part_name(part) << ": different: " << grouped(part.different - part.differences.size())
        << " more\n";
  }
}

// One line for a reason that several parts of a pairing have.
void write_reasons(std::ostream& out, const CampaignResult& result) {
  std::vector<std::pair<std::string, CampaignReason>> all;  // with pairing
  for (const PartResult& part : result.parts) {
    for (const CampaignReason& reason : part.reasons) {
      const auto same = std::find_if(all.begin(), all.end(), [&](const auto& other) {
        return other.first == part.pairing && other.second.kind == reason.kind &&
               other.second.note == reason.note;
      });
      if (same == all.end()) {
        all.emplace_back(part.pairing, reason);
      } else {
        same->second.tests += reason.tests;
      }
    }
  }
  for (const auto& [pairing, reason] : all) {
    out << pairing << ": " << to_string(reason.kind) << ": " << counted(reason.tests, "test")
        << ", the first is " << reason.first << ": " << reason.note << '\n';
  }
}

}  // namespace

std::string campaign_progress_line(const CampaignProgress& progress) {
  const PartResult& part = progress.now;
  std::string line = "Checking " + std::to_string(progress.part + 1) + '/' +
                     std::to_string(progress.parts) + ' ' + part_name(part) + ": " +
                     grouped(part.checked) + (part.selected ? how_far(part) : " checked") + ", " +
                     findings(part);
  if (part.checked == 0 || part.seconds <= 0) return line;
  const double rate = static_cast<double>(part.checked) / part.seconds;
  line += ", " + grouped(static_cast<std::uint64_t>(rate)) + "/s";
  if (!part.selected) return line;
  const double left = static_cast<double>(*part.selected - part.checked) / rate;
  return line + ", " + rough_duration(left) + " left";
}

std::function<void(const CampaignProgress&)> logged_campaign_progress(
    std::chrono::milliseconds period, std::function<void(const std::string&)> put) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = Clock::now();
  // Shared, for the function is copied and must not begin again.
  const auto last = std::make_shared<Clock::time_point>(start);
  return [=](const CampaignProgress& progress) {
    const Clock::time_point now = Clock::now();
    if (!progress.finished && now - *last < period) return;
    *last = now;
    if (progress.finished) return put(finished_line(progress));
    const std::chrono::duration<double> passed = now - start;
    put(campaign_progress_line(progress) + "; " + rough_duration(passed.count()) + " so far");
  };
}

void write_campaign(std::ostream& out, const CampaignResult& result) {
  Table table;
  table.add({"tests", "checked", "number", "equal", "different", "undecided", "undefined",
             "refused", "failed", "seconds"});
  for (const PartResult& part : result.parts) add_row(table, part.pairing, part);
  if (result.parts.size() > 1) add_row(table, "", total(result));
  table.write(out);
  for (const PartResult& part : result.parts) write_differences(out, part);
  write_reasons(out, result);
  if (result.lacks_ranges) out << "incomplete: some tests are in none of the journals\n";
  if (result.incomplete == Incomplete::time) out << "incomplete: the time is up\n";
  if (result.incomplete == Incomplete::interrupted) out << "incomplete: interrupted\n";
}

}  // namespace opexplore
