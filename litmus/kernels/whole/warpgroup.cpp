#include "litmus/kernels/whole/warpgroup.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "litmus/kernels/swizzle.hpp"
#include "litmus/kernels/whole/clashes.hpp"
#include "litmus/kernels/whole/matrix_registers.hpp"

namespace opexplore::kernel {

namespace {

using code::MatrixElement;
using code::MatrixProduct;

constexpr std::uint32_t warpgroup_rows = 64;  // of the left matrix
constexpr std::uint32_t matrix_piece =
    swizzled_bytes;  // bytes of memory that are read side by side

/// What a descriptor says of a matrix in shared memory (PTX ISA 9.7.17.5.1, "Matrix Descriptor
/// Format"): bytes, in the low 18 bits of addresses.
struct Descriptor {
  Value begin = 0;
  Value leading = 0;
  Value stride = 0;
  Value swizzle = 0;
  bool begins_pattern = true;

  explicit Descriptor(Value bits) {
    const auto field = [&](int shift, int width) {
      return static_cast<Value>(static_cast<std::uint64_t>(bits) >> shift) &
             ((Value{1} << width) - 1);
    };
    constexpr std::array<Value, 4> swizzles = {0, 128, 64, 32};
    begin = field(0, 14) * matrix_piece;
    leading = field(16, 14) * matrix_piece;
    stride = field(32, 14) * matrix_piece;
    swizzle = swizzles[static_cast<std::size_t>(field(62, 2))];
    begins_pattern = field(49, 3) == 0;
  }

  /// The piece of a matrix of which elements along the depth lie side by side: of the line, a row
  /// of the left matrix or a column of the right one, the first or the second half of the depth.
  Value along_depth(Value line, Value half) const {
    const Value pitch = swizzle == 0 ? matrix_piece : swizzle;
    const Value next = swizzle == 0 ? leading : Value{matrix_piece};
    return swizzled(swizzle, begin + line / 8 * stride + line % 8 * pitch + half * next);
  }

  /// The piece of a matrix of which elements of eight lines lie side by side: those from line
  /// 8 * `eighth` on, at that depth.
  Value across_depth(Value eighth, Value depth) const {
    const Value side_by_side = swizzle == 0 ? 1 : swizzle / matrix_piece;
    const Value from_eight = swizzle == 0 ? leading : stride;  // of the depth
    const Value from_block = swizzle == 0 ? stride : leading;  // of lines
    const Value pitch = swizzle == 0 ? matrix_piece : swizzle;
    return swizzled(swizzle, begin + eighth / side_by_side * from_block +
                                 eighth % side_by_side * matrix_piece + depth / 8 * from_eight +
                                 depth % 8 * pitch);
  }
};

class Product {
 public:
  Product(LaunchState& launch, std::span<Running> threads, Clocks& clocks, std::uint32_t block)
      : launch_(launch), threads_(threads), clocks_(clocks), block_(block) {
    for (Running& thread : threads) {
      steps_.push_back(
          std::make_unique<Step>(launch.around, thread.executor, thread.state, thread.code));
    }
    what_ = &std::get<MatrixProduct>(first().instruction().operation);
  }

  void run() {
    launch_.run.asynchronous = true;
    find_known();
    const bool adds = same_number(4, {'p', 1}, "whether sums are read") != 0;
    Matrix left(warpgroup_rows, what_->depth);
    if (what_->left_in_registers) {
      for (std::uint32_t thread = 0; thread < warpgroup_size; ++thread) {
        Step& step = *steps_[thread];
        read_fragments(step, step.operands()[2], what_->left, thread, left_fragment, left);
      }
    } else {
      const Descriptor descriptor(same_number(2, {'b', 64}, "the descriptor"));
      read_memory(descriptor, what_->left, what_->left_by_columns, warpgroup_rows, left);
    }
    Matrix right(what_->columns, what_->depth);
    const Descriptor descriptor(same_number(3, {'b', 64}, "the descriptor"));
    read_memory(descriptor, what_->right, what_->right_by_rows, what_->columns, right);
    if (what_->negates_left != what_->negates_right) left.negate();
    for (std::uint32_t thread = 0; thread < warpgroup_size; ++thread) {
      add_products(*steps_[thread], *what_, left, right, thread, adds);
    }
  }

 private:
  Step& first() const { return *steps_.front(); }

  [[noreturn]] void leave_open(const std::string& why) const {
    throw LeftOpen{why, &first().statement(), true};
  }

  /// What is before the operation.
  void find_known() {
    std::vector<Clocks::Given> given;
    for (const Running& thread : threads_) {
      if (thread.issued.matrices != threads_.front().issued.matrices) {
        leave_open("threads of a warpgroup have committed different groups");
      }
      given.push_back(thread.issued.fenced);
    }
    known_ = {Clocks::meet(given), Clocks::join(given)};
  }

  Value number(Step& step, const code::Operand& operand, code::Type type) const {
    if (!step.is_undefined(operand) && !step.is_unwritten(operand)) {
      const Abstract known = step.number(operand, type).known;
      if (known.is_constant()) return known.number;
    }
    throw LeftOpen{"what it multiplies is not known", &step.statement(), true};
  }

  /// What the operand is, of all threads.
  Value same_number(std::size_t operand, code::Type type, const std::string& what) {
    std::optional<Value> found;
    for (const auto& step : steps_) {
      const Value one = number(*step, step->operands()[operand], type);
      if (found && *found != one) leave_open("threads of a warpgroup differ in " + what);
      found = one;
    }
    return *found;
  }

