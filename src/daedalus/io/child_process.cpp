#include "daedalus/io/child_process.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <exception>

namespace daedalus {
namespace {

[[noreturn]] void work_and_leave(int seconds, int answer,
                                 const std::function<void(const std::function<void()>&)>& work) {
  for (const int signal : {SIGALRM, SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGINT, SIGTERM, SIGHUP})
    ::signal(signal, SIG_DFL);
  const rlimit no_core = {0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  if (const int nowhere = open("/dev/null", O_RDWR); nowhere >= 0)
    for (const int stream : {0, 1, 2}) dup2(nowhere, stream);
  const std::function<void()> alive = [seconds] { alarm(static_cast<unsigned>(seconds)); };
  alive();
  try {
    work(alive);
  } catch (const std::exception& problem) {
    // a pipe takes 4096 bytes at once
    [[maybe_unused]] const ssize_t written = ::write(answer, problem.what(), std::strlen(problem.what()));
    _exit(1);
  }
  _exit(0);  // neither destructors nor buffers of the parent
}

}  // namespace

ChildOutcome try_in_child(int seconds, const std::function<void(const std::function<void()>&)>& work) {
  std::array<int, 2> answer = {};
  if (pipe2(answer.data(), O_CLOEXEC) != 0) return {};
  const pid_t child = fork();
  if (child == 0) work_and_leave(seconds, answer[1], work);
  close(answer[1]);
  ChildOutcome outcome;
  std::array<char, 4096> bytes;
  for (ssize_t n = 1; child > 0 && n != 0;) {
    n = read(answer[0], bytes.data(), bytes.size());
    if (n > 0) outcome.text.append(bytes.data(), static_cast<std::size_t>(n));
    if (n < 0 && errno != EINTR) break;
  }
  close(answer[0]);
  int status = 0;
  if (child < 0) return {};
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR) return {};
  if (WIFSIGNALED(status)) outcome.end = WTERMSIG(status) == SIGALRM ? ChildEnd::hung : ChildEnd::crashed;
  else
    outcome.end = WEXITSTATUS(status) == 0 ? ChildEnd::succeeded
                  : outcome.text.empty()   ? ChildEnd::crashed
                                           : ChildEnd::failed;
  return outcome;
}

}  // namespace daedalus
