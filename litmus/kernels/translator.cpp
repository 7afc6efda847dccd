#include "litmus/kernels/translator.hpp"

#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "litmus/input/suggestion.hpp"
#include "litmus/kernels/any_value.hpp"
#include "litmus/kernels/asked_memory.hpp"
#include "litmus/kernels/assumptions.hpp"
#include "litmus/kernels/clusters.hpp"
#include "litmus/kernels/computed.hpp"
#include "litmus/kernels/describe.hpp"
#include "litmus/kernels/executors.hpp"
#include "litmus/kernels/launch_notes.hpp"
#include "litmus/kernels/launch_reader.hpp"
#include "litmus/kernels/names.hpp"
#include "litmus/kernels/not_given.hpp"
#include "litmus/kernels/program_checks.hpp"
#include "litmus/kernels/protocol/learn.hpp"
#include "litmus/kernels/question.hpp"
#include "litmus/kernels/read_only.hpp"
#include "litmus/kernels/setup.hpp"
#include "litmus/kernels/thread.hpp"
#include "litmus/kernels/uncomputed.hpp"
#include "litmus/kernels/unwritten.hpp"
#include "litmus/kernels/whole/end.hpp"
#include "litmus/kernels/whole/excerpt.hpp"
#include "litmus/kernels/whole/launch_run.hpp"
#include "litmus/language/limits.hpp"
#include "litmus/language/tokens.hpp"
#include "opmodel/instruction.hpp"

namespace opexplore::kernel {

namespace {

using detail::quote;

/// The name in the source, "handoff" for "_Z7handoffPi"; the name in the module where two kernels
/// would share one.
std::string name_of_kernel(const Module& module, const Entry& entry) {
  std::string name = plain_name(entry.name.text);
  const auto same = std::ranges::count_if(
      module.entries, [&](const Entry& other) { return plain_name(other.name.text) == name; });
  return same == 1 && !name.empty() ? name : std::string(entry.name.text);
}

/// The register of the kernel that a question means, if there is one of that name.
std::optional<std::uint16_t> ptx_register(const Entry& entry, const std::string& name) {
  const auto percent = find_register(entry, 0, '%' + name);
  return percent ? percent : find_register(entry, 0, name);
}

void set_addresses(Action& action, const std::vector<AddressId>& addresses) {
  MemoryAccess* const access = memory_access(action);
  if (access != nullptr) access->address = addresses[access->address];
  auto* const asynchronous = std::get_if<Asynchronous>(&action);
  if (asynchronous == nullptr) return;
  for_each_address(asynchronous->what, [&](AddressId& address) { address = addresses[address]; });
}

void place(const Executor& executor, Thread& thread) {
  if (cluster_size(executor) > 1) thread.cluster = first_cta(executor);
  thread.grid = executor.awaits;
}

class Translator {
 public:
  Translator(const Source& source, const Module& module, const Launch& launch, Sizes& sizes)
      : around_{
            source, module, launch, false,
            false,  sizes,  {},     CodePlaces(module, source.path, launch.reads_source_files)} {}

  LaunchedKernel run() {
    prepare();
    threads_ = executors_of(around_);
    around_.memory.join_inherited();
    observed_.resize(threads_.size());
    renamed(around_.launch.question, noting());
    translate_all();
    return launched();
  }

  /// The same of what is left where the launch is run once. Throws LeftOpen where that does not say
  /// what all executions do, and shows no bug.
  LaunchedKernel run_once() {
    prepare();
    around_.approximates = true;
    refuse_registers();
    const LaunchedExecutor first = first_executor(around_);
    refuse_clusters(first.executor);
    around_.memory.join_inherited();
    around_.several_ctas = false;
    run_ = run_launch(around_, first.executor, *first.entry);
    if (run_->open && !run_->shows_a_bug()) throw LeftOpen(*run_->open);
    Excerpt excerpt = excerpt_of(around_, *run_, first);
    threads_ = std::move(excerpt.threads);
    codes_ = std::move(excerpt.codes);
    observed_.resize(threads_.size());
    LaunchedKernel result = launched();
    Facts::Whole& whole = result.facts.whole.emplace();
    whole.threads = size(first.executor.blocks) * size(first.executor.threads_per_block);
    whole.instructions = run_->instructions;
    whole.asynchronous = run_->asynchronous;
    whole.decides = !run_->open && !run_->shows_a_bug();
    whole.bugs = run_->races.size() + (run_->divergence || run_->deadlock || run_->stop ? 1 : 0);
    for (const WholeRace& race : run_->races) {
      const auto earlier = around_.places.of(*race.earlier.statement);
      const auto later = around_.places.of(*race.later.statement);
      if (earlier && later && race.earlier.block == race.later.block) {
        const TouchedBy first_by = race.earlier.by;
        const bool crosses =
            is_by_asynchronous_proxy(race.later.by) && !is_by_asynchronous_proxy(first_by);
        whole.races.push_back({*earlier, *later, crosses, first_by == TouchedBy::copy});
      }
    }
    return result;
  }

