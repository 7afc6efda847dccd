// LLVM IR in the language of kernels: what instructions are understood as, and what is refused.
#include <sstream>
#include <string>
#include <vector>

#include "litmus/kernels/launch_reader.hpp"
#include "litmus/kernels/listing.hpp"
#include "tests/litmus/llvm_text.hpp"

namespace opexplore::testing {
namespace {

std::string all_of(const std::string& text) { return kernel::listing({text, "k.ll"}, ""); }

/// What the body of a kernel is understood as, a line for each instruction.
std::vector<std::string> listed_in_llvm(const std::string& body) {
  std::istringstream in(all_of(llvm_text(body)));
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) {
    const std::string code = line.substr(0, line.find("  ;"));
    lines.push_back(code.substr(0, code.find_last_not_of(' ') + 1));
  }
  // The kernel, its block, and its parameters; the last one returns.
  return {lines.begin() + 5, lines.end() - 1};
}

std::string understood_in_llvm(const std::string& instruction) {
  const std::vector<std::string> lines = listed_in_llvm(instruction);
  REQUIRE(lines.size() == 1);
  return lines.front();
}

}  // namespace

TEST_CASE("llvm: accesses have orders and scopes", "[llvm][code]") {
  CHECK(understood_in_llvm("%a = load i32, ptr addrspace(1) %x, align 4") ==
        "  %a = load u32 global [%x]");
  CHECK(
      understood_in_llvm("%a = load atomic i64, ptr addrspace(1) %x syncscope(\"agent\") acquire, "
                         "align 8, !tbaa !1") == "  %a = load u64 global acquire gpu [%x]");
  CHECK(understood_in_llvm("store atomic i32 1, ptr addrspace(1) %x seq_cst, align 4") ==
        "  store u32 global sc sys [%x], 1");
  CHECK(understood_in_llvm("store atomic i32 1, ptr addrspace(1) %x syncscope(\"block\") release, "
                           "align 4") == "  store u32 global release cta [%x], 1");
  CHECK(understood_in_llvm("store volatile i16 -1, ptr addrspace(1) %x") ==
        "  store u16 global relaxed sys volatile [%x], -1");
  CHECK(
      understood_in_llvm("%a = atomicrmw umin ptr addrspace(1) %x, i32 7 syncscope(\"workgroup\") "
                         "acq_rel") == "  %a = update min u32 global acq_rel cta [%x], 7");
  CHECK(understood_in_llvm("%a = atomicrmw nand ptr addrspace(1) %x, i32 7 monotonic") ==
        "  %a = update complemented and u32 global relaxed sys [%x], 7");
  CHECK(understood_in_llvm("fence syncscope(\"workgroup\") release") == "  fence release cta");
  CHECK(understood_in_llvm("fence seq_cst") == "  fence sc sys");
  CHECK(understood_in_llvm("fence syncscope(\"singlethread\") seq_cst") == "  hint");
}

TEST_CASE("llvm: old pointers have types", "[llvm][code]") {
  const std::string text =
      "%struct.S = type { i8, i64, [3 x i16] }\n"
      "define amdgpu_kernel void @k(%struct.S addrspace(1)* nocapture %0, i32 %1) #0 {\n"
      "  %3 = sext i32 %1 to i64\n"
      "  %4 = getelementptr inbounds %struct.S, %struct.S addrspace(1)* %0, i64 %3, i32 2, i64 1\n"
      "  store i16 5, i16 addrspace(1)* %4, align 2\n"
      "  ret void\n}\n";
  const std::string listing = all_of(text);
  CHECK_THAT(listing, Catch::Contains("product s64 %3, 24, %0"));
  CHECK_THAT(listing, Catch::Contains(", 18 "));
  CHECK_THAT(listing, Catch::Contains("store u16 global [%4], 5"));
}

TEST_CASE("llvm: a compare-exchange gives a pair", "[llvm][code]") {
  CHECK(listed_in_llvm(
            "%p = cmpxchg weak ptr addrspace(1) %x, i32 0, i32 1 syncscope(\"agent\") acq_rel "
            "acquire\n%old = extractvalue { i32, i1 } %p, 0\n"
            "%ok = extractvalue { i32, i1 } %p, 1\n"
            "%n = zext i1 %ok to i32") ==
        std::vector<std::string>{
            "  %p = update cas u32 global acq_rel gpu failing acquire [%x], 0, 1",
            "  %p = eq u32 %p, 0", "  %n = selection u32 1, 0, %p"});
}

