#include <cstdio>

#include "daedalus/io/model_file/model_file.hpp"

int main() {
  std::puts(daedalus::model_schema().c_str());
  return 0;
}
