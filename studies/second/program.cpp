#include "studies/second/program.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <system_error>
#include <utility>

#include "litmus/input/files.hpp"
#include "litmus/input/input_error.hpp"
#include "litmus/kernels/kernel.hpp"
#include "litmus/language/limits.hpp"
#include "opmodel/words.hpp"

namespace opexplore::second {
namespace {

namespace fs = std::filesystem;
using By = Between::By;
using What = Between::What;

[[noreturn]] void refuse(const Finding& finding, const std::string& report,
                         const std::string& message, const std::string& advice = "") {
  throw InputError(report, finding.place, message, advice);
}

std::string suffix(Scope scope) { return '.' + std::string(to_string(scope)); }

// Where the two threads run.
struct Threads {
  std::array<kernel::Triple, 2> block{}, thread{};
  std::array<bool, 2> told{};  // else some thread is meant

  bool same_block() const { return block[0] == block[1]; }
};

// Of one block if the memory is, else of two; of two warps, unless that is said.
Threads threads_of(const Finding& finding) {
  Threads threads;
  const auto& [first, second] = finding.accesses;
  const bool barrier = finding.kind != Finding::Kind::race;
  const kernel::Triple block = first.block ? *first.block : second.block.value_or(kernel::Triple{});
  threads.block = {block, block};
  const bool apart = !finding.shared && !barrier && !(first.block && second.block) &&
                     std::ranges::none_of(finding.between, [](const Between& one) {
                       return one.what == What::barrier || one.what == What::warp_barrier;
                     });
  if (first.block) threads.block[0] = *first.block;
  if (second.block) threads.block[1] = *second.block;
  if (apart && !second.block) threads.block[1].x = threads.block[0].x == 0 ? 1 : 0;
  if (apart && second.block && !first.block) threads.block[0].x = block.x == 0 ? 1 : 0;
  const std::uint32_t next = barrier && finding.of_warp ? 1 : 32;
  threads.thread[0] = first.thread.value_or(kernel::Triple{});
  threads.thread[1] = second.thread.value_or(kernel::Triple{});
  if (threads.same_block() && !second.thread) {
    const std::uint32_t x = threads.thread[0].x;
    threads.thread[1] = threads.thread[0];
    threads.thread[1].x = x >= next ? x - next : x + next;
  } else if (threads.same_block() && !first.thread) {
    const std::uint32_t x = threads.thread[1].x;
    threads.thread[0] = threads.thread[1];
    threads.thread[0].x = x >= next ? x - next : x + next;
  }
  threads.told = {first.block && first.thread, second.block && second.thread};
  return threads;
}

// Writes the module. Each access and each barrier is a line of its own, `.loc`, and the lines are
// the places of the finding afterwards.
class Module {
 public:
  Module(const Finding& finding, const Reading& reading, std::string report)
      : finding_(finding),
        reading_(reading),
        report_(std::move(report)),
        threads_(threads_of(finding)) {}

  std::string text() {
    places_.clear();
    body_.clear();
    flags_.clear();
    write_body();
    std::string text = ".version 8.0\n.target sm_90\n.address_size 64\n.file 1 \"finding\"\n";
    for (const auto& [flag, meant] : flags_) text += ".global .align 8 .b32 " + flag + ";\n";
    if (!finding_.shared) text += variables(".global");
    text +=
        ".visible .entry finding()\n{\n.reg .pred %p<64>;\n.reg .b32 %r<64>;\n"
        ".reg .b64 %rd<64>;\n.reg .b32 %v<2>;\n.reg .b64 %w<2>;\n";
    if (finding_.shared) text += variables(".shared");
    return text + body_ + "END:\nret;\n}\n";
  }

  const std::vector<Place>& places() const { return places_; }
  const std::map<std::string, std::string>& flags() const { return flags_; }
  const Threads& threads() const { return threads_; }

  /// The registers of loads, and the memory.
  std::string question() const {
    std::string shown;
    for (std::size_t i = 0; i < 2; ++i) {
      if (finding_.accesses[i].kind != AccessKind::load || has_no_access()) continue;
      shown += std::to_string(i) + ":%" + result_of(i) + "; ";
    }
    // Of several sizes it is no one location.
    if (finding_.accesses[0].bytes == finding_.accesses[1].bytes && !has_no_access()) shown += "x;";
    return (shown.empty() ? "" : "locations [" + shown + "] ") + "exists (true)";
  }

