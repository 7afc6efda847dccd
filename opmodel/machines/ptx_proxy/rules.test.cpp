// What the 7.5 machine adds to the 6.0 one: one example per stage that knowledge of
// an access passes. Each fails if the proxy_fence rule leaves that stage out.
#include <algorithm>

#include "opmodel/results/answer.hpp"
#include "tests/catch.hpp"
#include "tests/machines/reachable.hpp"

namespace opexplore {

namespace {

const std::string aliases =
    "x=0; y @ generic aliases x; t @ texture aliases x; s @ surface aliases x; "
    "c @ constant aliases x";

bool one_thread(const std::string& code, const std::string& condition) {
  return reachable("ptx-proxy", two_threads(aliases, code, "", condition));
}

bool passing(const std::string& writer, const std::string& reader, const std::string& cta) {
  return reachable("ptx-proxy",
                   two_threads(aliases + "; flag=0", writer, reader, "1:r0=1 /\\ 1:r1=0", cta));
}

}  // namespace

TEST_CASE("ptx-proxy: a generic access is known at its own address alone") {
  CHECK_FALSE(one_thread("st.weak x, 1;ld.weak r0, x", "0:r0=0"));
  CHECK(one_thread("st.weak x, 1;ld.weak r0, y", "0:r0=0"));
}

TEST_CASE("ptx-proxy proxy_fence: an alias fence makes it known at every alias") {
  CHECK_FALSE(one_thread("st.weak x, 1;fence.proxy.alias;ld.weak r0, y", "0:r0=0"));
  CHECK(one_thread("st.weak x, 1;fence.proxy.texture;ld.weak r0, y", "0:r0=0"));
}

TEST_CASE("ptx-proxy proxy_fence: into a proxy") {
  CHECK(one_thread("st.weak x, 1;tld.weak r0, t", "0:r0=0"));
  CHECK_FALSE(one_thread("st.weak x, 1;fence.proxy.texture;tld.weak r0, t", "0:r0=0"));
  CHECK_FALSE(one_thread("st.weak x, 1;fence.proxy.constant;cold.weak r0, c", "0:r0=0"));
  CHECK(one_thread("st.weak x, 1;fence.proxy.constant;tld.weak r0, t", "0:r0=0"));
}

TEST_CASE("ptx-proxy proxy_fence: out of a proxy") {
  CHECK(one_thread("sust.weak s, 1;ld.weak r0, x", "0:r0=0"));
  CHECK_FALSE(one_thread("sust.weak s, 1;fence.proxy.surface;ld.weak r0, x", "0:r0=0"));
  CHECK_FALSE(one_thread("sust.weak s, 1;suld.weak r0, s", "0:r0=0"));
}

TEST_CASE("ptx-proxy proxy_fence: from proxy to proxy, in order") {
  CHECK_FALSE(one_thread("sust.weak s, 1;fence.proxy.surface;fence.proxy.texture;tld.weak r0, t",
                         "0:r0=0"));
  CHECK(one_thread("sust.weak s, 1;fence.proxy.texture;fence.proxy.surface;tld.weak r0, t",
                   "0:r0=0"));
}

TEST_CASE("ptx-proxy proxy_fence: out of a proxy, across an alias, into a proxy") {
  const std::string through =
      "x=0; y @ generic aliases x; s @ surface aliases x; "
      "t @ texture aliases y";
  const auto stale = [&](const std::string& fences) {
    return reachable(
        "ptx-proxy",
        two_threads(through, "sust.weak s, 1;" + fences + "tld.weak r0, t", "", "0:r0=0"));
  };
  CHECK_FALSE(stale("fence.proxy.surface;fence.proxy.alias;fence.proxy.texture;"));
  CHECK(stale("fence.proxy.alias;fence.proxy.surface;fence.proxy.texture;"));
  CHECK(stale("fence.proxy.surface;fence.proxy.texture;fence.proxy.alias;"));
}

TEST_CASE("ptx-proxy proxy_fence: only in the CTA that makes the other access") {
  const std::string write = "st.weak x, 1;st.release.gpu flag, 1";
  CHECK_FALSE(passing(write, "ld.acquire.gpu r0, flag;fence.proxy.constant;cold.weak r1, c", "1"));
  CHECK(passing("st.weak x, 1;fence.proxy.constant;st.release.gpu flag, 1",
                "ld.acquire.gpu r0, flag;cold.weak r1, c", "1"));
  CHECK_FALSE(passing("st.weak x, 1;fence.proxy.constant;st.release.gpu flag, 1",
                      "ld.acquire.gpu r0, flag;cold.weak r1, c", "0"));
}

TEST_CASE("ptx-proxy: one proxy is coherent with itself within a CTA, not across") {
  const std::string write = "sust.weak s, 1;st.release.gpu flag, 1";
  const std::string read = "ld.acquire.gpu r0, flag;suld.weak r1, s";
  CHECK_FALSE(passing(write, read, "0"));
  CHECK(passing(write, read, "1"));
}

TEST_CASE("ptx-proxy: an alias is never morally strong with its location") {
  CHECK(reachable("ptx-proxy",
                  two_threads("x=0; y @ generic aliases x", "atom.relaxed.gpu.add r0, x, 1",
                              "atom.relaxed.gpu.add r0, y, 1", "0:r0=0 /\\ 1:r0=0")));
}

TEST_CASE("ptx-proxy: a trace names the caches and says why a read is stale") {
  const Test test = read(two_threads(aliases, "st.weak x, 1;tld.weak r0, t", "", "0:r0=0"), "here");
  ExploreOptions options;
  options.traces = Traces::witness;
  const Answer report = find_machine("ptx-proxy")->explore(test, options);
  const auto traced =
      std::find_if(report.outcomes.begin(), report.outcomes.end(),
                   [](const AnsweredOutcome& each) { return each.trace.has_value(); });
  REQUIRE(traced != report.outcomes.end());
  const TraceStep& last = traced->trace->steps.back();
  CHECK(last.rule == "load");
  CHECK(last.arguments == "reads x=0 (initial)");
  CHECK(last.reason.find("no proxy fence on the way") != std::string::npos);
}

}  // namespace opexplore
