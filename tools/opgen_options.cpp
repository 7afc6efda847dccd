#include "tools/cli_app.hpp"
#include "tools/opgen_options.hpp"
#include "tools/opgen_texts.hpp"

namespace opexplore {
namespace {

const ShortOptions letters{.with_value = "o", .flags = "vqh"};

constexpr HelpFrame frame{
    "usage: opgen [OPTIONS] EDGE...\n"
    "       opgen [OPTIONS] --family LIST | --exhaustive | --one-location | --random N | "
    "--mutants FILE |\n"
    "       --rewrite FILE\n"
    "\n"
    "Generates litmus tests: the test of a cycle of edges, the tests of a family, all programs up\n"
    "to a size, random programs, a test made weaker, or in another dialect. One test is printed;\n"
    "more go to the directory of -o. Options are accepted as -opt VALUE, --opt VALUE and\n"
    "--opt=VALUE; lists have commas.\n",
    "\n"
    "Edges: Rfe Rfi Coe Coi Fre Fri Rfe^-1; PodWR PosRR ...; fence.sc.gpudWW membar.glsRR\n"
    "fence.proxy.aliasdWR bardWW ...; DpAddrdR DpDatadW DpCtrldW ...; Amo.add.rlx.gpu. Between "
    "two\n"
    "edges may stand how their access is written: rel.gpu, acq.sys, exch.rlx.cta, alias, const.\n"
    "\n"
    "Exit codes: 0 done; 2 wrong input; 30 internal error; 32 cancelled.\n"};

// All options are texts: an empty one was not given.
void add(CLI::App& app, GenerateTexts& texts, const std::string& group, const std::string& names,
         const std::string& description) {
  const std::string name = names.substr(names.rfind('-') + 1);
  app.add_option(names, texts.values[name], description)->group(group);
}

void add_kinds(CLI::App& app, GenerateTexts& texts) {
  const std::string group = "tests";
  app.add_option("edges", texts.edges)->group("");
  const auto option = [&](const std::string& names, const std::string& description) {
    add(app, texts, group, names, description);
  };
  option("--family", "LIST\tThe tests of these families; all is every family");
  app.add_flag("--exhaustive", texts.exhaustive, "All programs up to a size")->group(group);
  app.add_flag("--one-location", texts.one_location, "All programs with one location up to a size")
      ->group(group);
  option("--random", "N\tThat many random programs");
  app.add_option("--mutants", texts.mutants,
                 "FILE\tEach way to weaken one instruction of the test (repeatable)")
      ->allow_extra_args(false)
      ->group(group);
  app.add_option("--rewrite", texts.rewrite,
                 "FILE\tThe test itself, in the dialect of --dialect (repeatable)")
      ->allow_extra_args(false)
      ->group(group);
}

void add_choices(CLI::App& app, GenerateTexts& texts) {
  const auto option = [&](const std::string& names, const std::string& description) {
    add(app, texts, "choices", names, description);
  };
  option("--orders", "LIST\tOf accesses: weak, rlx, acq, rel, acq_rel (default: weak)");
  option("--scopes", "LIST\tOf accesses and fences: cta, gpu, sys (default: gpu)");
  option("--fences", "LIST\tBetween accesses: none, acq_rel, sc, ...; a number says how many");
  option("--deps", "LIST\tBetween accesses: none, addr, data, ctrl");
  option("--atomics", "[LIST]\tAccesses are atomics too: exch, add");
  option("--proxies", "LIST\tOf accesses: generic, alias, texture, surface, constant");
  app.add_flag("--barriers", texts.barriers, "Barriers between accesses")->group("choices");
  option("--placements", "LIST\tall, cta, gpu, sys, or like p0:p1::p2 (default: gpu)");
  option("--regions", "LIST\tOf locations: global, shared (default: global)");
}

void add_sizes(CLI::App& app, GenerateTexts& texts) {
  const auto option = [&](const std::string& names, const std::string& description) {
    add(app, texts, "size", names, description);
  };
  option("--threads",
         "N|A-B\tNumber of threads; with --exhaustive the other numbers are per thread");
  option("--accesses", "N\tAt most, with --exhaustive (default: 2)");
  option("--locations", "N\tAt most (default: 2)");
  option("--instructions",
         "N|A-B\tIn a random program (default: 4-10); elsewhere exactly so many, no range");
  option("--seed", "N\tOf the first random program (default: 1)");
  option("--profile", "NAME\tThe kind of random programs");
}

constexpr const char* output_group = "output";

void add_output(CLI::App& app, GenerateTexts& texts, GenerateOptions& options) {
  const std::string group = output_group;
  app.add_option("-o", options.directory, "DIR\tWrite NAME.litmus and the index @all there")
      ->group(group);
  add(app, texts, group, "--dialect", "ptx|gpu_ptx\tHow tests are written (default: ptx)");
  app.add_flag("--count", options.count, "Print how many tests there are, and write none")
      ->group(group);
  app.add_flag("-v,--verbose", options.verbosity, "Name the tests on standard error")->group(group);
  app.add_flag("-q,--quiet", options.quiet, "Do not say how many tests were written")->group(group);
  app.add_flag("--version", texts.version, "Print version and revision, and end")->group(group);
  app.add_option("-h,--help", texts.help, "[short|GROUP]\tPrint this, and end")->group(group);
}

std::vector<OptionShape> shapes(const CLI::App& app) {
  std::vector<OptionShape> result;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) {
      OptionShape shape{name, OptionShape::Argument::required, {}, {}};
      if (name == "help") {
        shape = {name, OptionShape::Argument::optional, {"*"}, "all"};
      } else if (name == "atomics") {
        shape = {name,
                 OptionShape::Argument::optional,
                 {"exch", "add", "exch,add", "add,exch"},
                 "exch,add"};
      } else if (option->get_items_expected_max() == 0) {
        shape.argument = OptionShape::Argument::none;
        if (name != "verbose") shape.words = {"true", "false"};
      }
      result.push_back(std::move(shape));
    }
  }
  return result;
}

void parse_into(CLI::App& app, GenerateTexts& texts, GenerateOptions& options,
                std::span<const std::string> arguments) {
  app.set_help_flag("");
  add_kinds(app, texts);
  add_choices(app, texts);
  add_sizes(app, texts);
  add_output(app, texts, options);
  parse_arguments(app, normalise_arguments(arguments, shapes(app), letters));
}

}  // namespace

std::variant<GenerateOptions, Information> parse_generate_options(
    std::span<const std::string> arguments, const std::string& version) {
  GenerateOptions options;
  GenerateTexts texts;
  CLI::App app;
  parse_into(app, texts, options, arguments);
  if (!texts.help.empty()) return Information{help_text(help_entries(app), texts.help, frame)};
  if (texts.version) return Information{version + '\n'};
  options.specification = read_specification(texts);
  options.dialect = read_dialect(texts);
  options.read = texts.mutants;
  options.read.insert(options.read.end(), texts.rewrite.begin(), texts.rewrite.end());
  return options;
}

generate::Specification parse_specification(std::span<const std::string> arguments,
                                            const std::filesystem::path& folder) {
  GenerateOptions options;
  GenerateTexts texts;
  CLI::App app;
  parse_into(app, texts, options, arguments);
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_group() != output_group || option->count() == 0) continue;
    throw UsageError("option " + option->get_name() + " has no effect here",
                     "it says what opgen does with tests; these are run as they are made");
  }
  for (std::vector<std::string>* const files : {&texts.mutants, &texts.rewrite}) {
    for (std::string& file : *files) file = (folder / file).string();
  }
  return read_specification(texts);
}

}  // namespace opexplore
