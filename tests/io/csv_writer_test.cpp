#include "daedalus/io/csv_writer.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "daedalus/base/errors.hpp"
#include "support/temporary_folder.hpp"

namespace daedalus {
namespace {

Layout one_of_each() {
  return {.nq = 1, .ng = 1, .nw = 0, .ns = 1, .coordinates = {"x"}, .constraints = {"joint \"a\", row 1"},
          .states = {"z"}, .switches = {}, .patterns = Patterns::full(1, 1, 1), .rate_groups = {}};
}

TEST(CsvWriter, WritesNamesAndValuesThatReadBackExactly) {
  const testing::TemporaryFolder folder;
  const Layout layout = one_of_each();
  State x(layout);
  x.t = 0.1;
  x.q << 1 / 3.0;
  x.v << -2e-300;
  x.lambda << 5;
  x.s << 7;
  CsvWriter writer(folder / "a.csv", layout);
  writer.write(x);
  writer.close();
  EXPECT_EQ(writer.rows(), 1);

  std::ifstream in(folder / "a.csv");
  std::string header, row;
  std::getline(in, header);
  std::getline(in, row);
  EXPECT_EQ(header, R"(t,"q.x","v.x","lambda.joint ""a"", row 1","s.z")");
  std::istringstream cells(row);
  std::vector<double> values;
  for (std::string cell; std::getline(cells, cell, ',');) values.push_back(std::stod(cell));
  EXPECT_EQ(values, (std::vector<double>{0.1, 1 / 3.0, -2e-300, 5, 7}));
}

TEST(CsvWriter, RefusesAFolderThatDoesNotExist) {
  const testing::TemporaryFolder folder;
  EXPECT_THROW(CsvWriter(folder / "no" / "a.csv", one_of_each()), FileError);
}

TEST(CsvWriter, ReportsAFullDisk) {
  const Layout layout = one_of_each();
  EXPECT_THROW(
      {
        CsvWriter writer("/dev/full", layout);
        for (int k = 0; k < 10000; ++k) writer.write(State(layout));
        writer.close();
      },
      FileError);
}

}  // namespace
}  // namespace daedalus