TEST_CASE("llvm: barriers of NVPTX order accesses, those of AMDGPU do not", "[llvm][code]") {
  CHECK(understood_in_llvm("call void @llvm.nvvm.barrier0()") == "  barrier aligned unordered 0");
  std::string text = llvm_text("call void @llvm.nvvm.barrier0()");
  text.replace(text.find("amdgcn-amd-amdhsa"), 17, "nvptx64-nvidia-cuda");
  CHECK_THAT(all_of(text), Catch::Contains("barrier aligned 0"));
}

TEST_CASE("llvm: names in quotes, comments, and values without names", "[llvm]") {
  CHECK(computed("\"a b\":  ; a comment\n  %\"c d\" = add i32 1, 2\n  %1 = add i32 %\"c d\", 4\n"
                 "store i32 %1, ptr addrspace(1) %out") == 7);
}

TEST_CASE("llvm: numbers of all widths", "[llvm]") {
  CHECK(computed_i32("%b = trunc i32 %a to i8\n%c = add i8 %b, 1\n%r = sext i8 %c to i32", 127) ==
        -128);
  CHECK(computed_i32("%b = trunc i32 %a to i8\n%c = lshr i8 %b, 1\n%r = zext i8 %c to i32", 255) ==
        127);
  CHECK(computed_i32("%b = trunc i32 %a to i8\n%c = ashr i8 %b, 1\n%r = zext i8 %c to i32", 0x80) ==
        0xC0);
  CHECK(computed_i32("%b = trunc i32 %a to i16\n%c = icmp slt i16 %b, 0\n%r = zext i1 %c to i32",
                     0x8000) == 1);
  CHECK(computed_i32("%b = trunc i32 %a to i16\n%c = icmp ult i16 %b, 5\n%r = sext i1 %c to i32",
                     3) == -1);
  CHECK(computed_i32("%b = zext i32 %a to i64\n%c = shl i64 %b, 32\n%d = ashr i64 %c, 40\n"
                     "%r = trunc i64 %d to i32",
                     -256) == -1);
  CHECK(computed_i32("%b = trunc i32 %a to i1\n%c = xor i1 %b, true\n"
                     "%d = select i1 %c, i1 %b, i1 true\n%r = zext i1 %d to i32",
                     5) == 1);
  CHECK(computed_i32("%r = srem i32 %a, 4", -7) == -3);
  CHECK(computed_i32("%r = udiv i32 %a, 2", -2) == 0x7FFFFFFF);
}

TEST_CASE("llvm: functions that the compiler knows", "[llvm]") {
  CHECK(computed_i32("%r = call i32 @llvm.umin.i32(i32 %a, i32 7)", -1) == 7);
  CHECK(computed_i32("%r = call i32 @llvm.smin.i32(i32 %a, i32 7)", -1) == -1);
  CHECK(computed_i32("%r = call i32 @llvm.abs.i32(i32 %a, i1 false)", -5) == 5);
  CHECK(computed_i32("%r = call i32 @llvm.ctpop.i32(i32 %a)", 255) == 8);
  CHECK(computed_i32("%r = call i32 @llvm.cttz.i32(i32 %a, i1 false)", 8) == 3);
  CHECK(computed_i32("%r = call i32 @llvm.ctlz.i32(i32 %a, i1 false)", 8) == 28);
  CHECK(computed_i32("%r = call i32 @llvm.usub.sat.i32(i32 %a, i32 9)", 4) == 0);
  CHECK(computed_i32("%r = call i32 @llvm.fshl.i32(i32 %a, i32 %a, i32 8)", 0x12345678) ==
        0x34567812);
  CHECK(computed_i32("%r = call i32 @llvm.expect.i32(i32 %a, i32 1)", 3) == 3);
}

TEST_CASE("llvm: loops, switches and values that meet", "[llvm]") {
  const std::string loop =
      "br label %head\n"
      "head:\n"
      "  %i = phi i32 [ 0, %3 ], [ %next, %head ]\n"
      "  %p = phi i32 [ 1, %3 ], [ %q, %head ]\n"
      "  %q = phi i32 [ 2, %3 ], [ %p, %head ]\n"
      "  %next = add nuw nsw i32 %i, 1\n"
      "  %more = icmp ult i32 %next, 4\n"
      "  br i1 %more, label %head, label %end\n"
      "end:\n"
      "  %sum = shl i32 %p, 4\n"
      "  %all = or i32 %sum, %q\n"
      "  store i32 %all, ptr addrspace(1) %out";
  std::string text = loop;
  for (std::size_t at = text.find("%3"); at != std::string::npos; at = text.find("%3")) {
    text.replace(at, 2, "%0");
  }
  CHECK(computed(text) == 0x21);
  CHECK(computed("%a = load i32, ptr addrspace(1) %x\n"
                 "switch i32 %a, label %other [\n    i32 3, label %three\n"
                 "    i32 -1, label %minus\n  ]\n"
                 "three:\n  br label %end\nminus:\n  br label %end\nother:\n  br label %end\n"
                 "end:\n  %r = phi i32 [ 30, %three ], [ 10, %minus ], [ 5, %other ]\n"
                 "store i32 %r, ptr addrspace(1) %out",
                 -1) == 10);
}

