#include "litmus/language/hash.hpp"

#include <set>
#include <string>
#include <vector>

#include "litmus/language/reader.hpp"
#include "tests/catch.hpp"

using namespace opexplore;

namespace {

std::string hash_of(const std::string& text) { return hash(read(text, "t")); }

std::string message_passing_asking(const std::string& question) {
  return "PTX MP\n{ x=0; y=0; 0:r9=7; }\nP0@cta 0,gpu 0 | P1@cta 1,gpu 0;\n"
         "st.weak x, 1 | ld.acquire.gpu r1, y;\nst.release.gpu y, 1 | ld.weak r2, x;\n" +
         question;
}

}  // namespace

TEST_CASE("md5 gives the vectors of RFC 1321", "[hash]") {
  CHECK(md5("") == "d41d8cd98f00b204e9800998ecf8427e");
  CHECK(md5("a") == "0cc175b9c0f1b6a831c399e269772661");
  CHECK(md5("abc") == "900150983cd24fb0d6963f7d28e17f72");
  CHECK(md5("message digest") == "f96b697d7cb7938d525a2f31aaf161d0");
  CHECK(md5("12345678901234567890123456789012345678901234567890123456789012345678901234567890") ==
        "57edf4a22be3c955ac49da2e2107b67a");
}

TEST_CASE("the hash does not depend on the question, the name or the layout", "[hash]") {
  const std::string hash = hash_of(message_passing_asking("exists (1:r1=1 /\\ 1:r2=0)"));
  CHECK(hash.size() == 32);
  CHECK(hash.find_first_not_of("0123456789abcdef") == std::string::npos);
  CHECK(hash == hash_of(message_passing_asking("~exists (1:r1=1 /\\ 1:r2=0)")));
  CHECK(hash == hash_of(message_passing_asking("forall (1:r2=5 \\/ 1:r1=7)")));
  CHECK(hash == hash_of(message_passing_asking("locations [1:r2; 1:r1;]")));
  CHECK(hash == hash_of("ptx other \"comment\"\nCom=Rf Fr\n{ y=0; 0:r9=0x7; 0:r1=0; x=0; }\n"
                        "P0@gpu 0,cta 0 | P1@cta 1,gpu 0;\n | ;\nst [x],1 | ld.gpu.acquire r1, y;\n"
                        "st.release.gpu y, 1 | L: ;\n | ld.weak r2, x;\n"
                        "exists (1:r1=1 /\\ 1:r2=0)"));
}

TEST_CASE("the hash depends on code, placement, initial state and observed values", "[hash]") {
  const std::string question = "exists (1:r1=1 /\\ 1:r2=0)";
  const std::string text = message_passing_asking(question);
  const auto changed = [&](const std::string& from, const std::string& to) {
    std::string other = text;
    other.replace(other.find(from), from.size(), to);
    return hash_of(other);
  };
  const std::string hash = hash_of(text);
  CHECK(hash != changed("acquire", "relaxed"));
  CHECK(hash != changed("x, 1", "x, 2"));
  CHECK(hash != changed("cta 1", "cta 0"));
  CHECK(hash != changed("x=0;", "x=1;"));
  CHECK(hash != changed("0:r9=7", "0:r9=8"));
  CHECK(hash != changed("x=0; y=0;", "x=0; y @ generic aliases x;"));
  CHECK(hash != hash_of(message_passing_asking("exists (1:r1=1)")));
  CHECK(hash != hash_of(message_passing_asking(question + " locations [x;]")));
}

TEST_CASE("the hash tells apart what only some machines look at", "[hash]") {
  const auto with = [](const std::string& declared, const std::string& row, const std::string& code,
                       const std::string& map) {
    return hash_of("PTX t\n{ x=0; y=0; 0:r9=x; " + declared + "}\n" + row + ";\n" + code + ";\n" +
                   map + "\nexists (x=1)");
  };
  const std::string row = "P0@cta 0,gpu 0 | P1@cta 0,gpu 0";
  const std::string code = "ld r1, x | add r2, r2, 1; | beq p0, 0, E; | mov r3, 0; | E:";
  const std::string hash = with("", row, code, "");
  const auto without = [&](const std::string& from, const std::string& to) {
    std::string other = code;
    other.replace(other.find(from), from.size(), to);
    return with("", row, other, "");
  };
  CHECK(hash == with("0:r1=0; 1: .reg .pred p0;", row, code, "x: global, y: global"));
  CHECK(hash == with("", "P0@warp 0,cta 0,gpu 0 | P1@cta 0,gpu 0,warp 1", code, ""));
  CHECK(hash == without("mov r3", "mov.s64 r3"));
  CHECK(hash == without("ld r1, x", "ld.global.u32 r1, [x]"));
  CHECK(hash == with("", row, "ld r1, x | add r2, r2, 1; | @p0 mov r3, 0", ""));
  const std::vector<std::string> others = {
      with("", row, code, "y: shared"),
      with("", row, code, "x: shared"),
      with("", "P0@cta 0,gpu 0 | P1@warp 0,cta 0,gpu 0", code, ""),
      with("", "P0@cta 0,gpu 0 | P1@warp 2,cta 0,gpu 0", code, ""),
      with("0: .reg .s32 r1;", row, code, ""),
      with("0: .reg .u32 r1;", row, code, ""),
      without("ld r1", "ld.cg r1"),
      without("ld r1", "ld.ca r1"),
      without("ld r1", "ld.relaxed.sys r1"),
      without("ld r1", "ld.volatile r1"),
      without("x", "[r9]"),
      without("add", "add.s32"),
      without("add", "add.u32"),
      without("add", "add.u64"),
      without("beq", "bne"),
  };
  std::set<std::string> different = {hash};
  for (const std::string& other : others) CHECK(different.insert(other).second);
}

TEST_CASE("a test in the PTX dialect and in GPU_PTX has one hash", "[hash]") {
  CHECK(hash_of(message_passing_asking("exists (1:r1=1 /\\ 1:r2=0)")) ==
        hash_of("GPU_PTX MP\n{ 1: .reg .s64 r1; 1: .reg .s64 r2; 0: .reg .s64 r9 = 7; }\n"
                "T0 | T1;\nst [x], 1 | ld.acquire.gpu r1, [y];\n"
                "st.release.gpu [y], 1 | ld r2, [x];\n"
                "ScopeTree (device (cta (warp T0)) (cta (warp T1)))\nx: global, y: global\n"
                "exists (1:r1=1 & 1:r2=0)"));
}

// Computed independently, with another implementation of MD5.
TEST_CASE("the hash is the same on every day", "[hash]") {
  CHECK(hash_of(message_passing_asking("exists (1:r1=1 /\\ 1:r2=0)")) ==
        "88e8b56d74b1ed29a2916e0116435e81");
}
