// The words of cycles.
#include "litmus/generate/edge.hpp"

#include <string>

#include "litmus/generate/access.hpp"
#include "litmus/generate/places.hpp"
#include "tests/catch.hpp"

namespace opexplore::generate {

TEST_CASE("edges are read as they are written", "[generate]") {
  for (const std::string& name : edge_names()) {
    CAPTURE(name);
    const auto edge = parse_edge(name);
    // What is suggested exists, but for the data dependency of a load.
    if (name.starts_with("DpData") && name.ends_with("R")) {
      CHECK(!edge);
      continue;
    }
    REQUIRE(edge);
    const auto again = parse_edge(to_string(*edge));
    REQUIRE(again);
    CHECK(to_string(*again) == to_string(*edge));
    const bool synonym = name.starts_with("Ws") || name.starts_with("membar");
    CHECK((to_string(*edge) == name) != synonym);
  }
}

TEST_CASE("edges say what they are", "[generate]") {
  const auto fence = parse_edge("fence.acq_rel.ctasRW");
  REQUIRE(fence);
  CHECK(fence->kind == EdgeKind::program_order);
  CHECK(fence->same_location);
  CHECK(!fence->source_writes);
  CHECK(fence->target_writes);
  CHECK(fence->separator.fences == std::vector<Action>{Fence{Order::acq_rel, Scope::cta}});
  const auto membar = parse_edge("membar.gldWR");
  REQUIRE(membar);
  CHECK(membar->separator.fences == std::vector<Action>{Fence{Order::sc, Scope::gpu}});
  CHECK(membar->moves());
  const auto two = parse_edge("fence.proxy.alias-fence.sc.sysdWW");
  REQUIRE(two);
  CHECK(two->separator.fences ==
        std::vector<Action>{ProxyFence{ProxyFenceKind::alias}, Fence{Order::sc, Scope::sys}});
  const auto inverse = parse_edge("Rfi^-1");
  REQUIRE(inverse);
  CHECK(inverse->kind == EdgeKind::read_source);
  CHECK(!inverse->source_writes);
  CHECK(!inverse->external);
  const auto update = parse_edge("Amo.add.acq_rel.gpu");
  REQUIRE(update);
  CHECK(update->form == AccessForm{Path::generic, AtomicOp::add, Order::acq_rel, Scope::gpu});
}

TEST_CASE("words that are no edges", "[generate]") {
  for (const char* const word : {"",
                                 "Pod",
                                 "PodW",
                                 "PodWX",
                                 "Podww",
                                 "Rf",
                                 "Rfx",
                                 "Coe^-1",
                                 "fence.sc.gpu",
                                 "fence.scdWW",
                                 "fence.weak.gpudWW",
                                 "fence.sc.gldWW",
                                 "membar.gpudWW",
                                 "fence.proxy.asyncdWW",
                                 "DpDatadR",
                                 "DpAddrd",
                                 "DpAddrdRW",
                                 "Amo.add",
                                 "Amo.rlx.gpu",
                                 "Amo.add.weak",
                                 "-dWW",
                                 "fence.sc.gpu-dWW",
                                 "bard"}) {
    CAPTURE(word);
    CHECK(!parse_edge(word));
  }
}

TEST_CASE("forms of accesses are read as they are written", "[generate]") {
  for (const std::string text :
       {"weak", "rlx.cta", "acq.gpu", "rel.sys", "exch.rlx.gpu", "add.acq_rel.sys", "alias",
        "alias.rlx.cta", "alias.exch.rel.gpu", "tex", "sur", "const"}) {
    CAPTURE(text);
    const auto form = parse_access(text);
    REQUIRE(form);
    CHECK(to_string(*form) == text);
  }
  for (const char* const text :
       {"", "rlx", "acq.gl", "weak.gpu", "sc.gpu", "acq_rel.gpu", "exch", "exch.weak",
        "cas.rlx.gpu", "tex.rlx.gpu", "rlx.gpu.", "alias.", "add.rlx.gpu.sys"}) {
    CAPTURE(text);
    CHECK(!parse_access(text));
  }
  CHECK(can_read(*parse_access("tex")));
  CHECK(!can_write(*parse_access("tex")));
  CHECK(can_write(*parse_access("sur")));
  CHECK(!can_read(*parse_access("rel.gpu")));
  CHECK(!can_write(*parse_access("acq.gpu")));
  CHECK(can_read(*parse_access("add.rel.gpu")));
}

TEST_CASE("placements are as many as there are ways to part threads twice", "[generate]") {
  const std::vector<std::size_t> counts{1, 3, 12, 60, 358};
  for (std::size_t threads = 1; threads <= counts.size(); ++threads) {
    const std::vector<Placement> all = all_placements(threads);
    CHECK(all.size() == counts[threads - 1]);
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (i != 0) CHECK(all[i - 1] < all[i]);
      CHECK(normalised(all[i]) == all[i]);
      const auto again = parse_placement(to_string(all[i]), threads);
      REQUIRE(again);
      CHECK(*again == all[i]);
    }
  }
  CHECK(to_string(all_in(Scope::cta, 3)) == "p0:p1:p2");
  CHECK(to_string(all_in(Scope::gpu, 3)) == "p0::p1::p2");
  CHECK(to_string(all_in(Scope::sys, 3)) == "p0:::p1:::p2");
  CHECK(to_string(*parse_placement("p2:::p1::p0", 3)) == "p0::p1:::p2");
  for (const char* const text :
       {"", "p0", "p0:p0", "p0:p2", "p0:p1:p2", "0:1", "p0:p", "p0::::p1"}) {
    CAPTURE(text);
    CHECK(!parse_placement(text, 2));
  }
}

}  // namespace opexplore::generate
