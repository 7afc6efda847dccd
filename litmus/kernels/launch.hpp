// How a PTX kernel becomes a litmus test: which threads run it, where, and on what.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "litmus/input/deadline.hpp"
#include "litmus/kernels/record.hpp"
#include "litmus/kernels/watches/watch.hpp"
#include "opmodel/program.hpp"
#include "opmodel/words.hpp"

namespace opexplore {
struct Test;
}

namespace opexplore::kernel {

/// Numbers along x, y and z: a shape, or the index of a block or thread.
struct Triple {
  std::uint32_t x = 0;
  std::uint32_t y = 0;
  std::uint32_t z = 0;
  bool operator==(const Triple&) const = default;
};

/// The address of memory in other memory: bytes from its beginning, and where it points.
struct StoredAddress {
  Value at = 0;
  std::string location;  ///< of the buffer that it points into
  Value offset = 0;      ///< bytes from its beginning
};

/// What the host encodes in a tensormap (CUDA driver API, cuTensorMapEncodeTiled): a tensor in
/// global memory, and the box of it that one copy carries. Of dimensions the innermost is the
/// first. Nothing is interleaved or swizzled, and element strides are 1.
struct TensorMap {
  std::string name;            ///< of the map, as the launch has it
  std::string location;        ///< of the buffer that the tensor lies in
  Value offset = 0;            ///< bytes from its beginning to the first element
  std::string type = "int32";  ///< of elements: see element_type()
  std::vector<Value> sizes;    ///< elements
  std::vector<Value> strides;  ///< bytes from one to the next, of all dimensions but the first
  std::vector<Value> box;      ///< elements
  Value swizzle = 0;           ///< bytes of its pattern's rows: 32, 64 or 128; 0: none
};

/// A tensormap in memory: bytes from its beginning.
struct StoredTensorMap {
  Value at = 0;
  TensorMap map;
};

/// Memory that a kernel is given: an array of words. A single one is the location of that name;
/// element k of several is the location `name_k`. Two buffers of one name are the same memory.
struct Buffer {
  std::string location;
  /// How many elements there are. If absent, as many as are accessed.
  std::optional<std::uint32_t> count;
  /// Bytes of an element. If absent, those of the first access.
  std::optional<std::uint32_t> width;
  std::vector<Value> initial;  ///< of the first elements; the others start with 0
  /// What was written for them, if numbers that floating-point elements are to be; empty where
  /// `initial` has bits.
  std::vector<std::string> written = {};
  /// Bytes of a floating-point number, if the elements are declared as such.
  std::optional<std::uint32_t> float_bytes = {};
  Value offset = 0;  ///< bytes from the beginning of the memory to where the kernel is pointed
  /// Bytes of it, where elements are of no one size: members of structures.
  std::optional<std::uint32_t> bytes = {};
  /// Bytes of each number of `initial`, if those are not the bytes of an element.
  std::optional<std::uint32_t> initial_width = {};
  std::vector<StoredAddress> addresses = {};  ///< take the place of what `initial` says there
  std::vector<StoredTensorMap> tensormaps = {};
  Record record = {};        ///< what it is made of, for names
  bool in_part = false;      ///< the host sets more in it than was read
  bool host_writes = false;  ///< the host writes there while the kernel may run
};

/// Memory that a kernel writes its results to. It is no memory of the test: a plain store to
/// element k sets the register of that name of the thread that executes it.
struct Results {
  std::vector<std::string> registers;
  std::uint32_t width = 4;  ///< bytes of an element
};

/// The address of a function of the module.
struct FunctionName {
  std::string name;  ///< as the source or the module has it
};

/// What a parameter holds: a number, the address of memory or of a function, or a tensormap.
using Argument = std::variant<Value, Buffer, Results, FunctionName, TensorMap>;

/// A parameter of a kernel, or a variable of its module.
struct Binding {
  /// A name, or the number of a parameter; for one word of a larger parameter with the offset
  /// in bytes behind it, "1+8".
  std::string name;
  Argument argument;
};

/// A thread of a grid. Where it runs follows from its block, unless it is said.
struct LaunchedThread {
  Triple block;
  Triple thread;
  std::optional<std::uint32_t> gpu;
  std::optional<std::uint32_t> cta;
  std::optional<std::uint32_t> warp;
};

/// One kernel of a launch.
struct Grid {
  std::string entry;  ///< its name; may be empty if the module has one kernel
  Triple blocks{1, 1, 1};
  Triple threads_per_block{1, 1, 1};
  std::uint32_t gpu = 0;
  /// Those that run; all of the grid if there are none.
  std::vector<LaunchedThread> threads;
  std::vector<Binding> parameters;
  /// What the source calls the parameters, in order; empty where nobody knows.
  std::vector<std::string> parameter_names = {};
  /// Bytes of shared memory that a variable without a size has; if absent, as many as are accessed.
  std::optional<std::uint32_t> dynamic_shared = {};
  /// The shape of clusters, in CTAs; if absent, as the kernel says (`__cluster_dims__`).
  std::optional<Triple> cluster = {};
  /// It is launched dependent on the grid before it (PTX ISA 9.7.15.14).
  bool dependent = false;
};

/// A kernel of the module that prepares memory before the launch. Its threads run alone, one after
/// the other, which is what they do at the same time only where they touch nothing in common.
struct Setup {
  std::string entry;                ///< its name
  std::vector<Binding> parameters;  ///< if none, those of the launch with the same names or numbers
  Triple blocks{1, 1, 1};
  Triple threads_per_block{1, 1, 1};
};

/// How vectors are accessed, as options and launch files say it: see Launch::one_piece.
inline constexpr std::array<Word<std::uint32_t>, 3> vector_words = {
    {{"split", 0}, {"8", 8}, {"16", 16}}};

/// So many threads of a launch are run, once and one after the other (whole/launch_run.hpp).
inline constexpr std::uint64_t most_threads_run = std::uint64_t{1} << 20;

/// What is looked at of a launch.
enum class Looked : std::uint8_t {
  as_needed,      ///< one execution of many threads, if that says what all do; else all executions
  one_execution,  ///< one, or the launch is refused
  some_threads,   ///< those that matter to others (protocol/learn.hpp), or the launch is refused
  all_executions
};

/// What is at the ends of a test's executions.
struct SearchedEnds {
  std::vector<std::vector<Value>> outcomes;
  bool races = false;  ///< if that was asked
};

/// How they are looked for.
struct SearchWish {
  bool races = false;    ///< these are looked for, too
  bool briefly = false;  ///< what takes long is given up
};

/// A launch: kernels of one module that run at the same time. The CTAs of all of them are numbered
/// one after the other on each GPU, in the order in which they are listed.
struct Launch {
  std::string path;  ///< for messages
  std::string name;  ///< of the test; the kernel's if empty
  std::vector<Grid> grids;
  std::vector<Binding> variables;   ///< of the module
  std::vector<Buffer> memory = {};  ///< that no parameter points to: addresses in others do
  std::optional<Setup> setup = {};  ///< what memory starts with, beside initial values
  /// What stands below the code of a litmus test: `exists (…)`, also `locations […]` and
  /// `filter (…)`. Registers are written `0:%r3`, elements of an array `x[1]` or `x_1`.
  std::string question;
  /// Where its text begins in the file of the launch. Without a place messages count from the
  /// beginning of the text.
  SourcePlace question_place = {};
  std::string question_path = {};  ///< the file, or the option, that has it; the launch's if empty
  std::vector<std::uint32_t> question_added = {};  ///< where it has characters that nobody wrote
  bool question_in_json = false;                   ///< a backslash takes two columns there
  /// Buffers and variables all elements of which are observed. If none are named here and nothing
  /// is asked, those that the kernels write: buffers of parameters, or else variables.
  std::vector<std::string> shown = {};
  std::vector<WatchedLines> watched = {};  ///< each question once
  bool chosen = false;                     ///< nobody said the shape of the grid
  std::string remark = {};  ///< why it is not that of the source: "launch not read: …"
  std::vector<std::string> notes = {};  ///< other launches of the source
  bool cooperative = false;             ///< all blocks run at the same time
  bool plain = false;                   ///< the source launches it without promising that
  /// Vectors that are no longer than that many bytes are accessed in one piece; PTX splits all
  /// (PTX ISA 8.2.2 "Vector Data-types").
  std::uint32_t one_piece = 0;
  /// What nobody said and was chosen: one sentence each, and numbers by name.
  std::vector<std::string> assumed = {};
  std::vector<std::pair<std::string, Value>> assumed_numbers = {};
  bool aliased = false;  ///< pointers were said to point where others do
  /// Whether files that the module names are read, for the lines that it was compiled from.
  bool reads_source_files = true;
  /// Whether nothing is left of weak loads of memory that nobody writes (see unwritten.hpp).
  bool knows_unwritten = false;
  /// Whether variables that nothing is said of hold what they are declared with, for all that is
  /// seen of the host.
  bool knows_variables = false;
  Looked looked = Looked::as_needed;
  /// Whether what the ISA leaves open about asynchronous operations is read as where nobody says
  /// anything.
  bool usual_reading = true;
  /// Explores a test on the machine that the launch is explored on; nothing if a limit comes first.
  /// Null: nobody explores tests.
  std::function<std::optional<SearchedEnds>(const Test&, SearchWish)> ends_of = {};
  Deadline deadline = {};  ///< of reading it
};

}  // namespace opexplore::kernel
