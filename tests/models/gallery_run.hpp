// gallery_run.hpp: a model of the gallery, assembled, and moved on from one time of a reference to the next.
//
//   GalleryRun run("slider_crank", {{"c", "0"}});
//   run.to(0.5);
//   EXPECT_NEAR(run.q("crank.theta"), 3.269, 1e-3);
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "daedalus/formulation/assembly.hpp"
#include "daedalus/formulation/formulation.hpp"
#include "daedalus/formulation/model_check.hpp"
#include "daedalus/integrate/integration.hpp"
#include "daedalus/integrate/method_table.hpp"
#include "daedalus/io/model_file/model_file.hpp"
#include "daedalus/simulation/mechanism.hpp"

namespace daedalus::testing {

inline std::filesystem::path gallery_file(const std::string& name) {
  return std::filesystem::path(DAEDALUS_GALLERY) / (name + ".yaml");
}

// Every model, 'slider_crank' or 'vehicle/hmmwv14'; folders `parts` hold what models include.
inline std::set<std::string> gallery_names() {
  std::set<std::string> names;
  for (const auto& file : std::filesystem::recursive_directory_iterator(DAEDALUS_GALLERY))
    if (file.path().extension() == ".yaml" && file.path().parent_path().filename() != "parts")
      names.insert(std::filesystem::relative(file.path(), DAEDALUS_GALLERY).replace_extension().string());
  return names;
}

inline std::string test_name(std::string model) {  // of letters, digits and _
  std::replace(model.begin(), model.end(), '/', '_');
  return model;
}

inline Model gallery_model(const std::string& name, const std::vector<OptionSetting>& settings = {}) {
  return read_model(gallery_file(name), settings);
}

inline IntegrationOptions tolerance(double rtol, double atol) { return {.tolerances = {.rtol = rtol, .atol = atol}}; }
inline IntegrationOptions fixed_step(double h) { return {.h = h}; }

class GalleryRun {
 public:
  explicit GalleryRun(const std::string& name, const std::vector<OptionSetting>& settings = {},
                      const IntegrationOptions& options = tolerance(1e-12, 1e-13))
      : GalleryRun(gallery_model(name, settings), options) {}

  explicit GalleryRun(const Model& model, const IntegrationOptions& options = tolerance(1e-12, 1e-13),
                      const std::string& formulation = "cartesian")
      : mechanism_(make_mechanism(model, formulation, StartFrom::drawn)), channels_(mechanism_.make_channels()),
        eq_(*mechanism_.system), method_(make_method("dopri5")) {
    const State& start = mechanism_.start;
    initial_energy_ = energy(start).kinetic + energy(start).potential;
    integration_ = std::make_unique<Integration>(eq_, *method_, start, 1e9, options);
  }

  GalleryRun& to(double t) {
    while (state().t < t)
      if (!integration_->advance(t))
        throw std::runtime_error(mechanism_.name() + ": " + integration_->failure().message());
    return *this;
  }

  const Model& model() const { return *mechanism_.model; }
  const ModelSystem& system() const { return *mechanism_.model_system; }
  const State& state() const { return integration_->state(); }
  const AssemblyReport& assembly() const { return mechanism_.assembly; }
  const StepCounts& counts() const { return integration_->counts(); }
  CheckReport check() const { return check_model(system(), state()); }

  double q(const std::string& name) const { return state().q[mechanism_.coordinate(name)]; }
  double v(const std::string& name) const { return state().v[mechanism_.coordinate(name)]; }
  double lambda(const std::string& name) const { return state().lambda[mechanism_.row(name)]; }
  double channel(const std::string& name) {
    const auto& all = channels_->channels();
    values_.resize(all.size());
    channels_->evaluate(state(), {}, values_.data());
    for (std::size_t i = 0; i < all.size(); ++i)
      if (all[i].name == name) return values_[i];
    throw std::out_of_range("no channel " + name);
  }
  Vec3 channel_vector(const std::string& stem, const char* letter) {  // ("tip", "f") is tip.fx, tip.fy, tip.fz
    return {channel(stem + "." + letter + "x"), channel(stem + "." + letter + "y"), channel(stem + "." + letter + "z")};
  }

  double initial_energy() const { return initial_energy_; }
  double total_energy() const { return energy(state()).kinetic + energy(state()).potential; }
  double kinetic_energy() const { return energy(state()).kinetic; }

 private:
  Energy energy(const State& x) const {
    Equations eq(system());
    eq.evaluate(Want::energy, x);
    return eq.value.energy;
  }

  Mechanism mechanism_;
  std::unique_ptr<ChannelSource> channels_;
  Equations eq_;
  std::unique_ptr<Method> method_;
  double initial_energy_ = 0;
  std::unique_ptr<Integration> integration_;
  std::vector<double> values_;
};

}  // namespace daedalus::testing
