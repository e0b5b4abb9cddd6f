#include "programs.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <sstream>
#include <thread>

extern char** environ;

namespace daedalus::cli {

std::string find_program(const std::string& name) {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');) {
    const std::string file = folder + "/" + name;
    if (!folder.empty() && access(file.c_str(), X_OK) == 0) return file;
  }
  return "";
}

std::string ProgramOutcome::text() const {
  return timed_out ? "it timed out" : code < 0 ? "it could not be started" : fmt::format("exit code {}", code);
}

ProgramOutcome run_program(const std::vector<std::string>& command, double seconds) {
  std::vector<char*> arguments;
  for (const std::string& argument : command) arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t silence;
  posix_spawn_file_actions_init(&silence);
  for (const int descriptor : {0, 1, 2}) posix_spawn_file_actions_addopen(&silence, descriptor, "/dev/null", O_RDWR, 0);
  pid_t child = 0;
  const int failed = posix_spawn(&child, arguments[0], &silence, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&silence);
  if (failed != 0) return {};

  using Clock = std::chrono::steady_clock;
  const Clock::time_point limit =
      Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  int status = 0;
  while (waitpid(child, &status, WNOHANG) == 0) {
    if (Clock::now() > limit) {
      kill(child, SIGKILL);
      waitpid(child, &status, 0);
      return {.code = -1, .timed_out = true};
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  return {.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1};
}

}  // namespace daedalus::cli
