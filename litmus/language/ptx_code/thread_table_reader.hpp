// The table of threads and instructions of a test, a column per thread.
#pragma once

#include <string>

#include "litmus/language/builder.hpp"
#include "litmus/language/tokens.hpp"

namespace opexplore::detail {

/// Reads the heading of a column, adds the thread, and places it if the heading says where.
using HeadingReader = void(Tokens& tokens, ProgramBuilder& builder);

/// Reads one instruction of the thread and adds it to the program.
using InstructionReader = void(Tokens& tokens, ProgramBuilder& builder, ThreadId thread);

/// Reads the row of threads and the rows of instructions, up to what follows the code.
void read_thread_table(Tokens& tokens, ProgramBuilder& builder, HeadingReader* read_heading,
                       InstructionReader* read_instruction);

/// \name For such readers: complaints about the name of a thread.
/// @{
/// Unless `name` is the thread that comes next.
void expect_thread(const Tokens& tokens, const ProgramBuilder& builder, const Token& name);
/// If threads have `letter` before their numbers in another dialect, and this one is such.
void refuse_thread_of_other(char letter, const std::string& advice, const Tokens& tokens,
                            const ProgramBuilder& builder, const Token& name);
/// @}

}  // namespace opexplore::detail
