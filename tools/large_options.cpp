// Table: what goes beyond the memory, the processes and the life of one run (docs/search.md).
#include <algorithm>
#include <array>
#include <charconv>
#include <string>
#include <string_view>

#include "tools/commands.hpp"

namespace opexplore {
namespace {

using Row = OptionRow<Options>;

// Commands that ask about many tests.
constexpr std::string_view many_test_commands = "run compare within minimise campaign";
constexpr std::string_view noted_commands = "run compare within minimise campaign rank";

constexpr std::uint64_t most_shards = 1'000'000;

// "3/16".
void set_shard(Options& options, const Written& written) {
  const std::size_t slash = written.text.find('/');
  const auto number = [&](std::string_view text, std::uint64_t& value) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc{} && end == text.data() + text.size();
  };
  CampaignShard shard;
  const std::string_view text = written.text;
  const bool right = slash != std::string_view::npos &&
                     number(text.substr(0, slash), shard.number) &&
                     number(text.substr(slash + 1), shard.count) && shard.number >= 1 &&
                     shard.number <= shard.count && shard.count <= most_shards;
  if (!right) {
    throw UsageError(written.option + ": " + written.text + " is no part of the whole",
                     "write K/N, the K-th of N parts, such as 3/16");
  }
  options.shard = shard;
}

constexpr std::array large_rows{
    Row{{.names = "--store",
         .value = "DIR",
         .group = "large searches",
         .help = "Keep states on disk, in this folder",
         .manual = "Of a test; --max-memory says how much memory the search may take besides.",
         .commands = "run"},
        keep<&Options::explore, &ExploreOptions::large, &LargeSearch::store>},
    Row{{.names = "--checkpoint",
         .value = "FILE",
         .group = "large searches",
         .help = "Note there from time to time how far the search of a test is",
         .manual = "At its end, too, when Ctrl-C, SIGTERM or a limit ends it.",
         .commands = "run"},
        keep<&Options::explore, &ExploreOptions::large, &LargeSearch::checkpoint>},
    Row{{.names = "--checkpoint-every",
         .value = "TIME",
         .group = "large searches",
         .help = "The least time between two such notes (default 10s)",
         .manual = "Notes are made at the ends of levels.",
         .commands = "run"},
        [](Options& options, const Written& written) {
          options.explore.large.checkpoint_every = duration_of(written);
        }},
    Row{{.names = "--journal",
         .value = "FILE",
         .group = "large searches",
         .help = "Note there which tests are done, and what was found",
         .manual = "Of a campaign, a ranking, or of many tests. About once a second.",
         .commands = noted_commands,
         .noted = Noted::nothing},
        keep<&Options::journal>},
    Row{{.names = "--shard",
         .value = "K/N",
         .group = "large searches",
         .help = "Do the K-th of N parts of the tests; --merge puts them together",
         .commands = many_test_commands,
         .noted = Noted::nothing},
        set_shard},
    Row{{.names = "--merge",
         .group = "large searches",
         .help = "The words are journals of parts: their report as a whole",
         .manual = "Those of --shard K/N --journal FILE, of a campaign or of tests. Nothing is "
                   "checked again but what is shown of a campaign. Where a part is missing the "
                   "report says so, and the exit code is 1.",
         .commands = "run campaign merge"},
        keep<&Options::merge>},
    Row{{.names = "--resume",
         .group = "large searches",
         .help = "Go on where the store, checkpoint or journal ends",
         .manual = "One that is not there is begun, so that the same command line begins and goes "
                   "on. One of another question is refused.",
         .commands = noted_commands,
         .noted = Noted::nothing},
        keep<&Options::explore, &ExploreOptions::large, &LargeSearch::resume>},
};

}  // namespace

std::vector<Row> large_options() { return {large_rows.begin(), large_rows.end()}; }

}  // namespace opexplore
