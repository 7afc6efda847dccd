#include "tools/commands.hpp"

#include <algorithm>
#include <array>

#include "tools/programs.hpp"

namespace opexplore {
namespace {

constexpr std::array command_table{
    CommandEntry{"run", "TEST...", "Which outcomes a test has (when no command is named)",
                 "Explores every state of a machine, or every execution that an axiomatic model\n"
                 "allows, and says which outcomes are possible and whether the test's condition\n"
                 "holds.\n"},
    CommandEntry{
        "compare", "A B TEST...", "Where two machines or models differ",
        "Prints for each test which outcomes both have, which only one of them, how it\n"
        "comes to them, and which axioms forbid them to the other. A machine with another\n"
        "setting is a second machine: gpu-queues gpu-queues:coherent-loads. Differences\n"
        "are an answer and no failure. Two modules or shaders of Vulkan without a test\n"
        "are compared with each other.\n"},
    CommandEntry{
        "within", "A B TEST...", "Whether B has every outcome of A",
        "An outcome of A that B lacks is printed with the way there, and ends the program\n"
        "with code 20; what B has beside is no difference.\n"},
    CommandEntry{"rank", "DATA.json TEST...", "Machines by hardware observations of the tests",
                 "Ranks machines by the number of outcomes that some chip showed and the machine\n"
                 "forbids, then by the number that it allows and no chip showed. All machines are\n"
                 "ranked, or those of --machine A,B. One with a setting chip is ranked once for\n"
                 "each chip, by the observations of that chip.\n"},
    CommandEntry{"distinguish", "A B", "A smallest test on which two differ",
                 "Looks among the tests that come with the program and generated ones of growing\n"
                 "size, or those of --generate, and prints the test and the difference. What is\n"
                 "found first is said at once on standard error, while smaller ones are looked\n"
                 "for.\n"},
    CommandEntry{"campaign", "WORDS|@FILE...", "Machines against models on generated tests",
                 "WORDS are those of opgen, one argument for each group of tests; @FILE has lines\n"
                 "of them. The machine is compared with its axioms, or with a second side that\n"
                 "--check-axioms=MODEL, --compare-with or --within names. Tests are only counted,\n"
                 "any number of them, and the first ones that differ are shown.\n"},
    CommandEntry{"merge", "JOURNAL...", "The report of a whole from the journals of its parts",
                 "JOURNALs are those of --shard K/N --journal FILE, of a campaign or of tests.\n"
                 "Nothing is checked again but what is shown of a campaign. Where a part is\n"
                 "missing the report says so, and the exit code is 1.\n",
                 "campaign --merge"},
    CommandEntry{"minimise", "TEST...", "The smallest test that still shows what this one does",
                 "Shrinks each test that reaches the outcome that it asks about or, with a second\n"
                 "side (--compare-with, --within, --check-axioms), shows a difference, and says\n"
                 "which of its instructions are needed. With -o it is written to\n"
                 "NAME-min.litmus.\n"},
    CommandEntry{"stalls", "TEST...", "How often machines hold accesses back",
                 "Counts, for each test and each machine of --machine A,B, at how many steps an\n"
                 "access was ready and held back to keep memory in order: the least and the most\n"
                 "of all executions. Reductions are off, for they change the number of steps.\n",
                 "run --property stalls"},
    CommandEntry{"readings", "TEST...", "A test under every reading of what the ISA leaves open",
                 "Asks ptx-async about each test under the readings isa, strict and practice of\n"
                 "asynchronous operations, and with every single switch, and says what the answer\n"
                 "depends on.\n"},
    CommandEntry{"diagram", "[MACHINE]", "The automaton inside a machine, for Graphviz",
                 "Draws it on standard output. A machine without one is refused.\n",
                 "machines NAME --write dot"},
    CommandEntry{"code", "FILE", "A kernel in the language that it is read into", ""},
    CommandEntry{"replay", "FILE.json...", "Execute written traces again, accept or refuse them",
                 ""},
    CommandEntry{"second", "FILE", "A second opinion on what compute-sanitizer and others found",
                 ""},
    CommandEntry{"serve", "[FILE...]", "A page to write tests on, with the verdict as you type",
                 ""},
    CommandEntry{"machines", "[NAME...]", "The machines with their settings and rules",
                 "Lists sources, settings, their values with the default first, and rules. With\n"
                 "--write dot it draws the automaton inside a machine, for Graphviz, if it has\n"
                 "one.\n"},
    CommandEntry{"models", "", "The axiomatic models", "Lists the built-in ones.\n"}};

constexpr std::string_view usage =
    "usage: opexplore [OPTIONS] TEST...\n"
    "       opexplore COMMAND [OPTIONS] ...\n"
    "\n"
    "Which outcomes can this GPU program have? Explores all states of a memory model.\n"
    "A TEST is a litmus test, a kernel (.cu, .ptx, .ll), a folder, an @INDEX, or -.\n"
    "Of a kernel it says where it races, hangs or goes wrong, and what mends that.\n";

constexpr std::string_view spellings =
    "Options are accepted as -opt VALUE, --opt VALUE and --opt=VALUE.\n";

constexpr std::string_view exit_codes =
    "\n"
    "Exit codes: 0 all explored, nothing failed; 1 incomplete; 2 wrong input;\n"
    "10 unexpected verdict; 11 data race, if asked about; 12 does not end and 13\n"
    "deadlock, unless --allow-hangs; 20 a difference (--check-axioms, within) or a\n"
    "refused trace; 30 internal error; 31 timeout; 32 cancelled.\n";

// Those that are listed; or the others.
std::vector<OptionEntry> entries_of(const CommandLine& line, bool older = false) {
  std::vector<OptionEntry> entries = line.entries();
  std::erase_if(entries, [&](const OptionEntry& entry) { return entry.instead.empty() == older; });
  return entries;
}

std::vector<CommandEntry> listed_commands() {
  std::vector<CommandEntry> listed;
  std::ranges::copy_if(command_table, std::back_inserter(listed),
                       [](const CommandEntry& command) { return command.instead.empty(); });
  return listed;
}

std::string first_screen(const std::vector<OptionEntry>& entries) {
  std::string text(usage);
  for (const std::string_view screen : {"kernels", "what must hold", "see why", "more"}) {
    text += '\n' + std::string(screen) + ":\n";
    for (const OptionEntry& entry : entries) {
      if (entry.screen == screen) text += help_line(entry);
    }
  }
  const std::string title = "commands: ";
  std::string names;
  for (const CommandEntry& command : listed_commands()) names += ' ' + std::string(command.name);
  return text + '\n' + title + wrapped(names, title.size()) +
         "\nMore: --help all, write, machines (settings); opexplore COMMAND --help\n";
}

// What a value may begin with, of the options that are written `start` and it: a line each.
std::string words_behind(const CommandLine& line, std::string_view start) {
  std::string text;
  for (const OptionEntry& entry : entries_of(line, true)) {
    if (entry.instead.starts_with(start)) {
      text += help_line(current_spelling(entry).substr(start.size()), entry.help);
    }
  }
  return text;
}

std::string list_of_commands() {
  std::string text = "\ncommands:\n";
  for (const CommandEntry& command : listed_commands()) {
    text +=
        help_line(std::string(command.name) + ' ' + std::string(command.words), command.summary);
  }
  return text;
}

// Pages that are kept in docs/, for those who write them.
std::string docs_page(const CommandLine& line, const std::string& topic) {
  const std::vector<OptionEntry> entries = entries_of(line);
  const std::vector<CommandEntry> listed = listed_commands();
  std::vector<OptionSection> sections;
  for (const OptionEntry& entry : entries) {
    const auto same = [&](const OptionSection& section) { return section.title == entry.group; };
    auto found = std::ranges::find_if(sections, same);
    if (found == sections.end()) {
      found = sections.insert(sections.end(), {std::string(entry.group), {}});
    }
    found->entries.push_back(entry);
  }
  if (topic == "manual") return manual_text("opexplore", listed, sections);
  if (topic == "markdown") {
    return markdown_text("opexplore", listed, sections) +
           markdown_of_older(command_table, entries_of(line, true));
  }
  return completion_text(listed, entries);
}

}  // namespace

std::span<const CommandEntry> commands() { return command_table; }

const CommandEntry* find_command(std::string_view name) {
  const auto* const found = std::ranges::find(command_table, name, &CommandEntry::name);
  return found == command_table.end() ? nullptr : found;
}

CommandLine command_line(Options& options) {
  CommandLine line;
  line.add(test_options(), options);
  line.add(kernel_options(), options);
  line.add(machine_options(), options);
  line.add(result_options(), options);
  add_formats(line, options);
  line.add(large_options(), options);
  line.add(search_options(), options);
  line.add(property_options(), options);
  line.add(setting_options(), options);
  line.add_words(options.sources);
  return line;
}

std::string opexplore_help(const CommandLine& line, const std::string& topic) {
  const std::vector<OptionEntry> entries = entries_of(line);
  if (topic == "usual") return first_screen(entries);
  if (topic == "short") return std::string(usage) + '\n' + help_spellings(entries);
  if (topic == "all") {
    return std::string(usage) + std::string(spellings) + list_of_commands() + help_groups(entries) +
           std::string(exit_codes);
  }
  if (topic == "manual" || topic == "markdown" || topic == "completion") {
    return docs_page(line, topic);
  }
  if (topic == "write") return "--write FORMAT[=FILE]:\n" + words_behind(line, "--write ");
  if (topic != "machines") return help_group(entries, topic, "short, all, write, machines");
  return "A machine is named with its settings: --machine rmo:table=cuda,path=warp. What\n"
         "is not named has the value that `opexplore machines` lists first.\n\n"
         "settings:\n" +
         words_behind(line, "--machine NAME:") + "\n--no-reduce=NAME,...:\n" +
         words_behind(line, "--no-reduce ");
}

std::string command_help(const CommandEntry& command, const CommandLine& line) {
  std::vector<OptionEntry> entries;
  for (const BoundOption& option : line.options) {
    const OptionEntry& entry = option.entry;
    const bool listed = entry.instead.empty() && entry.alias_of != command.name;
    if (listed && entry.goes_with(command.name)) entries.push_back(entry);
  }
  std::string text = "usage: opexplore " + std::string(command.name) + " [OPTIONS]";
  if (!command.words.empty()) text += ' ' + std::string(command.words);
  return text + "\n\n" + std::string(command.about) + help_groups(entries) +
         std::string(exit_codes);
}

}  // namespace opexplore
