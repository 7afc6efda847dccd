// Which files a command line means.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "litmus/input/input_error.hpp"

namespace opexplore {

/// The first line of the index of a folder of generated tests: nobody's work, so it may be
/// replaced.
inline constexpr std::string_view generated_index_head = "# Made by opgen.";

/// The test files that the arguments name, each once, in the order of first mention:
/// a file; a directory (its *.litmus and *.test files, recursively, sorted); an index file (its own
/// name starts with `@`; one path per line relative to it, `#` comments, may name
/// directories and further indexes); `-` for standard input. A relative argument
/// that does not exist is looked up in the `search` directories, in order.
/// Throws InputError for what is missing, empty or circular.
std::vector<std::filesystem::path> expand_sources(
    std::span<const std::string> arguments, std::span<const std::filesystem::path> search = {});

}  // namespace opexplore
