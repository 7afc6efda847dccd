// A machine or an axiomatic model: whatever says which outcomes a test has.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "answers/failure.hpp"
#include "answers/hunt.hpp"
#include "answers/machine_choice.hpp"
#include "answers/reports.hpp"
#include "axioms/axioms.hpp"

namespace opexplore {

/// A model as tests are evaluated with it.
struct ChosenModel {
  axioms::Model model;
  unsigned loop_bound = 2;  ///< jumps back of one thread
  bool data_races = false;  ///< racing pairs by the definition of PTX are asked for
};

using Semantics = std::variant<ChosenMachine, ChosenModel>;

/// What the command line says about all machines and models.
struct SemanticsOptions {
  MachineOptions machine;                     ///< for machines
  std::vector<std::filesystem::path> search;  ///< where model files may be
  unsigned loop_bound = 2;                    ///< for models
};

/// As users may write it again.
const std::string& name_of(const Semantics& semantics);

/// Whose rules or axioms it has: the source of the machine, the title of the model.
std::string source_of(const Semantics& semantics);

/// Of a model: its file, or "built in". Of a machine: empty.
std::string origin_of(const Semantics& semantics);

bool is_model(const Semantics& semantics);

/// Whether the model has a flag for data races.
bool finds_races(const ChosenModel& model);

/// Of the programs that it treats.
Language language_of(const Semantics& semantics);

/// A machine, or a built-in model, by name; what ends in .cat or has a slash is a model. A machine
/// goes before a model of its name, which is NAME.cat. A built-in model that a machine implements
/// is the one that the machine implements with the settings of the options. Throws UsageError,
/// axioms::CatError.
Semantics chosen_semantics(const std::string& text, const SemanticsOptions& options);

/// The model that the machine implements; nothing where it implements none, and of a model.
std::optional<ChosenModel> implemented_model(const Semantics& semantics);

/// The same of a machine. Throws UsageError when there is none.
Semantics axioms_of(const ChosenMachine& machine, const SemanticsOptions& options);

/// Whether the two are one machine with the same values of all settings, or one model.
bool same(const Semantics& a, const Semantics& b);

/// Throws UsageError when one of the settings in `common` belongs to none of the machines.
void require_offered(const MachineOptions& common, const std::vector<Semantics>& chosen);

/// What it finds, or why it cannot run the test. Of `explore` the machine's options are replaced;
/// a model has no use for threads and limits of states and memory, and for hunts.
std::variant<Answer, Failure> answer(const Semantics& semantics, const Test& test,
                                     const ExploreOptions& explore, const HuntOptions& hunt = {});

}  // namespace opexplore