TEST_CASE("llvm: functions are followed", "[llvm]") {
  const std::string twice =
      "define internal { i32, i1 } @twice(i32 noundef %0) unnamed_addr {\n"
      "  %2 = shl i32 %0, 1\n  %3 = insertvalue { i32, i1 } poison, i32 %2, 0\n"
      "  %4 = insertvalue { i32, i1 } %3, i1 true, 1\n  ret { i32, i1 } %4\n}\n";
  CHECK(computed_i32("%p = call { i32, i1 } @twice(i32 %a)\n"
                     "%n = extractvalue { i32, i1 } %p, 0\n%t = extractvalue { i32, i1 } %p, 1\n"
                     "%z = zext i1 %t to i32\n%r = add i32 %n, %z",
                     21, twice) == 43);
}

TEST_CASE("llvm: memory of a thread's own, in bytes and whole", "[llvm]") {
  CHECK(computed("%m = alloca [4 x i32], align 16, addrspace(5)\n"
                 "call void @llvm.lifetime.start.p5(i64 16, ptr addrspace(5) %m)\n"
                 "call void @llvm.memset.p5.i64(ptr addrspace(5) align 16 %m, i8 1, i64 16, "
                 "i1 false)\n"
                 "%p = getelementptr inbounds i8, ptr addrspace(5) %m, i64 5\n"
                 "store i8 2, ptr addrspace(5) %p\n"
                 "%q = getelementptr inbounds i32, ptr addrspace(5) %m, i64 1\n"
                 "%g = addrspacecast ptr addrspace(5) %q to ptr\n"
                 "%v = load i32, ptr %g\n"
                 "store i32 %v, ptr addrspace(1) %out") == 0x01010201);
}

TEST_CASE("llvm: vectors are their elements", "[llvm]") {
  CHECK(computed_i32("%v = insertelement <2 x i32> <i32 1, i32 2>, i32 %a, i64 0\n"
                     "%w = add <2 x i32> %v, <i32 10, i32 20>\n"
                     "%s = shufflevector <2 x i32> %w, <2 x i32> poison, <2 x i32> <i32 1, i32 0>\n"
                     "%p = extractelement <2 x i32> %s, i64 0\n"
                     "%q = extractelement <2 x i32> %s, i32 %a\n%r = mul i32 %p, %q",
                     1) == 22 * 11);
}

TEST_CASE("llvm: the packet of a launch says its sizes", "[llvm]") {
  const kernel::Launch how = llvm_launch({3, 1, 1}, {2, 1, 1}, "locations [ out; ]");
  const auto in = [&](const std::string& body) {
    kernel::Launch one = how;
    one.grids[0].threads = {{{0, 0, 0}, {0, 0, 0}, {}, {}, {}}};
    return verdict_of(llvm_test(body, one)).outcomes.begin()->at(0);
  };
  CHECK(in("%p = tail call align 4 dereferenceable(64) ptr addrspace(4) "
           "@llvm.amdgcn.dispatch.ptr()\n%q = getelementptr i8, ptr addrspace(4) %p, i64 4\n"
           "%n = load i16, ptr addrspace(4) %q, align 4, !range !1, !invariant.load !2\n"
           "%r = zext i16 %n to i32\nstore i32 %r, ptr addrspace(1) %out") == 2);
  CHECK(in("%p = call ptr addrspace(4) @llvm.amdgcn.dispatch.ptr()\n"
           "%q = getelementptr inbounds i8, ptr addrspace(4) %p, i64 12\n"
           "%r = load i32, ptr addrspace(4) %q\nstore i32 %r, ptr addrspace(1) %out") == 6);
}

