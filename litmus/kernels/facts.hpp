// What is known of a kernel beside the program that it becomes: for reports in the words of its
// source.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "litmus/input/source_text.hpp"
#include "litmus/kernels/input_case.hpp"
#include "litmus/kernels/watches/watch.hpp"
#include "opmodel/condition.hpp"
#include "opmodel/program.hpp"

namespace opexplore::kernel {

/// Why a thread stops before its kernel ends.
enum class StopKind : std::uint8_t {
  assertion,  ///< an `assert` fails
  trap,
  misuse,     ///< an instruction is used in a way that PTX leaves undefined
  null,       ///< an access through a null pointer, likewise
  not_given,  ///< the same, where the pointer is null since nobody says what memory holds
  watched     ///< what a question about its place excludes (watches/watch.hpp)
};

/// A place where a thread of the kernel stops: it has come there if the register holds the value at
/// the end.
struct Assertion {
  ThreadId thread = 0;
  RegisterId reg = 0;
  Value value = 0;
  InstructionId instruction = 0;  ///< that sets the register; it has the place of the stop
  StopKind kind = StopKind::assertion;
  /// Of an assertion its condition as written, "flag == 1", empty if the PTX does not say it; of
  /// misuse what is wrong, "the mask 0xf names lane 3, which does not run"; of a trap nothing; of
  /// what was not given the memory that led there, "list.head"; of a question the title of its bug.
  std::string text;
  const Watch* question = nullptr;  ///< of what is watched
};

/// Why what a thread of a shader does has no meaning: it races with itself there, and this is what
/// it stores.
enum class Meaningless : std::uint8_t { index, unreachable };

/// Something that the compiler did to the program, or that cannot be seen in what is left of it.
struct CompilerNote {
  std::string text;                  ///< one sentence
  std::optional<CodePlace> at = {};  ///< where in the source, if somewhere
};

/// What a verdict rests on, since nobody has said it.
struct Assumption {
  enum class What : std::uint8_t {
    number,        ///< a parameter or a push constant is `value`
    zeros,         ///< memory starts with them
    size,          ///< memory is as large as it is used
    length,        ///< an array has `value` elements
    uninitialised  ///< memory that nobody may initialise starts as 0, and may be anything
  };
  What what = What::zeros;
  std::string name;  ///< of a buffer, a variable or a parameter, as the source has it
  Value value = 0;
  bool operator==(const Assumption&) const = default;
};

/// "number", "zeros", "size", "length", "uninitialised".
std::string_view name_of(Assumption::What what);

/// All of them in one sentence: "assumed n = 3: nobody gave it (--input)"; empty if there are none.
std::string sentence_of(const std::vector<Assumption>& assumptions);

struct LaunchedKernel;

/// What a kernel is written in, for words.
enum class SourceLanguage : std::uint8_t { cuda, glsl, hlsl, wgsl, spirv, llvm };

/// Of a launched module.
struct Facts {
  SourceLanguage language = SourceLanguage::cuda;
  std::string file;                  ///< as given: kernel.cu, or the PTX
  std::vector<std::string> kernels;  ///< as written in the source: "handoff(int*)"
  std::string launch;                ///< "<<<2, 1>>>"; of several kernels joined by ", "
  /// Why it is not the one that the source has; empty if it is, or if there is none in the source.
  std::string launch_remark;
  std::string compiler;               ///< "nvcc 13.0"; empty if the PTX does not say
  std::string target;                 ///< "sm_90"
  std::vector<Assertion> assertions;  ///< and other stops
  std::vector<CompilerNote> notes;
  InputCase inputs = {};                 ///< of which other values are explored, too
  std::vector<Assumption> assumed = {};  ///< of what the answer could depend on
  std::vector<std::string> locations;    ///< by address, as the source would write it: "table[2]"
  std::vector<std::uint32_t> location_bytes;  ///< by address, how many it has
  std::vector<bool> location_floats;          ///< by address, whether it is a floating-point number
  std::vector<bool> location_pointers;  ///< by address, whether its name is that of a pointer to it
  std::vector<bool> location_host;  ///< by address, whether the host writes there beside the kernel
  /// By address, what a reader calls it if a structure begins there: "&node[1]".
  std::vector<std::string> location_structures = {};
  /// How many bytes accesses take as written, by line and column of the PTX; of a vector that is
  /// split those of an element.
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> access_bytes;
  std::vector<SourceText> sources;  ///< the module, and what it was compiled from if that is there
  bool chosen_launch = false;       ///< nobody said how it is launched
  /// Of a launch that was run once, since that says what all executions do or shows a bug
  /// (whole/launch_run.hpp): the program is what is left of it, threads that show what is wrong.
  struct Whole {
    std::uint64_t threads = 0;
    std::uint64_t instructions = 0;
    bool decides = false;  ///< every execution is this one
    std::size_t bugs = 0;  ///< that the execution shows
    /// Lines of one block that race.
    struct RaceInBlock {
      CodePlace first, second;
      bool unfenced = false;   ///< the second one is by the asynchronous proxy, the first is not
      bool unawaited = false;  ///< the first one is of a `cp.async`
    };
    std::vector<RaceInBlock> races = {};
    /// A barrier, a fence or a wait in front of a line or behind it.
    struct NewLine {
      CodePlace place;
      bool before = true;
      std::string_view text = "__syncthreads();";
    };
    /// With these, compiled and run, every execution is the same one; empty if none are known.
    std::vector<NewLine> mended_by = {};
    bool asynchronous = false;  ///< something goes on by itself, is waited for, or fenced
  };
  std::optional<Whole> whole = {};
  /// Threads of the launch that are none of the program, since what they do follows from what those
  /// do (protocol/learn.hpp).
  std::uint64_t threads_followed = 0;
  bool cooperative = false;  ///< it synchronises its grid: all blocks run at the same time
  /// The same launch with vectors of at most 8 bytes in one piece; nothing if there are none, if
  /// that was asked for anyway, or if it is not modelled.
  std::shared_ptr<const LaunchedKernel> in_one_piece = {};
  /// Lines of the source with accesses that the optimised module lacks.
  std::vector<CodePlace> taken_away = {};
  std::vector<Watched> watched = {};  ///< what questions about places have put into the program
  /// The same launch of a module that has them; nothing if none is lacking, or it is not modelled.
  std::shared_ptr<const LaunchedKernel> as_written = {};
};

/// A kernel as a test, and what is known of it.
struct LaunchedKernel {
  Test test;
  Facts facts;
  std::chrono::milliseconds reading{0};  ///< how long compiling and reading it took
};

}  // namespace opexplore::kernel
