// What another tool says that it has found in a run of a kernel: a race between two accesses, or a
// barrier to which threads do not come together.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "litmus/kernels/launch.hpp"
#include "opmodel/program.hpp"

namespace opexplore::second {

/// Where something is in a kernel, as far as the tool says it.
struct Place {
  std::string function = {};  ///< "reduce(int*)"; may be empty
  std::string offset = {};    ///< of the machine code in it, "0x140"; may be empty
  std::string file = {};      ///< empty: not compiled with -lineinfo
  std::uint32_t line = 0;     ///< from 1; 0: unknown
  bool operator==(const Place&) const = default;
};
/// "reduce.cu:12"; without a line "reduce(int*)+0x140".
std::string to_string(const Place& place);

enum class AccessKind : std::uint8_t { load, store, atomic };
std::string_view name_of(AccessKind kind);

/// How strong an access or a fence is, in the words of CUDA and PTX.
enum class Strength : std::uint8_t { weak, volatile_, relaxed, acquire, release, acq_rel, sc };
std::string_view name_of(Strength strength);

/// One of the two accesses of a race.
struct Access {
  AccessKind kind = AccessKind::load;
  std::uint32_t bytes = 4;
  /// Nothing: the tool does not say it, and it is taken for a plain one, of an atomic for relaxed.
  std::optional<Strength> order = {};
  Scope scope = Scope::gpu;  ///< of one that is neither weak nor volatile
  Place at = {};
  std::optional<kernel::Triple> block = {}, thread = {};
  std::optional<Value> value = {};  ///< what it writes, if the tool saw it
};

/// What one saw in the source between the two accesses.
struct Between {
  enum class By : std::uint8_t { first, second, both };
  enum class What : std::uint8_t {
    barrier,       ///< __syncthreads()
    warp_barrier,  ///< __syncwarp()
    fence,
    signal,  ///< a write of 1 to a flag
    wait,    ///< a loop that reads the flag until it is set
    check    ///< a read of the flag; the thread goes on if it is set
  };
  By by = By::both;
  What what = What::barrier;
  bool atomic = false;  ///< of a signal, a wait and a check: by a read-modify-write
  Strength order = Strength::weak;
  Scope scope = Scope::gpu;
  std::string flag = {};  ///< the name of the location
  Place at = {};
};

/// What the other threads of a block do while one is at a barrier.
enum class Others : std::uint8_t {
  unknown,
  ended,      ///< they have returned
  elsewhere,  ///< they are at another barrier
  waiting     ///< they wait for what the one does behind the barrier
};
std::string_view name_of(Others others);

struct Finding {
  enum class Kind : std::uint8_t {
    race,
    barrier,       ///< threads come to a barrier apart
    barrier_mask,  ///< a barrier of a warp whose mask lacks a lane that comes
    not_modelled   ///< of instructions that no machine here has
  };
  Kind kind = Kind::race;
  std::string tool;           ///< "racecheck"
  std::string severity;       ///< "error"; empty if the tool has none
  std::string told;           ///< in short what it says: "WAR hazard"
  SourcePlace place;          ///< in the report
  std::uint64_t count = 1;    ///< how often it was seen
  std::string kernel = {};    ///< its name; empty if not said
  bool shared = false;        ///< shared memory, and not global
  std::string location = {};  ///< as the source has it; empty if not known
  /// Of a race the two accesses, the first of which came first, or was named first; of a barrier
  /// the first is who came to it.
  std::array<Access, 2> accesses = {};
  bool between_known = false;  ///< else nobody looked, and `between` is empty
  bool sees_barriers = false;  ///< the tool says that no barrier lay between
  std::vector<Between> between = {};
  Others others = Others::unknown;
  bool of_warp = false;  ///< the barrier is one of a warp
};

/// A report of a tool: its findings, and what it was.
struct Report {
  std::string path;
  std::string format;  ///< "compute-sanitizer text", "compute-sanitizer xml", "findings"
  std::vector<Finding> all;
};

/// Puts the finding behind the others, or counts it to the one that says the same of the same
/// lines: tools tell of each byte and of each thread.
void add_once(Finding finding, std::vector<Finding>& all);

/// Reads the report in whatever of the three forms it is. Throws InputError, with line and column,
/// for what is malformed, and for what is no report.
Report read_report(const std::string& text, const std::string& path);

/// \name The three forms
/// @{
/// compute-sanitizer --tool racecheck or synccheck. Lines of the program, and those of other tools,
/// are passed over.
Report read_sanitizer_text(std::string_view text, const std::string& path);
/// The same with --xml. Elements that are not known are passed over.
Report read_sanitizer_xml(std::string_view text, const std::string& path);
/// docs/findings.schema.json.
Report read_findings_json(const std::string& text, const std::string& path);
/// @}

}  // namespace opexplore::second
