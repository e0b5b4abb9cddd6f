#include "daedalus/io/checkpoint_file.hpp"

#include <fmt/format.h>

#include <bit>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>

#include "daedalus/base/errors.hpp"
#include "daedalus/io/whole_file.hpp"

namespace daedalus {
namespace {

constexpr int format_version = 1;

// Sixteen hexadecimal digits: exact for every double, NaN and infinity included.
std::string encode(double x) { return fmt::format("{:016x}", std::bit_cast<std::uint64_t>(x)); }

double decode(const std::string& text) {
  char* end = nullptr;
  const std::uint64_t bits = std::strtoull(text.c_str(), &end, 16);
  if (text.size() != 16 || *end != '\0') throw FileError("'" + text + "' is not a number of 16 hexadecimal digits");
  return std::bit_cast<double>(bits);
}

}  // namespace

void write_checkpoint(const std::filesystem::path& file, const Checkpoint& checkpoint) {
  nlohmann::ordered_json json = {{"daedalus_checkpoint", format_version},
                                 {"system", checkpoint.system},
                                 {"method", checkpoint.method},
                                 {"memory", nlohmann::ordered_json::array()}};
  for (const Archive::Item& item : checkpoint.memory) {
    std::string values;
    for (const double x : item.values) values += encode(x);
    json["memory"].push_back({{"name", item.name}, {"values", values}});
  }
  write_whole_file(file, {json.dump(1), "\n"});
}

Checkpoint read_checkpoint(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) throw FileError("cannot read checkpoint " + file.string() + ": no such file?");
  try {
    const auto json = nlohmann::json::parse(in);
    if (json.at("daedalus_checkpoint") != format_version)
      throw FileError("its format is not the one this version reads");
    Checkpoint checkpoint{json.at("system"), json.at("method"), {}};
    for (const auto& entry : json.at("memory")) {
      Archive::Item item{entry.at("name"), {}};
      const std::string digits = entry.at("values");
      for (std::size_t i = 0; i < digits.size(); i += 16) item.values.push_back(decode(digits.substr(i, 16)));
      checkpoint.memory.push_back(std::move(item));
    }
    return checkpoint;
  } catch (const std::exception& problem) {
    throw FileError(file.string() + " is not a readable checkpoint: " + problem.what());
  }
}

}  // namespace daedalus
