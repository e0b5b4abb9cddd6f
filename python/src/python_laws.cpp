#include "python_laws.hpp"

#include <fmt/format.h>

#include <cmath>

#include "daedalus/base/spelling.hpp"
#include "daedalus/model/forces/measure_force.hpp"
#include "run_watch.hpp"

namespace daedalus::python {

SharedObject share(nb::object object) {
  return {new nb::object(std::move(object)), [](nb::object* kept) {
            if (!Py_IsInitialized()) return;  // the interpreter has gone, and the object with it
            nb::gil_scoped_acquire lock;
            delete kept;
          }};
}

namespace {

class PythonFunction final : public Function {
 public:
  PythonFunction(std::string name, std::vector<SharedObject> given)
      : name_(std::move(name)), given_(std::move(given)) {}

  double derivative(double x, int order) const override {
    nb::gil_scoped_acquire lock;
    const int last = std::min(order, static_cast<int>(given_.size()) - 1);
    return difference(last, x, order - last);
  }
  std::string text() const override { return fmt::format("Python function '{}'", name_); }

 private:
  double call(int given, double x) const {
    return uninterrupted([&] { return number((*given_[given])(x)); });
  }

  // The derivative of the given order of a function, from values on a grid around x (5 points; errors of order d⁴, or d²
  // for the third and fourth).
  double difference(int given, double x, int order) const {
    const auto f = [&](double k, double d) { return call(given, x + k * d); };
    const double size = std::max(1.0, std::abs(x));
    switch (order) {
      case 0: return call(given, x);
      case 1: {
        const double d = 1e-3 * size;
        return (8 * (f(1, d) - f(-1, d)) - (f(2, d) - f(-2, d))) / (12 * d);
      }
      case 2: {
        const double d = 2e-3 * size;
        return (16 * (f(1, d) + f(-1, d)) - (f(2, d) + f(-2, d)) - 30 * f(0, d)) / (12 * d * d);
      }
      case 3: {
        const double d = 5e-3 * size;
        return ((f(2, d) - f(-2, d)) - 2 * (f(1, d) - f(-1, d))) / (2 * d * d * d);
      }
      default: {
        const double d = 1e-2 * size;
        return ((f(2, d) + f(-2, d)) - 4 * (f(1, d) + f(-1, d)) + 6 * f(0, d)) / (d * d * d * d);
      }
    }
  }

  std::string name_;
  std::vector<SharedObject> given_;
};

struct PythonForce {
  static constexpr const char* type = "python";
  static constexpr int measures = 1, states = 0;
  static constexpr bool is_active = true;
  static constexpr std::array<MeasureNames, 1> measure_names = {
      {{"acts_on", "force", -1, "positive: increases the measure it acts on"}}};
  Measure along;
  SharedObject law;

  std::array<Measure, 1> measure_list() const { return {along}; }

  template <class S>
  void act(const MeasureInput<S>& in, const MeasureOutput<S>& out) const {
    nb::gil_scoped_acquire lock;
    if constexpr (std::is_same_v<S, double>) {
      out.force[0] = -value(in.t, in.y[0], in.y_dot[0]);
    } else {
      const double y = in.y[0].value, rate = in.y_dot[0].value, dy = step(y), dr = step(rate);
      const double by_y = (value(in.t, y + dy, rate) - value(in.t, y - dy, rate)) / (2 * dy);
      const double by_rate = (value(in.t, y, rate + dr) - value(in.t, y, rate - dr)) / (2 * dr);
      out.force[0] = -S::chain(value(in.t, y, rate), by_y, in.y[0], by_rate, in.y_dot[0]);
    }
  }

 private:
  static double step(double x) { return 6e-6 * std::max(1.0, std::abs(x)); }  // about the cube root of round-off
  double value(double t, double y, double rate) const {
    return uninterrupted([&] { return number((*law)(t, y, rate)); });
  }
};

}  // namespace

FunctionPtr make_python_function(std::string name, std::vector<nb::callable> derivatives) {
  std::vector<SharedObject> given;
  for (nb::callable& f : derivatives) given.push_back(share(std::move(f)));
  return std::make_shared<const PythonFunction>(std::move(name), std::move(given));
}

void add_python_force(ModelBuilder& builder, const std::string& name, const std::string& acts_on, nb::callable law) {
  const std::optional<Measure> along = builder.find_freedom(acts_on);
  if (!along) {
    const std::vector<std::string> names = builder.freedom_names();
    throw ModelError(
        fmt::format("force '{}': {}", name, unknown_name("freedom or measure", acts_on, {names.begin(), names.end()})));
  }
  builder.add_force(make_force(name, PythonForce{.along = *along, .law = share(std::move(law))}));
}

}  // namespace daedalus::python
