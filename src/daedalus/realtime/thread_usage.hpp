// thread_usage.hpp: what the operating system counts of the calling thread.
#pragma once

namespace daedalus {

struct ThreadUsage {
  long page_faults = 0;  // that had to be served, from memory or from disk
  long preemptions = 0;  // times the processor was taken from the thread

  static ThreadUsage now();
  ThreadUsage since(const ThreadUsage& before) const {
    return {page_faults - before.page_faults, preemptions - before.preemptions};
  }
};

}  // namespace daedalus
