#include "daedalus/base/errors.hpp"

#include <gtest/gtest.h>

#include <string>
#include <type_traits>

namespace daedalus {
namespace {

template <class Error>
class InputError : public testing::Test {};
using AllInputErrors = testing::Types<ModelError, OptionError, FileError>;
TYPED_TEST_SUITE(InputError, AllInputErrors);

TYPED_TEST(InputError, CarriesItsMessageUnchanged) {
  const TypeParam error("axis = [0, 0, 0] has no direction");
  EXPECT_EQ(std::string(error.what()), "axis = [0, 0, 0] has no direction");
}

TYPED_TEST(InputError, IsCaughtAsAStandardException) { EXPECT_THROW(throw TypeParam("x"), std::runtime_error); }

TEST(InputErrors, AreToldApartByType) {
  EXPECT_FALSE((std::is_base_of_v<ModelError, OptionError>));
  EXPECT_FALSE((std::is_base_of_v<OptionError, FileError>));
  EXPECT_FALSE((std::is_base_of_v<FileError, ModelError>));
}

}  // namespace
}  // namespace daedalus
