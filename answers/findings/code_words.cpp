#include "answers/findings/code_words.hpp"

#include <algorithm>
#include <sstream>

#include "answers/findings/asynchronous_changes.hpp"
#include "answers/findings/vocabulary.hpp"
#include "answers/places.hpp"
#include "answers/racing_access.hpp"
#include "litmus/kernels/cuda_words.hpp"
#include "litmus/kernels/float_values.hpp"
#include "opmodel/instruction.hpp"
#include "opmodel/place_text.hpp"
#include "opmodel/thread_name.hpp"
#include "opmodel/words.hpp"

namespace opexplore {

std::string name_of_thread(const Program& program, ThreadId thread) {
  const std::string& label = program.threads[thread].label;
  return label.empty() ? thread_name(thread) : label;
}

CodePlace place_of(const Test& test, ThreadId thread, InstructionId instruction) {
  const Instruction& at = instruction_of(test.program, thread, instruction);
  if (at.code) return *at.code;
  return {test.listing.empty() ? test.path : test.listing, at.place, at.text};
}

namespace kernel_words {

namespace {

std::string_view fence_call(Scope scope) {
  switch (scope) {
    case Scope::cta:
      return "__threadfence_block();";
    case Scope::cluster:
      return "cuda::atomic_thread_fence(cuda::memory_order_acq_rel, cuda::thread_scope_cluster);";
    case Scope::gpu:
      return "__threadfence();";
    case Scope::sys:
      return "__threadfence_system();";
  }
  return {};
}

std::string order_word(Order order) {
  const std::string name = order == Order::sc ? "seq_cst" : std::string(to_string(order));
  return "cuda::memory_order_" + name;
}

// What the access is called as a member of an atomic.
std::string member_of(const Action& action) {
  if (const Atomic* const changed = read_modify_write(action)) {
    if (changed->op == AtomicOp::cas) return "compare_exchange_strong";
    if (changed->op == AtomicOp::exch) return "exchange";
    return "fetch_" + std::string(to_string(changed->op));
  }
  return reads_memory(action) ? "load" : "store";
}

std::string reference(const std::string& name, Scope scope) {
  return "cuda::atomic_ref<…, cuda::thread_scope_" + std::string(cxx_name(scope)) + ">(" + name +
         ')';
}

// How the access would be written with that order and scope.
std::string access_text(const Action& action, const std::string& name) {
  const MemoryAccess& access = *memory_access(action);
  const std::string atomic = reference(name, access.scope);
  const bool plain_load = reads_memory(action) && read_modify_write(action) == nullptr;
  return atomic + '.' + member_of(action) + (plain_load ? "(" : "(…, ") + order_word(access.order) +
         ')';
}

std::string proxy_fence_text(ProxyFenceKind kind) {
  return "asm volatile(\"fence.proxy." + std::string(to_string(kind)) + ";\" ::: \"memory\");";
}

// "`flag = 1;` (line 7)"; "line 7" where the source is not there.
std::string quoted_line(const Test& test, ThreadId thread, InstructionId at) {
  const CodePlace code = place_of(test, thread, at);
  const std::string line = "line " + std::to_string(code.place.line);
  return code.text.empty() ? line : '`' + code.text + "` (" + line + ')';
}

std::string sentence(const AnsweredTest& run, const WhyRow& row) {
  const Test& test = run.asked.test;
  const std::string who = name_of_thread(test.program, row.thread);
  const std::string line = quoted_line(test, row.thread, row.instruction);
  switch (row.kind) {
    case RowKind::release:
      return "Nothing in " + who + " publishes what it did before " + line +
             ": that is no release, and no fence stands in front of it.";
    case RowKind::acquire:
      return "Nothing in " + who + " keeps what it reads after " + line +
             " from being old: that is no acquire, and no fence stands behind it.";
    case RowKind::scope:
      return "The scope is too small at " + line + ": " + told(row.remark, run) + '.';
    default:
      return "At " + line + " in " + who + ": " + told(row.remark, run) + '.';
  }
}

// Whether the line is one statement, so that what stands before or after it is before or after
// that.
bool is_one_statement(const std::string& line) {
  for (const std::string_view word : {"if", "else", "for", "while", "do", "switch"}) {
    const bool begins = line.starts_with(word) && line.size() > word.size() &&
                        std::isalnum(static_cast<unsigned char>(line[word.size()])) == 0;
    if (begins && line.find(';') != std::string::npos) return false;
  }
  std::size_t ends = 0;
  int open = 0;
  for (const kernel::CudaWord& word : kernel::cuda_words(line)) {
    ends += word.is(";") ? 1U : 0U;
    open += word.is("{") ? 1 : word.is("}") ? -1 : 0;
    if (open < 0) return false;
  }
  return ends <= 1 && open == 0;
}

// Whether the line before it makes the line a body without braces: of two statements one would be
// outside.
bool lacks_braces(const kernel::Facts& facts, const CodePlace& place) {
  const auto source = std::ranges::find(facts.sources, place.file, &SourceText::file);
  if (source == facts.sources.end()) return false;
  std::istringstream lines(source->text);
  std::string before;  // the last line that is not blank
  std::string line;
  for (std::uint32_t i = 1; i < place.place.line && std::getline(lines, line); ++i) {
    line.resize(std::min(line.find("//"), line.size()));
    const std::size_t first = line.find_first_not_of(" \t\r}");
    if (first == std::string::npos) continue;
    before = line.substr(first, line.find_last_not_of(" \t\r") + 1 - first);
  }
  const auto begins = [&](std::string_view word) { return before.starts_with(word); };
  return before == "else" || (before.ends_with(')') && (begins("if") || begins("else if") ||
                                                        begins("for") || begins("while")));
}

std::string kind_of_operation(const AsynchronousAction& action) {
  using Kind = AsynchronousOperation::Kind;
  const auto* const operation = std::get_if<AsynchronousOperation>(&action);
  if (operation == nullptr) return "copy of a descriptor";
  switch (operation->kind) {
    case Kind::copy:
    case Kind::bulk:
      return "asynchronous copy";
    case Kind::store:
      return "asynchronous store";
    case Kind::reduce:
    case Kind::bulk_reduce:
      return "asynchronous reduction";
    case Kind::tensor_load:
    case Kind::tensor_store:
    case Kind::tensor_copy:
    case Kind::tensor_shift:
      return "tensor memory operation";
    case Kind::matrix:
    case Kind::tensor_matrix:
      break;
  }
  return "matrix operation";
}

}  // namespace

// The calls of CUDA are sequentially consistent in PTX.
std::string fence_statement(const Fence& fence) {
  if (fence.order == Order::sc && fence.scope != Scope::cluster) {
    return std::string(fence_call(fence.scope));
  }
  return "cuda::atomic_thread_fence(" + order_word(fence.order) + ", cuda::thread_scope_" +
         std::string(cxx_name(fence.scope)) + ");";
}

std::string kind_of_access(const Action& action) {
  if (const auto* const other = std::get_if<Asynchronous>(&action)) {
    return kind_of_operation(other->what);
  }
  const MemoryAccess& access = *memory_access(action);
  if (const Atomic* const atomic = read_modify_write(action)) {
    return "atomic " + std::string(to_string(atomic->op));
  }
  const std::string kind = reads_memory(action) ? "load" : "store";
  if (access.annotation == Annotation::volatile_) return "volatile " + kind;
  if (access.proxy != Proxy::generic) return "read-only " + kind;
  return access.order == Order::weak ? kind : "atomic " + kind;
}

std::string location(const kernel::Facts& facts, AddressId address) {
  return address < facts.locations.size() ? facts.locations[address] : "?";
}

std::uint32_t bytes_of(const Test& test, const kernel::Facts& facts, ThreadId thread,
                       InstructionId instruction) {
  const SourcePlace& place = instruction_of(test.program, thread, instruction).place;
  const auto known = facts.access_bytes.find({place.line, place.column});
  return known == facts.access_bytes.end() ? 0 : known->second;
}

bool differs_in_size(const Test& test, const kernel::Facts& facts, ThreadId thread,
                     InstructionId instruction) {
  const auto address = address_of(instruction_of(test.program, thread, instruction).action);
  const std::uint32_t bytes = bytes_of(test, facts, thread, instruction);
  return bytes != 0 && address && bytes != facts.location_bytes.at(*address);
}

CodeEdit code_edit(const Test& test, const kernel::Facts& facts, const Edit& edit) {
  CodeEdit result;
  result.where = edit.where;
  result.place = place_of(test, edit.thread, edit.instruction);
  result.inside = edit.where != Edit::Where::at && !is_one_statement(result.place.text);
  result.needs_braces = edit.where != Edit::Where::at && lacks_braces(facts, result.place);
  if (const std::optional<FenceFacts> fence = fence_of(edit.action)) {
    result.text =
        fence->proxy ? proxy_fence_text(*fence->proxy) : std::string(fence_call(fence->scope));
    if (result.where == CodeEdit::Where::at) {
      const Action& now = instruction_of(test.program, edit.thread, edit.instruction).action;
      const std::optional<FenceFacts> old = fence_of(now);
      if (old && !old->proxy) result.instead = fence_call(old->scope);
    }
  } else if (barrier_of(edit.action) != nullptr) {
    result.text = "__syncthreads();";
  } else if (const MemoryAccess* const access = memory_access(edit.action)) {
    const bool pointed = access->address < facts.location_pointers.size() &&
                         facts.location_pointers[access->address];
    result.text = access_text(edit.action, (pointed ? "*" : "") + location(facts, access->address));
  } else if (const auto* const other = std::get_if<Asynchronous>(&edit.action)) {
    result.text = kernel_changes::call_of(other->what);
  }
  if (result.text.empty()) result.text = edit.text;
  return result;
}

std::string atomic_way(const Test& test, const kernel::Facts& facts, const Edit& edit) {
  const MemoryAccess& access = *memory_access(edit.action);
  const std::string order =
      access.order == Order::sc ? "seq_cst" : std::string(to_string(access.order));
  return location(facts, access.address) + '.' + member_of(edit.action) + '(' + order + ", " +
         std::string(cxx_name(access.scope)) + " scope) at " +
         to_string(place_of(test, edit.thread, edit.instruction));
}

std::string not_strong(const Program& program, const RacingPair& pair,
                       const NotStrongReason& reason) {
  const bool second = reason.whose == NotStrongReason::Whose::second;
  const std::string from = name_of_thread(program, second ? pair.second_thread : pair.first_thread);
  const std::string to = name_of_thread(program, second ? pair.first_thread : pair.second_thread);
  if (reason.what == NotStrong::weak && reason.whose != NotStrongReason::Whose::both) {
    return from + "'s is weak";
  }
  if (reason.what != NotStrong::scope) return reason_text(program, pair, reason);
  const RacingAccesses accesses = racing_accesses(program, pair);
  const RacingAccess& access = second ? accesses.second : accesses.first;
  return std::string(cxx_name(access.scope)) + " scope, at which " + from +
         " accesses it, does not include " + to;
}

std::vector<std::string> sentences(const AnsweredTest& run,
                                   const std::vector<const WhyRow*>& missing) {
  std::vector<std::string> result;
  std::vector<std::pair<RowKind, CodePlace>> told;  // of what several threads run, once
  for (const WhyRow* const row : missing) {
    std::pair<RowKind, CodePlace> place{row->kind,
                                        place_of(run.asked.test, row->thread, row->instruction)};
    if (std::ranges::find(told, place) != told.end()) continue;
    told.push_back(std::move(place));
    result.push_back(sentence(run, *row));
  }
  return result;
}

std::optional<std::string> pointed_at(const Program& program, const kernel::Facts& facts,
                                      Value value) {
  for (std::size_t id = 0; id < program.addresses.size(); ++id) {
    if (program.addresses[id].number == value) {
      const bool known = id < facts.location_structures.size();
      if (known && !facts.location_structures[id].empty()) return facts.location_structures[id];
      return '&' + location(facts, static_cast<AddressId>(id));
    }
  }
  return std::nullopt;
}

std::string value(const Test& test, const kernel::Facts& facts, AddressId address, Value value) {
  if (address < facts.location_floats.size() && facts.location_floats[address]) {
    return kernel::float_text(value, facts.location_bytes.at(address));
  }
  return pointed_at(test.program, facts, value).value_or(std::to_string(value));
}

std::string listed(const Test& test, const kernel::Facts& facts, AddressId address,
                   const std::vector<Value>& values) {
  std::string text;
  for (std::size_t i = 0; i < values.size(); ++i) {
    text += i == 0 ? "" : i + 1 == values.size() ? " or " : ", ";
    text += value(test, facts, address, values[i]);
  }
  return text;
}

std::string values(const Test& test, const kernel::Facts& facts, AddressId address,
                   const std::vector<Value>& values) {
  return location(facts, address) + (values.size() == 1 ? " is always " : " is ") +
         listed(test, facts, address, values);
}

std::optional<InstructionId> last_of(const std::vector<TraceStep>& steps, ThreadId thread) {
  for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
    if (step->step.thread == thread && step->instruction) return step->instruction;
  }
  return std::nullopt;
}

BugPlace last_place(const Test& test, const Trace* trace) {
  if (trace != nullptr) {
    for (auto step = trace->steps.rbegin(); step != trace->steps.rend(); ++step) {
      if (step->instruction) return {step->step.thread, *step->instruction, ""};
    }
  }
  const auto& threads = test.program.threads;
  const auto busy = std::ranges::find_if(
      threads, [](const Thread& thread) { return !thread.instructions.empty(); });
  return {static_cast<ThreadId>(busy == threads.end() ? 0 : busy - threads.begin()), 0, ""};
}

}  // namespace kernel_words

}  // namespace opexplore
