#include "daedalus/base/expects.hpp"

#include <cstdio>
#include <cstdlib>

namespace daedalus {

void report_broken_expectation(const char* what, const char* file, int line, const char* function) {
  std::fprintf(stderr, "%s:%d: broken expectation: %s (in %s)\n", file, line, what, function);
  std::abort();
}

}  // namespace daedalus
