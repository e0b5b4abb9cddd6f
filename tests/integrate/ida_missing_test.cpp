// ida_missing_test.cpp: the method ida in a build without SUNDIALS. This program brings the stand-in along, whatever there is.
#include <gtest/gtest.h>

#include "daedalus/base/errors.hpp"
#include "daedalus/integrate/method_table.hpp"

namespace daedalus {
namespace {

TEST(IdaWithoutItsLibrary, IsListedWithHowToGetIt) {
  const MethodRecord& record = find_method("ida").record;
  EXPECT_FALSE(record.is_built());
  EXPECT_EQ(record.external.how_to_get_it, "apt-get install libsundials-dev and rebuild");
}

TEST(IdaWithoutItsLibrary, IsRefusedByName) {
  try {
    make_method("ida");
    FAIL();
  } catch (const OptionError& error) {
    const std::string message = error.what();
    for (const char* part : {"ida", "libsundials-dev", "bdf"}) EXPECT_NE(message.find(part), std::string::npos);
  }
}

}  // namespace
}  // namespace daedalus