  /// The same of the threads that others can tell something of. Throws LeftOpen where the others do
  /// not follow from these, and LocationsLearnt.
  LaunchedKernel run_blocks(Locations& locations) {
    prepare();
    around_.approximates = true;
    refuse_registers();
    const LaunchedExecutor first = first_executor(around_);
    refuse_clusters(first.executor);
    around_.memory.join_inherited();
    around_.several_ctas = size(first.executor.blocks) > 1;
    if (!around_.launch.shown.empty()) throw LeftOpen{"elements are to be shown"};
    renamed(around_.launch.question, mentioning(around_));
    around_.memory.learns();
    const std::vector<Element> asked = around_.memory.elements_of_addresses();
    for (const Element& one : asked) {
      locations.add(around_.memory.key_of(one.object), one.offset, one.width);
    }
    Protocol protocol = learn_protocol(
        around_, first, locations,
        [&](const Protocol& programs, const std::vector<Observable>& observed, SearchWish wish) {
          return around_.launch.ends_of(searched(programs, observed), wish);
        });
    take(protocol);
    const std::uint64_t all = size(first.executor.blocks) * size(first.executor.threads_per_block);
    protocol_ = std::move(protocol);
    show_settled(asked);
    LaunchedKernel result = launched();
    if (protocol_->in_part) {
      Facts::Whole& whole = result.facts.whole.emplace();
      whole.threads = all;
      whole.instructions = protocol_->instructions;
      whole.bugs = 1;
    } else {
      result.facts.threads_followed = all - threads_.size();
    }
    return result;
  }

 private:
  void take(const Protocol& programs) {
    threads_ = programs.threads;
    codes_ = programs.codes;
    observed_.assign(threads_.size(), {});
  }

  /// Locations that no program accesses, as far as they can be left out.
  template <class F>
  void leave_out_unused(F&& can_be) {
    std::set<AddressId> used;
    for (const ThreadCode& code : codes_) {
      for (const Instruction& instruction : code.instructions) {
        if (const auto address = address_of(instruction.action)) used.insert(*address);
      }
    }
    for (std::size_t i = around_.memory.elements(); i-- > 0;) {
      const auto location = static_cast<AddressId>(i);
      if (!used.contains(location) && can_be(location)) around_.memory.leave_out(location);
    }
  }

  /// Memory holds what the programs leave out, and what they need not show has no location.
  void show_settled(const std::vector<Element>& asked) {
    for (const auto& [location, value] : protocol_->settled) {
      around_.memory.set_initial(location, value);
    }
    leave_out_unused([&](AddressId location) {
      const bool shown = !protocol_->in_part || has(asked, around_.memory.element_of(location));
      return around_.memory.object_of(location).hidden || !shown;
    });
    if (around_.memory.elements() > max_addresses) leave_out_settled(asked);
    require_few_locations(around_.memory);
  }

  /// Settled locations that were not asked for, but for the first of each object.
  void leave_out_settled(const std::vector<Element>& asked) {
    constexpr std::size_t most_shown = 4;
    std::map<std::uint16_t, std::size_t> shown;
    for (const Element& element : around_.memory.elements_of_addresses()) {
      const auto settled = std::ranges::find_if(protocol_->settled, [&](const auto& one) {
        return has({around_.memory.element_of(one.first)}, element);
      });
      if (settled == protocol_->settled.end() || has(asked, element)) continue;
      if (++shown[element.object] <= most_shown) continue;
      around_.memory.leave_out(settled->first);
      protocol_->settled.erase(settled);
    }
  }

  static bool has(const std::vector<Element>& elements, const Element& wanted) {
    return std::ranges::any_of(elements, [&](const Element& one) {
      return one.object == wanted.object && one.offset == wanted.offset;
    });
  }

  static void require_few_locations(const Memory& memory) {
    if (memory.elements() <= max_addresses) return;
    throw LeftOpen{"threads share more than " + std::to_string(max_addresses) +
                   " places in memory, and not all can be looked at one by one"};
  }

