#include "daedalus/integrate/tableaus/prk/prk_tableaus.hpp"

#include <fmt/format.h>

#include <cmath>

#include "daedalus/base/errors.hpp"
#include "daedalus/integrate/tableaus/prk/chebyshev_nodes.hpp"
#include "daedalus/integrate/tableaus/prk/dual_euler.hpp"
#include "daedalus/integrate/tableaus/prk/opt_2_5.hpp"
#include "daedalus/integrate/tableaus/prk/opt_2_6.hpp"
#include "daedalus/integrate/tableaus/prk/opt_2_7.hpp"
#include "daedalus/integrate/tableaus/prk/opt_2_8.hpp"
#include "daedalus/integrate/tableaus/prk/opt_2_9.hpp"
#include "daedalus/integrate/tableaus/prk/opt_3_10.hpp"
#include "daedalus/integrate/tableaus/prk/opt_3_6.hpp"
#include "daedalus/integrate/tableaus/prk/opt_3_6c.hpp"
#include "daedalus/integrate/tableaus/prk/opt_3_8.hpp"
#include "daedalus/integrate/tableaus/prk/prk_1_3.hpp"
#include "daedalus/integrate/tableaus/prk/prk_2_5.hpp"
#include "daedalus/integrate/tableaus/prk/single_rate.hpp"
#include "daedalus/integrate/tableaus/prk/stabilized_polynomial.hpp"

