// drive.hpp: a vehicle of the gallery driven by a method of fixed cost, one step of a millisecond at a time.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>

#include "daedalus/integrate/method_table.hpp"
#include "daedalus/simulation/mechanism.hpp"

namespace daedalus::testing {

class Drive {
 public:
  using Settings = std::vector<OptionSetting>;
  Drive(const std::string& vehicle, const std::string& formulation, const Settings& method,
        const Settings& parameters = {}, double step_size = 1e-3)
      : mechanism(load_mechanism(
            {.name = (std::filesystem::path(DAEDALUS_GALLERY) / "vehicle" / (vehicle + ".yaml")).string(),
             .formulation = formulation,
             .parameters = parameters})),
        system(mechanism.model_system), eq(*system), x(mechanism.start), h(step_size),
        method_(make_method("rt-euler", method)), y_(x), began_(x.t) {
    eq.times.sampler.stop();  // as a run with a deadline does
    method_->start(eq, x, {});
  }

  bool step() {
    const bool ok = method_->step(eq, x, h, y_).ok();
    if (ok) method_->accept(x, y_, h);
    std::swap(x, y_);
    x.t = began_ + static_cast<double>(++steps_) * h;
    return ok;
  }
  double height() const {  // of the chassis
    std::vector<BodyMotion> motion;
    const auto workspace = system->make_workspace();
    system->move(x, MotionLevel::position, motion, *workspace);
    return motion[body("chassis")].r[2];
  }

  Mechanism mechanism;
  std::shared_ptr<const ModelSystem> system;
  Equations eq;
  State x;
  double h;

 private:
  std::ptrdiff_t body(const std::string& name) const {
    const auto& all = mechanism.model->bodies();
    return std::find_if(all.begin(), all.end(), [&](const Body& b) { return b.name == name; }) - all.begin();
  }
  std::unique_ptr<Method> method_;
  State y_;
  double began_;
  long steps_ = 0;
};

}  // namespace daedalus::testing