  /// A test whose outcomes are what these hold at the end.
  Test searched(const Protocol& programs, const std::vector<Observable>& observed) const {
    Translator copy = *this;
    copy.take(programs);
    copy.leave_out_unused([&](AddressId location) {
      return std::ranges::find(observed, Observable{LocationTerm{location}}) == observed.end();
    });
    require_few_locations(copy.around_.memory);
    copy.asks_nothing_ = true;
    Test test = copy.finish();
    for (Observable one : observed) {
      if (auto* const at = std::get_if<LocationTerm>(&one)) {
        at->address = copy.address_at_end(at->address);
      }
      test.observables.push_back(one);
    }
    return test;
  }

  /// The program's address of an element.
  AddressId address_at_end(AddressId provisional) const {
    const Element& wanted = around_.memory.element_of(provisional);
    const auto elements = around_.memory.elements_of_addresses();
    std::size_t i = 0;
    while (elements[i].object != wanted.object || elements[i].offset != wanted.offset) ++i;
    return static_cast<AddressId>(i);
  }

  /// Threads of a launch that is run once have no registers when it has ended.
  void refuse_registers() const {
    bool asks = false;
    renamed(around_.launch.question, {[&](std::uint32_t, const std::string& name, bool) {
                                        asks = true;
                                        return name;
                                      },
                                      [](const std::string& name, int) { return name; }});
    if (asks) throw LeftOpen{"registers of threads are asked for"};
  }

  /// Blocks of a cluster are not run by themselves.
  static void refuse_clusters(const Executor& executor) {
    if (cluster_size(executor) > 1) throw LeftOpen{"blocks of a cluster wait for each other"};
  }

  void prepare() {
    around_.launch.deadline.check();
    check_variables();
    if (around_.launch.setup) run_setup(around_);
  }

  LaunchedKernel launched() {
    std::vector<Assumption> assumed;
    if (run_) assumed = assumptions_of_run(around_, *run_);
    LaunchedKernel result{finish(), {}};
    observe_stops(result);
    result.facts.file = result.test.path;
    if (around_.module.language == Language::cxx) {
      result.facts.language = SourceLanguage::llvm;
    }
    result.facts.chosen_launch = around_.launch.chosen;
    describe_locations(around_, result.test.program, result.facts);
    for (const auto& [statement, bytes] : around_.sizes.accessed) {
      result.facts.access_bytes[{statement->place.line, statement->place.column}] = bytes;
    }
    describe_launch(around_, threads_, result.facts);
    result.facts.cooperative = around_.cooperative || around_.launch.cooperative;
    result.facts.assumed =
        run_ ? std::move(assumed) : assumptions_on_memory(around_, codes_, result.test.program);
    if (protocol_) add_assumptions(result.facts.assumed);
    for (const auto& [name, value] : around_.launch.assumed_numbers) {
      result.facts.assumed.push_back({Assumption::What::number, name, value});
    }
    const auto code_prints = [](const ThreadCode& code) { return code.prints; };
    const bool prints = std::ranges::any_of(codes_, code_prints) || (run_ && run_->prints) ||
                        (protocol_ && protocol_->prints);
    add_notes(around_, threads_, prints, result);
    watch_places(around_.launch, result);
    return result;
  }

  /// Those of blocks that were run.
  void add_assumptions(std::vector<Assumption>& assumed) const {
    for (Assumption& one : assumptions_of_objects(around_, [&](std::uint16_t object) {
           return protocol_->read_at_start.contains(object);
         })) {
      if (std::ranges::find(assumed, one) == assumed.end()) assumed.push_back(std::move(one));
    }
  }

  void check_variables() const {
    std::vector<std::string_view> names;
    for (const Variable& variable : around_.module.variables) names.push_back(variable.name.text);
    for (const Entry& entry : around_.module.entries) {
      for (const Variable& variable : entry.variables) names.push_back(variable.name.text);
    }
    for (const Binding& binding : around_.launch.variables) {
      const auto is_it = [&](std::string_view name) { return names_variable(binding.name, name); };
      if (std::ranges::any_of(names, is_it)) continue;
      throw InputError(around_.launch.path, {}, "the module has no variable " + quote(binding.name),
                       detail::did_you_mean(binding.name, names));
    }
  }

  bool is_result(std::size_t thread, const std::string& name) const {
    return std::ranges::any_of(threads_[thread].results,
                               [&](const NewRegister& reg) { return reg.result == name; });
  }

  /// Before the threads are translated: which registers count.
  Names noting() {
    return {[this](std::uint32_t thread, const std::string& name, bool percent) {
              if (thread < threads_.size() && (percent || !is_result(thread, name))) {
                const auto reg = ptx_register(*threads_[thread].entry, name);
                if (reg) observed_[thread].insert(*reg);
              }
              return name;
            },
            [](const std::string& name, int) { return name; }};
  }

