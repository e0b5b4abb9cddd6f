// compare_page.hpp: methods side by side, as a page: convergence, work and precision, and the table behind them.
#pragma once

#include "daedalus/analysis/comparison.hpp"
#include "daedalus/io/page/study_page.hpp"

namespace daedalus::cli {

StudyPage comparison_page(const Comparison& all);

// 'q', the order that a method declares for it, and the one that was seen.
struct OrderRow {
  const char* quantity;
  int declared;
  ObservedOrder seen;
  OrderVerdict verdict() const { return judge_order(seen, declared); }
};
std::vector<OrderRow> orders_of(const Comparison& all, std::size_t method);

}  // namespace daedalus::cli
