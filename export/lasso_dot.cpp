#include "export/lasso_dot.hpp"

#include <ostream>
#include <string_view>
#include <vector>

#include "export/dot.hpp"
#include "export/dot_text.hpp"
#include "export/event_graph.hpp"
#include "export/termination_words.hpp"

namespace opexplore {
namespace {

// Draws one lasso. Nodes are called by the numbers of their steps, s1 and on; what a thread that
// has no step in the loop does instead is t0 and on.
class LassoDrawing {
 public:
  LassoDrawing(std::ostream& out, const Test& test, const Lasso& lasso)
      : out_(out), test_(test), first_of_loop_(lasso.stem.steps.size()), lasso_(lasso) {
    for (const TraceStep& step : lasso.stem.steps) steps_.push_back(&step);
    for (const TraceStep& step : lasso.loop) steps_.push_back(&step);
  }

  void write(const std::string& source) const {
    out_ << "digraph " << dot_quoted(test_.name) << " {\n";
    out_ << "  label=" << dot_quoted("Test " + test_.name + ", " + source) << ";\n";
    out_ << "  node [shape=none, fontname=\"monospace\"];\n";
    for (std::size_t thread = 0; thread < test_.program.threads.size(); ++thread) {
      write_thread(static_cast<ThreadId>(thread));
    }
    for (std::size_t thread = 0; thread < test_.program.threads.size(); ++thread) {
      write_order(static_cast<ThreadId>(thread));
    }
    write_reads();
    out_ << "}\n";
  }

 private:
  using Numbers = std::vector<std::size_t>;  // of steps, from 0

  Numbers steps_of(ThreadId thread) const {
    Numbers numbers;
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      if (steps_[i]->step.thread == thread) numbers.push_back(i);
    }
    return numbers;
  }

  std::string operation(const TraceStep& step) const {
    std::string text;
    for (const Event& event : step.events) {
      if (event.kind != Event::Kind::read && event.kind != Event::Kind::write) continue;
      const auto& addresses = test_.program.addresses;
      const std::string name =
          event.address < addresses.size() ? addresses[event.address].name : "?";
      text += (text.empty() ? "" : " ") +
              access_text(event.kind == Event::Kind::read ? 'R' : 'W', name, event.value);
    }
    if (!text.empty()) return text;
    const auto& instructions = test_.program.threads[step.step.thread].instructions;
    if (!step.instruction || *step.instruction >= instructions.size())
      return std::string(step.rule);
    return instructions[*step.instruction].text;
  }

  void write_node(std::size_t number, std::string_view indent) const {
    const std::string label = operation(*steps_[number]) + " (" + std::to_string(number + 1) + ')';
    out_ << indent << 's' << number + 1 << " [label=" << dot_quoted(label) << "];\n";
  }

  void write_thread(ThreadId thread) const {
    const Numbers numbers = steps_of(thread);
    out_ << "  subgraph cluster_" << +thread
         << " {\n    label=" << dot_quoted(thread_label(test_.program, thread)) << ";\n";
    for (const std::size_t number : numbers) {
      if (number < first_of_loop_) write_node(number, "    ");
    }
    if (!numbers.empty() && numbers.back() >= first_of_loop_) {
      out_ << "    subgraph cluster_" << +thread
           << "_loop {\n      label=\"loop\"; style=dashed;\n";
      for (const std::size_t number : numbers) {
        if (number >= first_of_loop_) write_node(number, "      ");
      }
      out_ << "    }\n";
    }
    if (thread < lasso_.threads.size() && lasso_.threads[thread].role != Role::steps) {
      out_ << "    t" << +thread << " [shape=plaintext, fontname=\"sans\", label="
           << dot_quoted(thread_text(lasso_.threads[thread])) << "];\n";
    }
    out_ << "  }\n";
  }

  void write_order(ThreadId thread) const {
    const Numbers numbers = steps_of(thread);
    std::size_t first = steps_.size();  // of the loop
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      if (i > 0) {
        out_ << "  s" << numbers[i - 1] + 1 << " -> s" << numbers[i] + 1
             << " [label=\"po\", color=\"black\", fontcolor=\"black\"];\n";
      }
      if (numbers[i] >= first_of_loop_ && first == steps_.size()) first = numbers[i];
    }
    if (first == steps_.size()) return;
    out_ << "  s" << numbers.back() + 1 << " -> s" << first + 1
         << " [label=\"for ever\", color=\"black\", fontcolor=\"black\", style=bold, "
            "constraint=false];\n";
  }

  // Names of writes may be given again in the next turn: the last step with that name before the
  // read made it, or, in the loop, the last of all.
  void write_reads() const {
    for (std::size_t reader = 0; reader < steps_.size(); ++reader) {
      for (const Event& event : steps_[reader]->events) {
        if (event.kind != Event::Kind::read || event.reads_from.empty()) continue;
        const std::size_t writer = writer_of(event.reads_from, reader);
        if (writer == steps_.size()) continue;
        out_ << "  s" << writer + 1 << " -> s" << reader + 1
             << " [label=\"rf\", color=\"red\", fontcolor=\"red\", constraint=false];\n";
      }
    }
  }

  bool is_writer(std::size_t number, const std::string& id) const {
    for (const Event& event : steps_[number]->events) {
      if (event.kind == Event::Kind::write && event.id == id) return true;
    }
    return false;
  }

  std::size_t writer_of(const std::string& id, std::size_t reader) const {
    for (std::size_t number = reader; number-- > 0;) {
      if (is_writer(number, id)) return number;
    }
    if (reader < first_of_loop_) return steps_.size();
    for (std::size_t number = steps_.size(); number-- > reader;) {
      if (is_writer(number, id)) return number;
    }
    return steps_.size();
  }

  std::ostream& out_;
  const Test& test_;
  std::size_t first_of_loop_;
  const Lasso& lasso_;
  std::vector<const TraceStep*> steps_;
};

}  // namespace

void write_lasso_dot(std::ostream& out, const Test& test, const Lasso& lasso,
                     const std::string& source) {
  LassoDrawing(out, test, lasso).write(source);
}

void write_termination_dot(std::ostream& out, const Test& test, const TerminationReport& report) {
  for (const EndJudgement& judgement : report.judgements) {
    if (!judgement.lasso) continue;
    write_lasso_dot(out, test, *judgement.lasso,
                    report.machine + ", for ever under " + judgement.promise.name);
  }
  if (report.deadlock) {
    write_dot(out, test, marked_graph(test, report.deadlock->path),
              {{report.machine, "deadlock: " + report.deadlock->reason}});
  }
}

}  // namespace opexplore