 private:
  bool has_no_access() const { return finding_.kind != Finding::Kind::race; }

  std::string result_of(std::size_t i) const {
    return (finding_.accesses[i].bytes == 8 ? "w" : "v") + std::to_string(i);
  }

  std::string variables(const std::string& space) const {
    if (has_no_access()) return "";
    const auto& [first, second] = finding_.accesses;
    const std::string bits = std::to_string(8 * std::max(first.bytes, second.bytes));
    std::string text;
    for (const char* const name : {"x", "own0", "own1"}) {
      text += space + " .align 8 .b" + bits + ' ' + name + ";\n";
    }
    return text;
  }

  void line(const std::string& text) { body_ += text + ";\n"; }
  void at(const Place& place) {
    places_.push_back(place);
    line(".loc 1 " + std::to_string(places_.size()) + " 1");
    body_.erase(body_.size() - 2, 1);  // no semicolon behind a directive
  }
  std::string label() { return "L" + std::to_string(labels_++); }
  std::string number() { return std::to_string(registers_++); }

  // %p0: whether this is the first of the two threads.
  void who_am_i() {
    line("mov.pred %p0, 1");
    const auto compare = [&](const std::string& special, std::uint32_t value) {
      const std::string at = number();
      line("mov.u32 %r" + at + ", " + special);
      line("setp.eq.and.u32 %p0, %r" + at + ", " + std::to_string(value) + ", %p0");
    };
    const kernel::Triple& block = threads_.block[0];
    const kernel::Triple& thread = threads_.thread[0];
    compare("%ctaid.x", block.x);
    compare("%ctaid.y", block.y);
    compare("%ctaid.z", block.z);
    compare("%tid.x", thread.x);
    compare("%tid.y", thread.y);
    compare("%tid.z", thread.z);
  }

  // What one of the two alone does, or both.
  template <class Write>
  void only(By by, const Write& write) {
    if (by == By::both) return write();
    const std::string end = label();
    line(std::string("@") + (by == By::first ? "!" : "") + "%p0 bra " + end);
    write();
    body_ += end + ":\n";
  }

  Strength strength(const Access& access) const {
    if (access.order) return *access.order;
    if (access.kind == AccessKind::atomic) return Strength::relaxed;
    return reading_.strong ? Strength::volatile_ : Strength::weak;
  }

  std::string qualified(const Access& access) const {
    const Strength order = strength(access);
    const std::string space = finding_.shared ? ".shared" : ".global";
    if (order == Strength::weak) return space;
    const std::string word = '.' + std::string(name_of(order));
    return order == Strength::volatile_ ? word + space : word + suffix(access.scope) + space;
  }

  Value value_of(std::size_t i) const {
    return finding_.accesses[i].value.value_or(i == 0 ? 1 : 2);
  }

  // Of one block all threads come to the lines of both, each for an element of its own.
  void access(std::size_t i) {
    const auto value = std::to_string(value_of(i));
    if (!threads_.same_block()) {
      return only(i == 0 ? By::first : By::second, [&] { access(i, "x", value); });
    }
    const std::string mine = "%rd" + number(), others = "%rd" + number(),
                      address = "%rd" + number();
    line("mov.u64 " + mine + ", x");
    line("mov.u64 " + others + ", own" + std::to_string(i));
    line("selp.b64 " + address + ", " + (i == 0 ? mine : others) + ", " + (i == 0 ? others : mine) +
         ", %p0");
    access(i, address, value);
  }