// What a compiler may take for granted, and what happens if it is not so.
TEST_CASE("llvm: a broken promise is no value", "[llvm]") {
  const auto misuse = [](const std::string& body) {
    const kernel::LaunchedKernel read = kernel::read_launched(
        llvm_text(body + "\nstore i32 %r, ptr addrspace(1) %out"), "k.ll", llvm_launch());
    return read.facts.assertions.size() == 1 ? read.facts.assertions.front().text : "";
  };
  CHECK_THAT(misuse("%r = add nsw i32 2147483647, 1"), Catch::Contains("promised"));
  CHECK_THAT(misuse("%r = sub nuw i32 1, 2"), Catch::Contains("promised"));
  CHECK_THAT(misuse("%r = mul nsw i32 65536, 65536"), Catch::Contains("promised"));
  CHECK_THAT(misuse("%r = lshr exact i32 5, 1"), Catch::Contains("promised"));
  CHECK_THAT(misuse("%r = udiv exact i32 5, 2"), Catch::Contains("promised"));
  CHECK_THAT(misuse("%r = shl i32 5, 32"), Catch::Contains("promised"));
  CHECK_THAT(misuse("%r = or disjoint i32 5, 1"), Catch::Contains("promised"));
  CHECK_THAT(misuse("%r = sdiv i32 5, 0"), Catch::Contains("division by zero"));
  CHECK_THAT(misuse("%r = add i32 undef, 1"), Catch::Contains("never written"));
  CHECK(misuse("%r = add nuw i32 2147483647, 1").empty());
  CHECK(misuse("%r = shl nsw i32 -1, 31").empty());
  CHECK(misuse("%u = add nsw i32 2147483647, 1\n%r = select i1 false, i32 %u, i32 3").empty());
}

TEST_CASE("llvm: where nobody comes a thread goes wrong", "[llvm]") {
  const kernel::LaunchedKernel read =
      kernel::read_launched(llvm_text("%a = load i32, ptr addrspace(1) %x\n"
                                      "%c = icmp eq i32 %a, 0\nbr i1 %c, label %l, label %m\n"
                                      "l:\nunreachable\nm:"),
                            "k.ll", llvm_launch());
  REQUIRE(read.facts.assertions.size() == 1);
  CHECK_THAT(read.facts.assertions.front().text, Catch::Contains("nothing comes here"));
}

TEST_CASE("llvm: what is assumed of promises is said", "[llvm]") {
  const kernel::LaunchedKernel read =
      kernel::read_launched(llvm_text("%a = load i32, ptr addrspace(1) %x\n"
                                      "%b = add nsw i32 %a, 1\nstore i32 %b, ptr addrspace(1) %x"),
                            "k.ll", llvm_launch());
  const auto says = [](const kernel::CompilerNote& note) {
    return note.text.find("is taken to hold") != std::string::npos;
  };
  CHECK(std::ranges::any_of(read.facts.notes, says));
}

TEST_CASE("llvm: what is not modelled is refused where it is executed", "[llvm][malformed]") {
  const std::string at = std::to_string(llvm_body_line) + ':';
  CHECK(llvm_refusal("%r = add i128 1, 2") == at + "18: not modelled: values of type 'i128'");
  CHECK_THAT(llvm_refusal("fence syncscope(\"agent\") unordered"),
             Catch::Contains("expected monotonic"));
  CHECK_THAT(llvm_refusal("%r = load atomic i32, ptr addrspace(1) %x unordered, align 4"),
             Catch::Contains("expected monotonic"));
  CHECK_THAT(llvm_refusal("fence syncscope(\"cluster-of-mine\") release"),
             Catch::Contains("the scope '\"cluster-of-mine\"'"));
  CHECK_THAT(llvm_refusal("%r = atomicrmw fmax ptr addrspace(1) %x, float 1.0 monotonic"),
             Catch::Contains("atomicrmw fmax"));
  CHECK_THAT(llvm_refusal("%r = call i32 @llvm.amdgcn.readfirstlane(i32 1)"),
             Catch::Contains("'llvm.amdgcn.readfirstlane'"));
  CHECK_THAT(llvm_refusal("call void asm sideeffect \"s_nop 0\", \"\"()"),
             Catch::Contains("code of the machine"));
  CHECK(llvm_refusal("call void asm sideeffect \"\", \"~{memory}\"()").empty());
  CHECK_THAT(llvm_refusal("%r = load i32, ptr addrspace(1) %x, align 1"),
             Catch::Contains("aligned to 1"));
  CHECK_THAT(llvm_refusal("fence syncscope(\"agent\") release, !mmra !1"),
             Catch::Contains("address spaces alone"));
  CHECK_THAT(llvm_refusal("%r = indirectcall i32 1"), Catch::Contains("'indirectcall'"));
  CHECK(llvm_refusal("br label %end\nnever:\n  %r = add i128 1, 2\n  br label %end\nend:").empty());
}

