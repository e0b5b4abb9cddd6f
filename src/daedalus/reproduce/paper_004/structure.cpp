// structure.cpp: [AFF, section 4.1, Figs. 3-5]: where the Jacobian of the train has entries, and columns that can be
// differenced together.
//
// Our bdf never factorizes this matrix (docs/theory/paper-004.md): it is composed here from the patterns that the system
// declares, for the unknowns (p, v, λ, η) and the equations (7a) to (7d) in the paper's order.
#include <fmt/format.h>

#include "daedalus/linalg/column_groups.hpp"
#include "daedalus/reproduce/paper_004/paper_004.hpp"
#include "daedalus/reproduce/paper_004/stabilized_pattern.hpp"

namespace daedalus::reproduce::paper_004 {
namespace {

Finding count(const std::string& subject, Index ours, Index paper) {
  const bool same = ours == paper;
  return {.subject = subject,
          .paper = fmt::format("{}", paper),
          .ours = fmt::format("{}", ours),
          .outcome = same ? Outcome::confirmed : Outcome::differs,
          .why = same ? "" : "another number"};
}

StudySeries entries(const Pattern& pattern, const std::string& name) {
  StudySeries series{.name = name, .x = {}, .y = {}, .style = StudySeries::Style::points};
  for (Index j = 0; j < pattern.cols(); ++j)
    for (Index k = pattern.column_starts()[j]; k < pattern.column_starts()[j + 1]; ++k) {
      series.x.push_back(j + 1);
      series.y.push_back(-(pattern.row_indices()[k] + 1.0));  // rows from top to bottom
    }
  return series;
}

const char* words(ColumnOrder order) {
  return order == ColumnOrder::largest_first   ? "largest first"
         : order == ColumnOrder::smallest_last ? "smallest last"
                                               : "incidence degree";
}

}  // namespace

Account structure(const ExperimentRunner& runner) {
  const Mechanism mechanism = runner.load("train_carriage", {}, "joint");
  const Layout& layout = mechanism.system->layout();
  const Pattern all = stabilized_pattern(layout);
  const Pattern differenced = without_last_columns(all, layout.ng);  // those of η are known: Gᵀ

  Figure sparsity{
      .label = "Fig. 3",
      .title = "sparsity of the Jacobian",
      .statement =
          "The Jacobian of the train is sparse: 98 unknowns, at most 1620 nonzeros. Car body and wheelsets, "
          "front and rear bogie are not coupled directly."};
  sparsity.findings = {count("coordinates", layout.nq, 41), count("constraints", layout.ng, 8),
                       count("unknowns", all.cols(), 98), count("nonzeros", all.nonzeros(), 1620)};
  sparsity.exhibits.emplace_back(StudyChart{.title = "Entries of the Jacobian",
                                            .note =
                                                "rows 1-41: p' = v - Gᵀη, 42-82: motion, 83-90: velocity level, 91-98: "
                                                "position level; columns p, v, λ, η",
                                            .x = {"column"},
                                            .y = {"-row"},
                                            .series = {entries(all, "entries")}});

  Figure grouping{
      .label = "Figs. 4-5",
      .title = "groups of columns",
      .statement =
          "Columns that share no row are differenced together: no more than 46 groups instead of 98 - 8 = 90 "
          "columns."};
  StudyTable table{
      .title = "Groups by the order in which columns are colored",
      .columns = {
          {"order"}, {"groups", "", StudyTable::Kind::ours, 4}, {"lower bound", "", StudyTable::Kind::number, 4}}};
  for (const ColumnOrder order :
       {ColumnOrder::largest_first, ColumnOrder::smallest_last, ColumnOrder::incidence_degree}) {
    const ColumnGroups groups = group_columns(differenced, order);
    table.rows.push_back(
        {std::string(words(order)), static_cast<double>(groups.count()), static_cast<double>(groups.lower_bound)});
  }
  const ColumnGroups best = group_columns(differenced);
  grouping.findings = {count("differenced columns", differenced.cols(), 90), count("groups", best.count(), 46)};
  grouping.exhibits.emplace_back(std::move(table));
  StudyTable members{.title = "Groups of more than one column", .columns = {{"group"}, {"columns, from 1"}}};
  for (std::size_t g = 0; g < best.groups.size(); ++g)
    if (best.groups[g].size() > 1) {
      std::string list;
      for (const Index column : best.groups[g]) list += fmt::format("{}{}", list.empty() ? "" : ", ", column + 1);
      members.rows.push_back({fmt::format("{}", g + 1), list});
    }
  grouping.exhibits.emplace_back(std::move(members));
  return {std::move(sparsity), std::move(grouping)};
}

}  // namespace daedalus::reproduce::paper_004
