#include "litmus/language/placement_reader.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace opexplore::detail {

namespace {

struct Placement {
  std::optional<std::uint32_t> warp;
  std::optional<std::uint32_t> cta;
  std::optional<std::uint32_t> cluster;
  std::optional<std::uint32_t> grid;
  std::optional<std::uint32_t> gpu;
};

struct PlacementLevel {
  std::string_view word;
  std::optional<std::uint32_t> Placement::*number;
};

constexpr std::array<PlacementLevel, 5> placement_levels{{{"warp", &Placement::warp},
                                                          {"cta", &Placement::cta},
                                                          {"cluster", &Placement::cluster},
                                                          {"grid", &Placement::grid},
                                                          {"gpu", &Placement::gpu}}};

constexpr std::string_view placement_form =
    "write 'P0@cta 0,gpu 0', or 'P0@warp 0,cta 0,cluster 0,grid 0,gpu 0'";

/// `warp 0`, `cta 0`, `cluster 0`, `grid 0` or `gpu 0`.
void read_level(Tokens& tokens, Language language, Placement& placement) {
  const Token word = tokens.expect_word("'cta' or 'gpu'", std::string(placement_form));
  if ((language != Language::ptx && word.is("grid")) ||
      (language == Language::vulkan && word.is("cluster"))) {
    tokens.fail(word, "not modelled: a " + std::string(word.text) + " in programs of this language",
                "nearest: one CTA, or several CTAs of one GPU");
  }
  for (const PlacementLevel& level : placement_levels) {
    if (!word.is(level.word)) continue;
    if (placement.*level.number) tokens.fail(word, quote(word) + " is given twice");
    placement.*level.number = tokens.expect_index("the number of the " + std::string(word.text));
    return;
  }
  tokens.fail(word, "expected 'cta' or 'gpu', found " + quote(word), std::string(placement_form));
}

}  // namespace

void read_placement(Tokens& tokens, ProgramBuilder& builder, ThreadId thread) {
  const Token start = tokens.peek();
  const Language language = builder.dialect().language;
  Placement placement;
  read_level(tokens, language, placement);
  while (!placement.cta || !placement.gpu) {
    tokens.expect(",", "','", "a thread has a CTA and a GPU");
    read_level(tokens, language, placement);
  }
  while (tokens.accept(",")) read_level(tokens, language, placement);
  builder.place_thread(
      thread, {*placement.cta, *placement.gpu, placement.warp, placement.cluster, placement.grid},
      start);
}

}  // namespace opexplore::detail
