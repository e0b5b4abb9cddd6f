#include "daedalus/io/checkpoint_file.hpp"

#include <fmt/format.h>

#include <bit>
#include <cstdint>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "daedalus/base/digest.hpp"
#include "daedalus/base/errors.hpp"
#include "daedalus/io/read_bytes.hpp"
#include "daedalus/io/whole_file.hpp"

namespace daedalus {
namespace {

constexpr int checkpoint_format = 2;

// Sixteen hexadecimal digits: exact for every double, NaN and infinity included.
std::string encode(double x) { return fmt::format("{:016x}", std::bit_cast<std::uint64_t>(x)); }

double decode(const std::string& text) {
  char* end = nullptr;
  const std::uint64_t bits = std::strtoull(text.c_str(), &end, 16);
  if (text.size() != 16 || *end != '\0') throw FileError("'" + text + "' is not a number of 16 hexadecimal digits");
  return std::bit_cast<double>(bits);
}

// Of everything but itself, as it stands in the file.
std::string checksum(const Checkpoint& checkpoint) {
  Digest digest;
  digest.add(checkpoint.system);
  digest.add(checkpoint.method);
  for (const OptionSetting& setting : checkpoint.settings) digest.add(setting.name), digest.add(setting.value);
  for (const Archive::Item& item : checkpoint.memory) {
    digest.add(item.name);
    for (const double x : item.values) digest.add(encode(x));
  }
  return digest.text();
}

Checkpoint checkpoint_in(const nlohmann::json& json) {
  const int version = json.at("daedalus_checkpoint");
  if (version != checkpoint_format)
    throw FileError(
        fmt::format("it has format version {}, but this program reads version {}", version, checkpoint_format));
  Checkpoint checkpoint{json.at("system"), json.at("method"), {}, {}};
  for (const auto& entry : json.at("settings")) checkpoint.settings.push_back({entry.at("name"), entry.at("value")});
  for (const auto& entry : json.at("memory")) {
    Archive::Item item{entry.at("name"), {}};
    const std::string digits = entry.at("values");
    for (std::size_t i = 0; i < digits.size(); i += 16) item.values.push_back(decode(digits.substr(i, 16)));
    checkpoint.memory.push_back(std::move(item));
  }
  if (json.at("checksum") != checksum(checkpoint))
    throw FileError("checksum mismatch: the file was modified or damaged");
  return checkpoint;
}

}  // namespace

void write_checkpoint(const std::filesystem::path& file, const Checkpoint& checkpoint) {
  nlohmann::ordered_json json = {{"daedalus_checkpoint", checkpoint_format},
                                 {"checksum", checksum(checkpoint)},
                                 {"system", checkpoint.system},
                                 {"method", checkpoint.method},
                                 {"settings", nlohmann::ordered_json::array()},
                                 {"memory", nlohmann::ordered_json::array()}};
  for (const OptionSetting& setting : checkpoint.settings)
    json["settings"].push_back({{"name", setting.name}, {"value", setting.value}});
  for (const Archive::Item& item : checkpoint.memory) {
    std::string values;
    for (const double x : item.values) values += encode(x);
    json["memory"].push_back({{"name", item.name}, {"values", values}});
  }
  write_whole_file(file, {json.dump(1), "\n"});
}

Checkpoint read_checkpoint(const std::filesystem::path& file) {
  constexpr std::size_t most_bytes = std::size_t{1} << 32;
  const std::string text = read_bytes(file, most_bytes);
  try {
    return checkpoint_in(nlohmann::json::parse(text));
  } catch (const FileError& problem) {
    throw FileError(fmt::format("{} is not a usable checkpoint: {}.", file.string(), problem.what()));
  } catch (const nlohmann::json::exception&) {
    throw FileError(
        fmt::format("{} is not a usable checkpoint: it is not a checkpoint file, or is truncated.", file.string()));
  }
}

}  // namespace daedalus