  void access(std::size_t i, const std::string& address, const std::string& value) {
    const Access& access = finding_.accesses[i];
    at(access.at);
    const std::string bits = std::to_string(8 * access.bytes);
    const std::string type = (access.kind == AccessKind::atomic ? ".b" : ".u") + bits;
    switch (access.kind) {
      case AccessKind::load:
        return line("ld" + qualified(access) + type + " %" + result_of(i) + ", [" + address + ']');
      case AccessKind::store:
        return line("st" + qualified(access) + type + " [" + address + "], " + value);
      case AccessKind::atomic:
        return line("atom" + qualified(access) + ".exch" + type + " %" +
                    (access.bytes == 8 ? "rd" : "r") + number() + ", [" + address + "], " + value);
    }
  }

  // One instruction of both.
  void same_access() {
    const std::string bits = finding_.accesses[0].bytes == 8 ? "64" : "32";
    const std::string value = (bits == "64" ? "%rd" : "%r") + number();
    line("selp.b" + bits + ' ' + value + ", " + std::to_string(value_of(0)) + ", " +
         std::to_string(value_of(1)) + ", %p0");
    access(0, "x", value);
  }

  void fence(Strength order, Scope scope) {
    const std::string_view word = order == Strength::sc ? "sc" : "acq_rel";
    line("fence." + std::string(word) + suffix(scope));
  }

  void signal(const Between& event) {
    const std::string space = qualified_flag(event);
    if (event.atomic) {
      line("atom" + space + ".exch.b32 %r" + number() + ", [" + flag(event) + "], 1");
    } else {
      line("st" + space + ".u32 [" + flag(event) + "], 1");
    }
  }

  void look(const Between& event) {
    const std::string seen = "%r" + number(), is_set = "%p" + number();
    const std::string again = label();
    if (event.what == What::wait) body_ += again + ":\n";
    if (event.atomic) {
      line("atom" + qualified_flag(event) + ".add.u32 " + seen + ", [" + flag(event) + "], 0");
    } else {
      line("ld" + qualified_flag(event) + ".u32 " + seen + ", [" + flag(event) + ']');
    }
    line("setp.eq.u32 " + is_set + ", " + seen + ", 0");
    line("@" + is_set + " bra " + (event.what == What::wait ? again : "END"));
  }

  std::string qualified_flag(const Between& event) const {
    if (event.order == Strength::weak) return event.atomic ? ".relaxed.gpu.global" : ".global";
    const std::string word = '.' + std::string(name_of(event.order));
    if (event.order == Strength::volatile_) return word + ".global";
    return word + suffix(event.scope) + ".global";
  }

  std::string flag(const Between& event) {
    std::string name = "flag_";
    for (const char c : event.flag) {
      const bool word = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
      name += word ? std::string(1, c) : "_" + std::to_string(static_cast<unsigned char>(c));
    }
    if (!flags_.contains(name)) flags_.emplace(name, event.flag);
    return name;
  }

  void between(const Between& event) {
    only(event.by, [&] {
      at(event.at);
      switch (event.what) {
        case What::barrier:
          return line("bar.sync 0");
        case What::warp_barrier:
          return line("bar.warp.sync 0xffffffff");
        case What::fence:
          return fence(event.order, event.scope);
        case What::signal:
          return signal(event);
        case What::wait:
        case What::check:
          return look(event);
      }
    });
  }

  void handover() {
    if (threads_.same_block()) return between({.what = What::barrier});
    between(
        {.by = By::first, .what = What::signal, .order = Strength::release, .flag = "handover"});
    between({.by = By::second, .what = What::wait, .order = Strength::acquire, .flag = "handover"});
  }

  // The first thread is at the barrier.
  void barrier() {
    const Place& place = finding_.accesses[0].at;
    if (finding_.kind == Finding::Kind::barrier_mask) {
      const auto lane = threads_.thread[1].x % 32;
      return only(By::first, [&] {
        at(place);
        line("bar.warp.sync " + std::to_string(1U << lane));
      });
    }
    const std::string come = finding_.of_warp && reading_.others != Others::elsewhere
                                 ? "bar.warp.sync 0xffffffff"
                                 : "bar.sync 0";
    only(By::first, [&] {
      at(place);
      line(come);
      if (reading_.others == Others::waiting) {
        signal({.by = By::first,
                .what = What::signal,
                .order = Strength::release,
                .flag = "what is awaited"});
      }
    });
    if (reading_.others == Others::ended) return;
    only(By::second, [&] {
      at({.function = "another place of the kernel"});
      if (reading_.others == Others::elsewhere) return line(come);
      look({.by = By::second,
            .what = What::wait,
            .order = Strength::acquire,
            .flag = "what is awaited"});
    });
  }

