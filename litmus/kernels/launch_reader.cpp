#include "litmus/kernels/launch_reader.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <utility>

#include "litmus/input/documents/document.hpp"
#include "litmus/input/files.hpp"
#include "litmus/input/suggestion.hpp"
#include "litmus/kernels/llvm/module_reader.hpp"
#include "litmus/kernels/tensor_map.hpp"
#include "opmodel/words.hpp"

namespace opexplore::kernel {
namespace {

using documents::Document;
using documents::Node;

class LaunchReader {
 public:
  LaunchReader(std::string_view text, const std::string& path) : document_(text, path) {}

  Launch read() {
    const Node root = document_.root();
    root.require_object("a launch");
    Launch launch;
    launch.path = document_.path();
    const Node question = root["condition"];
    launch.question = question.nonempty_text("the condition");
    launch.question_place = question.place();
    ++launch.question_place.column;  // behind the quotation mark
    launch.question_in_json = true;
    if (const auto name = root.find("name")) {
      launch.name = name->nonempty_text("the name of the test");
    }
    if (const auto kernels = root.find("kernels")) {
      root.allow_only({"$schema", "name", "kernels", "variables", "memory", "initial_from",
                       "vector", "condition"});
      launch.grids = kernels->list(
          [&](const Node& kernel) {
            kernel.allow_only({"kernel", "grid", "block", "cluster", "dependent", "gpu",
                               "dynamic_shared", "threads", "parameters"},
                              "a kernel");
            return grid(kernel);
          },
          "the kernels");
    } else {
      root.allow_only({"$schema", "name", "kernel", "grid", "block", "cluster", "gpu",
                       "dynamic_shared", "threads", "parameters", "variables", "memory",
                       "initial_from", "vector", "condition"});
      launch.grids.push_back(grid(root));
    }
    if (const auto variables = root.find("variables")) {
      launch.variables = bindings(*variables, "the variables");
    }
    if (const auto memory = root.find("memory")) {
      launch.memory = memory->list([&](const Node& one) { return buffer(one); }, "the memory");
    }
    if (const auto from = root.find("initial_from")) launch.setup = setup(*from);
    if (const auto vector = root.find("vector")) launch.one_piece = bytes_in_one_piece(*vector);
    return launch;
  }

 private:
  /// `"split"`, 8 or 16: see Launch::one_piece.
  static std::uint32_t bytes_in_one_piece(const Node& node) {
    const std::string written = node.is_text() ? node.text() : node.compact();
    const auto bytes = find_word<std::uint32_t>(vector_words, written);
    if (!bytes || node.is_text() != (*bytes == 0)) node.fail("expected \"split\", 8 or 16");
    return *bytes;
  }

  /// `"init"`, or `{"kernel": "init", "parameters": […]}`.
  Setup setup(const Node& node) const {
    Setup result;
    if (node.is_text()) {
      result.entry = node.nonempty_text("the name of a kernel");
      return result;
    }
    if (!node.is_object()) node.fail_expected("the name of a kernel, or an object");
    node.allow_only({"kernel", "parameters"}, "the setup");
    result.entry = node["kernel"].nonempty_text("the name of the kernel");
    if (const auto parameters = node.find("parameters")) {
      result.parameters = bindings(*parameters, "the parameters");
    }
    return result;
  }

  Value number(const Node& node, std::string_view what) const {
    if (!node.is_whole()) node.fail_expected(what, " as a whole number");
    if (const auto value = node.whole<Value>()) return *value;
    node.fail(node.compact() + " is too large: values have 64 bits and a sign",
              "the largest one is " + std::to_string(std::numeric_limits<Value>::max()));
  }

  std::uint32_t count(const Node& node, std::string_view what) const {
    const Value value = number(node, what);
    if (value < 0 || value > std::numeric_limits<std::uint16_t>::max()) {
      node.fail("expected " + std::string(what) + ", from 0 to 65535");
    }
    return static_cast<std::uint32_t>(value);
  }

  std::optional<std::uint32_t> optional_count(const Node& object, const std::string& name) const {
    const auto member = object.find(name);
    if (!member) return std::nullopt;
    return count(*member, "a number");
  }

  /// `2` or `[2, 1, 1]`; what is not written is `rest`.
  Triple triple(const Node& object, const std::string& name, std::uint32_t rest) const {
    const auto node = object.find(name);
    if (!node) return {rest, rest, rest};
    if (!node->is_list()) return {count(*node, "a number or a list"), rest, rest};
    const documents::Nodes written = node->elements();
    std::array<std::uint32_t, 3> values = {rest, rest, rest};
    if (written.empty() || written.size() > values.size()) {
      node->fail("expected one to three numbers");
    }
    std::ranges::transform(written, values.begin(),
                           [&](const Node& value) { return count(value, "a number"); });
    return {values[0], values[1], values[2]};
  }

  Grid grid(const Node& node) const {
    Grid result;
    if (const auto kernel = node.find("kernel")) {
      result.entry = kernel->nonempty_text("the name of the kernel");
    }
    result.blocks = triple(node, "grid", 1);
    result.threads_per_block = triple(node, "block", 1);
    if (node.find("cluster")) result.cluster = triple(node, "cluster", 1);
    if (const auto dependent = node.find("dependent")) result.dependent = dependent->boolean();
    result.gpu = optional_count(node, "gpu").value_or(0);
    result.dynamic_shared = optional_count(node, "dynamic_shared");
    if (const auto threads = node.find("threads")) {
      result.threads = threads->list([&](const Node& one) { return thread(one); }, "the threads");
      if (result.threads.empty()) threads->fail("expected at least one thread");
    }
    if (const auto parameters = node.find("parameters")) {
      result.parameters = bindings(*parameters, "the parameters");
    }
    return result;
  }

