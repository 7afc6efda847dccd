// The machine of Vulkan on tests made to order: on families with every annotation it says what the
// oracle says without values out of thin air.
#include <iostream>
#include <map>
#include <string>
#include <utility>

#include "litmus/generate/request.hpp"
#include "litmus/language/writer.hpp"
#include "tests/catch.hpp"
#include "tests/random/vulkan_comparison.hpp"

namespace opexplore::random_programs {

namespace {

using generate::Request;

Request request(std::map<std::string, std::string> values, bool filter) {
  Request result;
  result.values = std::move(values);
  result.values["dialect"] = "vulkan";
  result.filter = filter;
  return result;
}

struct Count {
  unsigned compared = 0, racy = 0;
};

// Every so many of them.
Count compared(const Request& wanted, std::uint64_t every) {
  const VulkanSide reference = vulkan_side("no-thin-air");
  const VulkanSide machine = vulkan_side("machine");
  Count result;
  std::uint64_t index = 0;
  generate::for_each_make(specification_of(wanted), [&](const generate::Make& make) {
    if (!generate::is_selected(index++, every)) return true;
    const Test test = make(generate::Finish::bare);
    const auto expected = reference.answer(test);
    const auto found = machine.answer(test);
    if (!expected || !found) return true;
    ++result.compared;
    if (expected->racy) ++result.racy;
    INFO(write(test));
    INFO("oracle: " << described(test, *expected));
    INFO("machine: " << described(test, *found));
    CHECK(same_without_races(*found, *expected));
    return true;
  });
  return result;
}

}  // namespace

TEST_CASE("Generated Vulkan tests have the outcomes and races of the oracle", "[generated]") {
  const std::string bulk = "semsc0,semsc0.semav.semvis";
  Count all;
  const auto add = [&](const Request& wanted, std::uint64_t every) {
    const Count some = compared(wanted, every);
    all.compared += some.compared;
    all.racy += some.racy;
  };
  add(request({{"family", "MP,SB,LB,S,R,2+2W,CoRR,CoWW,CoRW1,CoRW2,CoWR"},
               {"orders", "weak,rlx,acq,rel"},
               {"privacy", "private,nonpriv,avvis"},
               {"semantics", bulk},
               {"scopes", "wg,dv"},
               {"placements", "wg,qf"}},
              true),
      797);
  add(request({{"family", "WRC,ISA2,RWC,IRIW"},
               {"orders", "weak,acq,rel"},
               {"privacy", "nonpriv,avvis"},
               {"semantics", "semsc0.semav.semvis"},
               {"placements", "p0:p1::p2,p0:p1::p2:p3"}},
              true),
      29);
  add(request({{"family", "MP,S,SB"},
               {"orders", "weak,rlx"},
               {"privacy", "nonpriv,avvis"},
               {"semantics", bulk},
               {"fences", "none,acq,rel,acq_rel,cbar,cbar.acq_rel"},
               {"scopes", "wg,dv"},
               {"placements", "sg,wg,qf"}},
              true),
      241);
  add(request({{"family", "MP,CoRW2"},
               {"orders", "weak,acq,rel"},
               {"privacy", "nonpriv,avvis"},
               {"semantics", "semsc0.semav.semvis,semsc0.semsc1.semav.semvis"},
               {"storage-classes", "sc0,sc1"},
               {"proxies", "generic,alias"}},
              true),
      19);
  add(request({{"family", "MP,SB,2+2W"},
               {"orders", "rlx,acq,rel,acq_rel"},
               {"atomics", "exch,add"},
               {"semantics", bulk},
               {"deps", "none,ctrl"}},
              false),
      269);
  std::cout << all.compared << " generated programs compared, " << all.racy << " with a race\n";
  CHECK(all.compared >= 2000);
  // Programs of both kinds are compared.
  CHECK(all.racy * 10 >= all.compared);
  CHECK(all.racy * 10 <= all.compared * 9);
}

}  // namespace opexplore::random_programs
