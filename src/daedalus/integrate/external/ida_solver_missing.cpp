// ida_solver_missing.cpp: stands in for ida_solver.cpp in builds without SUNDIALS.
#include "daedalus/base/errors.hpp"
#include "daedalus/integrate/external/ida_solver.hpp"

namespace daedalus {

struct IdaSolver::Session {};

std::string_view IdaSolver::how_to_get_it() { return "apt-get install libsundials-dev and rebuild"; }

IdaSolver::IdaSolver() {
  throw OptionError("method ida is not built: SUNDIALS was missing when Daedalus was built. To get it: " +
                    std::string(how_to_get_it()) + ".\n  bdf solves the same equations and is always there.");
}

// Not called: there is no such object.
IdaSolver::~IdaSolver() = default;
void IdaSolver::start(Equations&, const State&, const Tolerances&, const IdaSetup&) {}
void IdaSolver::restart(Equations&, const State&, double) {}
StepStatus IdaSolver::advance(Equations&, double) { return StepStatus::newton_diverged; }
double IdaSolver::t() const { return 0; }
double IdaSolver::next_h() const { return 0; }
bool IdaSolver::found_root() const { return false; }
int IdaSolver::order() const { return 0; }
void IdaSolver::read(State&) const {}
void IdaSolver::interpolate(double, State&) const {}
IdaCounts IdaSolver::counts() const { return {}; }

}  // namespace daedalus