TEST_CASE("llvm: scopes of a wavefront are those of a workgroup that has one", "[llvm]") {
  const std::string body =
      "%i = call i32 @llvm.amdgcn.workitem.id.x()\n%c = icmp eq i32 %i, 0\n"
      "br i1 %c, label %a, label %b\n"
      "a:\nstore i32 1, ptr addrspace(1) %x\n"
      "store atomic i32 1, ptr addrspace(1) %y syncscope(\"wavefront\") release, align 4\n"
      "br label %b\nb:";
  CHECK(llvm_refusal(body, "", llvm_launch({1, 1, 1}, {2, 1, 1})).empty());
  kernel::Launch far = llvm_launch({1, 1, 1}, {64, 1, 1});
  far.grids[0].threads = {{{0, 0, 0}, {0, 0, 0}, {}, {}, {}}, {{0, 0, 0}, {40, 0, 0}, {}, {}, {}}};
  CHECK_THAT(llvm_refusal(body, "", far), Catch::Contains("scope of a wavefront"));
}

TEST_CASE("llvm: what is no module says where", "[llvm][malformed]") {
  const auto refused = [](const std::string& text) -> std::string {
    try {
      kernel::ModuleFile file(text, "k.ll");
    } catch (const InputError& error) {
      return std::to_string(error.line) + ':' + std::to_string(error.column) + ": " + error.message;
    }
    return "";
  };
  CHECK(refused("hello").starts_with("1:1: unexpected 'hello'"));
  CHECK(refused("define void @f( {").starts_with("1:18: expected a type"));
  CHECK(refused("define void @f() {").starts_with("1:19: "));
  CHECK(refused("@x = external global i32").empty());
  CHECK(refused("@x = i32 5").starts_with("1:"));
  CHECK(refused("%T = type { i32").starts_with("1:16: "));
  CHECK(refused("!0 = !{").starts_with("1:8: "));
  CHECK(refused("target triple = \"x").starts_with("1:17: '\"' is never closed"));
  CHECK(refused("define void @f() {\n  br label %nowhere\n}")
            .starts_with("2:12: unknown label '%nowhere'"));
  CHECK(refused("define void @f() {\n  store i32 %no, ptr null\n  ret void\n}")
            .starts_with("2:13: unknown value '%no'"));
  CHECK_THAT(refused("define void @f() {\n  ret void\n}\ndefine void @f() {\n  ret void\n}"),
             Catch::Contains("'f' is defined twice"));
  CHECK_THAT(refused("define void @f(i32 %a) {\n  %b = add i32 %a, 1\n  %b = add i32 %a, 1\n"
                     "  ret void\n}"),
             Catch::Equals(""));  // refused where it is executed
  CHECK(refused("define void @f() {\n  \x01\n}").starts_with("2:3: "));
  CHECK(refused("@x = global [999999999999 x i32] zeroinitializer").starts_with("1:14: "));
  CHECK(refused("%A = type { %A }\n@x = global %A zeroinitializer").starts_with("2:"));
}

TEST_CASE("llvm: every prefix of a module is read or refused", "[llvm][malformed]") {
  const std::string text = llvm_text(
      "%a = load i32, ptr addrspace(1) %x, align 4, !dbg !3\n"
      "%b = call i32 @f(i32 %a, ptr getelementptr inbounds ([4 x i32], ptr @t, i64 0, "
      "i64 1))\nstore i32 %b, ptr addrspace(1) %out",
      "@t = internal constant [4 x i32] [i32 1, i32 2, i32 3, i32 4], align 16\n"
      "define internal i32 @f(i32 %0, ptr byval(i32) %1) #0 {\n  ret i32 %0\n}\n"
      "!1 = !DIFile(filename: \"k.cl\", directory: \".\")\n"
      "!2 = distinct !DISubprogram(name: \"k\", file: !1, line: 1)\n"
      "!3 = !DILocation(line: 4, column: 2, scope: !2)");
  for (std::size_t size = 0; size < text.size(); ++size) {
    try {
      kernel::ModuleFile file(text.substr(0, size), "k.ll");
    } catch (const InputError&) {  // but nothing else
    }
  }
  CHECK_NOTHROW(kernel::ModuleFile(text, "k.ll"));
}

TEST_CASE("llvm: a module is known by its text, too", "[llvm]") {
  CHECK(kernel::is_kernel_file("k.ll"));
  CHECK(kernel::is_kernel_text("; ModuleID = 'k'\nsource_filename = \"k\"\n"));
  CHECK(kernel::is_kernel_text("define void @f() {}"));
  CHECK_FALSE(kernel::is_kernel_text("PTX name\n{\n}"));
}

}  // namespace opexplore::testing