  void write_body() {
    who_am_i();
    if (has_no_access()) return barrier();
    if (is_one_instruction(finding_)) return same_access();
    access(0);
    for (const Between& event : finding_.between) between(event);
    if (reading_.handed_over) handover();
    access(1);
  }

  const Finding& finding_;
  const Reading& reading_;
  std::string report_;
  Threads threads_;
  std::string body_;
  std::vector<Place> places_;
  std::map<std::string, std::string> flags_;  // as the finding has it
  unsigned labels_ = 0;
  unsigned registers_ = 1;
};

void check_access(const Finding& finding, const Access& access, const std::string& report) {
  if (access.bytes != 1 && access.bytes != 2 && access.bytes != 4 && access.bytes != 8) {
    refuse(finding, report, "an access of " + std::to_string(access.bytes) + " bytes",
           "of a vector say one element: 1, 2, 4 or 8 bytes");
  }
  if (access.kind == AccessKind::atomic && access.bytes < 4) {
    refuse(finding, report, "an atomic of " + std::to_string(access.bytes) + " bytes",
           "PTX has atomics of 4 and 8 bytes; say the word that is accessed");
  }
  const Strength order = access.order.value_or(Strength::weak);
  const bool fits = order != Strength::sc && order != Strength::acq_rel &&
                    !(access.kind == AccessKind::load && order == Strength::release) &&
                    !(access.kind == AccessKind::store && order == Strength::acquire);
  if (access.kind == AccessKind::atomic ? order == Strength::sc || order == Strength::volatile_
                                        : !fits) {
    refuse(finding, report,
           "a " + std::string(name_of(order)) + ' ' + std::string(name_of(access.kind)),
           "PTX has none; write a fence between, and the access relaxed");
  }
}

void check(const Finding& finding, const std::string& report) {
  if (finding.kind != Finding::Kind::race) return;
  const auto& [first, second] = finding.accesses;
  for (const Access& access : finding.accesses) check_access(finding, access, report);
  if (first.kind == AccessKind::load && second.kind == AccessKind::load) {
    refuse(finding, report, "two loads race with nobody", "one of the two has to write");
  }
  const Threads threads = threads_of(finding);
  if (finding.shared && !threads.same_block()) {
    refuse(finding, report, "shared memory of two blocks",
           "each block has its own; that of a cluster is not modelled");
  }
  if (threads.same_block() && threads.thread[0] == threads.thread[1]) {
    refuse(finding, report, "both accesses are of one thread", "a race takes two");
  }
}

// The line of a file, blanks trimmed; empty if there is none.
std::string line_of(const std::string& text, std::uint32_t number) {
  std::size_t begin = 0;
  for (std::uint32_t line = 1; line < number; ++line) {
    begin = text.find('\n', begin);
    if (begin == text.npos) return {};
    ++begin;
  }
  std::string line = text.substr(begin, text.find('\n', begin) - begin);
  const std::size_t first = line.find_first_not_of(" \t\r");
  if (first == line.npos) return {};
  return line.substr(first, line.find_last_not_of(" \t\r") + 1 - first);
}

// The sources that the report names, as far as they are there.
class Sources {
 public:
  explicit Sources(const std::string& report) : folder_(fs::path(report).parent_path()) {}

  CodePlace place(const Place& place) {
    CodePlace result{to_string(Place{place.function, place.offset, place.file}),
                     {place.line, place.line == 0 ? 0U : 1U},
                     {}};
    if (place.file.empty()) return result;
    if (const std::string* const text = text_of(place.file)) {
      result.text = line_of(*text, place.line);
    }
    return result;
  }

  std::vector<SourceText> take() { return std::move(read_); }

