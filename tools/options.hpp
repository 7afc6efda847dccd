// What the command line asks for.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "answers/compare.hpp"
#include "explorer/explore.hpp"
#include "export/output_options.hpp"
#include "litmus/input/usage_error.hpp"
#include "opmodel/results/promise.hpp"
#include "studies/campaign/campaign.hpp"
#include "tools/kernel_options.hpp"

namespace opexplore {

/// What the program is asked to do.
enum class Task : std::uint8_t {
  explore,      ///< each test, alone or compared
  rank,         ///< machines by observations
  distinguish,  ///< look for a test on which two differ
  campaign,     ///< generated tests through a comparison, counted
  merge,        ///< journals of parts of a campaign, put together
  stalls,       ///< of machines, counted
  readings,     ///< of the ISA, for each test
  diagram       ///< of a machine, without tests
};

/// What `--witness` writes for each test.
enum class WitnessFile : std::uint8_t { none, dot, json };

struct Company;
struct Format;
enum class Destination : std::uint8_t;

/// "--write json".
std::string option_of(const Format& format);

/// What --write asks for.
struct FormatFiles {
  /// By Format::name: a file, or "-"; empty of one that takes none, or where none was named.
  std::map<std::string_view, std::string> files;

  /// Of the format, if it was asked for.
  std::optional<std::string> file(const Format& format) const;
  bool has(const Format& format) const;
  /// Whether one goes there.
  bool has(Destination destination) const;
  /// Whether one shows traces.
  bool shows_traces() const;
};

struct Options {
  // Which tests.
  std::vector<std::string> sources;           ///< as written: files, directories, @indexes, -
  std::vector<std::filesystem::path> search;  ///< -I
  std::vector<std::filesystem::path> names;   ///< -names
  std::vector<std::filesystem::path> excluded_names;
  std::optional<std::filesystem::path> kinds;
  std::optional<std::filesystem::path> expect;
  std::optional<std::filesystem::path> launch;  ///< of PTX kernels
  bool strict_ptx = false;                      ///< refuse what no PTX assembler takes
  KernelOptions kernel;                         ///< of files that are launched by options

  // Generated instead.
  std::vector<std::string> generate;             ///< opgen's words, or @FILE with lines of them
  std::uint64_t every = 1;                       ///< of the generated tests, one of so many
  std::optional<std::filesystem::path> journal;  ///< of a campaign or a run of tests
  std::optional<CampaignShard> shard;            ///< of its tests, this part alone
  bool merge = false;                            ///< the words are journals
  std::vector<std::filesystem::path> merged;     ///< journals
  std::vector<std::string> words;                ///< of the command line, the command first
  /// What decides the results, a line each: words and options but those that say how fast, where to
  /// and how much of it is said; and of files what is in them.
  std::vector<std::string> asked_lines;
  const Company* company = nullptr;  ///< other processes, if there are some

  // How.
  std::optional<std::string> machine;       ///< as written; a comma list for some tasks
  std::optional<std::string> compare_with;  ///< as written
  std::optional<std::string> within;        ///< as written
  std::optional<std::string> check_axioms;  ///< a model; empty: the machine's own
  std::optional<std::string> distinguish;   ///< the first of two; the other is the only source
  bool minimise = false;
  bool stalls = false;
  bool all_readings = false;
  bool diagram = false;
  std::optional<unsigned> loop_bound;  ///< of models
  ExploreOptions explore;
  bool hunt = false;  ///< in the place of a search
  bool check_deadlock = false;
  bool check_races = false;
  bool names_properties = false;  ///< so that kernels are not asked for what else they usually are
  bool allow_hangs = false;
  bool check_termination = false;
  std::vector<Promise> promises;              ///< under which it shall end; none: the usual one
  std::optional<std::uint32_t> resident;      ///< CTAs that fit on a GPU, whatever is promised
  bool strong = false;                        ///< the notion that is to hold
  std::optional<std::filesystem::path> rank;  ///< observations to rank machines by

  // What to write.
  FormatFiles writes;
  std::optional<TraceDetail> trace;
  PictureOptions picture;
  WitnessFile witness = WitnessFile::none;
  std::optional<Show> show;
  std::optional<std::filesystem::path> directory;  ///< -o
  std::optional<std::filesystem::path> tables;     ///< Markdown of a ranking
  std::string suffix;
  Radix radix = Radix::decimal;
  int verbosity = 0;
  bool quiet = false;

  Task task() const {
    if (!merged.empty()) return Task::merge;
    if (diagram) return Task::diagram;
    if (stalls) return Task::stalls;
    if (all_readings) return Task::readings;
    if (rank) return Task::rank;
    if (distinguish) return Task::distinguish;
    return compares() && !generate.empty() ? Task::campaign : Task::explore;
  }
  /// Whether each test is given to two machines or models.
  bool compares() const { return compare_with || within || check_axioms || distinguish; }
  /// What is asked of the two.
  Asked asked() const { return within ? Asked::inclusion : Asked::equality; }
  /// Whether a difference is a failure.
  bool differences_fail() const { return within || check_axioms; }
  /// Show::telling unless the user chose.
  Show shown() const { return show.value_or(Show::telling); }
};

/// Whether the word can be a file: "-", or one that does not look like an option.
bool is_file(const std::string& word);

/// Text to print on standard output instead of running tests: help, version, machines.
struct Information {
  std::string text;
};

/// The arguments without the program's name, perhaps with a command in front. Throws UsageError.
std::variant<Options, Information> parse_options(std::span<const std::string> arguments,
                                                 const std::string& version);

/// The file of `--json`, found even in arguments that parse_options refuses: a usage error
/// too is reported there.
std::optional<std::string> json_target(std::span<const std::string> arguments);

/// What a journal of opexplore is of: `tests` says which tests the whole work is about, a line
/// each.
std::string noted_question(const Options& options, const ToolInfo& tool, const std::string& tests);

}  // namespace opexplore
