#include <algorithm>
#include <filesystem>
#include <set>
#include <string>
#include <utility>

#include "litmus/input/lines.hpp"
#include "litmus/language/file_name.hpp"
#include "litmus/language/khronos_format/dialect.hpp"
#include "litmus/language/khronos_format/locations.hpp"
#include "litmus/language/reader.hpp"
#include "litmus/language/vulkan_format/synchronisations.hpp"

namespace opexplore::detail {

namespace {

/// Values for what is written without one: others than all that the test names.
class OtherValues {
 public:
  explicit OtherValues(const KhronosTest& test) {
    for (const KhronosThread& thread : test.threads) {
      for (const KhronosInstruction& instruction : thread.instructions) {
        if (instruction.read) named_.insert(*instruction.read);
        if (instruction.written) named_.insert(*instruction.written);
      }
    }
  }
  Value next() {
    while (named_.contains(next_)) ++next_;
    return next_++;
  }

 private:
  std::set<Value> named_;
  Value next_ = 1;
};

class ProgramReader {
 public:
  ProgramReader(const Source& source, const KhronosTest& written, Test& test)
      : builder_(source, vulkan_dialect),
        tokens_(source, {}),
        written_(written),
        others_(written),
        test_(test) {
    values_.kind = Proposition::Kind::conjunction;
  }

  void read(const std::vector<KhronosName>& names) {
    for (const KhronosName& name : names) declare(name);
    for (const KhronosThread& thread : written_.threads) {
      builder_.add_thread(thread.word);
      builder_.place_thread(last_thread(), {thread.workgroup, thread.queue_family, thread.subgroup},
                            {});
    }
    builder_.start_code();
    for (std::size_t i = 0; i < written_.threads.size(); ++i) {
      for (const KhronosInstruction& instruction : written_.threads[i].instructions) {
        add(static_cast<ThreadId>(i), instruction);
      }
    }
    builder_.finish_code();
    synchronise();
    builder_.check_accesses();
    test_.program = builder_.program();
    test_.shown = test_.observables.size();
    if (values_.parts.size() == 1) test_.filter = values_.parts.front();
    if (values_.parts.size() > 1) test_.filter = std::move(values_);
  }

 private:
  ThreadId last_thread() const {
    return static_cast<ThreadId>(builder_.program().threads.size() - 1);
  }

  void declare(const KhronosName& name) {
    if (name.name.text == name.location.text) return builder_.declare_location(name.name, 0);
    builder_.declare_alias(name.name, Proxy::generic, name.location);
  }

  void add(ThreadId thread, const KhronosInstruction& written) {
    Instruction instruction;
    instruction.place = written.first.place;
    instruction.text = written.text;
    instruction.action = action(thread, written);
    builder_.add_instruction(thread, std::move(instruction));
  }

  Action action(ThreadId thread, const KhronosInstruction& written) {
    switch (written.kind) {
      case KhronosKind::load: {
        Load load;
        access(thread, written, VulkanFamily::load, load);
        load.destination = returned(thread, written);
        return load;
      }
      case KhronosKind::store: {
        Store store;
        access(thread, written, VulkanFamily::store, store);
        store.value = value(written);
        return store;
      }
      case KhronosKind::read_modify_write: {
        Atomic atomic;
        access(thread, written, VulkanFamily::read_modify_write, atomic);
        atomic.op = AtomicOp::exch;
        atomic.destination = returned(thread, written);
        atomic.operand = value(written);
        return atomic;
      }
      case KhronosKind::fence: {
        Fence fence;
        fence.order = written.modifiers.order;
        fence.vulkan = attributes_of(VulkanFamily::fence, written.modifiers);
        return fence;
      }
      case KhronosKind::barrier: {
        Barrier barrier;
        barrier.order = written.modifiers.order;
        barrier.vulkan = attributes_of(VulkanFamily::barrier, written.modifiers);
        barrier.instance = written.instance;
        return barrier;
      }
      case KhronosKind::device_available:
        return DeviceOperation{DeviceOperationKind::make_available};
      case KhronosKind::device_visible:
        return DeviceOperation{DeviceOperationKind::make_visible};
    }
    return DeviceOperation{};
  }

