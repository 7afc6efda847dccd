// Table 6 of Tong et al. (ASPLOS 2024): data races in kernels of GPUVerify's tests.
#pragma once

#include <filesystem>
#include <string>

#include "tests/tong2024/measured.hpp"

namespace opexplore::tong2024 {

struct KernelTable {
  Asked gpuverify;  ///< GPUVerify's kernels
  Asked all;        ///< these, and Dartagnan's own
};

/// Asks each kernel with a listed verdict below `suite`, that of Vulkan, whether it has a race.
/// With `most`, the first so many. Throws std::runtime_error where the list is missing.
KernelTable measure_kernel_table(const std::filesystem::path& suite,
                                 std::optional<std::size_t> most = std::nullopt);

/// The table as Markdown, with the paper's numbers.
std::string in_markdown(const KernelTable& table);

}  // namespace opexplore::tong2024
