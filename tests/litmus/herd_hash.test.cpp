// The hash of C tests: that of herd7 and litmus7. The values in the first test are herd7's own,
// from the expected logs in its repository (herd/tests/instructions/C).
#include <string>

#include "litmus/language/hash.hpp"
#include "litmus/language/reader.hpp"
#include "litmus/language/writer.hpp"
#include "tests/catch.hpp"

using namespace opexplore;

namespace {

std::string herd_hash(const std::string& text) { return read_spelled(text, "t").herd_hash; }

std::string two_threads(const std::string& header, const std::string& body) {
  return header + "P0 (atomic_int* x, int* y) {" + body + "}\nP1 (atomic_int* x, int* y) {" + body +
         "}\n";
}

}  // namespace

TEST_CASE("C tests have the hash that herd7 prints for them", "[hash][cxx]") {
  CHECK(herd_hash(
            "C constant\n{ x = 1; }\nP0(int const *x) {\n  int r0 = *x;\n}\nexists (0:r0=1)\n") ==
        "f26e77b9ef2528a6e6c9757a77f150a1");
  CHECK(herd_hash(
            "C qualified\n{}\nP0(const int *y, int volatile *x) {\n  int r0 = *x;\n  *y = 1;\n}\n"
            "exists ([y]=1 /\\ 0:r0=0)\n") == "d92b65c8b850301b8f1b811599b2f905");
  CHECK(herd_hash("C addition\n\"On an int.\"\n{ }\nP0(int *y) {\n"
                  "  atomic_fetch_add_explicit(y,1,memory_order_seq_cst);\n}\nforall (y=1)\n") ==
        "71a98e010b15b2b87bfe01c34e457390");
  CHECK(herd_hash("C typed\n{ int x; }\nP0(int* x) {\n  *x = 1;\n}\nforall (x=1)\n") ==
        "17c3538e1d8870eb1bb0ac35f89243af");
  const std::string body = "\n  atomic_fetch_add_explicit(y,1,memory_order_relaxed);\n";
  for (const std::string type : {"atomic_int", "_Atomic int", "_Atomic(int)"}) {
    CHECK(herd_hash("C both\n{}\nP0 (" + type + "* y) {" + body + "}\nP1 (" + type + "* y) {" +
                    body + "}\nexists (y=2)\n") == "4ba3dd96c70ac3dd5dac4c7337261858");
  }
}

TEST_CASE("the bodies of C tests go into herd7's hash as they are written", "[hash][cxx]") {
  const auto with = [](const std::string& body) {
    return herd_hash(two_threads("C t\n{ x=0; }\n", body) + "exists (x=1)");
  };
  const std::string hash = with(" *x = 1; ");
  CHECK(hash == with(" *x = 1; "));
  CHECK(hash != with(" *x = 1;"));
  CHECK(hash != with(" *x =  1; "));
  CHECK(hash != with(" *x = 1; // one\n"));
  CHECK(hash != with(" *x = 2; "));
  CHECK(with(" if (*y) { *x = 1; } ") != with(" if (*y) { *x = 1; }"));
}