namespace daedalus {

bool PrkTableau::is_slow_stage(int stage) const { return slow.b[stage] != 0 || (slow.A.col(stage).array() != 0).any(); }

std::vector<int> PrkTableau::slow_stages() const {
  std::vector<int> J;
  for (int i = 0; i < stages(); ++i)
    if (is_slow_stage(i)) J.push_back(i);
  return J;
}

bool PrkTableau::has_equal_nodes() const { return (slow.c() - fast.c()).lpNorm<Eigen::Infinity>() < 1e-12; }

void check(const PrkTableau& x) {
  const auto refuse = [&](const std::string& why) { throw OptionError(fmt::format("tableau '{}': {}", x.name, why)); };
  const Index s = x.slow.b.size();
  if (s < 1 || s > 64) refuse(fmt::format("has {} stages. Specify 1 to 64.", s));
  if (x.order < 1 || x.order > 10) refuse(fmt::format("order = {} is not an order. Specify 1 to 10.", x.order));
  for (const auto& [name, part] : {std::pair("slow", &x.slow), std::pair("fast", &x.fast)}) {
    if (part->A.rows() != s || part->A.cols() != s || part->b.size() != s)
      refuse(fmt::format("the {} part is not of {} stages like the slow weights.", name, s));
    if (!part->A.allFinite() || !part->b.allFinite())
      refuse(fmt::format("the {} part has a value that is not finite.", name));
    for (Index i = 0; i < s; ++i)
      for (Index j = i; j < s; ++j)
        if (part->A(i, j) != 0)
          refuse(fmt::format("{} A[{}][{}] = {}: stages of explicit methods depend on earlier ones only.", name, i + 1,
                             j + 1, part->A(i, j)));
    if (std::abs(part->b.sum() - 1) > 1e-8)
      refuse(
          fmt::format("the {} weights b sum up to {}, not to 1: the method is not consistent.", name, part->b.sum()));
    if (part->b_embedded.size() != x.slow.b_embedded.size())
      refuse("embedded weights are needed for both parts, or for none.");
    if (part->b_embedded.size() > 0 && (part->b_embedded.size() != s || std::abs(part->b_embedded.sum() - 1) > 1e-8))
      refuse(fmt::format("the embedded {} weights must be {} numbers that sum up to 1.", name, s));
  }
}

PrkTableau make_chain(int order, const std::vector<double>& beta, std::string name, std::string title,
                      std::string source) {
  const Index s = static_cast<Index>(beta.size()) - 1;
  VecX c = VecX::Zero(s);  // c_i at i − 1
  c[s - 1] = 2.0 / 3;
  c[s - 2] = 2 * beta[3];
  for (Index j = 2; j < s - 1; ++j) c[s - 1 - j] = beta[j + 2] / beta[j + 1];
  RungeKuttaWeights fast{MatX::Zero(s, s), VecX::Zero(s), VecX::Zero(s)};
  for (Index i = 1; i < s; ++i) fast.A(i, i - 1) = c[i];
  fast.b[0] = 0.25;
  fast.b[s - 1] = 0.75;
  RungeKuttaWeights slow{MatX::Zero(s, s), fast.b, VecX::Zero(s)};
  slow.A.col(0) = c;
  if (order == 3) {
    slow.A(s - 1, 0) = 0;
    slow.A(s - 1, s - 2) = c[s - 1];
    slow.b_embedded[0] = -0.125;  // b*·e = 1, b*·c = 1/2, b*·c² = 1/4 on c = (0, 1/3, 2/3)
    slow.b_embedded[s - 2] = 0.75;
    slow.b_embedded[s - 1] = 0.375;
  } else {
    slow.b_embedded[0] = 0.625;  // b*·e = 1, b*·c = 1/4
    slow.b_embedded[s - 1] = 0.375;
  }
  fast.b_embedded = slow.b_embedded;
  return {std::move(name), std::move(title), std::move(source), order, std::move(slow), std::move(fast)};
}

namespace {

const char* const paper_001 = "Shome, Haug, Jay, Mech. Based Des. Struct. Mach. 32 (2004), ";  // and where in it
const char* const optimized = "free coefficients of the conditions of Shome, Haug, Jay (2004), optimized";
const char* const van_der_houwen =
    "van der Houwen (1977), Kinnmark and Gray (1984); order and coupling conditions by hand";

PrkTableau chain(int s) {
  return make_chain(2, stabilized_polynomial(StabilizedAxis::imaginary, s), fmt::format("chain-2-{}", s),
                    fmt::format("two slow and {} fast evaluations in a chain, order 2", s), van_der_houwen);
}
PrkTableau heun_chain(int s) {
  return make_chain(3, stabilized_polynomial(StabilizedAxis::imaginary, s), fmt::format("kgheun-3-{}", s),
                    fmt::format("three slow and {} fast evaluations in a chain, order 3", s), van_der_houwen);
}
template <int s>
PrkTableau chebyshev_chain(const std::array<double, s>& c) {  // beta from c, the other way round
  std::vector<double> beta = {1, 1, 0.5, c[s - 2] / 2};
  for (std::size_t j = 2; j + 1 < s; ++j) beta.push_back(beta.back() * c[s - 1 - j]);
  return make_chain(2, beta, fmt::format("cheb-2-{}", s),
                    fmt::format("two slow and {} fast evaluations for real fast eigenvalues, order 2", s),
                    "polynomial of order 2 with |R| ≤ 0.95 on the longest negative interval");
}

std::vector<PrkTableau> make_all() {
  const auto paper = [](const char* where) { return std::string(paper_001) + where; };
  std::vector<PrkTableau> all = {
      prk::ralston.named("rk2", 2, "Ralston's method, one rate", "Ralston (1962)"),
      prk::heun.named("rk3", 3, "Heun's method of order 3, one rate", "Heun (1900)"),
      prk::dual_euler.named("dual-euler", 1, "forward Euler with three fast steps", paper("Table 3")),
      prk::prk_1_3.named("prk-1-3", 1, "one slow and three fast evaluations, order 1", paper("Table 4")),
      prk::prk_2_5.named("prk-2-5", 2, "two slow and five fast evaluations, order 2", paper("Table 6")),
  };
  for (const int s : {5, 6, 7, 8, 9}) all.push_back(chain(s));
  for (const int s : {4, 6, 8, 10}) all.push_back(heun_chain(s));
  all.push_back(prk::opt_2_5.named("opt-2-5", 2, "two slow and five fast evaluations, order 2", optimized));
  all.push_back(prk::opt_2_6.named("opt-2-6", 2, "two slow and six fast evaluations, order 2", optimized));
  all.push_back(prk::opt_2_7.named("opt-2-7", 2, "two slow and seven fast evaluations, order 2", optimized));
  all.push_back(prk::opt_2_8.named("opt-2-8", 2, "two slow and eight fast evaluations, order 2", optimized));
  all.push_back(prk::opt_2_9.named("opt-2-9", 2, "two slow and nine fast evaluations, order 2", optimized));
  all.push_back(prk::opt_3_6.named("opt-3-6", 3, "three slow and six fast evaluations, order 3", optimized));
  all.push_back(prk::opt_3_6c.named("opt-3-6c", 3, "opt-3-6 chosen for strong coupling, order 3", optimized));
  all.push_back(prk::opt_3_8.named("opt-3-8", 3, "three slow and eight fast evaluations, order 3", optimized));
  all.push_back(prk::opt_3_10.named("opt-3-10", 3, "three slow and ten fast evaluations, order 3", optimized));
  all.push_back(chebyshev_chain<5>(prk::chebyshev_5));
  all.push_back(chebyshev_chain<6>(prk::chebyshev_6));
  all.push_back(chebyshev_chain<7>(prk::chebyshev_7));
  all.push_back(chebyshev_chain<8>(prk::chebyshev_8));
  all.push_back(chebyshev_chain<9>(prk::chebyshev_9));
  return all;
}

}  // namespace

std::span<const PrkTableau> prk_tableaus() {
  static const std::vector<PrkTableau> all = make_all();
  return all;
}

const PrkTableau* find_prk_tableau(std::string_view name) {
  for (const PrkTableau& tableau : prk_tableaus())
    if (tableau.name == name) return &tableau;
  return nullptr;
}

}  // namespace daedalus