  /// Until what was assumed of meetings is what the threads do (see Meetings).
  void translate_all() {
    constexpr std::size_t most_rounds = 64;
    const Memory memory = around_.memory;  // as a setup has left it
    const auto uncomputed = around_.uncomputed;
    for (std::size_t round = 0; round < most_rounds; ++round) {
      around_.memory = memory;
      around_.choices.clear();
      around_.uncomputed = uncomputed;
      codes_.clear();
      for (std::size_t i = 0; i < threads_.size(); ++i) translate(i);
      if (!around_.meetings.learn(codes_)) return;
    }
    around_.source.fail(threads_.front().entry->name.place,
                        "not modelled: which lanes come to the warp-level instructions of this "
                        "kernel depends on what they exchange there",
                        "launch fewer threads");
  }

  void translate(std::size_t number) {
    const LaunchedExecutor& launched = threads_[number];
    ThreadCode start;
    for (const NewRegister& result : launched.results) {
      const auto id = static_cast<RegisterId>(start.registers.size());
      if (start.by_result.emplace(result.result, id).second) start.registers.push_back(result);
    }
    for (const std::uint16_t reg : observed_[number]) {
      const auto id = static_cast<RegisterId>(start.registers.size());
      start.by_ptx.emplace(reg, id);
      start.registers.push_back({reg, "", launched.entry->registers[reg].type});
    }
    if (start.registers.size() > max_registers) {
      throw InputError(around_.launch.path, {}, "too many results");
    }
    codes_.push_back(thread_code(around_, launched.executor, *launched.entry, observed_[number],
                                 std::move(start)));
  }

  /// Names that the dialects of litmus tests allow: those of the results, then those of the kernel
  /// where they are r1 or p1, then free ones.
  std::vector<Register> registers_of(std::size_t number) const {
    const ThreadCode& code = codes_[number];
    std::vector<Register> result(code.registers.size());
    std::set<std::string> taken;
    const auto name = [&](std::size_t i, std::string wanted) {
      if (!result[i].name.empty() || !taken.insert(wanted).second) return;
      result[i].name = std::move(wanted);
    };
    for (std::size_t i = 0; i < result.size(); ++i) {
      result[i].type = number_type(
          {code.registers[i].type.kind == 'p' ? 'p' : 's', code.registers[i].type.bits});
      if (!code.registers[i].result.empty()) name(i, code.registers[i].result);
    }
    for (std::size_t i = 0; i < result.size(); ++i) {
      if (!code.registers[i].ptx) continue;
      const std::string& wanted = threads_[number].entry->registers[*code.registers[i].ptx].name;
      const bool pred = result[i].type == NumberType::pred;
      if (pred ? detail::is_predicate(wanted) : detail::is_register(wanted)) name(i, wanted);
    }
    std::size_t next = 0;
    for (std::size_t i = 0; i < result.size(); ++i) {
      const std::string letter = result[i].type == NumberType::pred ? "p" : "r";
      while (result[i].name.empty()) name(i, letter + std::to_string(next++));
    }
    return result;
  }

  /// So of what is left of a launch that shows a bug: it does not come to its end.
  bool asks_nothing() const { return asks_nothing_ || (run_ && run_->shows_a_bug()); }

  void add_threads(Program& program) {
    const std::vector<std::string> labels = thread_labels(around_, threads_);
    for (std::size_t i = 0; i < threads_.size(); ++i) {
      const Executor& executor = threads_[i].executor;
      program.threads.push_back({executor.cta, executor.gpu, executor.warp,
                                 std::move(codes_[i].instructions), registers_of(i), labels[i]});
      place(executor, program.threads.back());
    }
  }

  Test finish() {
    Test test;
    const Launch& launch = around_.launch;
    test.path = around_.source.path;
    test.program.language = around_.module.language;
    if (is_cuda_file(test.path)) test.listing = "PTX";
    test.name =
        launch.name.empty() ? name_of_kernel(around_.module, *threads_.front().entry) : launch.name;
    add_threads(test.program);
    add_chooser(around_, test.program);
    if (!asks_nothing()) renamed(launch.question, mentioning(around_));
    if (run_) show_end(around_, *run_);
    resolve_computed(around_, codes_, test.program);
    note_writes(around_, test.program);
    for (std::size_t i = 0; i < threads_.size(); ++i) {
      test.program.threads[i].registers = registers_of(i);  // now that all of them are known
    }
    const std::vector<AddressId> addresses = around_.memory.finish(test.program);
    for (Thread& thread : test.program.threads) {
      for (Instruction& instruction : thread.instructions) {
        set_addresses(instruction.action, addresses);
      }
    }
    check_program(around_, test.program);
    if (!separate_read_only(around_.read_only, test.program)) {
      around_.source.fail(around_.read_only.front(),
                          "too many locations: the limit is " + std::to_string(max_addresses),
                          "launch fewer threads or smaller arrays");
    }
    if (asks_nothing()) return test;
    if (!launch.question.empty()) {
      read_question(renamed(launch.question, naming(test)), launch, float_bytes(), test);
      require_computed(around_, test);
    }
    if (!launch.shown.empty() || launch.question.empty()) show_written(test);
    return test;
  }

