// Runs while opexplore is built: writes the tables of grammar.hpp as C++.
//
//   make_grammar OUTPUT spirv.core.grammar.json SET extinst.….grammar.json …
#include <algorithm>
#include <cstdint>
#include <fstream>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace {

using nlohmann::json;

json document(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error("cannot read " + path);
  return json::parse(file);
}

std::string category_of(const json& kind) {
  static const std::map<std::string, std::string> named{
      {"IdResultType", "result_type"},
      {"IdResult", "result"},
      {"LiteralString", "text"},
      {"LiteralContextDependentNumber", "number"},
      {"LiteralExtInstInteger", "extended_instruction"},
      {"LiteralSpecConstantOpInteger", "opcode"}};
  static const std::map<std::string, std::string> by_category{
      {"Id", "id"}, {"Literal", "integer"}, {"BitEnum", "bits"}, {"ValueEnum", "value"}};
  const auto name = named.find(kind.at("kind"));
  return name != named.end() ? name->second : by_category.at(kind.at("category"));
}

/// The tables as they grow.
struct Tables {
  std::vector<std::string> rules, enumerants, kinds, instructions, by_name, extended;
  std::map<std::string, std::size_t> kind_numbers;
  std::map<std::string, std::pair<std::string, std::string>> pairs;

  /// Where the rules begin, and how many there are.
  std::string add_rules(const json& owner, const char* member) {
    const std::size_t first = rules.size();
    for (const json& operand : owner.value(member, json::array())) {
      const std::string kind = operand.at("kind");
      const std::string quantifier = operand.value("quantifier", "");
      const auto pair = pairs.find(kind);
      const std::string one = pair == pairs.end() ? kind : pair->second.first;
      const std::string two =
          pair == pairs.end() ? "no_kind" : std::to_string(kind_numbers.at(pair->second.second));
      rules.push_back(std::to_string(kind_numbers.at(one)) + ", " + two + ", Quantity::" +
                      (quantifier.empty()  ? "one"
                       : quantifier == "?" ? "optional"
                                           : "any"));
    }
    return std::to_string(first) + ", " + std::to_string(rules.size() - first);
  }
};

void add_kinds(const json& core, Tables& tables) {
  std::vector<const json*> simple;
  for (const json& kind : core.at("operand_kinds")) {
    if (kind.at("category") == "Composite") {
      tables.pairs[kind.at("kind")] = {kind.at("bases").at(0), kind.at("bases").at(1)};
    } else {
      tables.kind_numbers.emplace(kind.at("kind"), simple.size());
      simple.push_back(&kind);
    }
  }
  for (const json* const kind : simple) {
    const std::size_t first = tables.enumerants.size();
    for (const json& enumerant : kind->value("enumerants", json::array())) {
      const json& value = enumerant.at("value");  // a number, or one written as text
      const std::string number =
          value.is_string() ? value.get<std::string>() : std::to_string(value.get<unsigned>());
      tables.enumerants.push_back(enumerant.at("enumerant").dump() + ", " + number + ", " +
                                  tables.add_rules(enumerant, "parameters"));
    }
    tables.kinds.push_back(kind->at("kind").dump() + ", Category::" + category_of(*kind) + ", " +
                           std::to_string(first) + ", " +
                           std::to_string(tables.enumerants.size() - first));
  }
}

void add_instructions(const json& core, Tables& tables) {
  std::map<unsigned, std::string> by_opcode;
  std::map<std::string, std::string> by_name;
  for (const json& instruction : core.at("instructions")) {
    const unsigned opcode = instruction.at("opcode");
    const std::string row = instruction.at("opname").dump() + ", " + std::to_string(opcode) + ", " +
                            tables.add_rules(instruction, "operands");
    by_opcode.emplace(opcode, row);
    by_name.emplace(instruction.at("opname"), row);
  }
  for (const auto& [opcode, row] : by_opcode) tables.instructions.push_back(row);
  for (const auto& [name, row] : by_name) tables.by_name.push_back(row);
}

void write(std::ostream& out, const char* type, const char* name,
           const std::vector<std::string>& rows) {
  out << "  static constexpr " << type << ' ' << name << "[] = {\n";
  for (const std::string& row : rows) out << "      {" << row << "},\n";
  out << "  };\n";
}

void write(std::ostream& out, const Tables& tables) {
  // All in the function, so that no name of the tables is one of the file's.
  out << "#include \"litmus/spirv/grammar.hpp\"\n\nnamespace opexplore::spirv {\n\n"
         "const Grammar& grammar() {\n";
  write(out, "OperandRule", "rules", tables.rules);
  write(out, "Enumerant", "enumerants", tables.enumerants);
  write(out, "OperandKind", "kinds", tables.kinds);
  write(out, "InstructionRule", "instructions", tables.instructions);
  write(out, "InstructionRule", "by_name", tables.by_name);
  write(out, "ExtendedInstruction", "extended", tables.extended);
  out << "  static constexpr Grammar all{rules, enumerants, kinds, instructions, by_name, "
         "extended};\n"
         "  return all;\n}\n\n}  // namespace opexplore::spirv\n";
}

}  // namespace

int main(int count, char** arguments) try {
  const std::vector<std::string> words(arguments + 1, arguments + count);
  if (words.size() < 2 || words.size() % 2 != 0) throw std::runtime_error("wrong arguments");
  Tables tables;
  const json core = document(words[1]);
  add_kinds(core, tables);
  add_instructions(core, tables);
  for (std::size_t i = 2; i < words.size(); i += 2) {
    const json set = document(words[i + 1]);
    for (const json& instruction : set.at("instructions")) {
      tables.extended.push_back(json(words[i]).dump() + ", " + instruction.at("opname").dump() +
                                ", " + instruction.at("opcode").dump());
    }
  }
  std::ofstream out(words[0]);
  write(out, tables);
  if (!out.flush()) throw std::runtime_error("cannot write " + words[0]);
  return 0;
} catch (const std::exception& error) {
  std::cerr << "make_grammar: " << error.what() << '\n';
  return 1;
}
