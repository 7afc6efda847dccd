#include "tests/oracle/vulkan_paths.hpp"

#include <utility>
#include <variant>

namespace opexplore::oracle::vulkan {

namespace {

constexpr std::size_t most_paths = 256;
constexpr std::size_t most_steps = 500;

bool is_acquire(Order order) { return order == Order::acquire || order == Order::acq_rel; }
bool is_release(Order order) { return order == Order::release || order == Order::acq_rel; }

const VulkanAttributes& attributes(const std::optional<VulkanAttributes>& vulkan) {
  if (!vulkan) throw Unsupported("an instruction without the attributes of Vulkan");
  return *vulkan;
}

// A path on its way.
struct Walk {
  Path path;
  InstructionId at = 0;
  unsigned backward = 0;
  std::size_t steps = 0;
};

class Walker {
 public:
  Walker(const Program& program, ThreadId thread, unsigned backward_jumps)
      : program_(program),
        thread_(program.threads[thread]),
        id_(thread),
        backward_jumps_(backward_jumps) {}

  Paths run() {
    Walk start;
    for (const Register& reg : thread_.registers) {
      start.path.registers.push_back(constant(start, reg.initial));
    }
    open_.push_back(std::move(start));
    while (!open_.empty()) {
      Walk walk = std::move(open_.back());
      open_.pop_back();
      follow(std::move(walk));
      if (result_.paths.size() > most_paths) throw Unsupported("too many paths of a thread");
    }
    return std::move(result_);
  }

 private:
  void follow(Walk walk) {
    while (walk.at < thread_.instructions.size()) {
      if (walk.backward > backward_jumps_ || ++walk.steps > most_steps) {
        result_.cut = true;
        return;
      }
      const Action& action = thread_.instructions[walk.at].action;
      if (const auto* branch = std::get_if<Branch>(&action)) {
        jump(walk, *branch);
      } else {
        std::visit([&](const auto& what) { step(walk, what); }, action);
        ++walk.at;
      }
    }
    result_.paths.push_back(std::move(walk.path));
  }

  // Follows the branch where its operands decide it; otherwise both ways, one of them later.
  void jump(Walk& walk, const Branch& branch) {
    bool taken = true;
    if (branch.comparison) {
      const std::size_t left = operand(walk, branch.left);
      const std::size_t right = operand(walk, branch.right);
      const auto known_left = known(walk, left);
      const auto known_right = known(walk, right);
      if (known_left && known_right) {
        taken = evaluate(*branch.comparison, *known_left, *known_right);
      } else {
        Walk other = walk;
        other.path.assumptions.push_back(
            {*branch.comparison, left, right, false, other.path.events.size()});
        ++other.at;
        open_.push_back(std::move(other));
        walk.path.assumptions.push_back(
            {*branch.comparison, left, right, true, walk.path.events.size()});
      }
    }
    if (taken && branch.target <= walk.at) ++walk.backward;
    walk.at = taken ? branch.target : static_cast<InstructionId>(walk.at + 1);
  }

  void step(Walk& walk, const Load& load) {
    const VulkanAttributes& vulkan = attributes(load.vulkan);
    Event event = access(walk, load, Event::Kind::read, load.order != Order::weak);
    event.visible = event.atomic || vulkan.visible;
    if (is_acquire(load.order)) acquire(event, vulkan);
    walk.path.registers[load.destination] = add_read(walk, event);
  }

  void step(Walk& walk, const Store& store) {
    const VulkanAttributes& vulkan = attributes(store.vulkan);
    Event event = access(walk, store, Event::Kind::write, store.order != Order::weak);
    event.available = event.atomic || vulkan.available;
    if (is_release(store.order)) release(event, vulkan);
    event.value = operand(walk, store.value);
    walk.path.events.push_back(event);
  }

  void step(Walk& walk, const Atomic& atomic) {
    if (atomic.op == AtomicOp::cas) throw Unsupported("a compare-and-swap");
    const VulkanAttributes& vulkan = attributes(atomic.vulkan);
    Event read = access(walk, atomic, Event::Kind::read, true);
    Event write = access(walk, atomic, Event::Kind::write, true);
    read.update = write.update = read.visible = write.available = true;
    if (is_acquire(atomic.order)) acquire(read, vulkan);
    if (is_release(atomic.order)) release(write, vulkan);
    const std::size_t given = operand(walk, atomic.operand);
    const std::size_t old = add_read(walk, read);
    Expression updated;
    updated.kind = Expression::Kind::update;
    updated.atomic_op = atomic.op;
    updated.left = old;
    updated.right = given;
    write.value = add(walk, updated);
    walk.path.events.push_back(write);
    if (atomic.destination) walk.path.registers[*atomic.destination] = old;
  }

