// Progress models: which threads are guaranteed to be scheduled (Sorensen, Salvador, Raval, Evrard,
// Wickerson, Martonosi, Donaldson, Specifying and Testing GPU Workgroup Progress Models, OOPSLA
// 2021; hierarchies: Tong et al., Towards Unified Analysis of GPU Consistency, ASPLOS 2024).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace opexplore {

/// Whom a group guarantees among its children: T those that have ended, S those that have started.
enum class ProgressModel : std::uint8_t {
  fair,     ///< all that are not in T
  hsa,      ///< the lowest that is not in T
  obe,      ///< S without T: occupancy-bound execution
  hsa_obe,  ///< both
  lobe,     ///< those not in T up to the highest in S: linear occupancy-bound execution
  unfair    ///< nobody; some thread of the whole goes on
};

/// Levels of the scope tree: groups, by what their children are.
enum class ScopeLevel : std::uint8_t {
  sys,    ///< of GPUs
  gpu,    ///< of CTAs
  cta,    ///< of warps
  warp,   ///< of threads
  thread  ///< a thread itself, which has no children
};

/// What is promised, per level.
struct Promise {
  std::string name;                            ///< "cuda", or the spelling
  std::array<ProgressModel, 4> models{};       ///< by ScopeLevel
  std::optional<std::uint32_t> resident = {};  ///< so many CTAs fit on a GPU; replaces models[gpu]
  /// Threads of a warp share a program counter (warps.hpp): of those that this leaves able to go on
  /// all do, so that models[warp] is `fair`.
  bool stack = false;

  ProgressModel model(ScopeLevel level) const { return models[static_cast<std::size_t>(level)]; }
};

/// "FAIR", "HSA_OBE"; "sys", "gpu".
std::string_view to_string(ProgressModel model);
std::string_view to_string(ScopeLevel level);

/// "sys=OBE,gpu=OBE,cta=FAIR,warp=FAIR", with "resident=2" in place of the model of GPUs where that
/// is so, and "warp=stack".
std::string spelled(const Promise& promise);

/// What a name means: a model for all levels, in lower or upper case; a promise of a platform
/// (named_promises()); or a list such as "[gpu=OBE,cta=FAIR,DEFAULT=FAIR]", brackets optional, in
/// which what is not named is FAIR. QF, WG and SG of Vulkan stand for gpu, cta and warp. Of warps
/// also how they run: warp=stack with one program counter, as before Volta, and warp=its, another
/// name of FAIR, with independent thread scheduling. Throws std::invalid_argument with one
/// sentence.
Promise parse_promise(std::string_view text);

/// FAIR, HSA, OBE, HSA_OBE, LOBE, UNFAIR for all levels: the row of all models.
std::array<Promise, 6> uniform_promises();

/// A promise with a name, and who makes it.
struct NamedPromise {
  std::string_view name;
  std::string_view promise;  ///< as parse_promise reads it
  std::string_view source;   ///< one sentence
};

/// "cuda", "cuda-cooperative", "hsa", "vulkan", "pre-volta".
extern const std::array<NamedPromise, 5> named_promises;

}  // namespace opexplore
