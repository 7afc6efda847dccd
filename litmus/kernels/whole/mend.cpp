#include "litmus/kernels/whole/mend.hpp"

#include <algorithm>
#include <fstream>
#include <optional>
#include <utility>

#include "litmus/input/input_error.hpp"
#include "litmus/kernels/code_places.hpp"
#include "litmus/kernels/kernel.hpp"

namespace opexplore::kernel {

namespace {

using NewLine = Facts::Whole::NewLine;
using Races = std::vector<Facts::Whole::RaceInBlock>;

// Each costs a run of the compiler.
constexpr int most_tries = 12;
constexpr std::uint32_t lines_further = 3;

constexpr std::string_view proxy_fence = "asm volatile(\"fence.proxy.async;\" ::: \"memory\");";
constexpr std::string_view wait_for_copies =
    "asm volatile(\"cp.async.wait_all;\" ::: \"memory\"); __syncthreads();";

/// The source with new lines between its own.
std::string with(const std::string& text, const std::vector<NewLine>& added) {
  const std::vector<std::string> lines = lines_of(text);
  std::string result;
  for (std::uint32_t line = 1; line <= lines.size(); ++line) {
    const auto at = [&](bool before) {
      std::string all;
      for (const NewLine& one : added) {
        if (one.place.place.line == line && one.before == before) {
          all += std::string(one.text) + '\n';
        }
      }
      return all;
    };
    result += at(true) + lines[line - 1] + '\n' + at(false);
  }
  return result;
}

/// Between the two lines, then behind the last one, where a loop begins again. First what copies
/// need.
std::vector<NewLine> candidates(const Facts::Whole::RaceInBlock& race,
                                const std::vector<std::string>& lines) {
  std::vector<NewLine> result;
  const auto add = [&](std::uint32_t line, bool before,
                       std::string_view what = "__syncthreads();") {
    if (line == 0 || line > lines.size()) return;
    const std::string& written = lines[line - 1];
    CodePlace place{race.second.file, {line, 1}, ""};
    const std::size_t begin = written.find_first_not_of(" \t");
    if (begin != std::string::npos) place.text = written.substr(begin);
    result.push_back({std::move(place), before, what});
  };
  if (race.unfenced) {
    add(race.second.place.line, true, proxy_fence);
    add(race.first.place.line, false, proxy_fence);
  }
  if (race.unawaited) add(race.second.place.line, true, wait_for_copies);
  const auto [first, last] = std::minmax(race.first.place.line, race.second.place.line);
  add(last, true);
  add(first, false);
  for (std::uint32_t more = 0; more <= lines_further; ++more) add(last + more, false);
  for (std::uint32_t less = 1; less <= lines_further && less < first; ++less) {
    add(first - less, true);
  }
  return result;
}

class Mending {
 public:
  Mending(const std::string& text, const std::filesystem::path& source, const Compilation& how,
          const Launch& launch)
      : text_(text), lines_(lines_of(text)), source_(source), how_(how), launch_(launch) {
    how_.flags.push_back("-I" + std::filesystem::absolute(source).parent_path().string());
    launch_.looked = Looked::one_execution;
    launch_.reads_source_files = false;
  }

  std::vector<NewLine> run(Races races) {
    std::vector<NewLine> added;
    while (!races.empty() && tries_ < most_tries) {
      const std::optional<Races> left = mend_first(races, added);
      if (!left) return {};
      races = *left;
    }
    return races.empty() ? added : std::vector<NewLine>{};
  }

 private:
  /// Adds a line that mends the first race and makes no new ones; the races that are left then.
  std::optional<Races> mend_first(const Races& races, std::vector<NewLine>& added) {
    for (NewLine& candidate : candidates(races.front(), lines_)) {
      if (tries_ == most_tries) break;
      added.push_back(std::move(candidate));
      ++tries_;
      const std::optional<Races> left = races_with(added);
      if (left && left->size() < races.size()) return left;
      added.pop_back();
    }
    return std::nullopt;
  }

  /// The races of the source with these added; nothing if something else is wrong then, or open.
  std::optional<Races> races_with(const std::vector<NewLine>& added) const {
    const TemporaryFolder folder(std::filesystem::temp_directory_path());
    const std::filesystem::path file = folder.path() / source_.filename();
    std::ofstream(file, std::ios::binary) << with(text_, added);
    try {
      const LaunchedKernel mended = read_launched(compiled(file, how_), file.string(), launch_);
      const Facts::Whole& whole = *mended.facts.whole;
      const bool races_alone = whole.races.size() == whole.bugs;
      return whole.decides || races_alone ? std::optional(whole.races) : std::nullopt;
    } catch (const InputError&) {
      return std::nullopt;
    }
  }

  const std::string& text_;
  std::vector<std::string> lines_;
  std::filesystem::path source_;
  Compilation how_;
  Launch launch_;
  int tries_ = 0;
};

}  // namespace

std::vector<NewLine> mending_lines(const std::string& text, const std::filesystem::path& source,
                                   const Compilation& how, const Launch& launch,
                                   const Facts::Whole& whole) {
  const auto elsewhere = [&](const Facts::Whole::RaceInBlock& race) {
    const std::string name = shown_name(source);
    return race.first.file != name || race.second.file != name;
  };
  if (whole.races.size() != whole.bugs || std::ranges::any_of(whole.races, elsewhere)) return {};
  return Mending(text, source, how, launch).run(whole.races);
}

}  // namespace opexplore::kernel
