// Checkpoints and state files, and runs that go on from them. A checksum keeps damaged checkpoint files out, so the
// numbers in one are changed behind it, too:
// bytes 8 k to 8 k + 7 replace the number whose place the two bytes before them name.
#include <cstring>

#include "daedalus/closed_form/catalog.hpp"
#include "daedalus/integrate/method_table.hpp"
#include "daedalus/integrate/solve.hpp"
#include "daedalus/io/checkpoint_file.hpp"
#include "daedalus/io/state_file.hpp"
#include "fuzz/fuzz_target.hpp"

namespace daedalus::fuzz {
namespace {

const System& car_axle() {
  static const std::unique_ptr<System> system = find_closed_form("car_axle").make();
  return *system;
}

SolveOptions short_run() {
  SolveOptions options{.t_end = 0.012, .output = Output::end_only, .max_steps = 20};
  options.integration.h = 1e-3;
  return options;
}

Checkpoint checkpoint_of(const char* name) {
  const auto method = make_method(name);
  SolveOptions options = short_run();
  options.t_end = 0.006;
  return solve(car_axle(), *method, car_axle().initial_guess(), options).checkpoint;
}

constexpr const char* methods[] = {"infl-sdirk", "hht-si2",  "expl-deabm", "nstiff",
                                   "for-sdirk",  "rt-euler", "dopri5",     "hht-add"};

void go_on(const char* name, const Checkpoint& from) {
  SolveOptions options = short_run();
  options.restart = &from;
  const auto method = make_method(name);
  allow_refusal([&] { solve(car_axle(), *method, car_axle().initial_guess(), options); });
}

void overwrite(Checkpoint& checkpoint, const std::string& bytes) {
  std::vector<double*> numbers;
  for (Archive::Item& item : checkpoint.memory)
    for (double& value : item.values) numbers.push_back(&value);
  for (std::size_t i = 0; i + 10 <= bytes.size() && !numbers.empty(); i += 10) {
    std::uint16_t place;
    std::memcpy(&place, bytes.data() + i, 2);
    std::memcpy(numbers[place % numbers.size()], bytes.data() + i + 2, 8);
  }
}

}  // namespace

std::vector<std::string> seeds() {
  std::vector<std::string> all;
  const std::filesystem::path file = as_file("seed.ck", "");
  write_checkpoint(file, checkpoint_of("infl-sdirk"));
  all.push_back('0' + bytes_of(file));
  write_state(file, car_axle(), car_axle().initial_guess());
  all.push_back('1' + bytes_of(file));
  for (char k = 0; k < 8; ++k)  // every number of some value, one after the other
    for (const double value : {0.0, -1.0, 3.0, 1e9, 1e300, 0.5}) {
      std::string bytes(1, static_cast<char>('2' + k));
      for (std::uint16_t place = 0; place < 3; ++place) {
        const std::uint16_t where = static_cast<std::uint16_t>(place * 7 + k);
        bytes.append(reinterpret_cast<const char*>(&where), 2);
        bytes.append(reinterpret_cast<const char*>(&value), 8);
      }
      all.push_back(bytes);
    }
  return all;
}

void read_input(const std::string& bytes) {
  if (bytes.empty()) return;
  const std::string rest = bytes.substr(1);
  if (bytes[0] == '0') {
    allow_refusal([&] { go_on("infl-sdirk", read_checkpoint(as_file("run.ck", rest))); });
  } else if (bytes[0] == '1') {
    State x = car_axle().initial_guess();
    allow_refusal([&] { read_state(as_file("state.json", rest), car_axle(), x); });
  } else {
    static const std::vector<Checkpoint> whole = [] {
      std::vector<Checkpoint> all;
      for (const char* name : methods) all.push_back(checkpoint_of(name));
      return all;
    }();
    const std::size_t which = static_cast<unsigned char>(bytes[0]) % whole.size();
    Checkpoint damaged = whole[which];
    overwrite(damaged, rest);
    go_on(methods[which], damaged);
  }
}

}  // namespace daedalus::fuzz
