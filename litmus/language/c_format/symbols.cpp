#include "litmus/language/c_format/symbols.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "litmus/input/suggestion.hpp"

namespace opexplore::detail {

namespace {

struct Hint {
  std::string_view name;
  std::string_view advice;
};

constexpr std::string_view device_fence =
    "write 'cuda::atomic_thread_fence(cuda::memory_order_seq_cst, cuda::thread_scope_device)'";
constexpr std::string_view read_modify_write_advice =
    "write it as 'cuda::atomic_ref<int, cuda::thread_scope_device>(*x).fetch_add(1, "
    "cuda::memory_order_relaxed)', with the operation and scope meant";

// What CUDA and C have besides, and what stands for it here.
constexpr std::array<Hint, 16> hints = {{
    {"asm", "write the access with an atomic_ref; PTX itself is read in tests that begin with PTX"},
    {"__syncthreads", "a flag with release and acquire orders two threads"},
    {"__syncwarp", "a flag with release and acquire orders two threads"},
    {"__threadfence", device_fence},
    {"__threadfence_block",
     "write 'cuda::atomic_thread_fence(cuda::memory_order_seq_cst, "
     "cuda::thread_scope_block)'"},
    {"__threadfence_system",
     "write 'cuda::atomic_thread_fence(cuda::memory_order_seq_cst, "
     "cuda::thread_scope_system)'"},
    {"atomic_signal_fence", "leave it out: it orders nothing between threads"},
    {"atomic_init", "write the value into the initial state"},
    {"atomicAdd", read_modify_write_advice},
    {"atomicExch", read_modify_write_advice},
    {"atomicCAS", read_modify_write_advice},
    {"atomicOr", read_modify_write_advice},
    {"atomicAnd", read_modify_write_advice},
    {"atomicMax", read_modify_write_advice},
    {"switch", "write if … else"},
    {"static_cast", "write '(int)'"},
}};

}  // namespace

std::optional<Symbol> Symbols::find(std::string_view name) const {
  for (auto block = blocks_.rbegin(); block != blocks_.rend(); ++block) {
    if (const auto known = block->find(name); known != block->end()) return known->second;
  }
  return std::nullopt;
}

void Symbols::declare(const Token& name, const Symbol& symbol) {
  if (find(name.text)) {
    tokens_.fail(name, quote(name) + " is declared twice", "give it another name");
  }
  blocks_.back().emplace(name.text, symbol);
}

void Symbols::declare_parameter(const Token& name, const Parameter& parameter) {
  declare(name, parameter);
}

void Symbols::declare_reference(const Token& name, const Object& object) {
  declare(name, Parameter{object, false});
}

RegisterId Symbols::declare_variable(const Token& name, NumberType type, Value initial) {
  const auto known = variables_.find(name.text);
  if (known == variables_.end()) {
    const RegisterId reg = code_.add_register(name, type, initial);
    declare(name, reg);
    variables_.emplace(name.text, reg);
    return reg;
  }
  declare(name, known->second);
  if (code_.type_of(known->second) != type) {
    tokens_.fail(name, quote(name) + " is declared with two types in this thread",
                 "give one of them another name");
  }
  return known->second;
}

std::string Symbols::advice(const Token& unknown) const {
  std::vector<std::string_view> known;
  for (const auto& block : blocks_) {
    for (const auto& [name, symbol] : block) known.push_back(name);
  }
  if (known.size() > 64) known.resize(64);  // keeps the whole reader linear
  return did_you_mean(unknown.text, known,
                      "declare a variable with 'int " + std::string(unknown.text) +
                          ";'; locations are parameters, as in 'int* x'");
}

void refuse_name(const Tokens& tokens, const Token& name, const std::string& advice) {
  const auto hint = std::find_if(hints.begin(), hints.end(), [&](const Hint& candidate) {
    return candidate.name == name.text;
  });
  if (hint != hints.end()) {
    tokens.fail(name, "not modelled: " + quote(name), std::string(hint->advice));
  }
  tokens.fail(name, "unknown name " + quote(name), advice);
}

}  // namespace opexplore::detail