  /// By address, how many bytes floating-point numbers have; 0 of other elements.
  std::vector<std::uint32_t> float_bytes() const {
    std::vector<std::uint32_t> result;
    for (const Element& element : around_.memory.elements_of_addresses()) {
      result.push_back(around_.memory.is_float(element) ? element.width : 0);
    }
    return result;
  }

  /// Shows what is written, also by what the program leaves out.
  void show_written(Test& test) const {
    std::vector<bool> is_written = written_addresses(test.program);
    if (run_) is_written.assign(is_written.size(), true);
    if (protocol_) {
      for (const auto& [location, value] : protocol_->settled) {
        is_written[address_at_end(location)] = true;
      }
    }
    show_memory(around_, is_written, test);
  }

  /// Whether a thread stopped belongs to the outcome, behind what is shown.
  void observe_stops(LaunchedKernel& result) const {
    for (std::size_t i = 0; i < codes_.size(); ++i) {
      const ThreadCode& code = codes_[i];
      if (!code.stopped) continue;
      const auto thread = static_cast<ThreadId>(i);
      std::vector<Observable>& observed = result.test.observables;
      const Observable stopped = RegisterTerm{thread, *code.stopped};
      if (std::ranges::find(observed, stopped) == observed.end()) observed.push_back(stopped);
      for (std::size_t k = 0; k < code.stops.size(); ++k) {
        const CodeStop& stop = code.stops[k];
        Assertion told{thread,           *code.stopped, static_cast<Value>(k + 1),
                       stop.instruction, stop.kind,     stop.text};
        const auto memory = stop.kind == StopKind::null
                                ? memory_not_given(around_, result.test.program, *stop.statement)
                                : std::nullopt;
        if (memory) {
          told.kind = StopKind::not_given;
          told.text = *memory;
        }
        result.facts.assertions.push_back(std::move(told));
      }
    }
  }

  /// When all is known: what things are called in the test.
  Names naming(const Test& test) const {
    return {[this, &test](std::uint32_t thread, const std::string& name, bool percent) {
              if (thread >= threads_.size() || (!percent && is_result(thread, name))) return name;
              const auto ptx = ptx_register(*threads_[thread].entry, name);
              if (!ptx) return name;
              return test.program.threads[thread].registers[codes_[thread].by_ptx.at(*ptx)].name;
            },
            [this](const std::string& name, int index) {
              return asked_location(around_, name, index);
            }};
  }

  Surroundings around_;
  std::vector<LaunchedExecutor> threads_;
  std::vector<std::set<std::uint16_t>> observed_;  ///< by thread, registers of the kernel
  std::vector<ThreadCode> codes_;
  std::optional<LaunchRun> run_;      ///< where it is run once
  std::optional<Protocol> protocol_;  ///< where blocks are run
  bool asks_nothing_ = false;
};

}  // namespace

// The launch is read again as long as it learns how bytes are divided that are accessed in several
// sizes (see learn() of sizes.cpp).
LaunchedKernel translated(const Source& source, const Module& module, const Launch& launch,
                          Sizes& sizes) {
  while (true) {
    try {
      return Translator(source, module, launch, sizes).run();
    } catch (const SizesLearnt&) {  // again
    }
  }
}

LaunchedKernel translated_blocks(const Source& source, const Module& module, const Launch& launch) {
  Sizes sizes;
  Locations locations;
  while (true) {
    try {
      return Translator(source, module, launch, sizes).run_blocks(locations);
    } catch (const SizesLearnt&) {      // again
    } catch (const LocationsLearnt&) {  // likewise
    }
  }
}

LaunchedKernel translated_run(const Source& source, const Module& module, const Launch& launch) {
  Sizes sizes;  // that a setup learns
  while (true) {
    try {
      return Translator(source, module, launch, sizes).run_once();
    } catch (const SizesLearnt&) {  // again
    }
  }
}

}  // namespace opexplore::kernel
