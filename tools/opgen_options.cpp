#include <array>
#include <utility>

#include "litmus/generate/request.hpp"
#include "tools/command_line.hpp"
#include "tools/opgen.hpp"
#include "tools/programs.hpp"

namespace opexplore {
namespace {

constexpr HelpFrame opgen_frame{
    "usage: opgen [OPTIONS] EDGE...\n"
    "       opgen [OPTIONS] --family LIST | --idiom LIST | --exhaustive | --one-location | "
    "--random N |\n"
    "       --mutants FILE | --rewrite FILE\n"
    "\n"
    "Generates litmus tests: the test of a cycle of edges, the tests of a family or of an idiom, "
    "all\n"
    "programs up to a size, random programs, a test made weaker, or in another dialect. One test "
    "is\n"
    "printed; more go to the directory of -o. Options are accepted as -opt VALUE, --opt VALUE and\n"
    "--opt=VALUE; lists have commas.\n",
    "\n"
    "Edges: Rfe Rfi Coe Coi Fre Fri Rfe^-1; PodWR PosRR ...; fence.sc.gpudWW membar.glsRR\n"
    "fence.proxy.aliasdWR bardWW ...; DpAddrdR DpDatadW DpCtrldW ...; Amo.add.rlx.gpu. Between "
    "two\n"
    "edges may stand how their access is written: rel.gpu, acq.sys, exch.rlx.cta, alias, const.\n"
    "In Vulkan: membar.acq_rel.dvdWW cbar.wgdWR avdevicedWW; nonpriv, av.dv, rel.wg.semav.\n"
    "\n"
    "Exit codes: 0 done; 2 wrong input; 30 internal error; 32 cancelled.\n"};

using generate::Request;

constexpr std::string_view output_group = "output";

// An option whose value the generator understands.
void keep_value(Request& request, const Written& written) {
  request.values[written.option.substr(2)] = written.text;
}

using RequestRow = OptionRow<Request>;

constexpr std::array generator_test_rows{
    RequestRow{{.names = "--family",
                .value = "LIST",
                .group = "tests",
                .help = "The tests of these families; all is every family"},
               keep_value},
    RequestRow{{.names = "--idiom",
                .value = "LIST",
                .group = "tests",
                .help = "Locks and a barrier between CTAs: cas-lock, ticket-lock, ...; or all"},
               keep_value},
    RequestRow{{.names = "--exhaustive", .group = "tests", .help = "All programs up to a size"},
               keep<&Request::exhaustive>},
    RequestRow{{.names = "--one-location",
                .group = "tests",
                .help = "All programs with one location up to a size"},
               keep<&Request::one_location>},
    RequestRow{
        {.names = "--random", .value = "N", .group = "tests", .help = "That many random programs"},
        keep_value},
    RequestRow{{.names = "--mutants",
                .value = "FILE",
                .group = "tests",
                .help = "Each way to weaken one instruction of the test (repeatable)",
                .times = Times::many},
               keep<&Request::mutants>},
    RequestRow{{.names = "--rewrite",
                .value = "FILE",
                .group = "tests",
                .help = "The test itself, as --dialect says (repeatable)",
                .times = Times::many},
               keep<&Request::rewrite>}};

constexpr std::array choice_rows{
    RequestRow{{.names = "--orders",
                .value = "LIST",
                .group = "choices",
                .help = "Of accesses: weak, rlx, acq, rel, acq_rel (default: weak)"},
               keep_value},
    RequestRow{{.names = "--scopes",
                .value = "LIST",
                .group = "choices",
                .help = "Of accesses and fences: cta, gpu, sys (default: gpu); of Vulkan sg to dv"},
               keep_value},
    RequestRow{{.names = "--fences",
                .value = "LIST",
                .group = "choices",
                .help = "Between accesses: none, acq_rel, sc, ...; a number says how many"},
               keep_value},
    RequestRow{{.names = "--deps",
                .value = "LIST",
                .group = "choices",
                .help = "Between accesses: none, addr, data, ctrl"},
               keep_value},
    RequestRow{{.names = "--atomics",
                .value = "[LIST]",
                .group = "choices",
                .help = "Accesses are atomics too: exch, add",
                .words = "exch add exch,add add,exch",
                .otherwise = "exch,add"},
               keep_value},
    RequestRow{{.names = "--proxies",
                .value = "LIST",
                .group = "choices",
                .help = "Of accesses: generic, alias, texture, surface, constant"},
               keep_value},
    RequestRow{{.names = "--privacy",
                .value = "LIST",
                .group = "choices",
                .help = "Of plain accesses of Vulkan: private, nonpriv, avvis (default: private)"},
               keep_value},
    RequestRow{{.names = "--semantics",
                .value = "LIST",
                .group = "choices",
                .help = "Of orders of Vulkan: semsc0 (the default), semsc0.semav.semvis, ..."},
               keep_value},
    RequestRow{{.names = "--storage-classes",
                .value = "LIST",
                .group = "choices",
                .help = "Of locations of Vulkan: sc0 to sc3 (default: sc0)"},
               keep_value},
    RequestRow{{.names = "--barriers", .group = "choices", .help = "Barriers between accesses"},
               keep<&Request::barriers>},
    RequestRow{{.names = "--filter",
                .group = "choices",
                .help = "What reads of Rfe find is a filter, the rest of a cycle is asked for"},
               keep<&Request::filter>},
    RequestRow{{.names = "--placements",
                .value = "LIST",
                .group = "choices",
                .help = "all, cta, gpu, sys, 4-per-cta, or like p0:p1::p2 (default: gpu)"},
               keep_value},
    RequestRow{{.names = "--regions",
                .value = "LIST",
                .group = "choices",
                .help = "Of locations: global, shared (default: global)"},
               keep_value}};

constexpr std::array size_rows{
    RequestRow{{.names = "--threads",
                .value = "N|A-B",
                .group = "size",
                .help = "Number of threads; with --exhaustive the other numbers are per thread"},
               keep_value},
    RequestRow{{.names = "--accesses",
                .value = "N",
                .group = "size",
                .help = "At most, with --exhaustive (default: 2)"},
               keep_value},
    RequestRow{
        {.names = "--locations", .value = "N", .group = "size", .help = "At most (default: 2)"},
        keep_value},
    RequestRow{{.names = "--instructions",
                .value = "N|A-B",
                .group = "size",
                .help = "In a random program (default: 4-10); elsewhere exactly so many, no range"},
               keep_value},
    RequestRow{{.names = "--seed",
                .value = "N",
                .group = "size",
                .help = "Of the first random program (default: 1)"},
               keep_value},
    RequestRow{{.names = "--profile",
                .value = "NAME",
                .group = "size",
                .help = "The kind of random programs"},
               keep_value}};

constexpr std::array directory_rows{
    OptionRow<GenerateOptions>{{.names = "-o",
                                .value = "DIR",
                                .group = output_group,
                                .help = "Write NAME.litmus and the index @all there"},
                               keep<&GenerateOptions::directory>}};

constexpr std::array dialect_rows{RequestRow{{.names = "--dialect",
                                              .value = "ptx|gpu_ptx|vulkan",
                                              .group = "tests",
                                              .help = "What tests are written in (default: ptx)"},
                                             keep_value}};

constexpr std::array generator_output_rows{
    OptionRow<GenerateOptions>{{.names = "--count",
                                .group = output_group,
                                .help = "Print how many tests there are, and write none"},
                               keep<&GenerateOptions::count>},
    OptionRow<GenerateOptions>{{.names = "-v,--verbose",
                                .group = output_group,
                                .help = "Name the tests on standard error",
                                .times = Times::many},
                               keep<&GenerateOptions::verbosity>},
    OptionRow<GenerateOptions>{{.names = "-q,--quiet",
                                .group = output_group,
                                .help = "Do not say how many tests were written"},
                               keep<&GenerateOptions::quiet>},
    OptionRow<GenerateOptions>{{.names = "--version",
                                .group = output_group,
                                .help = "Print version and revision, and end"}},
    OptionRow<GenerateOptions>{{.names = "-h,--help",
                                .value = "[short|GROUP]",
                                .group = output_group,
                                .help = "Print this, and end",
                                .words = "*",
                                .otherwise = "all"}}};

CommandLine command_line(Request& request, GenerateOptions& options) {
  CommandLine line;
  line.add_words(request.edges);
  line.add(generator_test_rows, request);
  line.add(choice_rows, request);
  line.add(size_rows, request);
  line.add(directory_rows, options);
  line.add(dialect_rows, request);
  line.add(generator_output_rows, options);
  return line;
}

}  // namespace

std::variant<GenerateOptions, Information> parse_generate_options(
    std::span<const std::string> arguments, const std::string& version) {
  GenerateOptions options;
  Request request;
  const CommandLine line = command_line(request, options);
  const GivenArguments given = parse_arguments(arguments, line);
  if (const auto* const topic = given.values("--help")) {
    return Information{help_text(line.entries(), topic->front(), opgen_frame)};
  }
  if (given.values("--version") != nullptr) return Information{version + '\n'};
  apply(given, line);
  options.specification = generate::specification_of(request);
  if (const Dialect* const dialect = generate::dialect_of(request)) options.dialect = *dialect;
  options.read = std::move(request.mutants);
  options.read.insert(options.read.end(), request.rewrite.begin(), request.rewrite.end());
  return options;
}

generate::Specification parse_specification(std::span<const std::string> arguments,
                                            const std::filesystem::path& folder) {
  GenerateOptions options;
  Request request;
  const CommandLine line = command_line(request, options);
  const GivenArguments given = parse_arguments(arguments, line);
  for (const GivenOption& one : given.options) {
    const OptionEntry& entry = one.option->entry;
    if (entry.group != output_group) continue;
    throw UsageError("option " + entry.name() + " has no effect here",
                     "it says what opgen does with tests; these are run as they are made");
  }
  apply(given, line);
  for (std::vector<std::string>* const files : {&request.mutants, &request.rewrite}) {
    for (std::string& file : *files) file = (folder / file).string();
  }
  return generate::specification_of(request);
}

}  // namespace opexplore
