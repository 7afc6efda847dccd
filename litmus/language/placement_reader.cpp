#include "litmus/language/placement_reader.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace opexplore::detail {

namespace {

struct Placement {
  std::optional<std::uint32_t> warp;
  std::optional<std::uint32_t> cta;
  std::optional<std::uint32_t> gpu;
};

constexpr std::string_view placement_form = "write 'P0@cta 0,gpu 0', or 'P0@warp 0,cta 0,gpu 0'";

/// `warp 0`, `cta 0` or `gpu 0`.
void read_level(Tokens& tokens, Placement& placement) {
  const Token level = tokens.expect_word("'cta' or 'gpu'", std::string(placement_form));
  if (level.is("cluster")) {
    tokens.fail(level, "not modelled: clusters", "nearest: one CTA, or several CTAs of one GPU");
  }
  if (!level.is("warp") && !level.is("cta") && !level.is("gpu")) {
    tokens.fail(level, "expected 'cta' or 'gpu', found " + quote(level),
                std::string(placement_form));
  }
  std::optional<std::uint32_t>& target = level.is("warp")  ? placement.warp
                                         : level.is("cta") ? placement.cta
                                                           : placement.gpu;
  if (target) tokens.fail(level, quote(level) + " is given twice");
  target = tokens.expect_index("the number of the " + std::string(level.text));
}

}  // namespace

void read_placement(Tokens& tokens, ProgramBuilder& builder, ThreadId thread) {
  Placement placement;
  read_level(tokens, placement);
  while (!placement.cta || !placement.gpu) {
    tokens.expect(",", "','", "a thread has a CTA and a GPU");
    read_level(tokens, placement);
  }
  if (!placement.warp && tokens.accept(",")) read_level(tokens, placement);
  builder.place_thread(thread, *placement.cta, *placement.gpu, placement.warp);
}

}  // namespace opexplore::detail
