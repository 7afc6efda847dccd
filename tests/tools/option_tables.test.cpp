// The tables of options: each row is explained, read and refused where it has no place.
#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "tests/catch.hpp"
#include "tools/commands.hpp"
#include "tools/programs.hpp"

namespace opexplore {
namespace {

using Arguments = std::vector<std::string>;

// A value that the option takes.
std::string value_for(const OptionEntry& entry) {
  if (entry.is_flag()) return "";
  if (entry.name() == "--write") return "json=a.json";
  for (const std::string_view word : blank_separated(entry.words)) {
    if (word.front() != '@' && word.front() != '*' && word.front() != '-') return std::string(word);
  }
  if (entry.value == "K/N") return "1/2";
  if (entry.value == "N" || entry.value == "TIME" || entry.value == "BYTES") return "1";
  return "word" + std::string(entry.value.starts_with("[FILE") ? entry.value.substr(5, 2) : "");
}

std::string written(const OptionEntry& entry) {
  const std::string value = value_for(entry);
  if (value.empty()) return entry.name();
  return entry.long_names().empty() ? entry.name() + value : entry.name() + '=' + value;
}

Arguments with(const OptionEntry& entry) {
  if (entry.long_names().empty() && !entry.is_flag()) return {entry.name(), value_for(entry)};
  return {written(entry)};
}

// What the command needs beside.
Arguments words_of(std::string_view command) {
  if (command == "compare" || command == "within") return {"sc", "tso", "a.litmus"};
  if (command == "rank") return {"data.json", "a.litmus"};
  if (command == "distinguish") return {"sc", "tso"};
  if (command == "campaign") return {"--family MP"};
  if (command == "diagram" || command == "machines" || command == "models") return {};
  return {"a.litmus"};
}

// Whether it has options of its own.
bool is_apart(std::string_view command) {
  return command == "code" || command == "replay" || command == "serve";
}

std::string complaint_about(const Arguments& arguments) {
  try {
    parse_options(arguments, "");
    return "";
  } catch (const UsageError& error) {
    return error.what();
  }
}

std::vector<OptionEntry> all_entries() {
  Options options;
  std::vector<OptionEntry> entries;
  for (const BoundOption& option : command_line(options).options) entries.push_back(option.entry);
  return entries;
}

std::size_t widest(const std::string& text) {
  std::size_t most = 0;
  std::size_t begin = 0;
  for (std::size_t end = 0; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1) {
    most = std::max(most, end - begin);
  }
  return most;
}

}  // namespace

TEST_CASE("options: each row is explained", "[options]") {
  std::set<std::string> names;
  for (const OptionEntry& entry : all_entries()) {
    INFO(entry.names);
    CHECK_FALSE(entry.group.empty());
    CHECK_FALSE(entry.help.empty());
    CHECK(entry.help.back() != '.');
    if (!entry.manual.empty()) CHECK(entry.manual.back() == '.');
    CHECK(entry.may_lack_value() != entry.otherwise.empty());
    CHECK((entry.alias_of.empty() || find_command(entry.alias_of) != nullptr));
    if (!entry.instead.empty()) CHECK(entry.screen.empty());
    for (const std::string_view command : blank_separated(entry.commands)) {
      CHECK(find_command(command) != nullptr);
    }
    for (const std::string_view name : entry.long_names()) {
      CHECK(names.insert(std::string(name)).second);
    }
    if (!entry.letter().empty()) CHECK(names.insert(std::string(entry.letter())).second);
  }
  CHECK(names.size() > 60);
}

TEST_CASE("options: each row is read", "[options]") {
  for (const OptionEntry& entry : all_entries()) {
    INFO(entry.names);
    Options options;
    const CommandLine line = command_line(options);
    const GivenArguments given = parse_arguments(with(entry), line);
    REQUIRE(given.options.size() == 1);
    CHECK(given.words.empty());
    // The others read values of these.
    if (entry.name() == "--write" || entry.name() == "--verdict") continue;
    CHECK(given.options.front().option->entry.names == entry.names);
    const std::string value = value_for(entry);
    CHECK(given.options.front().values.front() == (value.empty() ? "true" : value));
    CHECK_NOTHROW(apply(given, line));
    for (const std::string_view name : entry.long_names()) {
      const std::string end = value.empty() ? "" : '=' + value;
      for (const std::string dashes : {"-", "--"}) {
        const Arguments again{dashes + std::string(name) + end};
        CHECK(parse_arguments(again, line).options.front().option->entry.names == entry.names);
      }
    }
  }
}

TEST_CASE("options: a format needs no spelling of its own", "[options]") {
  constexpr std::array rows{
      OptionRow<Options>{{.names = "--write", .value = "FORMAT", .group = "results", .help = ""}},
      OptionRow<Options>{{.names = "",
                          .value = "FILE",
                          .group = "results",
                          .help = "Write a table",
                          .instead = "--write csv"},
                         keep<&Options::suffix>}};
  Options options;
  CommandLine line;
  line.add(rows, options);
  line.add_words(options.sources);
  apply(parse_arguments(std::vector<std::string>{"--write", "csv=a.csv", "a.litmus"}, line), line);
  CHECK(options.suffix == "a.csv");
  CHECK(options.sources == std::vector<std::string>{"a.litmus"});
  CHECK(words_today(line.entries(), "--write") == std::vector<std::string>{"csv"});
}

TEST_CASE("options: what is written today means what older spellings mean", "[options]") {
  const auto [today, older] = GENERATE(table<Arguments, Arguments>({
      {{"--write", "json=a.json"}, {"--json", "a.json"}},
      {{"--write=dot", "--write", "dot=a.dot"}, {"--dot", "--dot", "a.dot"}},
      {{"-write", "github", "--write=html=-"}, {"--github", "--html", "-"}},
      {{"--write=witness=dot"}, {"--witness", "dot"}},
      {{"--draw=initial"}, {"--initwrites", "true"}},
      {{"--verdict"}, {"--speedcheck"}},
      {{"--verdict=all"}, {"--goal"}},
      {{"--no-reduce=ample,symmetry"}, {"--no-ample", "--no-symmetry"}},
  }));
  Options options;
  const CommandLine line = command_line(options);
  const auto read = [&](const Arguments& arguments) {
    std::vector<std::string> all;
    for (const GivenOption& option : parse_arguments(arguments, line).options) {
      all.push_back(option.option->entry.name());
      for (const std::string& value : option.values) all.push_back(value);
    }
    return all;
  };
  INFO(today.front());
  if (older.front() == "--dot") {
    CHECK_THROWS_WITH(read(today), "option --write dot is given twice");
  } else {
    CHECK(read(today) == read(older));
  }
}

TEST_CASE("options: properties and drawings have words", "[options]") {
  const auto options = [](const Arguments& arguments) {
    return std::get<Options>(parse_options(arguments, ""));
  };
  const Options ends = options({"--property", "deadlock,ends:gpu=OBE,cta=FAIR,strong", "a"});
  CHECK(ends.check_deadlock);
  CHECK(ends.check_termination);
  CHECK(ends.strong);
  REQUIRE(ends.promises.size() == 1);
  CHECK(ends.promises.front().name == parse_promise("gpu=OBE,cta=FAIR").name);
  CHECK(options({"--property", "ends:cuda,hsa,resident=3", "a"}).promises.size() == 2);
  CHECK(options({"--property", "ends:cuda,hsa,resident=3", "a"}).resident == 3U);
  CHECK(options({"--property", "data-race", "--property", "ends", "a"}).check_races);
  CHECK(options({"--property", "ends:strong", "a"}).strong);
  const Options watched = options({"--property", "exclusive:3-5+b.cuh:7", "a"});
  CHECK_FALSE(watched.names_properties);
  REQUIRE(watched.kernel.words.watched.size() == 1);
  CHECK(watched.kernel.words.watched.front().lines.text == "3-5+b.cuh:7");
  CHECK(options({"--property", "stalls", "a"}).task() == Task::stalls);
  CHECK(complaint_about({"--property", "ends:resident=0", "a"}) ==
        "--property ends:resident: 0 is not what it takes");
  CHECK(complaint_about({"--property", "end", "a"}) == "property end is not offered");
  const Options drawn = options({"--draw", "fr,no-po,initial", "--write=dot", "a"});
  CHECK(drawn.picture.initial_writes);
  CHECK(drawn.picture.shown == Arguments{"fr"});
  CHECK(drawn.picture.unshown == Arguments{"po"});
  CHECK(options({"machines", "sc-typed", "--write", "dot"}).task() == Task::diagram);
  CHECK(options({"campaign", "--merge", "a", "b"}).task() == Task::merge);
  CHECK(options({"--merge", "a", "b"}).merged.size() == 2);
  CHECK(complaint_about({"--merge"}) == "no journal given");
  for (const auto& [arguments, complaint] : std::vector<std::pair<Arguments, std::string>>{
           {{"--write=jsn=a", "a"}, "--write knows no jsn"},
           {{"--write=json", "a"}, "option --write json needs a value"},
           {{"--write=github=a", "a"}, "option --write github takes no value"},
           {{"--write=tables=a.md", "a"}, "--write tables goes with rank"},
           {{"--no-reduce=ampel", "a"}, "--no-reduce knows no ampel"}}) {
    CHECK(complaint_about(arguments) == complaint);
  }
}

TEST_CASE("options: a command refuses the options that it has no use for", "[options]") {
  const std::string refusal = " do not go together";
  std::size_t pairs = 0;
  for (const CommandEntry& command : commands()) {
    if (is_apart(command.name) || command.name == "machines" || command.name == "models") continue;
    for (const OptionEntry& entry : all_entries()) {
      if (command.name == "run" && !entry.alias_of.empty()) continue;  // it becomes that command
      if (entry.name() == "--merge" || entry.name() == "--write") continue;  // so does this
      if (entry.alias_of == "machines" || entry.alias_of == "models") continue;
      INFO(command.name << " " << written(entry));
      Arguments arguments{std::string(command.name)};
      std::vector<std::string> words = words_of(command.name);
      if (entry.name() == "--generate" && words.size() == 3) words.pop_back();  // tests of its own
      std::ranges::move(words, std::back_inserter(arguments));
      std::ranges::move(with(entry), std::back_inserter(arguments));
      const std::string complaint = complaint_about(arguments);
      const bool taken = entry.goes_with(command.name) && entry.alias_of != command.name;
      if (taken) {
        CHECK(complaint.find(refusal) == std::string::npos);
      } else {
        CHECK(complaint != "");
        ++pairs;
      }
    }
  }
  CHECK(pairs > 100);
}

TEST_CASE("options: what options say, commands say by their place", "[options]") {
  const auto options = [](const Arguments& arguments) {
    return std::get<Options>(parse_options(arguments, ""));
  };
  const Options compare = options({"compare", "sc", "tso:sms=1", "a", "b"});
  CHECK(compare.machine == "sc");
  CHECK(compare.compare_with == "tso:sms=1");
  CHECK(compare.sources == Arguments{"a", "b"});
  CHECK(compare.task() == Task::explore);
  CHECK(options({"within", "sc", "tso", "a"}).within == "tso");
  CHECK(options({"rank", "d.json", "a"}).rank == "d.json");
  CHECK(options({"distinguish", "sc", "tso"}).task() == Task::distinguish);
  const Options campaign = options({"campaign", "--family MP", "@file", "--machine", "ptx"});
  CHECK(campaign.generate == Arguments{"--family MP", "@file"});
  CHECK(options({"campaign", "PodWW Rfe PodRR Fre"}).generate == Arguments{"PodWW Rfe PodRR Fre"});
  CHECK(campaign.check_axioms == "");
  CHECK(campaign.task() == Task::campaign);
  CHECK(options({"minimise", "a"}).minimise);
  CHECK(options({"minimise", "--within", "sc", "a"}).within == "sc");
  CHECK(options({"stalls", "a"}).task() == Task::stalls);
  CHECK(options({"diagram", "sc-typed"}).machine == "sc-typed");
  CHECK(options({"run", "--rank", "d.json", "a"}).task() == Task::rank);
  CHECK(options({"--", "compare"}).sources == Arguments{"compare"});
  CHECK(options({"./compare"}).sources == Arguments{"./compare"});
}

TEST_CASE("options: a command without its words is refused", "[options]") {
  for (const Arguments& arguments :
       {Arguments{"compare"}, Arguments{"compare", "sc"}, Arguments{"rank"},
        Arguments{"distinguish", "sc"}, Arguments{"distinguish", "sc", "tso", "rmo"},
        Arguments{"campaign"}, Arguments{"diagram", "sc", "tso"}}) {
    INFO(arguments.front());
    CHECK(complaint_about(arguments) == arguments.front() + " needs other words");
  }
  CHECK(complaint_about({"compare", "sc", "tso"}) == "no test given");
  CHECK(complaint_about({"compare", "--machine", "sc", "tso", "rmo", "a"}) ==
        "compare and --machine both name a machine");
  CHECK(complaint_about({"comapre", "sc", "tso", "a"}) ==
        "there is no file comapre, and no such command");
  CHECK(complaint_about({"SB.litmus", "-I", "x"}).empty());
  CHECK(complaint_about({"-q", "minimise", "a"}) == "minimise is a command, and stands first");
}

TEST_CASE("options: helps fit the screen", "[options]") {
  Options options;
  const CommandLine line = command_line(options);
  const std::string first = opexplore_help(line, "usual");
  CHECK(std::ranges::count(first, '\n') <= 34);
  CHECK(widest(first) <= 80);
  for (const std::string title :
       {"\nkernels:\n", "\nwhat must hold:\n", "\nsee why:\n", "\nmore:\n"}) {
    CHECK(first.find(title) != std::string::npos);
  }
  CHECK(widest(opexplore_help(line, "machines")) <= 80);
  CHECK(opexplore_help(line, "machines").find("  table=opencl|cuda") != std::string::npos);
  CHECK(widest(opexplore_help(line, "write")) <= 80);
  CHECK(opexplore_help(line, "write").find("  coq[=FILE.v]") != std::string::npos);
  for (const CommandEntry& command : commands()) {
    INFO(command.name);
    if (is_apart(command.name)) continue;
    const std::string help = command_help(command, line);
    CHECK(help.starts_with("usage: opexplore " + std::string(command.name)));
    CHECK(widest(help) <= 80);
    for (const BoundOption& option : line.options) {
      const OptionEntry& entry = option.entry;
      if (!entry.instead.empty() || !entry.alias_of.empty()) continue;
      INFO(entry.names);
      CHECK((help.find("  " + spelling(entry)) != std::string::npos) ==
            entry.goes_with(command.name));
    }
  }
}

TEST_CASE("options: numbers, times and words are read one way each", "[options]") {
  CHECK(number_of({"--n", "3K"}, 1, 5000) == 3000);
  CHECK_THROWS_AS(number_of({"--n", "0"}, 1, 5), UsageError);
  CHECK_THROWS_AS(number_of({"--n", "6"}, 1, 5), UsageError);
  CHECK(amount_of({"--m", "2K"}, 1024) == 2048);
  CHECK_THROWS_AS(amount_of({"--m", "lots"}, 1024), UsageError);
  CHECK(duration_of({"--t", "90s"}).count() == 90'000);
  CHECK_THROWS_AS(duration_of({"--t", "3x"}), UsageError);
  CHECK(one_of<int>({"--w", "two"}, {{"one", 1}, {"two", 2}}) == 2);
  try {
    one_of<int>({"--w", "twoo"}, {{"one", 1}, {"two", 2}});
    FAIL("no such word");
  } catch (const UsageError& error) {
    CHECK(std::string(error.what()) == "--w knows no twoo");
    CHECK(error.suggestion == "did you mean two?");
  }
}

}  // namespace opexplore
