#include "export/why_json.hpp"

#include <string>
#include <utility>

#include "answers/places.hpp"
#include "export/json.hpp"
#include "opmodel/vocabulary.hpp"

namespace opexplore {
namespace {

using Json = nlohmann::ordered_json;

// The thread, the number of the instruction in it, and where it stands.
void add_place(const Test& test, ThreadId thread, InstructionId number, Json& json) {
  json["thread"] = thread;
  json["instruction"] = number;
  json["source"] = json_source(instruction_of(test.program, thread, number));
}

const std::string& name_of(const Test& test, AddressId address) {
  return test.program.addresses[address].name;
}

Json write_json(const Test& test, const std::optional<NamedWrite>& write) {
  if (!write) return nullptr;
  Json json = Json::object();
  if (write->thread) {
    add_place(test, *write->thread, write->instruction, json);
  } else {
    json["thread"] = json["instruction"] = json["source"] = nullptr;
  }
  json["address"] = name_of(test, write->address);
  json["value"] = write->value;
  return json;
}

Json culprit_json(const Test& test, const Culprit& culprit) {
  Json json{{"fault", to_string(culprit.fault)}};
  json["step"] = culprit.step == 0 ? Json(nullptr) : Json(culprit.step);
  add_place(test, culprit.thread, culprit.instruction, json);
  json["address"] = name_of(test, culprit.address);
  json["value"] = culprit.value;
  json["reads_from"] = write_json(test, culprit.source);
  json["instead"] = write_json(test, culprit.instead);
  json["sentence"] = told(sentence_of(test, culprit), test.program);
  return json;
}

std::string_view where_name(Edit::Where where) {
  switch (where) {
    case Edit::Where::at:
      return "at";
    case Edit::Where::before:
      return "before";
    case Edit::Where::after:
      return "after";
  }
  return {};
}

Json remedy_json(const Test& test, const Remedy& remedy) {
  Json list = Json::array();
  for (const Edit& edit : remedy) {
    Json json{{"where", where_name(edit.where)}};
    add_place(test, edit.thread, edit.instruction, json);
    json["text"] = edit.text;
    list.push_back(std::move(json));
  }
  return list;
}

}  // namespace

Json json_row(const Test& test, const WhyRow& row) {
  Json json{{"kind", to_string(row.kind)}, {"status", to_string(row.status)}};
  add_place(test, row.thread, row.instruction, json);
  json["remark"] = told(row.remark, test.program);
  json["elsewhere"] = row.elsewhere;
  json["enough_alone"] = row.enough_alone;
  json["remedies"] = Json::array();
  for (const Remedy& remedy : row.remedies) {
    json["remedies"].push_back(remedy_json(test, remedy));
  }
  return json;
}

Json json_violation(const Test& test, const Violation& violation) {
  Json culprits = Json::array();
  for (const Culprit& culprit : violation.culprits) {
    culprits.push_back(culprit_json(test, culprit));
  }
  Json rows = Json::array();
  for (const WhyRow& row : violation.rows) rows.push_back(json_row(test, row));
  return {
      {"culprits", std::move(culprits)},
      {"rows", std::move(rows)},
      {"verified", violation.verified},
      {"unverified", violation.unverified.empty() ? Json(nullptr) : Json(violation.unverified)}};
}

Json json_why(const Test& test, const Why& why) {
  Json violations = Json::array();
  for (const Violation& violation : why.violations) {
    violations.push_back(json_violation(test, violation));
  }
  return {{"sentence", told(why.sentence, test.program)}, {"violations", std::move(violations)}};
}

}  // namespace opexplore