 private:
  const std::string* text_of(const std::string& file) {
    const auto known = std::ranges::find(read_, file, &SourceText::file);
    if (known != read_.end()) return known->text.empty() ? nullptr : &known->text;
    std::string text;
    for (const fs::path& path : {fs::path(file), folder_ / file}) {
      std::error_code error;
      if (!fs::is_regular_file(path, error) || fs::file_size(path, error) > max_file_size) continue;
      text = detail::file_text(path.string());
      break;
    }
    read_.push_back({"CUDA", file, std::move(text)});
    return read_.back().text.empty() ? nullptr : &read_.back().text;
  }

  fs::path folder_;
  std::vector<SourceText> read_;
};

kernel::Launch launch_of(const Module& module, const std::string& report) {
  kernel::Launch launch;
  launch.path = report;
  launch.name = "finding";
  kernel::Grid grid;
  grid.entry = "finding";
  for (std::size_t i = 0; i < 2; ++i) {
    const kernel::Triple& block = module.threads().block[i];
    const kernel::Triple& thread = module.threads().thread[i];
    const auto fit = [](kernel::Triple& shape, const kernel::Triple& index) {
      shape = {std::max(shape.x, index.x + 1), std::max(shape.y, index.y + 1),
               std::max(shape.z, index.z + 1)};
    };
    fit(grid.blocks, block);
    fit(grid.threads_per_block, thread);
    grid.threads.push_back({block, thread, {}, {}, {}});
  }
  launch.grids.push_back(std::move(grid));
  launch.question = module.question();
  launch.reads_source_files = false;
  launch.looked = kernel::Looked::all_executions;
  return launch;
}

std::string memory_name(const Finding& finding) {
  if (!finding.location.empty()) return finding.location;
  return finding.shared ? "shared memory" : "memory";
}

// In the words of the finding.
void rename(const Finding& finding, const Module& module, const std::string& report,
            kernel::LaunchedKernel& launched) {
  Sources sources(report);
  std::vector<CodePlace> places;
  for (const Place& place : module.places()) places.push_back(sources.place(place));
  for (Thread& thread : launched.test.program.threads) {
    for (Instruction& instruction : thread.instructions) {
      if (!instruction.code) continue;
      const std::uint32_t line = instruction.code->place.line;
      if (line == 0 || line > places.size()) continue;
      instruction.code = places[line - 1];
      // Nobody has the PTX.
      if (finding.kind != Finding::Kind::race) instruction.place = {};
    }
  }
  kernel::Facts& facts = launched.facts;
  facts.file = launched.test.path = report;
  facts.kernels = {finding.kernel.empty() ? "(not named)" : finding.kernel};
  facts.compiler.clear();
  facts.target.clear();
  facts.assumed.clear();
  facts.sources = sources.take();
  for (std::string& name : facts.locations) {
    const std::string own = name.substr(0, name.find('+'));
    const auto flag = module.flags().find(own);
    const bool meant = own == "x";
    if (meant || flag != module.flags().end()) {
      name = (meant ? memory_name(finding) : flag->second) + name.substr(own.size());
    } else if (own.starts_with("own")) {
      name = "another element";
    }
  }
  constexpr std::array<const char*, 2> some = {"one thread", "another one"};
  for (std::size_t i = 0; i < 2 && i < launched.test.program.threads.size(); ++i) {
    if (!module.threads().told[i]) launched.test.program.threads[i].label = some[i];
  }
}

}  // namespace

bool is_one_instruction(const Finding& finding) {
  const auto& [first, second] = finding.accesses;
  const bool somewhere = !first.at.file.empty() || !first.at.offset.empty();
  return finding.kind == Finding::Kind::race && somewhere && first.at == second.at &&
         first.kind == second.kind && first.bytes == second.bytes && finding.between.empty();
}

std::string ptx_of(const Finding& finding, const Reading& reading, const std::string& report) {
  check(finding, report);
  return Module(finding, reading, report).text();
}

kernel::LaunchedKernel program_of(const Finding& finding, const Reading& reading,
                                  const std::string& report) {
  check(finding, report);
  Module module(finding, reading, report);
  std::string text = module.text();
  kernel::LaunchedKernel launched =
      kernel::read_launched(std::move(text), report, launch_of(module, report));
  rename(finding, module, report, launched);
  return launched;
}

}  // namespace opexplore::second
