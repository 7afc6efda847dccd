#include "studies/replay/document_places.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace opexplore {
namespace {

using documents::Node;

SourcePlace place_in(const Node& object) {
  return {object["line"].whole<std::uint32_t>("a line"),
          object["column"].whole<std::uint32_t>("a column")};
}

void take_place(const Node& node, Instruction& instruction) {
  instruction.place = place_in(node);
  instruction.text = node["text"].text("the text of an instruction");
  if (const auto code = node.find("code")) {
    code->require_object("a place in the source");
    instruction.code =
        CodePlace{(*code)["file"].text("a file"), place_in(*code), (*code)["text"].text("a line")};
  }
}

// As many as both have: that they are the same number is seen when all is compared.
void take_thread(const Node& node, Thread& thread) {
  if (const auto label = node.find("label")) thread.label = label->text("the name of a thread");
  std::size_t next = 0;
  for (const Node instruction : node["instructions"].elements("the instructions")) {
    if (next < thread.instructions.size()) take_place(instruction, thread.instructions[next++]);
  }
}

}  // namespace

void take_places(const Node& test, WrittenTest& written) {
  const auto from = test.find("translated_from");
  if (!from) return;
  written.translated_from = from->nonempty_text("the file of a kernel");
  std::size_t next = 0;
  for (const Node thread : test["threads"].elements("the threads")) {
    if (next < written.test.program.threads.size()) {
      take_thread(thread, written.test.program.threads[next++]);
    }
  }
}

}  // namespace opexplore
