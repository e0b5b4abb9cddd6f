// The program carries the page of the viewer: an installation needs neither the file nor node.
#include "daedalus/io/page/page_template.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

using daedalus::page_template;

namespace {

class PageTemplate : public testing::Test {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(PAGE_FILE))
      GTEST_SKIP() << "built without " << PAGE_FILE << ": npm ci && npm run build in viewer/";
  }
};

std::string bytes_of(const char* path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

int count(const std::string& text, const std::string& word) {
  int n = 0;
  for (auto at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) ++n;
  return n;
}

}  // namespace

TEST_F(PageTemplate, IsByteForByteTheFileThatWasBuilt) {
  const std::string embedded = page_template(), file = bytes_of(PAGE_FILE);
  ASSERT_GT(file.size(), 100'000u);
  EXPECT_EQ(embedded.size(), file.size());
  EXPECT_TRUE(embedded == file) << "another page than " << PAGE_FILE << ": build again";  // EXPECT_EQ would print both
}

TEST_F(PageTemplate, HasEachOfItsTwoPlacesOnce) {
  EXPECT_EQ(count(page_template(), "@@DAEDALUS_HEADER@@"), 1);
  EXPECT_EQ(count(page_template(), "@@DAEDALUS_BLOB@@"), 1);
}

TEST_F(PageTemplate, IsAWholePage) {
  EXPECT_TRUE(page_template().starts_with("<!DOCTYPE html>"));
  EXPECT_EQ(count(page_template(), "</html>"), 1);
}
