// libfuzzer.cpp: the entry that libFuzzer calls.
#include "fuzz/fuzz_target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  daedalus::fuzz::read_input(std::string(reinterpret_cast<const char*>(data), size));
  return 0;
}
