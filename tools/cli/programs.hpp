// programs.hpp: other programs of the machine, called without a shell: no text can become a command.
#pragma once

#include <string>
#include <vector>

namespace daedalus::cli {

// Where a program is among the folders of PATH; "" when it is not.
std::string find_program(const std::string& name);

struct ProgramOutcome {
  int code = -1;  // its exit code; -1: not started, killed
  bool timed_out = false;
  bool succeeded() const { return code == 0; }
  std::string text() const;
};

// Runs it, silently, for at most so many seconds.
ProgramOutcome run_program(const std::vector<std::string>& command, double seconds);

}  // namespace daedalus::cli