  void access(ThreadId thread, const KhronosInstruction& written, VulkanFamily family,
              MemoryAccess& access) {
    const Order order = written.modifiers.order;
    access.order = order == Order::weak && written.modifiers.atomic ? Order::relaxed : order;
    access.vulkan = attributes_of(family, written.modifiers);
    access.address = *builder_.find_address(written.location.text);
    builder_.note_access({thread, 0, written.first.place, written.location.place, {}, {}});
  }

  Value value(const KhronosInstruction& written) {
    return written.written ? *written.written : others_.next();
  }

  /// A register for what is read, of which the filter says what it has to be.
  RegisterId returned(ThreadId thread, const KhronosInstruction& written) {
    const std::size_t number = builder_.program().threads[thread].registers.size();
    const RegisterId id = builder_.define_register(thread, written.location,
                                                   {.name = "r" + std::to_string(number)}, false);
    const auto index = static_cast<std::uint16_t>(test_.observables.size());
    test_.observables.emplace_back(RegisterTerm{thread, id});
    if (written.read) {
      Proposition& equal = values_.parts.emplace_back();
      equal.kind = Proposition::Kind::comparison;
      equal.left = ObservableIndex{index};
      equal.right = *written.read;
    }
    return id;
  }

  /// SSW knows threads by the numbers that they are given.
  void synchronise() {
    std::vector<WrittenSynchronisation> pairs;
    for (const KhronosPair& pair : written_.synchronisations) {
      pairs.push_back({pair.word, pair.first, pair.second, thread_called(pair.first),
                       thread_called(pair.second)});
    }
    add_synchronisations(tokens_, builder_, pairs);
  }

  std::uint32_t thread_called(const Token& name) const {
    for (std::size_t i = 0; i < written_.threads.size(); ++i) {
      const auto& number = written_.threads[i].name;
      if (number && std::to_string(*number) == name.text) return static_cast<std::uint32_t>(i);
    }
    tokens_.fail(name, "no thread is called " + quote(name),
                 "give it its number where it begins: 'NEWTHREAD " + std::string(name.text) + "'");
  }

  ProgramBuilder builder_;
  Tokens tokens_;  // says where complaints are
  const KhronosTest& written_;
  OtherValues others_;
  Test& test_;
  Proposition values_;  // of all that is read
};

}  // namespace

bool is_khronos_test(const Source& source) {
  if (std::filesystem::path(source.path).extension() == ".test") return true;
  std::string_view left = source.text;
  while (!left.empty()) {
    const std::size_t end = left.find('\n');
    const std::string_view line = trimmed(left.substr(0, end));
    if (!line.empty() && !line.starts_with("//")) return line.starts_with("NEW");
    left.remove_prefix(end == left.npos ? left.size() : end + 1);
  }
  return false;
}

void read_khronos_test(Scanner& scanner, SpelledTest& result) {
  const Source& source = scanner.source();
  KhronosLines lines = khronos_lines(source);
  if (lines.lines.empty()) {
    source.fail(scanner.place(), "expected NEWWG, found the end of the file",
                "a test of Khronos begins with NEWWG, NEWSG and NEWTHREAD");
  }
  KhronosTest written = read_khronos_lines(source, lines.lines);
  check_barriers(source, written);
  const std::vector<KhronosName> names = khronos_names(source, written);
  check_values(source, written, names);
  result.test.name = name_of_file(source.path);
  result.test.comments = std::move(lines.comments);
  ProgramReader(source, written, result.test).read(names);
  result.statements = std::move(written.statements);
  result.settings = {{"races", "follow"}, {"vulkan-reading", "khronos"}};
  result.dialect = vulkan_dialect;
  result.unwritable = barrier_of_another_reach(source, written);
}

}  // namespace opexplore::detail