  LaunchedThread thread(const Node& node) const {
    node.allow_only({"block", "thread", "gpu", "cta", "warp"}, "a thread");
    return {triple(node, "block", 0), triple(node, "thread", 0), optional_count(node, "gpu"),
            optional_count(node, "cta"), optional_count(node, "warp")};
  }

  /// A list in the order of the parameters, or an object by name.
  std::vector<Binding> bindings(const Node& node, std::string_view what) const {
    std::vector<Binding> result;
    if (node.is_list()) {
      for (const Node element : node.elements()) {
        const std::string number = std::to_string(result.size());
        result.push_back({number, argument(element, "parameter " + number)});
      }
      return result;
    }
    for (const Node member : node.members(what)) {
      const std::string name(member.name());
      result.push_back({name, argument(member, name)});
    }
    return result;
  }

  /// That of the parameter or variable of that name.
  Argument argument(const Node& node, const std::string& name) const {
    if (node.is_whole()) return number(node, "a number");
    if (node.is_text()) {
      return Buffer{node.nonempty_text("a location"), std::nullopt, std::nullopt, {}};
    }
    if (!node.is_object()) node.fail_expected("a number, a location or an object");
    if (const auto registers = node.find("results")) return results(node, *registers);
    if (const auto function = node.find("function")) {
      node.allow_only({"function"});
      return FunctionName{function->nonempty_text("the name of a function")};
    }
    if (node.find("tensor")) return tensormap(node, name);
    return buffer(node);
  }

  Buffer buffer(const Node& node) const {
    if (!node.is_object()) node.fail_expected("memory as an object");
    node.allow_only({"location", "count", "width", "initial"});
    Buffer buffer;
    buffer.location = node["location"].nonempty_text("a location");
    buffer.count = optional_count(node, "count");
    buffer.width = width(node);
    if (const auto initial = node.find("initial")) {
      if (!initial->is_list()) {
        buffer.initial.push_back(number(*initial, "a number or a list"));
      } else {
        buffer.initial = initial->list([&](const Node& one) { return number(one, "a number"); });
      }
      for (const Value value : buffer.initial) buffer.written.push_back(std::to_string(value));
    }
    return buffer;
  }

  /// `{"tensor": "in", "sizes": [8, 4], "box": [4, 2]}`.
  TensorMap tensormap(const Node& node, const std::string& name) const {
    node.allow_only({"tensor", "offset", "type", "sizes", "strides", "box", "swizzle"},
                    "a tensormap");
    const auto numbers = [&](const std::string& member) {
      return node[member].list([&](const Node& one) { return number(one, "a number"); });
    };
    TensorMap map;
    map.name = name;
    map.location = node["tensor"].nonempty_text("a location");
    if (const auto type = node.find("type")) {
      map.type = type->nonempty_text("the type of its elements");
      if (!element_type(map.type)) {
        type->fail("there are no elements of the type '" + map.type + "'",
                   detail::did_you_mean(map.type, element_types(), "write int32 or float16"));
      }
    }
    if (const auto offset = node.find("offset")) {
      map.offset = count(*offset, "a number of elements") * element_bytes(map);
    }
    map.sizes = numbers("sizes");
    map.box = numbers("box");
    if (node.find("strides")) map.strides = numbers("strides");
    if (const auto swizzle = node.find("swizzle")) map.swizzle = number(*swizzle, "a number");
    complete(map);
    if (const auto problem = problem_of(map)) node.fail(problem->message, problem->advice);
    return map;
  }

  std::optional<std::uint32_t> width(const Node& object) const {
    const auto bytes = optional_count(object, "width");
    if (bytes && *bytes != 1 && *bytes != 2 && *bytes != 4 && *bytes != 8) {
      object["width"].fail("an element has 1, 2, 4 or 8 bytes");
    }
    return bytes;
  }

  Argument results(const Node& node, const Node& registers) const {
    node.allow_only({"results", "width"});
    Results result;
    result.registers = registers.list(register_name, "the registers");
    if (result.registers.empty()) registers.fail("expected at least one register");
    result.width = width(node).value_or(4);
    return result;
  }

  static std::string register_name(const Node& node) {
    std::string text = node.nonempty_text("a register");
    const bool reg = text.size() > 1 && text[0] == 'r' &&
                     text.find_first_not_of("0123456789", 1) == std::string::npos;
    if (!reg) node.fail("expected a register, r0, r1, …, found '" + text + "'");
    return text;
  }

  Document document_;
};

}  // namespace

Launch read_launch(std::string_view text, const std::string& path) {
  return LaunchReader(text, path).read();
}

Launch read_launch_file(const std::filesystem::path& path) {
  return read_launch(detail::file_text(path), path.string());
}

bool is_kernel_file(const std::filesystem::path& path) {
  return path.extension() == ".ptx" || path.extension() == ".ll";
}

bool is_kernel_text(std::string_view text) {
  if (llvm::is_module(text)) return true;
  while (true) {
    text.remove_prefix(std::min(text.size(), text.find_first_not_of(" \t\r\n")));
    const std::string_view end = text.starts_with("//") ? "\n" : "*/";
    if (!text.starts_with("//") && !text.starts_with("/*")) return text.starts_with(".version");
    text.remove_prefix(std::min(text.size(), text.find(end, 2)));
    text.remove_prefix(std::min(text.size(), end.size()));
  }
}

bool is_cuda_file(const std::filesystem::path& path) { return path.extension() == ".cu"; }

}  // namespace opexplore::kernel
