// The file as a whole: taken apart again with other tools than those that wrote it.
#include "daedalus/io/page/page_file.hpp"

#include <gtest/gtest.h>
#include <zlib.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "daedalus/base/errors.hpp"
#include "daedalus/io/page/page_template.hpp"

using namespace daedalus;
using Json = nlohmann::ordered_json;

namespace {

class PageFile : public testing::Test {
 protected:
  void SetUp() override {
    if (!can_write_pages()) GTEST_SKIP() << "built without the page";
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string written(const Json& header, const std::string& columns) {
    const std::size_t size = write_page(file_, header, columns);
    std::ifstream in(file_, std::ios::binary);
    std::string text(std::istreambuf_iterator<char>(in), {});
    EXPECT_EQ(size, text.size());
    return text;
  }

  std::filesystem::path folder_ =
      std::filesystem::temp_directory_path() / ("daedalus_page_" + std::to_string(getpid()));
  std::filesystem::path file_ = folder_ / "page.html";
};

std::string block(const std::string& page, const std::string& id) {
  const std::size_t tag = page.find("<script id=\"" + id + "\""), begin = page.find('>', tag) + 1;
  return page.substr(begin, page.find("</script>", begin) - begin);
}

std::string decoded(const std::string& base64) {
  std::string bytes;
  unsigned bits = 0, count = 0;
  for (const char c : base64) {
    if (c == '=') break;
    const unsigned value = c >= 'a'   ? c - 'a' + 26u
                           : c >= 'A' ? c - 'A' + 0u
                           : c >= '0' ? c - '0' + 52u
                           : c == '+' ? 62u
                                      : 63u;
    bits = bits << 6 | value;
    if ((count += 6) >= 8) bytes += static_cast<char>(bits >> (count -= 8) & 255);
  }
  return bytes;
}

std::string unzipped(const std::string& bytes) {
  const std::filesystem::path file =
      std::filesystem::temp_directory_path() / ("daedalus_page_" + std::to_string(getpid()) + ".gz");
  std::ofstream(file, std::ios::binary) << bytes;
  const gzFile in = gzopen(file.c_str(), "rb");
  std::string text(1'000'000, '\0');
  text.resize(static_cast<std::size_t>(std::max(0, gzread(in, text.data(), static_cast<unsigned>(text.size())))));
  gzclose(in);
  std::filesystem::remove(file);
  return text;
}

}  // namespace

TEST_F(PageFile, HeaderAndColumnsComeBack) {
  for (const std::size_t size : {1, 2, 3, 4, 1000, 99'999}) {
    std::string columns;
    for (std::size_t i = 0; i < size; ++i) columns += static_cast<char>(i * i % 251);
    const std::string page = written({{"title", "one"}, {"samples", 3}}, columns);
    EXPECT_EQ(Json::parse(block(page, "daedalus-header"))["title"], "one");
    EXPECT_EQ(unzipped(decoded(block(page, "daedalus-blob"))), columns) << size;
  }
}

TEST_F(PageFile, NoColumnsNoBlob) { EXPECT_EQ(block(written({{"title", "x"}}, ""), "daedalus-blob"), ""); }

TEST_F(PageFile, NoTextCanEndItsBlockOrBeTakenForAPlace) {
  const std::string evil =
      "</script><script>alert(1)</script><!-- @@DAEDALUS_BLOB@@ @@DAEDALUS_HEADER@@ \"'\\ \xff\xfe";
  const std::string page = written({{"title", evil}}, "abc");
  const std::string header = block(page, "daedalus-header");
  EXPECT_EQ(header.find('<'), std::string::npos);
  EXPECT_NE(header.find("@@DAEDALUS_BLOB@@"), std::string::npos);  // only text
  EXPECT_EQ(unzipped(decoded(block(page, "daedalus-blob"))), "abc");
  EXPECT_TRUE(Json::parse(header)["title"].get<std::string>().starts_with("</script><script>alert(1)"));
  const std::string blank = page_template();
  const auto scripts = [](const std::string& text) {
    int n = 0;
    for (auto at = text.find("<script"); at != std::string::npos; at = text.find("<script", at + 1)) ++n;
    return n;
  };
  EXPECT_EQ(scripts(page), scripts(blank));
}

TEST_F(PageFile, AFolderThatIsNotThereIsAnErrorAndAnOlderPageStays) {
  EXPECT_THROW(write_page(folder_ / "none" / "page.html", Json{{"title", "x"}}, ""), FileError);
  written({{"title", "older"}}, "");
  std::filesystem::permissions(folder_, std::filesystem::perms::owner_read | std::filesystem::perms::owner_exec);
  if (geteuid() != 0) {
    EXPECT_THROW(write_page(file_, Json{{"title", "newer"}}, ""), FileError);
  }
  std::filesystem::permissions(folder_, std::filesystem::perms::owner_all);
  EXPECT_TRUE(std::filesystem::exists(file_));
}