  /// Elements of a piece, from its first byte on.
  template <class Use>
  void for_each_element(MatrixElement element, Value window, Use&& use) {
    const std::array<std::uint64_t, 2> halves = read_piece(window);
    const std::uint32_t bits = code::bits_of(element);
    for (std::uint32_t i = 0; i < 8 * matrix_piece / bits; ++i) {
      const std::uint64_t half = halves[i * bits / 64];
      const auto held = static_cast<std::uint32_t>(half >> (i * bits % 64));
      note_if_cut(first(), element, held);
      use(i, number_of(element, held));
    }
  }

  void read_memory(const Descriptor& descriptor, MatrixElement element, bool across,
                   std::uint32_t lines, Matrix& matrix) {
    find_object(descriptor);
    if (across) {
      for (std::uint32_t eighth = 0; eighth < lines / 8; ++eighth) {
        for (std::uint32_t depth = 0; depth < what_->depth; ++depth) {
          for_each_element(element, descriptor.across_depth(eighth, depth),
                           [&](std::uint32_t i, MatrixNumber number) {
                             matrix.at(8 * eighth + i, depth) = number;
                           });
        }
      }
      return;
    }
    for (std::uint32_t line = 0; line < lines; ++line) {
      for (std::uint32_t half = 0; half < 2; ++half) {
        for_each_element(element, descriptor.along_depth(line, half),
                         [&](std::uint32_t i, MatrixNumber number) {
                           matrix.at(line, half * what_->depth / 2 + i) = number;
                         });
      }
    }
  }

  void find_object(const Descriptor& descriptor) {
    if (!descriptor.begins_pattern) leave_open("a matrix begins within the pattern of its swizzle");
    const auto found =
        launch_.around.memory.place_in_window(first().executor().cta, descriptor.begin);
    if (!found) leave_open("where a matrix lies is not known");
    object_ = found->first;
    window_ = descriptor.begin - found->second;
    if (descriptor.swizzle != 0) {
      note_alignment(first(), object_, pattern_bytes(descriptor.swizzle));
    }
  }

  std::array<std::uint64_t, 2> read_piece(Value window) {
    Memory& memory = launch_.around.memory;
    const Object& object = memory.at(object_);
    const std::uint32_t width = object.width.value_or(object.usual_width);
    const Value begin = window - window_;
    launch_.require_data({object_, begin, matrix_piece}, first().statement());
    if (memory.misplaced({object_, begin, 1}) ||
        memory.misplaced({object_, begin + matrix_piece - 1, 1})) {
      leave_open("a matrix reaches out of the array in which it begins");
    }
    Touch touch = touch_of(width);
    std::array<std::uint64_t, 2> halves = {};
    for (std::uint32_t at = 0; at < matrix_piece; at += width) {
      const Element element{object_, begin + at, width};
      touch.offset = element.offset;
      note_access(launch_, clocks_, object_, touch, known_);
      const Value value = launch_.run.contents.load(memory, element, memory.is_float(element));
      const std::uint64_t mask =
          width == 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << 8 * width) - 1;
      halves[at / 8] |= (static_cast<std::uint64_t>(value) & mask) << (8 * (at % 8));
    }
    return halves;
  }

  Touch touch_of(std::uint32_t width) const {
    const Running& leader = threads_.front();
    Touch touch;
    touch.statement = &first().statement();
    touch.block = block_;
    touch.thread = leader.executor.in_block;
    touch.moment = clocks_.group(touch.thread, Clocks::Group::matrices, leader.issued.matrices + 1);
    touch.width = static_cast<std::uint8_t>(width);
    touch.kind = TouchKind::load;
    touch.by = TouchedBy::matrix;
    touch.in_shared = true;
    return touch;
  }

  LaunchState& launch_;
  std::span<Running> threads_;
  Clocks& clocks_;
  std::uint32_t block_;
  std::vector<std::unique_ptr<Step>> steps_;
  const MatrixProduct* what_ = nullptr;
  WarpgroupKnown known_;
  std::uint16_t object_ = 0;  // that the matrix lies in, and where its window begins
  Value window_ = 0;
};

/// Whether all of the threads have come to one product.
bool has_warpgroup_come(std::span<const Running> threads) {
  const auto place = [](const Running& thread) {
    return std::pair(thread.state.frame.function, thread.state.frame.statement);
  };
  return std::ranges::all_of(threads, [&](const Running& thread) {
    return thread.status == ThreadStatus::at_matrix && place(thread) == place(threads.front());
  });
}

}  // namespace

void require_warpgroup(const LaunchState& launch, std::span<const Running> threads,
                       std::uint32_t number) {
  const Statement* const at = &threads[number].state.statement();
  if (launch.recording != nullptr) {
    throw LeftOpen{"matrices are multiplied where threads tell each other something", at};
  }
  if (!launch.around.launch.usual_reading) {
    throw LeftOpen{"what the ISA leaves open is not read as usual", at, true};
  }
  if (number - number % warpgroup_size + warpgroup_size <= threads.size()) return;
  throw LeftOpen{"a warpgroup has 128 threads, and the block has no whole one there", at, true};
}

bool multiply_matrices(LaunchState& launch, std::span<Running> threads, Clocks& clocks,
                       std::uint32_t block) {
  bool some = false;
  for (std::size_t i = 0; i + warpgroup_size <= threads.size(); i += warpgroup_size) {
    const std::span<Running> group = threads.subspan(i, warpgroup_size);
    if (!has_warpgroup_come(group)) continue;
    Product(launch, group, clocks, block).run();
    some = true;
    for (Running& thread : group) {
      thread.status = ThreadStatus::runs;
      ++thread.state.frame.statement;
    }
  }
  return some;
}

}  // namespace opexplore::kernel