  void step(Walk& walk, const Fence& fence) {
    Event event = here(walk, Event::Kind::fence);
    order(event, fence.order, attributes(fence.vulkan));
    walk.path.events.push_back(event);
  }

  void step(Walk& walk, const Barrier& barrier) {
    for (const Event& before : walk.path.events) {
      if (before.kind == Event::Kind::barrier && before.instruction == walk.at)
        throw Unsupported("a barrier in a loop");
    }
    Event event = here(walk, Event::Kind::barrier);
    order(event, barrier.order, attributes(barrier.vulkan));
    walk.path.events.push_back(event);
  }

  void step(Walk& walk, const DeviceOperation& operation) {
    const bool available = operation.kind == DeviceOperationKind::make_available;
    walk.path.events.push_back(
        here(walk, available ? Event::Kind::device_available : Event::Kind::device_visible));
  }

  void step(Walk& walk, const Arithmetic& arithmetic) {
    Expression expression;
    expression.kind = Expression::Kind::arithmetic;
    expression.op = arithmetic.op;
    expression.type = arithmetic.type;
    expression.left = operand(walk, arithmetic.left);
    expression.right = operand(walk, arithmetic.right);
    const auto left = known(walk, expression.left);
    const auto right = known(walk, expression.right);
    walk.path.registers[arithmetic.destination] =
        left && right ? constant(walk, evaluate(arithmetic.op, *left, *right, arithmetic.type))
                      : add(walk, expression);
  }

  void step(Walk&, const ProxyFence&) { throw Unsupported("a proxy fence"); }
  void step(Walk&, const Branch&) {}  // jump() has seen to it
  void step(Walk&, const Asynchronous&) {}

  Event here(const Walk& walk, Event::Kind kind) const {
    Event event;
    event.kind = kind;
    event.thread = id_;
    event.instruction = walk.at;
    return event;
  }

  Event access(const Walk& walk, const MemoryAccess& what, Event::Kind kind, bool atomic) const {
    const VulkanAttributes& vulkan = attributes(what.vulkan);
    Event event = here(walk, kind);
    event.address = what.address;
    event.location = program_.addresses[what.address].location;
    event.atomic = atomic;
    event.non_private = atomic || vulkan.non_private || vulkan.available || vulkan.visible;
    if (atomic || vulkan.available || vulkan.visible) event.scope = vulkan.scope;
    event.storage_class = vulkan.storage_class;
    return event;
  }

  static void acquire(Event& event, const VulkanAttributes& vulkan) {
    event.acquires = true;
    event.bulk_visible = vulkan.make_visible;
    event.semantics = vulkan.semantics;
  }

  static void release(Event& event, const VulkanAttributes& vulkan) {
    event.releases = true;
    event.bulk_available = vulkan.make_available;
    event.semantics = vulkan.semantics;
  }

  static void order(Event& event, Order order, const VulkanAttributes& vulkan) {
    event.scope = vulkan.scope;
    if (is_acquire(order)) acquire(event, vulkan);
    if (is_release(order)) release(event, vulkan);
  }

  // The register that it is read into is the expression.
  static std::size_t add_read(Walk& walk, const Event& event) {
    Expression expression;
    expression.kind = Expression::Kind::read;
    expression.read = walk.path.events.size();
    walk.path.events.push_back(event);
    return add(walk, expression);
  }

  static std::size_t add(Walk& walk, const Expression& expression) {
    walk.path.expressions.push_back(expression);
    return walk.path.expressions.size() - 1;
  }

  static std::size_t constant(Walk& walk, Value value) {
    Expression expression;
    expression.value = value;
    return add(walk, expression);
  }

  static std::size_t operand(Walk& walk, const Operand& operand) {
    if (const auto* reg = std::get_if<RegisterOperand>(&operand))
      return walk.path.registers[reg->id];
    return constant(walk, std::get<Value>(operand));
  }

  static std::optional<Value> known(const Walk& walk, std::size_t index) {
    const Expression& expression = walk.path.expressions[index];
    if (expression.kind != Expression::Kind::constant) return std::nullopt;
    return expression.value;
  }

  const Program& program_;
  const Thread& thread_;
  ThreadId id_;
  unsigned backward_jumps_;
  std::vector<Walk> open_;
  Paths result_;
};

}  // namespace

Paths paths_of(const Program& program, ThreadId thread, unsigned backward_jumps) {
  return Walker(program, thread, backward_jumps).run();
}

}  // namespace opexplore::oracle::vulkan
