#include "hardware/build.hpp"

#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <fstream>
#include <iterator>
#include <map>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

namespace opexplore::hardware {

namespace {

using std::filesystem::path;

/// A text that is compiled.
struct Unit {
  path source, object;
  std::string error;
};

/// Does `work` for each index up to `count` on several threads. Asks before each whether to go on.
class Crew {
 public:
  Crew(const BuildOptions& options, std::size_t all) : options_(options), all_(all) {}

  void run(std::size_t count, const std::function<void(std::size_t)>& work,
           const std::function<void(std::size_t)>& skip) {
    std::atomic<std::size_t> next = 0;
    const auto worker = [&] {
      for (std::size_t i = next++; i < count; i = next++) {
        if (options_.interrupted && options_.interrupted()) {
          skip(i);
        } else {
          work(i);
        }
        const std::lock_guard lock(mutex_);
        ++done_;
        if (options_.progress) options_.progress(done_, all_);
      }
    };
    std::vector<std::jthread> threads;
    try {
      for (std::size_t i = 1; i < std::min(options_.jobs, count); ++i) threads.emplace_back(worker);
    } catch (const std::system_error&) {  // fewer will do
    }
    worker();
  }

 private:
  const BuildOptions& options_;
  std::size_t all_ = 0, done_ = 0;
  std::mutex mutex_;
};

/// Runs the program; its complaint if it fails.
std::string complaint_of(const std::vector<std::string>& words) {
  try {
    const Finished finished = run_process(words);
    if (finished.code == 0) return "";
    const std::string code = words[0] + " ended with " + std::to_string(finished.code);
    return finished.output.empty() ? code : code + ": " + finished.output;
  } catch (const ToolchainError& error) {
    return error.what();
  }
}

constexpr const char* interruption = "interrupted";

class Build {
 public:
  Build(const Toolkit& toolkit, std::span<const BuildEntry> entries, const BuildOptions& options)
      : toolkit_(toolkit),
        entries_(entries),
        options_(options),
        folder_(entries.front().cubin.has_parent_path() ? entries.front().cubin.parent_path()
                                                        : path(".")),
        results_(entries.size()) {}

  std::vector<Built> run() {
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      unit_of_.emplace_back(add(i, entries_[i].roles), add(i, entries_[i].kernel));
    }
    Crew crew(options_, units_.size() + entries_.size());
    crew.run(
        units_.size(), [&](std::size_t i) { compile(units_[i]); },
        [&](std::size_t i) { units_[i].error = interruption; });
    crew.run(
        entries_.size(), [&](std::size_t i) { link(i); },
        [&](std::size_t i) { results_[i].error = interruption; });
    return std::move(results_);
  }

 private:
  /// The unit of that text. Equal texts in one folder include the same files.
  std::size_t add(std::size_t entry, const path& source) {
    std::vector<std::byte> text;
    try {
      text = file_bytes(source);
    } catch (const ToolchainError& error) {
      results_[entry].error = error.what();
      return 0;
    }
    const auto [known, is_new] =
        known_.emplace(std::pair(source.parent_path(), std::move(text)), units_.size());
    if (is_new) {
      const std::string name = std::to_string(units_.size()) + ".cubin";
      units_.push_back({source, folder_.path() / name, {}});
    }
    return known->second;
  }

  void compile(Unit& unit) const {
    std::vector<std::string> words{toolkit_.nvcc.string()};
    std::ranges::copy(nvcc_flags(options_.sm), std::back_inserter(words));
    words.insert(words.end(), {unit.source.string(), "-o", unit.object.string()});
    unit.error = complaint_of(words);
  }

  void link(std::size_t index) {
    Built& result = results_[index];
    if (!result.error.empty()) return;
    const Unit& roles = units_[unit_of_[index].first];
    const Unit& kernel = units_[unit_of_[index].second];
    result.error = roles.error.empty() ? kernel.error : roles.error;
    if (!result.error.empty()) return;
    const path linked = folder_.path() / ("linked" + std::to_string(index) + ".cubin");
    result.error =
        complaint_of({toolkit_.nvlink.string(), "-arch=sm_" + std::to_string(options_.sm),
                      roles.object.string(), kernel.object.string(), "-o", linked.string()});
    if (!result.error.empty()) return;
    try {
      result.cubin_sha256 = sha256(file_bytes(linked));
      std::filesystem::rename(linked, entries_[index].cubin);
    } catch (const std::exception& error) {
      result = {"", error.what()};
    }
  }

  const Toolkit& toolkit_;
  std::span<const BuildEntry> entries_;
  const BuildOptions& options_;
  TemporaryFolder folder_;  // where the results go, so that they are renamed and not copied
  std::vector<Built> results_;
  std::vector<std::pair<std::size_t, std::size_t>> unit_of_;
  std::map<std::pair<path, std::vector<std::byte>>, std::size_t> known_;
  std::vector<Unit> units_;
};

}  // namespace

std::vector<std::string> nvcc_flags(std::uint32_t sm) {
  return {"-O3", "-arch=sm_" + std::to_string(sm), "-rdc=true", "-cubin"};
}

std::vector<Built> build(const Toolkit& toolkit, std::span<const BuildEntry> entries,
                         const BuildOptions& options) {
  if (entries.empty()) return {};
  return Build(toolkit, entries, options).run();
}

std::string sha256(std::span<const std::byte> bytes) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned int size = 0;
  if (EVP_Digest(bytes.data(), bytes.size(), digest.data(), &size, EVP_sha256(), nullptr) != 1) {
    throw ToolchainError("the SHA-256 of a file cannot be computed");
  }
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  for (unsigned int i = 0; i < size; ++i) {
    text += digits[digest[i] >> 4];
    text += digits[digest[i] & 15];
  }
  return text;
}

std::vector<std::byte> file_bytes(const path& file) {
  std::ifstream stream(file, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  if (!stream) throw ToolchainError(file.string() + " cannot be read");
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

}  // namespace opexplore::hardware
