#include "daedalus/realtime/thread_usage.hpp"

#include <sys/resource.h>

namespace daedalus {

ThreadUsage ThreadUsage::now() {
  rusage usage{};
  getrusage(RUSAGE_THREAD, &usage);
  return {usage.ru_minflt + usage.ru_majflt, usage.ru_nivcsw};
}

}  // namespace daedalus
