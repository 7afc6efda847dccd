// Why an outcome is possible, to read: who is to blame, the checklist, and what would forbid it.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "answers/why/why.hpp"
#include "opmodel/condition.hpp"

namespace opexplore {

/// A sentence for each group of culprits, its rows in columns, and the remedies.
void write_why(std::ostream& out, const Test& test, const Why& why);

/// What forbids the outcome that was asked about: a sentence for each access that would be to
/// blame, and the rows that are in the way.
void write_prevented(std::ostream& out, const Test& test, const Violation& prevented);

/// Rows in columns, each indented by so many spaces.
void write_rows(std::ostream& out, const Test& test, const std::vector<WhyRow>& rows,
                std::size_t margin);

/// What would mend the missing rows, behind `lead`: "any of: ld.acquire.gpu at line 6 of P1 |
/// fence.acq_rel.gpu after line 6 of P1"; of several rows "all of: (…) and (…)", or each in a line
/// of its own where one would be too long. Nothing where nothing is missing.
void write_remedies(std::ostream& out, const std::string& lead, const std::vector<WhyRow>& rows);

}  // namespace opexplore
