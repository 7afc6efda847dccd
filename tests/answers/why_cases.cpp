#include "tests/answers/why_cases.hpp"

#include <algorithm>

namespace opexplore::testing {
namespace {

const std::string here = "cta 0,gpu 0", there = "cta 1,gpu 0", third = "cta 2,gpu 0",
                  fourth = "cta 3,gpu 0", away = "cta 0,gpu 1";
const std::string xy = "x = 0; y = 0;";
const std::string stale_x = "exists (1:r0=1 /\\ 1:r1=0)";

// P0 writes x and then y, P1 reads y and then x.
WhyCase passing(std::string name, std::vector<std::string> writer, std::vector<std::string> reader,
                std::vector<std::string> culprits, std::vector<std::string> missing,
                std::vector<std::string> ok = {}) {
  return {std::move(name),
          xy,
          {{here, std::move(writer)}, {there, std::move(reader)}},
          stale_x,
          std::move(culprits),
          std::move(missing),
          std::move(ok)};
}

void add_message_passing(std::vector<WhyCase>& cases) {
  cases.push_back(passing("MP", {"st.weak x, 1", "st.weak y, 1"},
                          {"ld.weak r0, y", "ld.weak r1, x"}, {"P1:1 stale"},
                          {"acquire P1:0", "release P0:1"}));
  cases.push_back(passing("MP+rel+rlx", {"st.weak x, 1", "st.release.gpu y, 1"},
                          {"ld.relaxed.gpu r0, y", "ld.weak r1, x"}, {"P1:1 stale"},
                          {"acquire P1:0"}, {"release P0:1", "scope P0:1", "proxy P1:1"}));
  cases.push_back(passing("MP+rlx+acq", {"st.weak x, 1", "st.relaxed.gpu y, 1"},
                          {"ld.acquire.gpu r0, y", "ld.weak r1, x"}, {"P1:1 stale"},
                          {"release P0:1"}, {"acquire P1:0", "proxy P1:1"}));
  cases.push_back(passing("MP+fence-of-the-writer",
                          {"st.weak x, 1", "fence.sc.gpu", "st.volatile y, 1"},
                          {"ld.volatile r0, y", "ld.weak r1, x"}, {"P1:1 stale"}, {"acquire P1:0"},
                          {"release P0:1", "scope P0:1"}));
  cases.push_back(passing("MP+fence-of-the-reader", {"st.weak x, 1", "st.volatile y, 1"},
                          {"ld.volatile r0, y", "fence.sc.gpu", "ld.weak r1, x"}, {"P1:2 stale"},
                          {"release P0:1"}, {"acquire P1:1"}));
  cases.push_back(passing("MP+volatile", {"st.volatile x, 1", "st.volatile y, 1"},
                          {"ld.volatile r0, y", "ld.volatile r1, x"}, {"P1:1 stale"},
                          {"acquire P1:0", "release P0:1"}));
  cases.push_back(passing("MP+scopes-cta", {"st.weak x, 1", "st.release.cta y, 1"},
                          {"ld.acquire.cta r0, y", "ld.weak r1, x"}, {"P1:1 stale"},
                          {"scope P0:1", "scope P1:0"}, {"release P0:1", "acquire P1:0"}));
  cases.push_back(passing("MP+acquire-cta", {"st.weak x, 1", "st.release.gpu y, 1"},
                          {"ld.acquire.cta r0, y", "ld.weak r1, x"}, {"P1:1 stale"}, {"scope P1:0"},
                          {"release P0:1", "acquire P1:0"}));
  cases.push_back(passing("MP+fence-cta",
                          {"st.weak x, 1", "fence.acq_rel.cta", "st.relaxed.gpu y, 1"},
                          {"ld.acquire.gpu r0, y", "ld.weak r1, x"}, {"P1:1 stale"}, {"scope P0:1"},
                          {"release P0:1", "acquire P1:0"}));
  cases.push_back(
      passing("MP+fence+weak-flag", {"st.weak x, 1", "fence.acq_rel.gpu", "st.weak y, 1"},
              {"ld.acquire.gpu r0, y", "ld.weak r1, x"}, {"P1:1 stale"}, {"release P0:2"}));
  cases.push_back(
      passing("MP+fence-too-early", {"fence.acq_rel.gpu", "st.weak x, 1", "st.relaxed.gpu y, 1"},
              {"ld.acquire.gpu r0, y", "ld.weak r1, x"}, {"P1:1 stale"}, {"release P0:2"}));
  cases.push_back(passing("MP+fence-too-late", {"st.weak x, 1", "st.release.gpu y, 1"},
                          {"ld.relaxed.gpu r0, y", "ld.weak r1, x", "fence.acq_rel.gpu"},
                          {"P1:1 stale"}, {"acquire P1:0"}));
  cases.push_back(passing("MP+spin", {"st.weak x, 1", "st.release.gpu y, 1"},
                          {"LC10:", "ld.volatile r0, y", "bne r0, 1, LC10", "ld.weak r1, x"},
                          {"P1:2 stale"}, {"acquire P1:0"}));
  cases.push_back({"MP+gpu-on-two-gpus",
                   xy,
                   {{here, {"st.weak x, 1", "st.release.gpu y, 1"}},
                    {away, {"ld.acquire.gpu r0, y", "ld.weak r1, x"}}},
                   stale_x,
                   {"P1:1 stale"},
                   {"scope P0:1", "scope P1:0"}});
  cases.push_back({"MP+two-data",
                   "x = 0; y = 0; z = 0;",
                   {{here, {"st.weak x, 1", "st.weak z, 1", "st.release.gpu y, 1"}},
                    {there, {"ld.relaxed.gpu r0, y", "ld.weak r1, x", "ld.weak r2, z"}}},
                   "exists (1:r0=1 /\\ 1:r1=0 /\\ 1:r2=0)",
                   {"P1:1 stale", "P1:2 stale"},
                   {"acquire P1:0"}});
  cases.push_back({"MP+continued",
                   xy,
                   {{here, {"st.weak x, 1", "st.release.gpu y, 1", "st.relaxed.gpu y, 2"}},
                    {there, {"ld.relaxed.gpu r0, y", "ld.weak r1, x"}}},
                   "exists (1:r0=2 /\\ 1:r1=0)",
                   {"P1:1 stale"},
                   {"acquire P1:0"},
                   {"release P0:1"}});
  cases.push_back({"MP+through-cta-atomic",
                   xy,
                   {{here, {"st.weak x, 1", "st.release.gpu y, 1"}},
                    {there, {"atom.relaxed.cta.add r0, y, 1"}},
                    {third, {"ld.acquire.gpu r0, y", "ld.weak r1, x"}}},
                   "exists (2:r0=2 /\\ 2:r1=0)",
                   {"P2:1 stale"},
                   {"scope P1:0"},
                   {"release P0:1", "acquire P2:0"}});
  cases.push_back(passing("interleaved", {"st.weak x, 1", "st.weak y, 1"},
                          {"ld.weak r0, y", "ld.weak r1, x"}, {}, {}));
  cases.back().condition = "exists (1:r0=0 /\\ 1:r1=1)";
}

void add_store_buffering(std::vector<WhyCase>& cases) {
  const std::string both_old = "exists (0:r0=0 /\\ 1:r0=0)";
  const auto buffering = [&](std::string name, std::vector<std::string> first,
                             std::vector<std::string> second, std::vector<std::string> culprits,
                             std::vector<std::string> missing) {
    cases.push_back({std::move(name),
                     xy,
                     {{here, std::move(first)}, {there, std::move(second)}},
                     both_old,
                     std::move(culprits),
                     std::move(missing)});
  };
  buffering("SB", {"st.relaxed.gpu x, 1", "ld.relaxed.gpu r0, y"},
            {"st.relaxed.gpu y, 1", "ld.relaxed.gpu r0, x"}, {"P0:1 stale", "P1:1 stale"},
            {"sc P0:1", "sc P1:1"});
  buffering("SB+acq_rel", {"st.relaxed.gpu x, 1", "fence.acq_rel.gpu", "ld.relaxed.gpu r0, y"},
            {"st.relaxed.gpu y, 1", "fence.acq_rel.gpu", "ld.relaxed.gpu r0, x"},
            {"P0:2 stale", "P1:2 stale"}, {"sc P0:1", "sc P1:1"});
  buffering("SB+one-sided", {"st.weak x, 1", "fence.sc.gpu", "ld.weak r0, y"},
            {"st.weak y, 1", "ld.weak r0, x"}, {"P0:2 stale", "P1:1 stale"}, {"sc P1:1"});
  buffering("SB+sc-cta", {"st.weak x, 1", "fence.sc.cta", "ld.weak r0, y"},
            {"st.weak y, 1", "fence.sc.cta", "ld.weak r0, x"}, {"P0:2 stale", "P1:2 stale"},
            {"scope P0:1", "scope P1:1"});
  cases.push_back({"Dekker",
                   "x = 0; y = 0; c = 0;",
                   {{here,
                     {"st.volatile x, 1", "ld.volatile r0, y", "bne r0, 0, LC00", "ld.weak r1, c",
                      "add r1, r1, 1", "st.weak c, r1", "LC00:"}},
                    {there,
                     {"st.volatile y, 1", "ld.volatile r0, x", "bne r0, 0, LC10", "ld.weak r1, c",
                      "add r1, r1, 1", "st.weak c, r1", "LC10:"}}},
                   both_old,
                   {"P0:1 stale", "P1:1 stale"},
                   {"sc P0:1", "sc P1:1"}});
  cases.push_back({"IRIW",
                   xy,
                   {{here, {"st.relaxed.gpu x, 1"}},
                    {there, {"ld.acquire.gpu r0, x", "ld.acquire.gpu r1, y"}},
                    {third, {"ld.acquire.gpu r0, y", "ld.acquire.gpu r1, x"}},
                    {fourth, {"st.relaxed.gpu y, 1"}}},
                   "exists (1:r0=1 /\\ 1:r1=0 /\\ 2:r0=1 /\\ 2:r1=0)",
                   {"P1:1 stale", "P2:1 stale"},
                   {"sc P1:1", "sc P2:1"}});
  cases.push_back({"IRIW+weak-write",
                   xy,
                   {{here, {"st.weak x, 1"}},
                    {there, {"ld.relaxed.gpu r0, x", "fence.sc.gpu", "ld.relaxed.gpu r1, y"}},
                    {third, {"ld.relaxed.gpu r0, y", "fence.sc.gpu", "ld.relaxed.gpu r1, x"}},
                    {fourth, {"st.relaxed.gpu y, 1"}}},
                   "exists (1:r0=1 /\\ 1:r1=0 /\\ 2:r0=1 /\\ 2:r1=0)",
                   {"P1:2 stale", "P2:2 stale"},
                   {"release P0:0"},
                   {"sc P1:1", "sc P2:1"}});
}

void add_chains(std::vector<WhyCase>& cases) {
  const std::string xyz = "x = 0; y = 0; z = 0;";
  cases.push_back({"ISA2+one",
                   xyz,
                   {{here, {"st.weak x, 1", "st.release.gpu y, 1"}},
                    {there, {"ld.relaxed.gpu r0, y", "st.release.gpu z, 1"}},
                    {third, {"ld.acquire.gpu r0, z", "ld.weak r1, x"}}},
                   "exists (1:r0=1 /\\ 2:r0=1 /\\ 2:r1=0)",
                   {"P2:1 stale"},
                   {"acquire P1:0"},
                   {"release P0:1", "release P1:1", "acquire P2:0"}});
  cases.push_back({"ISA2",
                   xyz,
                   {{here, {"st.weak x, 1", "st.relaxed.gpu y, 1"}},
                    {there, {"ld.relaxed.gpu r0, y", "st.relaxed.gpu z, 1"}},
                    {third, {"ld.relaxed.gpu r0, z", "ld.weak r1, x"}}},
                   "exists (1:r0=1 /\\ 2:r0=1 /\\ 2:r1=0)",
                   {"P2:1 stale"},
                   {"acquire P1:0", "acquire P2:0", "release P0:1", "release P1:1"}});
  cases.push_back({"WRC+weak",
                   xy,
                   {{here, {"st.weak x, 1"}},
                    {there, {"ld.weak r0, x", "st.release.gpu y, 1"}},
                    {third, {"ld.acquire.gpu r0, y", "ld.weak r1, x"}}},
                   "exists (1:r0=1 /\\ 2:r0=1 /\\ 2:r1=0)",
                   {"P2:1 stale"},
                   {"acquire P1:0", "release P0:0"},
                   {"release P1:1", "acquire P2:0"}});
  cases.push_back({"WRC",
                   xy,
                   {{here, {"st.relaxed.gpu x, 1"}},
                    {there, {"ld.relaxed.gpu r0, x", "st.relaxed.gpu y, 1"}},
                    {third, {"ld.relaxed.gpu r0, y", "ld.relaxed.gpu r1, x"}}},
                   "exists (1:r0=1 /\\ 2:r0=1 /\\ 2:r1=0)",
                   {"P2:1 stale"},
                   {"acquire P2:0", "release P1:1"},
                   {"release P0:0", "acquire P1:0"}});
  cases.push_back({"R",
                   xy,
                   {{here, {"st.relaxed.gpu x, 1", "st.relaxed.gpu y, 1"}},
                    {there, {"st.relaxed.gpu y, 2", "ld.relaxed.gpu r0, x"}}},
                   "exists ([y]=2 /\\ 1:r0=0)",
                   {"P1:1 stale"},
                   {"sc P0:1", "sc P1:1"}});
  cases.push_back({"S",
                   xy,
                   {{here, {"st.weak x, 2", "st.release.gpu y, 1"}},
                    {there, {"ld.relaxed.gpu r0, y", "st.weak x, 1"}}},
                   "exists (1:r0=1 /\\ [x]=2)",
                   {"P1:1 too early"},
                   {"acquire P1:0"},
                   {"release P0:1"}});
  cases.push_back({"2+2W",
                   xy,
                   {{here, {"st.relaxed.gpu x, 1", "st.relaxed.gpu y, 2"}},
                    {there, {"st.relaxed.gpu y, 1", "st.relaxed.gpu x, 2"}}},
                   "exists ([x]=1 /\\ [y]=1)",
                   {"P0:1 too early", "P1:1 too early"},
                   {"sc P0:1", "sc P1:1"}});
  cases.push_back({"LB",
                   xy,
                   {{here, {"ld.relaxed.gpu r0, x", "st.relaxed.gpu y, 1"}},
                    {there, {"ld.relaxed.gpu r0, y", "st.relaxed.gpu x, 1"}}},
                   "exists (0:r0=1 /\\ 1:r0=1)",
                   {"P0:0 too new", "P1:0 too new"},
                   {"acquire P1:0", "release P0:1"}});
  cases.push_back({"CoRR+weak",
                   "x = 0;",
                   {{here, {"st.weak x, 1"}}, {there, {"ld.weak r0, x", "ld.weak r1, x"}}},
                   stale_x,
                   {"P1:1 stale"},
                   {"acquire P1:0", "release P0:0"}});
  cases.push_back(
      {"CoRR+scope",
       "x = 0;",
       {{here, {"st.relaxed.cta x, 1"}}, {there, {"ld.relaxed.gpu r0, x", "ld.relaxed.gpu r1, x"}}},
       stale_x,
       {"P1:1 stale"},
       {"scope P0:0"},
       {"release P0:0", "acquire P1:0"}});
}

// A thread that takes a lock, adds one to a counter and gives the lock back.
std::vector<std::string> locked(std::vector<std::string> take, std::string give) {
  take.insert(take.end(), {"ld.weak r1, c", "add r1, r1, 1", "st.weak c, r1", std::move(give)});
  return take;
}

void add_locks(std::vector<WhyCase>& cases) {
  const auto lock = [&](std::string name, std::string initial, const std::vector<std::string>& take,
                        const std::string& give, std::vector<std::string> culprits,
                        std::vector<std::string> missing) {
    std::vector<std::string> second = take;
    for (std::string& line : second) {
      const auto label = line.find("LC00");
      if (label != std::string::npos) line.replace(label, 4, "LC10");
    }
    cases.push_back({std::move(name),
                     std::move(initial),
                     {{here, locked(take, give)}, {there, locked(second, give)}},
                     "exists ([c]=1)",
                     std::move(culprits),
                     std::move(missing)});
  };
  const std::string mc = "m = 0; c = 0;";
  lock("CAS-lock", mc, {"LC00:", "atom.relaxed.gpu.cas r0, m, 0, 1", "bne r0, 0, LC00"},
       "atom.relaxed.gpu.exch r2, m, 0", {"P1:2 stale"},
       {"acquire P1:0", "release P0:5", "acquire P0:0", "release P1:5"});
  lock("CAS-lock+relaxed-unlock", mc,
       {"LC00:", "atom.acquire.gpu.cas r0, m, 0, 1", "bne r0, 0, LC00"}, "st.relaxed.gpu m, 0",
       {"P1:2 stale"}, {"release P0:5", "release P1:5"});
  lock("test-and-set+relaxed-lock", mc,
       {"LC00:", "atom.relaxed.gpu.exch r0, m, 1", "bne r0, 0, LC00"}, "st.release.gpu m, 0",
       {"P1:2 stale"}, {"acquire P1:0", "acquire P0:0"});
  lock("ticket-lock", "next = 0; now = 0; c = 0;",
       {"atom.relaxed.gpu.add r0, next, 1", "add r3, r0, 1", "LC00:", "ld.relaxed.gpu r2, now",
        "bne r2, r0, LC00"},
       "st.relaxed.gpu now, r3", {"P1:4 stale"},
       {"acquire P1:2", "release P0:7", "acquire P0:2", "release P1:7"});
  cases.push_back({"reduction",
                   "p = 0; q = 0; n = 0;",
                   {{here, {"st.weak p, 1", "atom.relaxed.gpu.add r0, n, 1"}},
                    {there,
                     {"st.weak q, 2", "atom.relaxed.gpu.add r0, n, 1", "bne r0, 1, LC10",
                      "ld.weak r1, p", "ld.weak r2, q", "LC10:"}}},
                   "exists (1:r0=1 /\\ 1:r1=0 /\\ 1:r2=2)",
                   {"P1:3 stale"},
                   {"acquire P1:1", "release P0:1"}});
  cases.push_back(
      {"seqlock",
       "s = 0; d = 0;",
       {{here, {"st.relaxed.gpu s, 1", "st.relaxed.gpu d, 1", "st.relaxed.gpu s, 2"}},
        {there, {"ld.relaxed.gpu r0, s", "ld.relaxed.gpu r1, d", "ld.relaxed.gpu r2, s"}}},
       "exists (1:r0=0 /\\ 1:r1=1 /\\ 1:r2=0)",
       {"P1:2 stale"},
       {"acquire P1:1", "release P0:1"}});
  cases.push_back(
      {"lost-update+cta",
       "x = 0;",
       {{here, {"atom.relaxed.cta.add r0, x, 1"}}, {there, {"atom.relaxed.gpu.add r0, x, 1"}}},
       "exists (0:r0=0 /\\ 1:r0=0)",
       {"P0:0 lost", "P1:0 lost"},
       {"scope P0:0"},
       {"scope P1:0"}});
  cases.push_back({"lost-update+weak",
                   "x = 0;",
                   {{here, {"atom.relaxed.gpu.add r0, x, 1"}}, {there, {"st.weak x, 2"}}},
                   "exists (0:r0=0 /\\ [x]=1)",
                   {"P0:0 lost"},
                   {"release P1:0"}});
}

void add_proxies(std::vector<WhyCase>& cases) {
  cases.push_back({"alias-in-one-thread",
                   "x = 0; y @ generic aliases x;",
                   {{here, {"st.weak x, 1", "ld.weak r0, y"}}},
                   "exists (0:r0=0)",
                   {"P0:1 stale"},
                   {"proxy P0:1"}});
  cases.push_back({"MP+constant",
                   "x = 0; c @ constant aliases x; y = 0;",
                   {{here, {"st.weak x, 1", "st.release.gpu y, 1"}},
                    {there, {"ld.acquire.gpu r0, y", "cold.weak r1, c"}}},
                   stale_x,
                   {"P1:1 stale"},
                   {"proxy P1:1"},
                   {"release P0:1", "acquire P1:0"}});
  cases.push_back({"MP+constant-fence-elsewhere",
                   "x = 0; c @ constant aliases x; y = 0;",
                   {{here, {"st.weak x, 1", "fence.proxy.constant", "st.release.gpu y, 1"}},
                    {there, {"ld.acquire.gpu r0, y", "cold.weak r1, c"}}},
                   stale_x,
                   {"P1:1 stale"},
                   {"proxy P1:1"}});
  cases.push_back({"MP+surface",
                   "x = 0; s @ surface aliases x; y = 0;",
                   {{here, {"sust.weak s, 1", "st.release.gpu y, 1"}},
                    {there, {"ld.acquire.gpu r0, y", "suld.weak r1, s"}}},
                   stale_x,
                   {"P1:1 stale"},
                   {"proxy P0:0", "proxy P1:1"}});
  cases.push_back({"MP+texture",
                   "x = 0; t @ texture aliases x; y = 0;",
                   {{here, {"st.weak x, 1", "st.release.gpu y, 1"}},
                    {there, {"ld.relaxed.gpu r0, y", "tld.weak r1, t"}}},
                   stale_x,
                   {"P1:1 stale"},
                   {"acquire P1:0", "proxy P1:1"}});
  cases.push_back(
      {"barrier+constant",
       "x = 0; c @ constant aliases x;",
       {{here, {"st.weak x, 1", "bar.cta.sync 0"}}, {here, {"bar.cta.sync 0", "cold.weak r0, c"}}},
       "exists (1:r0=0)",
       {"P1:1 stale"},
       {"proxy P1:1"},
       {"barrier P0:1"}});
  cases.push_back({"MP+flag-by-alias",
                   "x = 0; y = 0; f @ generic aliases y;",
                   {{here, {"st.weak x, 1", "st.release.gpu y, 1"}},
                    {there, {"ld.acquire.gpu r0, f", "ld.weak r1, x"}}},
                   stale_x,
                   {"P1:1 stale"},
                   {"proxy P1:0"}});
}

}  // namespace

std::string litmus_of(const WhyCase& one) {
  std::string text = "PTX " + one.name + "\n{\n" + one.initial + "\n}\n";
  std::size_t rows = 0;
  for (std::size_t t = 0; t < one.threads.size(); ++t) {
    text += (t == 0 ? " P" : " | P") + std::to_string(t) + "@" + one.threads[t].place;
    rows = std::max(rows, one.threads[t].code.size());
  }
  text += " ;\n";
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t t = 0; t < one.threads.size(); ++t) {
      const auto& code = one.threads[t].code;
      text += (t == 0 ? " " : " | ") + (row < code.size() ? code[row] : std::string());
    }
    text += " ;\n";
  }
  return text + one.condition + "\n";
}

std::vector<WhyCase> why_cases() {
  std::vector<WhyCase> cases;
  add_message_passing(cases);
  add_store_buffering(cases);
  add_chains(cases);
  add_locks(cases);
  add_proxies(cases);
  return cases;
}

}  // namespace opexplore::testing
