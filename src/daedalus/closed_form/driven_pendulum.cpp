#include "daedalus/closed_form/driven_pendulum.hpp"

#include <array>

#include "daedalus/closed_form/law_system.hpp"
#include "daedalus/closed_form/reference_state.hpp"

namespace daedalus {
namespace {

// t, x, y, vx, vy, ax, ay, λ. Printed by tests/reference/driven_pendulum.py: 40-digit arithmetic, two step sizes agree
// to 34 digits.
constexpr std::array<std::array<double, 8>, 5> driven_pendulum_reference_rows = {{
    {0.0, 0.4794255386042030002732879, -0.8775825618903727161162816, 1.2, 0.8, -4.127415180482732365130524,
     -2.254817189716774686148406, 4.304542466072278172550361},
    {0.5, 0.7084482517221567949398285, -0.9757920287510311280398323, -0.5597827137195012278027526,
     -0.5521519778157064635818837, -6.576627374165138459572419, 3.777919554839343383066412, 7.547906753653685402601186},
    {1.0, -0.2211873436981576949725713, -0.9010470440164928958298135, -2.457098246594057245538344,
     -0.1261913367638300888978048, -0.03661241582997208744555362, -3.555215088902271357347088,
     3.127446032831291238881802},
    {2.0, 0.08792896847978296979046092, -1.006731930095096452898355, 2.639649183308203011760184,
     -1.367222959435715156716896, 3.902876291343909438774298, 8.462751758527730606227506, 9.342455514669479280630465},
    {5.0, 1.081561680859206860586401, -0.5151123585685930418758023, 1.153753183819019080420131,
     0.3760847519362925224681219, -6.283910667909530007515331, -5.222600053043820505626721, 3.890108338966948165913602},
}};

}  // namespace

State DrivenPendulum::initial_guess() const { return *driven_pendulum_reference(0); }

std::unique_ptr<System> make_driven_pendulum() {
  return std::make_unique<LawSystem<DrivenPendulum>>("driven_pendulum");
}

std::optional<State> driven_pendulum_reference(double t) {
  const auto* row = find_row(driven_pendulum_reference_rows, t);
  if (!row) return std::nullopt;
  const auto& [time, x, y, vx, vy, ax, ay, lambda] = *row;
  return make_state(time, {.q = {x, y}, .v = {vx, vy}, .a = {ax, ay}, .lambda = {lambda}});
}

}  // namespace daedalus
