// Table: how kernels are compiled and launched.
#include "tools/kernel_options.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "litmus/input/input_error.hpp"
#include "litmus/kernels/inputs.hpp"
#include "tools/command_line.hpp"
#include "tools/commands.hpp"

namespace opexplore {
namespace {

using Row = OptionRow<Options>;

kernel::LaunchWord word_of(const Written& written) {
  return {written.option, written.text, "", {}};
}

template <auto Member>
void set_word(Options& options, const Written& written) {
  auto& member = options.kernel.words.*Member;
  if constexpr (requires { member.push_back(word_of(written)); }) {
    member.push_back(word_of(written));
  } else {
    member = word_of(written);
  }
}

// Each time one more.
template <auto Member>
void add_shape_to(Options& options, const Written& written) {
  kernel::add_shape(options.kernel.words.*Member, word_of(written));
}

template <Quantifier Asked>
void set_question(Options& options, const Written& written) {
  kernel::LaunchWords& words = options.kernel.words;
  if (words.question && words.question->option != written.option) {
    throw UsageError(words.question->option + " and " + written.option + " are two questions",
                     "ask one of them; && and || join expressions");
  }
  words.question = word_of(written);
  words.quantifier = Asked;
}

void add_flags(Options& options, const Written& written) {
  for (std::string& flag : shell_words(written.text)) {
    options.kernel.flags.push_back(std::move(flag));
  }
}

void set_reading(Options& options, const Written& written) {
  if (written.text != "ptx" && written.text != "cuda") {
    throw UsageError("--reading " + written.text + ": expected ptx or cuda",
                     "ptx is usual; cuda takes volatile for no atomic");
  }
  options.explore.machine.settings["ptx-reading"] = written.text == "cuda" ? "cuda" : "isa";
}

constexpr std::array kernel_rows{
    Row{{.names = "--kernel",
         .value = "NAME",
         .group = "kernels",
         .help = "The kernel that runs, of several in a file",
         .commands = launching_commands,
         .screen = "kernels"},
        set_word<&kernel::LaunchWords::kernel>},
    Row{{.names = "--grid",
         .value = "X[,Y[,Z]]",
         .group = "kernels",
         .help = "How many blocks run, 2 or 1..4; likewise --block",
         .manual = "The default is what the source launches it with, <<<2, 1>>> written as "
                   "numbers; else two blocks of one thread, or one block of two threads where "
                   "the kernel asks which thread it is and not in which block. A number may be a "
                   "range, "
                   "and the option be given again: all shapes are explored, and told of in one "
                   "report.",
         .times = Times::many,
         .commands = launching_commands,
         .screen = "kernels"},
        add_shape_to<&kernel::LaunchWords::blocks>},
    Row{{.names = "--block",
         .value = "X[,Y[,Z]]",
         .group = "kernels",
         .help = "How many threads a block has, or several numbers",
         .times = Times::many,
         .commands = launching_commands},
        add_shape_to<&kernel::LaunchWords::threads>},
    Row{{.names = "--cluster",
         .value = "X[,Y[,Z]]",
         .group = "kernels",
         .help = "How many blocks a cluster has; else as the kernel says (__cluster_dims__)",
         .commands = launching_commands},
        set_word<&kernel::LaunchWords::cluster>},
    Row{{.names = "--input",
         .value = "NAME=VALUE",
         .group = "kernels",
         .help = "What an input is, or several values: n=4, n=0..3, flag=any, table=1,0",
         .manual = "A parameter, a member of a structure, a push constant or specialisation "
                   "constant, a variable, an element of a buffer. Of one number commas separate "
                   "values that it may have, of a buffer its elements; each may be a range. All "
                   "choices are explored, and told of in one report. A pointer also has "
                   "buffer(N), the name of other memory, or null, and a CUtensorMap what "
                   "the host encodes in it, tensor:MEMORY:8x4:box=4x2.",
         .times = Times::many,
         .commands = launching_commands,
         .screen = "kernels"},
        set_word<&kernel::LaunchWords::inputs>},
    Row{{.names = "--alias",
         .value = "A,B[+N]",
         .group = "kernels",
         .help = "Of two pointers B points to where A does, or N elements further",
         .times = Times::many,
         .commands = launching_commands},
        set_word<&kernel::LaunchWords::aliases>},
    Row{{.names = "--arg",
         .value = "NAME=VALUE",
         .group = "kernels",
         .help = "A parameter; of a pointer a number is its address",
         .times = Times::many,
         .commands = launching_commands,
         .instead = "--input"},
        set_word<&kernel::LaunchWords::inputs>},
    Row{{.names = "--init",
         .value = "NAME=V[,V...]",
         .group = "kernels",
         .help = "What a buffer or variable holds before, element by element",
         .times = Times::many,
         .commands = launching_commands,
         .instead = "--input"},
        set_word<&kernel::LaunchWords::inputs>},
    Row{{.names = "--setup",
         .value = "KERNEL",
         .group = "kernels",
         .help = "A kernel that runs alone before",
         .commands = launching_commands},
        set_word<&kernel::LaunchWords::setup>},
    Row{{.names = "--vector",
         .value = "split|8|16",
         .group = "kernels",
         .help = "How vectors are accessed: split (default), or in one piece up to that many bytes",
         .manual = "PTX leaves the order of the elements of a vector open, and promises less than "
                   "GPUs do, which access aligned 8 bytes in one piece. Values of 16 bytes cannot "
                   "be told: with 16 they are refused where a kernel has some.",
         .commands = launching_commands},
        set_word<&kernel::LaunchWords::vector>},
    Row{{.names = "--reading",
         .value = "ptx|cuda",
         .group = "kernels",
         .help = "Whose data races: of PTX (default), or of CUDA C++, where volatile is no atomic",
         .manual =
             "PTX takes a volatile access for a relaxed one of system scope. Values are those "
             "of PTX either way: it is the setting ptx-reading, isa or cuda.",
         .words = "ptx cuda",
         .commands = single_test_commands},
        set_reading},
    Row{{.names = "--exists",
         .value = "EXPRESSION",
         .group = "kernels",
         .help = "Whether the kernel can end so: 'out==0 && flag==1'",
         .commands = launching_commands,
         .screen = "what must hold"},
        set_question<Quantifier::exists>},
    Row{{.names = "--never",
         .value = "EXPRESSION",
         .group = "kernels",
         .help = "The kernel must not end so; else the exit code is 10",
         .commands = launching_commands,
         .screen = "what must hold"},
        set_question<Quantifier::not_exists>},
    Row{{.names = "--forall",
         .value = "EXPRESSION",
         .group = "kernels",
         .help = "The kernel must always end so; else the same",
         .commands = launching_commands,
         .screen = "what must hold"},
        set_question<Quantifier::forall>},
    Row{{.names = "--arch",
         .value = "sm_90",
         .group = "kernels",
         .help = "What a .cu file is compiled for; a list, for one report each",
         .times = Times::list,
         .commands = launching_commands},
        keep<&Options::kernel, &KernelOptions::arch>},
    Row{{.names = "--nvcc",
         .value = "PATH",
         .group = "kernels",
         .help = "The compiler (default: the nvcc in PATH)",
         .commands = launching_commands},
        keep<&Options::kernel, &KernelOptions::nvcc>},
    Row{{.names = "--nvcc-flags",
         .value = "WORDS",
         .group = "kernels",
         .help = "Beside -ptx -O3 -lineinfo: '-std=c++20 -I include' (repeatable)",
         .times = Times::many,
         .commands = launching_commands},
        add_flags},
    Row{{.names = "--explain",
         .group = "kernels",
         .help = "Step through the run that shows each bug",
         .commands = single_test_commands,
         .screen = "see why"},
        keep<&Options::kernel, &KernelOptions::explain>},
    Row{{.names = "--log",
         .group = "kernels",
         .help = "Of kernels, too, the log of litmus tests in place of the report",
         .commands = single_test_commands},
        keep<&Options::kernel, &KernelOptions::log>}};

void set_origin(kernel::LaunchWords& words, const std::string& path, SourcePlace place) {
  const auto set = [&](kernel::LaunchWord& word) {
    word.path = path;
    word.place = place;
  };
  for (auto* const word : {&words.kernel, &words.blocks, &words.threads, &words.setup,
                           &words.vector, &words.question}) {
    if (*word) set(**word);
  }
  for (auto* const list : {&words.inputs, &words.aliases, &words.shown}) {
    for (kernel::LaunchWord& word : *list) set(word);
  }
  for (kernel::WatchWord& word : words.watched) set(word.lines);
}

// Those that a comment may have: what a source says of itself, and not which program is run on it.
// --show speaks of memory there.
CommandLine comment_line(Options& options) {
  CommandLine line;
  constexpr std::array others = {"--reading", "--nvcc", "--nvcc-flags", "--explain", "--log"};
  for (const Row& row : kernel_rows) {
    if (std::ranges::find(others, row.entry.name()) != others.end()) continue;
    line.add(std::array{row}, options);
  }
  for (Row row : result_options()) {
    if (row.entry.name() == "--show") line.add(std::array{row}, options);
  }
  return line;
}

KernelOptions options_of_comment(const kernel::SourceWords& comment, const std::string& path) {
  const std::vector<std::string> words = shell_words(comment.text);
  Options options;
  try {
    const CommandLine line = comment_line(options);
    const GivenArguments given = parse_arguments(words, line);
    if (!given.words.empty()) throw UsageError("unknown word " + given.words.front());
    apply(given, line);
  } catch (const UsageError& error) {
    throw InputError(path, comment.place, error.what(), error.suggestion);
  }
  set_origin(options.kernel.words, path, comment.place);
  return std::move(options.kernel);
}

}  // namespace

std::vector<std::string> shell_words(const std::string& text) {
  std::vector<std::string> words;
  bool open = false;  // a word has begun
  char quotation = '\0';
  for (const char c : text) {
    const bool blank = quotation == '\0' && (c == ' ' || c == '\t' || c == '\r');
    if (blank) {
      open = false;
      continue;
    }
    if (!open) words.emplace_back();
    open = true;
    if (quotation == '\0' && (c == '\'' || c == '"')) {
      quotation = c;
    } else if (c == quotation) {
      quotation = '\0';
    } else {
      words.back() += c;
    }
  }
  return words;
}

std::string first_option(const KernelOptions& kernel) {
  if (!kernel.words.empty()) return kernel.words.first_option();
  if (!kernel.arch.empty()) return "--arch";
  if (kernel.nvcc) return "--nvcc";
  if (!kernel.flags.empty()) return "--nvcc-flags";
  if (kernel.explain) return "--explain";
  return kernel.log ? "--log" : "";
}

KernelOptions options_in(const kernel::CudaSource& source, const std::string& path) {
  KernelOptions all;
  for (const kernel::SourceWords& comment : source.words) {
    KernelOptions here = options_of_comment(comment, path);
    all.words = kernel::joined(std::move(all.words), here.words);
    for (std::string& arch : here.arch) all.arch.push_back(std::move(arch));
  }
  return all;
}

std::vector<Row> kernel_options() { return {kernel_rows.begin(), kernel_rows.end()}; }

}  // namespace opexplore
