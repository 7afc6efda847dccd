// From generated CUDA texts to cubins: nvcc compiles roles and kernels apart, nvlink joins them.
// Within one translation unit ptxas gives a function that it also calls itself another register
// convention in a private copy; across two the function that is looked at is the one that runs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "hardware/toolchain.hpp"

namespace opexplore::hardware {

/// What is compiled and linked into one file.
struct BuildEntry {
  std::filesystem::path roles, kernel;  ///< CUDA texts; what they include is found beside them
  std::filesystem::path cubin;          ///< written whole or not at all
};

struct BuildOptions {
  std::uint32_t sm = 90;
  std::size_t jobs = 1;                    ///< programs that run at once
  std::function<bool()> interrupted = {};  ///< asked before each of them
  std::function<void(std::size_t done, std::size_t all)> progress = {};  ///< after each of them
};

/// What became of an entry.
struct Built {
  std::string cubin_sha256;  ///< empty if there is none
  std::string error;         ///< the toolkit's words if it did not go well; else empty
};

/// Options that nvcc is given besides the names of files.
std::vector<std::string> nvcc_flags(std::uint32_t sm);

/// Builds all; a text that several entries have is compiled once. What fails is in the result.
/// Throws ToolchainError if nothing can be built at all.
std::vector<Built> build(const Toolkit& toolkit, std::span<const BuildEntry> entries,
                         const BuildOptions& options);

/// 64 hexadecimal digits.
std::string sha256(std::span<const std::byte> bytes);

/// The whole file as bytes. Throws ToolchainError if it cannot be read.
std::vector<std::byte> file_bytes(const std::filesystem::path& path);

}  // namespace opexplore::hardware