TEST_CASE("herd7's hash knows the initial state and what is observed, sorted", "[hash][cxx]") {
  const auto with = [](const std::string& initial, const std::string& question) {
    return herd_hash(two_threads("C t\n" + initial + "\n", " int r0 = *x; int r1 = *y; ") +
                     question);
  };
  const std::string initial = "{ x=1; [y]=2; 1:r9=7; }";
  const std::string hash = with(initial, "exists (0:r0=1 /\\ 1:r1=2 /\\ y=3)");
  CHECK(hash == with("{ 1:r9=7; y=2; x=1 }", "~exists (y=3 /\\ 1:r1=2 /\\ 0:r0=5)"));
  CHECK(hash ==
        with("(* twice *) { P1:r9=7; y=2; x=1 }", "locations [y; 1:r1; 1:r1;] forall (0:r0=5)"));
  CHECK(hash == with(initial, "filter (0:r1=1) exists (0:r0=1 /\\ 1:r1=2 /\\ y=3)"));
  CHECK(hash != with(initial, "exists (0:r0=1 /\\ 1:r1=2)"));
  CHECK(hash != with("{ x=1; [y]=0x2; 1:r9=7; }", "exists (0:r0=1 /\\ 1:r1=2 /\\ y=3)"));
  CHECK(hash != with("{ x=1; int y=2; 1:r9=7; }", "exists (0:r0=1 /\\ 1:r1=2 /\\ y=3)"));
  CHECK(hash != with("{ x=1; [y]=2; int 1:r9=7; }", "exists (0:r0=1 /\\ 1:r1=2 /\\ y=3)"));
  CHECK(hash != with("{ x=1; [y]=2; }", "exists (0:r0=1 /\\ 1:r1=2 /\\ y=3)"));
}

TEST_CASE("a hash in the header is the hash", "[hash][cxx]") {
  const std::string given = "00112233445566778899aabbccddeeff";
  const auto with = [](const std::string& line) {
    return herd_hash(two_threads("C t\n" + line + "\n{ x=0; }\n", " *x = 1; ") + "exists (x=1)");
  };
  const std::string computed = with("Com=Rf");
  CHECK(computed.size() == 32);
  CHECK(with("Hash=" + given) == given);
  CHECK(with("Prefetch=\nhash = " + given + " ") == given);
  CHECK(with("Hash=none") == computed);
  CHECK(with("MT=cached").empty());
}

TEST_CASE("what herd7 cannot read has no hash of its", "[hash][cxx]") {
  const auto one = [](const std::string& thread) {
    return herd_hash("C t\n{ x=0; }\n" + thread + "\nexists (x=1)");
  };
  CHECK_FALSE(one("P0 (atomic_int* x) { *x = 1; }").empty());
  CHECK(one("P0@cta 0,gpu 0 (atomic_int* x) { *x = 1; }").empty());
  CHECK(one("P0 (atomic_int& x) { x = 1; }").empty());
  CHECK(one("P0 (atomic<int>* x) { *x = 1; }").empty());
  CHECK(one("P0 (cuda::atomic<int, cuda::thread_scope_block>* x) { *x = 1; }").empty());
  CHECK(one("P0 (atomic_int* x) { x->store(1); }").empty());
  CHECK(one("P0 (atomic_int* x) { (*x).store(1); }").empty());
  CHECK(one("P0 (atomic_int* x) { std::atomic_store(x, 1); }").empty());
  CHECK(one("P0 (atomic_int* x) { atomic_store_explicit(x, 1, memory_order_relaxed, "
            "memory_scope_device); }")
            .empty());
  CHECK(one("P0 (unsigned* x) { *x = 1; }").empty());
  CHECK(herd_hash("C t\n{ __shared__ int x = 0; }\nP0 (int* x) { *x = 1; }\nexists (x=1)").empty());
  CHECK(herd_hash("C t\n{ unsigned long x = 0; }\nP0 () { int r0 = 1; }\nexists (0:r0=1)").empty());
  CHECK(herd_hash("PTX t\n{ x=0; }\n P0@cta 0,gpu 0 ;\n st.relaxed.gpu x, 1 ;\nexists (x=1)")
            .empty());
}

TEST_CASE("a C test written again keeps our hash", "[hash][cxx]") {
  const SpelledTest test =
      read_spelled(two_threads("C t\n{ x=0; }\n", " *x = 1; ") + "exists (x=1)", "t");
  const SpelledTest again = read_spelled(write(test.test), "written");
  CHECK(hash(again.test) == hash(test.test));
  CHECK_FALSE(test.herd_hash.empty());
  CHECK(again.herd_hash.empty());  // places, libcu++'s names
}
