#include "studies/distinguish/ladder.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <string_view>

namespace opexplore {
namespace {

// Programs of one kind, in the sizes in which they are on the ladder: the richer the choice, the
// fewer sizes are within reach.
struct Kind {
  std::string_view name;
  std::size_t first = 1, last = 1;  // instructions
  std::string_view words;           // opgen's, without the size
  bool scout = false;
};

// Of one size, what is sooner done with comes first; what only a sample shows comes last.
constexpr std::array kinds{
    Kind{"data", 1, 5, "--exhaustive --locations 3 --placements all", true},
    Kind{"data-regions", 3, 5, "--exhaustive --placements all --regions global,shared", true},
    Kind{"plain", 1, 4,
         "--exhaustive --orders weak,rlx --scopes cta,gpu --fences 2,sc,acq_rel --placements all"},
    Kind{"plain", 5, 5,
         "--exhaustive --orders weak,rlx --scopes gpu --fences 2,sc --placements all"},
    Kind{"regions", 1, 4,
         "--exhaustive --orders weak,rlx --scopes gpu --fences 1,sc --placements all "
         "--regions global,shared"},
    Kind{"dependencies", 4, 6,
         "--exhaustive --orders weak,rlx --scopes gpu --deps addr,data,ctrl --placements cta,gpu"},
    Kind{"aliases", 2, 5,
         "--exhaustive --proxies generic,alias --fences 1,alias --placements cta,gpu"},
    Kind{"orders", 1, 3,
         "--exhaustive --orders weak,rlx,acq,rel --scopes cta,gpu,sys --fences 2,sc,acq_rel "
         "--placements all"},
    Kind{"orders", 4, 4,
         "--exhaustive --orders weak,rlx,acq,rel --scopes cta,gpu --placements all"},
    Kind{"atomics", 1, 3,
         "--exhaustive --orders weak,rlx,acq,rel,acq_rel --scopes cta,gpu --atomics exch,add "
         "--placements all"},
    Kind{"atomics", 4, 4,
         "--exhaustive --orders weak,rlx --scopes gpu --atomics exch,add --placements all"},
    Kind{"proxies", 2, 4,
         "--exhaustive --orders weak,rlx --scopes gpu --placements cta,gpu "
         "--proxies generic,alias,texture,surface,constant "
         "--fences 1,alias,texture,surface,constant"},
    Kind{"shapes", 3, 8,
         "--family all --orders weak,rlx,acq,rel --scopes gpu --fences none,sc --deps none,data "
         "--placements gpu",
         true},
    Kind{"families", 3, 8,
         "--family all --orders weak,rlx --scopes cta,gpu --fences none,sc,acq_rel "
         "--deps none,addr,data,ctrl --placements all"},
    Kind{"caches", 2, 10, "--random 5000 --profile caches"},
    Kind{"barriers", 3, 10, "--random 5000 --profile barriers"},
    Kind{"everything", 4, 10, "--random 5000 --profile everything"}};

// The same of Vulkan. Without a filter nearly all of the families have a data race, and then all
// are alike.
constexpr std::array vulkan_kinds{
    Kind{"orders", 1, 3,
         "--dialect vulkan --exhaustive --orders weak,rlx,acq,rel --privacy private,nonpriv,avvis "
         "--semantics semsc0,semsc0.semav.semvis --scopes wg,dv --placements wg,qf"},
    Kind{"atomics", 1, 3,
         "--dialect vulkan --exhaustive --orders rlx,acq,rel --atomics exch,add --scopes wg,dv "
         "--placements wg,qf"},
    Kind{"shapes", 3, 6,
         "--dialect vulkan --family all --filter --orders weak,rlx,acq,rel --privacy nonpriv,avvis "
         "--semantics semsc0.semav.semvis --placements qf",
         true},
    Kind{"classes", 3, 4,
         "--dialect vulkan --family MP,S,R,2+2W,CoRR --filter --orders weak,acq,rel "
         "--privacy nonpriv,avvis --semantics semsc0.semav.semvis,semsc0.semsc1.semav.semvis "
         "--storage-classes sc0,sc1 --placements wg,qf"},
    Kind{"fences", 4, 8,
         "--dialect vulkan --family MP,WRC,ISA2,S --filter --orders weak,rlx --privacy nonpriv "
         "--fences none,acq,rel,acq_rel --semantics semsc0.semav.semvis --placements wg,qf"},
    Kind{"barriers", 3, 6,
         "--dialect vulkan --family all --filter --orders weak --privacy nonpriv,avvis --scopes wg "
         "--fences none,cbar,cbar.acq_rel --semantics semsc0,semsc0.semav.semvis --placements wg"},
    Kind{"chains", 5, 6,
         "--dialect vulkan --family WRC,ISA2 --filter --orders weak,acq,rel --scopes wg,dv "
         "--privacy nonpriv --semantics semsc0.semav.semvis --placements p0:p1::p2"},
    Kind{"chains-of-fences", 7, 9,
         "--dialect vulkan --family ISA2 --filter --orders weak,rlx --scopes wg,dv "
         "--privacy nonpriv --fences none,acq,rel,acq_rel --semantics semsc0.semav.semvis "
         "--placements p0:p1::p2"}};

std::span<const Kind> kinds_of(Language language) {
  switch (language) {
    case Language::ptx:
      return kinds;
    case Language::vulkan:
      return vulkan_kinds;
    case Language::cxx:
    case Language::amdgpu:
      break;
  }
  return {};
}

Rung rung_of(const Kind& kind, std::size_t instructions, const ReadWords& read) {
  const std::string size = std::to_string(instructions);
  Rung rung{instructions, kind.scout, {}};
  rung.tests.name = std::string(kind.name) + '-' + size;
  rung.tests.arguments = std::string(kind.words) + " --instructions " + size;
  rung.tests.specification = specification_of(rung.tests.arguments, read);
  return rung;
}

}  // namespace

std::vector<Rung> ladder(const ReadWords& read, Language language) {
  std::vector<Rung> rungs;
  for (const Kind& kind : kinds_of(language)) {
    for (std::size_t n = kind.first; n <= kind.last; ++n) rungs.push_back(rung_of(kind, n, read));
  }
  std::stable_sort(rungs.begin(), rungs.end(),
                   [](const Rung& a, const Rung& b) { return a.instructions < b.instructions; });
  return rungs;
}

}  // namespace opexplore
