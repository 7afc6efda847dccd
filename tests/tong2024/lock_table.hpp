// Table 7 of Tong et al. (ASPLOS 2024): locks and a barrier between workgroups, with barriers and
// scopes as they must be, and weaker.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "opmodel/condition.hpp"

namespace opexplore::tong2024 {

/// A row of the paper's table.
struct LockRow {
  std::string_view benchmark;
  std::string_view file;  ///< the kernel, below spirv/benchmarks of the suite of Vulkan
  std::uint32_t threads_per_workgroup = 1;
  std::uint32_t workgroups = 1;
  bool correct = false;     ///< in the paper
  double milliseconds = 0;  ///< in the paper
};

/// All twenty, in the paper's order.
const std::vector<LockRow>& lock_rows();

/// Why a kernel is not correct, or that it is.
enum class Finding : std::uint8_t { correct, race, unsafe, endless, unknown };

struct MeasuredLock {
  LockRow row;
  Finding finding = Finding::unknown;
  bool unbounded = false;    ///< `correct` holds of all executions, however long
  std::uint64_t states = 0;  ///< of the searches for safety, races and the end together
  double milliseconds = 0;   ///< with reading

  bool is_correct() const { return finding == Finding::correct; }
};

/// The kernel of the row, below `suite`, that of Vulkan, on the row's grid; each workgroup is one
/// subgroup. Of a lock each thread writes what it found in the critical section to an element of
/// the last `@Input`, which the question wants to be different. Throws InputError.
Test lock_test(const LockRow& row, const std::filesystem::path& suite);

/// Looks for races and violations, and, where there are none, for runs without end under fair
/// progress.
MeasuredLock measured(const LockRow& row, const std::filesystem::path& suite);

/// The table as Markdown, with the paper's numbers.
std::string in_markdown(const std::vector<MeasuredLock>& rows);

}  // namespace opexplore::tong2024
