// Functions that the compiler knows (LLVM LangRef, "Intrinsic Functions"; those of the NVPTX and
// AMDGPU back ends).
#include <algorithm>
#include <array>
#include <string>

#include "litmus/kernels/llvm/body.hpp"
#include "opmodel/words.hpp"

namespace opexplore::kernel::llvm {

namespace {

using code::Access;
using code::Formula;
using code::Special;
using detail::quote;
using Arguments = std::vector<IrValue>;

/// What is said to the compiler, and whatever changes nothing that a program can see.
constexpr std::array<std::string_view, 15> hints = {
    "llvm.lifetime.",        "llvm.assume",
    "llvm.invariant.start",  "llvm.experimental.noalias.scope.decl",
    "llvm.invariant.end",    "llvm.sideeffect",
    "llvm.donothing",        "llvm.prefetch",
    "llvm.amdgcn.sched.",    "llvm.amdgcn.wave.barrier",
    "llvm.amdgcn.s.waitcnt", "llvm.amdgcn.s.setprio",
    "llvm.fake.use",         "llvm.pseudoprobe",
    "llvm.var.annotation"};

constexpr std::array<std::string_view, 4> pauses = {"llvm.amdgcn.s.sleep", "llvm.nvvm.nanosleep",
                                                    "llvm.amdgcn.s.nop", "llvm.amdgcn.s.sethalt"};

/// Those that give their first argument.
constexpr std::array<std::string_view, 4> same = {"llvm.expect.", "llvm.launder.invariant.group",
                                                  "llvm.strip.invariant.group", "llvm.ssa.copy"};

struct SpecialRow {
  std::string_view name;  ///< those that end in a point have components
  Special what;
  std::string_view text;  ///< what PTX calls it
};
constexpr std::array<SpecialRow, 16> specials = {
    {{"llvm.nvvm.read.ptx.sreg.tid.", Special::thread, "%tid"},
     {"llvm.nvvm.read.ptx.sreg.ntid.", Special::block_shape, "%ntid"},
     {"llvm.nvvm.read.ptx.sreg.ctaid.", Special::block, "%ctaid"},
     {"llvm.nvvm.read.ptx.sreg.nctaid.", Special::grid_shape, "%nctaid"},
     {"llvm.nvvm.read.ptx.sreg.laneid", Special::lane, "%laneid"},
     {"llvm.nvvm.read.ptx.sreg.warpid", Special::warp, "%warpid"},
     {"llvm.nvvm.read.ptx.sreg.lanemask.eq", Special::lane_mask_equal, "%lanemask_eq"},
     {"llvm.nvvm.read.ptx.sreg.lanemask.lt", Special::lane_mask_less, "%lanemask_lt"},
     {"llvm.nvvm.read.ptx.sreg.lanemask.le", Special::lane_mask_less_equal, "%lanemask_le"},
     {"llvm.nvvm.read.ptx.sreg.lanemask.gt", Special::lane_mask_greater, "%lanemask_gt"},
     {"llvm.nvvm.read.ptx.sreg.lanemask.ge", Special::lane_mask_greater_equal, "%lanemask_ge"},
     {"llvm.nvvm.read.ptx.sreg.clock", Special::clock, "%clock"},
     {"llvm.nvvm.read.ptx.sreg.globaltimer", Special::clock, "%globaltimer"},
     {"llvm.amdgcn.workitem.id.", Special::thread, "%tid"},
     {"llvm.amdgcn.workgroup.id.", Special::block, "%ctaid"},
     {"llvm.amdgcn.s.mem", Special::clock, "%clock"}}};

/// Integers of two operands, or one, and numbers with a floating point.
struct FormulaRow {
  std::string_view name;
  Formula formula;
  char kind = 'u';
  std::size_t operands = 1;
};
constexpr std::array<FormulaRow, 15> formulas = {{{"llvm.smax.", Formula::maximum, 's', 2},
                                                  {"llvm.smin.", Formula::minimum, 's', 2},
                                                  {"llvm.umax.", Formula::maximum, 'u', 2},
                                                  {"llvm.umin.", Formula::minimum, 'u', 2},
                                                  {"llvm.abs.", Formula::magnitude, 's'},
                                                  {"llvm.ctpop.", Formula::ones},
                                                  {"llvm.ctlz.", Formula::leading_zeros},
                                                  {"llvm.bitreverse.", Formula::reversal},
                                                  {"llvm.fabs.", Formula::magnitude, 'f'},
                                                  {"llvm.minnum.", Formula::minimum, 'f', 2},
                                                  {"llvm.maxnum.", Formula::maximum, 'f', 2},
                                                  {"llvm.copysign.", Formula::sign_copy, 'f', 2},
                                                  {"llvm.fma.", Formula::fused_product, 'f', 3},
                                                  {"llvm.fmuladd.", Formula::fused_product, 'f', 3},
                                                  {"llvm.sqrt.", Formula::root, 'f'}}};

template <std::size_t Count>
bool starts_with_one(const std::array<std::string_view, Count>& names, std::string_view name) {
  return std::ranges::any_of(names, [&](std::string_view one) { return name.starts_with(one); });
}

template <class Row, std::size_t Count>
const Row* find_prefix(const std::array<Row, Count>& rows, std::string_view name) {
  const auto* const found =
      std::ranges::find_if(rows, [&](const Row& row) { return name.starts_with(row.name); });
  return found == rows.end() ? nullptr : found;
}

void require_arguments(const Body& body, const Arguments& arguments, std::size_t count) {
  if (arguments.size() < count) body.refuse("so few arguments of this function", "");
}

code::Operand scalar_of(const Body& body, const IrValue& value) {
  if (value.parts.size() != 1 || value.packet) body.refuse("this argument", "");
  return value.parts.front();
}

void read_special(Body& body, const SpecialRow& row, std::string_view name, const IrType& type) {
  code::Operand operand = body.number(0);
  operand.kind = OperandKind::special;
  operand.special = row.what;
  operand.text = row.text;
  if (row.name.ends_with('.') && row.what <= Special::grid_shape) {
    constexpr std::string_view letters = "xyz";
    const std::size_t component = letters.find(name.back());
    if (component == std::string_view::npos) body.refuse("this register", "");
    operand.number = static_cast<Value>(component);
    operand.text =
        body.globals.module.texts.emplace_back(std::string(row.text) + '.' + letters[component]);
  }
  body.compute(Formula::move, register_type(type, body.tokens), {body.result(type), operand});
}

void read_formula(Body& body, const FormulaRow& row, const IrType& type,
                  const Arguments& arguments) {
  require_arguments(body, arguments, row.operands);
  const auto parts = body.globals.layout.scalars_of(arguments.front().type, body.tokens);
  const std::vector<code::Operand> to = body.results(type);
  for (std::size_t i = 0; i < to.size(); ++i) {
    std::vector<code::Operand> operands{to[i]};
    for (std::size_t k = 0; k < row.operands; ++k) operands.push_back(arguments[k].parts.at(i));
    const bool floats = row.kind == 'f';
    code::Compute& made = body.compute(
        row.formula, {floats ? 'u' : row.kind, register_type(parts[i].type, body.tokens).bits},
        std::move(operands));
    if (floats) made.floats = floats_of(parts[i].type);
  }
}

/// `llvm.cttz`: zeros in front of what is read backwards.
void read_trailing_zeros(Body& body, const IrType& type, const Arguments& arguments) {
  const Type held = register_type(type, body.tokens);
  const code::Operand reversed = body.temporary(held);
  body.compute(Formula::reversal, held, {reversed, scalar_of(body, arguments.front())});
  body.compute(Formula::leading_zeros, held, {body.result(type), reversed});
}

/// `llvm.fshl`: the upper half of two words side by side, shifted.
void read_funnel(Body& body, bool left, const IrType& type, const Arguments& arguments) {
  require_arguments(body, arguments, 3);
  if (type.bits != 32) body.refuse("funnel shifts of other words than 32 bits", "use two shifts");
  const code::Operand high = scalar_of(body, arguments[0]);
  const code::Operand low = scalar_of(body, arguments[1]);
  code::Compute& made = body.compute(Formula::funnel_shift, {'b', 32},
                                     {body.result(type), low, high, scalar_of(body, arguments[2])});
  made.left = left;
  made.wraps = true;
}

/// `llvm.usub.sat`: the difference to the greater of the two.
void read_saturated(Body& body, const IrType& type, const Arguments& arguments) {
  require_arguments(body, arguments, 2);
  const Type held = register_type(type, body.tokens);
  const code::Operand greater = body.temporary(held);
  const code::Operand other = scalar_of(body, arguments[1]);
  body.compute(Formula::maximum, held, {greater, scalar_of(body, arguments[0]), other});
  body.compute(Formula::operation, held, {body.result(type), greater, other}).op =
      ArithmeticOp::sub;
}

/// A barrier of the workgroup. That of AMDGPU orders no accesses: fences around it do.
code::BarrierOperation& emit_barrier(Body& body, std::vector<code::Operand> operands,
                                     std::size_t results, bool counted) {
  code::BarrierOperation what;
  what.instance = body.globals.barriers++;
  what.aligned = true;
  what.counted = counted;
  what.orders = !body.globals.amdgpu;
  return std::get<code::BarrierOperation>(body.emit(what, std::move(operands), results).operation);
}

void read_reduction(Body& body, std::string_view name, const IrType& type,
                    const Arguments& arguments) {
  using Reduction = code::BarrierOperation::Reduction;
  require_arguments(body, arguments, 1);
  const code::Operand truth = body.temporary({'p', 1});
  body.compute(Formula::operation, {'u', 32},
               {truth, scalar_of(body, arguments.front()), body.number(0)})
      .op = ArithmeticOp::not_equal;
  const bool counts = name.ends_with("popc");
  const code::Operand result = counts ? body.result(type) : body.temporary({'p', 1});
  emit_barrier(body, {result, body.number(0), truth}, 1, false).reduction =
      counts                  ? Reduction::count
      : name.ends_with("and") ? Reduction::all
                              : Reduction::any;
  if (counts) return;
  body.compute(Formula::selection, {'u', 32},
               {body.result(type), body.number(1), body.number(0), result});
}

bool read_barrier(Body& body, std::string_view name, const IrType& type,
                  const Arguments& arguments) {
  if (name == "llvm.nvvm.barrier0" || name == "llvm.amdgcn.s.barrier") {
    emit_barrier(body, {body.number(0)}, 0, false);
  } else if (name.starts_with("llvm.nvvm.barrier0.")) {
    read_reduction(body, name, type, arguments);
  } else if (name == "llvm.nvvm.bar.sync" || name == "llvm.nvvm.barrier.n" ||
             name == "llvm.nvvm.barrier.sync" || name == "llvm.nvvm.barrier.cta.sync.aligned.all") {
    require_arguments(body, arguments, 1);
    emit_barrier(body, {scalar_of(body, arguments[0])}, 0, false);
  } else if (name == "llvm.nvvm.barrier" || name == "llvm.nvvm.barrier.cta.sync.aligned.count") {
    require_arguments(body, arguments, 2);
    emit_barrier(body, {scalar_of(body, arguments[0]), scalar_of(body, arguments[1])}, 0, true);
  } else if (name == "llvm.nvvm.bar.warp.sync") {
    require_arguments(body, arguments, 1);
    body.emit(code::WarpOperation{code::WarpOperation::Kind::barrier},
              {scalar_of(body, arguments[0])}, 0);
  } else {
    return false;
  }
  return true;
}

/// `llvm.nvvm.membar.gl`, which PTX takes for a fence.sc.
bool read_level_fence(Body& body, std::string_view name) {
  constexpr std::string_view begin = "llvm.nvvm.membar.";
  if (!name.starts_with(begin)) return false;
  const auto scope = find_word(membar_levels(), name.substr(begin.size()));
  if (scope) body.emit(Fence{Order::sc, *scope}, {}, 0);
  return scope.has_value();
}

/// `llvm.nvvm.atomic.add.gen.i.cta.i32.p0i32`, `llvm.nvvm.atomic.load.inc.32`: relaxed.
std::optional<Access> nvvm_atomic(std::string_view name) {
  constexpr std::string_view begin = "llvm.nvvm.atomic.";
  if (!name.starts_with(begin)) return std::nullopt;
  name.remove_prefix(begin.size());
  if (name.starts_with("load.")) name.remove_prefix(name.find('.') + 1);
  const auto op = find_word<AtomicOp>(name.substr(0, name.find('.')));
  if (!op) return std::nullopt;
  Access access;
  access.kind = Access::Kind::update;
  access.op = op;
  access.order = Order::relaxed;
  access.scope = name.find(".cta.") != std::string_view::npos   ? Scope::cta
                 : name.find(".sys.") != std::string_view::npos ? Scope::sys
                                                                : Scope::gpu;
  return access;
}

bool read_nvvm_atomic(Body& body, std::string_view name, const IrType& type,
                      const Arguments& arguments) {
  auto access = nvvm_atomic(name);
  if (!access) return false;
  access->type = memory_type(type, body.globals.layout, body.tokens);
  const bool ordered = access->op == AtomicOp::max || access->op == AtomicOp::min;
  if (access->type.kind != 'f' && ordered) access->type.kind = 's';
  const std::size_t count = access->op == AtomicOp::cas ? 3 : 2;
  require_arguments(body, arguments, count);
  access->space = space_of(arguments.front().type.space);
  std::vector<code::Operand> operands{body.result(type),
                                      body.memory_at(scalar_of(body, arguments.front()))};
  for (std::size_t i = 1; i < count; ++i) operands.push_back(scalar_of(body, arguments[i]));
  body.emit(*access, std::move(operands), 1);
  return true;
}

/// The bytes of a copy or a fill, which are accessed in words of that many.
struct Words {
  std::uint64_t bytes = 0;
  std::uint64_t each = 1;
};

Words words_of(Body& body, const IrValue& length, std::uint64_t align) {
  const code::Operand bytes = scalar_of(body, length);
  constexpr Value most = 128;
  if (bytes.kind != OperandKind::number || bytes.number < 0 || bytes.number > most) {
    body.refuse("copies and fills of more than 128 bytes, or of a number that is not known",
                "write a loop");
  }
  Words words{static_cast<std::uint64_t>(bytes.number), 1};
  while (words.each < 8 && align % (2 * words.each) == 0 && words.bytes % (2 * words.each) == 0) {
    words.each *= 2;
  }
  return words;
}

Access of_word(Access::Kind kind, const Words& words, const IrValue& pointer) {
  Access access;
  access.kind = kind;
  access.type = {'u', static_cast<std::uint32_t>(8 * words.each)};
  access.space = space_of(pointer.type.space);
  return access;
}

/// `llvm.memcpy` and `llvm.memmove`: all is read before it is written.
void read_copy(Body& body, const Arguments& arguments) {
  require_arguments(body, arguments, 3);
  const std::uint64_t align = std::min(arguments[0].align, arguments[1].align);
  const Words words = words_of(body, arguments[2], align);
  const code::Operand to = scalar_of(body, arguments[0]);
  const code::Operand from = scalar_of(body, arguments[1]);
  std::vector<code::Operand> held;
  for (std::uint64_t at = 0; at < words.bytes; at += words.each) {
    const Access load = of_word(Access::Kind::load, words, arguments[1]);
    held.push_back(body.temporary(load.type));
    body.emit(load, {held.back(), body.memory_at(from, static_cast<Value>(at))}, 1);
  }
  for (std::uint64_t at = 0; at < words.bytes; at += words.each) {
    body.emit(of_word(Access::Kind::store, words, arguments[0]),
              {body.memory_at(to, static_cast<Value>(at)), held[at / words.each]}, 0);
  }
}

void read_fill(Body& body, const Arguments& arguments) {
  require_arguments(body, arguments, 3);
  const code::Operand byte = scalar_of(body, arguments[1]);
  if (byte.kind != OperandKind::number)
    body.refuse("a fill with what is not known", "write a loop");
  const Words words = words_of(body, arguments[2], arguments[0].align);
  std::uint64_t pattern = 0;
  for (std::uint64_t i = 0; i < words.each; ++i) {
    pattern = pattern << 8U | (static_cast<std::uint64_t>(byte.number) & 0xFFU);
  }
  const code::Operand to = scalar_of(body, arguments[0]);
  for (std::uint64_t at = 0; at < words.bytes; at += words.each) {
    body.emit(
        of_word(Access::Kind::store, words, arguments[0]),
        {body.memory_at(to, static_cast<Value>(at)), body.number(static_cast<Value>(pattern))}, 0);
  }
}

bool read_stop(Body& body, std::string_view name, const Arguments& arguments) {
  if (name == "llvm.trap" || name == "llvm.debugtrap" || name == "llvm.ubsantrap" ||
      name == "abort") {
    body.emit(code::Stop{code::Stop::Kind::trap}, {}, 0);
  } else if (name == "__assertfail" || name == "__assert_fail") {
    std::vector<code::Operand> condition;
    if (!arguments.empty()) condition.push_back(scalar_of(body, arguments.front()));
    body.emit(code::Stop{code::Stop::Kind::assertion}, std::move(condition), 0);
  } else {
    return false;
  }
  return true;
}

void read_packet(Body& body, Packet::Kind kind, const IrType& type) {
  body.set_result({type, {body.number(0)}, Packet{kind, 0}});
}

bool read_number(Body& body, std::string_view name, const IrType& type,
                 const Arguments& arguments) {
  if (const FormulaRow* const row = find_prefix(formulas, name)) {
    read_formula(body, *row, type, arguments);
  } else if (name.starts_with("llvm.cttz.") && !arguments.empty()) {
    read_trailing_zeros(body, type, arguments);
  } else if (name.starts_with("llvm.fshl.") || name.starts_with("llvm.fshr.")) {
    read_funnel(body, name.starts_with("llvm.fshl."), type, arguments);
  } else if (name.starts_with("llvm.usub.sat.")) {
    read_saturated(body, type, arguments);
  } else if (const SpecialRow* const special = find_prefix(specials, name)) {
    read_special(body, *special, name, type);
  } else if (name.starts_with("llvm.is.constant.")) {
    body.compute(Formula::move, {'p', 1}, {body.result(type), body.number(0)});
  } else if (starts_with_one(same, name) && !arguments.empty()) {
    body.set_result(arguments.front());
  } else {
    return false;
  }
  return true;
}

}  // namespace

bool read_intrinsic(Body& body, std::string_view name, const IrType& type,
                    const Arguments& arguments) {
  if (name.starts_with("llvm.dbg.")) return true;  // nothing is left of it
  if (starts_with_one(hints, name)) {
    body.emit(code::Hint{}, {}, 0);
  } else if (starts_with_one(pauses, name)) {
    body.emit(code::Pause{}, {}, 0);
  } else if (name == "llvm.amdgcn.dispatch.ptr") {
    read_packet(body, Packet::Kind::dispatch, type);
  } else if (name == "llvm.amdgcn.implicitarg.ptr") {
    read_packet(body, Packet::Kind::implicit_arguments, type);
  } else if (name.starts_with("llvm.memcpy.") || name.starts_with("llvm.memmove.")) {
    read_copy(body, arguments);
  } else if (name.starts_with("llvm.memset.")) {
    read_fill(body, arguments);
  } else {
    return read_barrier(body, name, type, arguments) || read_level_fence(body, name) ||
           read_nvvm_atomic(body, name, type, arguments) || read_stop(body, name, arguments) ||
           read_number(body, name, type, arguments);
  }
  return true;
}

}  // namespace opexplore::kernel::llvm
