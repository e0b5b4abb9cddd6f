#include "daedalus/formulation/recursive/tree_borders.hpp"

#include <algorithm>
#include <numeric>
#include <set>

#include "daedalus/linalg/entries.hpp"

namespace daedalus {
namespace {

constexpr Index nowhere = -2;

// The last node that two have on their ways to the root; -1 when they meet at no node.
Index common_node(const Tree& tree, const std::vector<Index>& depth, Index a, Index b) {
  if (a == nowhere) return b;
  while (a != b) {
    if (a < tree.roots || b < tree.roots) return -1;
    Index& deeper = depth[a] >= depth[b] ? a : b;
    deeper = tree.node(deeper).parent;
  }
  return a < tree.roots ? -1 : a;
}

Index find_group(std::vector<Index>& group, Index i) {
  while (group[i] != i) i = group[i] = group[group[i]];
  return i;
}

Index place_of(const std::vector<Index>& list, Index border) {
  return static_cast<Index>(std::find(list.begin(), list.end(), border) - list.begin());
}

}  // namespace

TreeBorders::TreeBorders(const TreeLinearization& at, const std::vector<Index>& dropped_rows, BordersClose closing)
    : nodes(at.tree().nodes.size() + 1) {
  const Tree& tree = at.tree();
  const Layout& layout = at.layout();
  const Index end = tree.size();
  std::vector<Index> depth(tree.nodes.size(), 0);
  for (Index i = tree.roots; i < end; ++i) depth[i] = depth[tree.node(i).parent] + 1;

  // Numbers of rows, states and flows become those of borders.
  std::vector<Index> border_of_row(static_cast<std::size_t>(layout.nc()), -1);
  std::vector<bool> is_own(border_of_row.size(), false);  // balls have theirs to themselves
  for (const Index row : dropped_rows) is_own[row] = true;
  for (Index i = tree.roots; i < end; ++i)
    if (tree.node(i).norm >= 0) is_own[at.row_of_ball(i)] = true;
  for (Index row = 0; row < layout.nc(); ++row) {
    if (is_own[row]) continue;
    border_of_row[row] = static_cast<Index>(borders.size());
    borders.push_back({BorderKind::row, row});
  }
  const Index first_state = static_cast<Index>(borders.size()), first_flow = first_state + layout.ns;
  for (Index state = 0; state < layout.ns; ++state) borders.push_back({BorderKind::state, state});
  for (Index flow = 0; flow < at.flows(); ++flow) borders.push_back({BorderKind::flow, flow});
  const auto border_of = [&](const BorderLink& link) {
    if (link.kind == BorderKind::row) return border_of_row[link.number];
    return (link.kind == BorderKind::state ? first_state : first_flow) + link.number;
  };

  // Where they close: groups of states together.
  std::vector<Index> group(borders.size());
  std::iota(group.begin(), group.end(), 0);
  for_each_entry(*at.sigma_s().pattern, [&](Index row, Index col, Index) {
    group[find_group(group, first_state + row)] = find_group(group, first_state + col);
  });
  std::vector<Index> meets(borders.size(), nowhere), nearest(borders.size(), nowhere);
  std::vector<bool> has_two(borders.size(), false);
  for (const BorderLink& link : at.links()) {
    const Index border = border_of(link);
    if (border < 0) continue;
    if (nearest[border] != nowhere && nearest[border] != link.node) has_two[border] = true;
    nearest[border] = link.node;
    Index& meeting = meets[find_group(group, border)];
    meeting = meeting == -1 ? -1 : common_node(tree, depth, meeting, link.node);
  }
  for (std::size_t b = 0; b < borders.size(); ++b) {
    const Index meeting = meets[find_group(group, static_cast<Index>(b))];
    const bool at_end = borders[b].kind == BorderKind::row && (!has_two[b] || closing == BordersClose::late);
    borders[b].closes = meeting < 0 || at_end ? -1 : meeting;
  }

  // Along which nodes they are open, and where they are among those of a node.
  std::vector<std::set<Index>> seen(nodes.size());
  for (const BorderLink& link : at.links()) {
    const Index border = border_of(link);
    if (border < 0) continue;
    for (Index i = link.node; i >= tree.roots && seen[i].insert(border).second; i = tree.node(i).parent)
      if (i == borders[border].closes) break;
  }
  for (std::size_t b = 0; b < borders.size(); ++b)
    if (borders[b].closes < 0) seen[end].insert(static_cast<Index>(b));
  for (Index i = tree.roots; i <= end; ++i) {
    Node& node = nodes[i];
    const auto closes_here = [&](Index b) { return i == end || borders[b].closes == i; };
    std::copy_if(seen[i].begin(), seen[i].end(), std::back_inserter(node.borders), std::not_fn(closes_here));
    node.open = static_cast<Index>(node.borders.size());
    std::copy_if(seen[i].begin(), seen[i].end(), std::back_inserter(node.borders), closes_here);
  }
  for (Index i = tree.roots; i < end; ++i) {
    const Index parent = tree.node(i).parent;
    const Node& above = nodes[parent < tree.roots ? end : parent];
    for (Index k = 0; k < nodes[i].open; ++k)
      nodes[i].in_parent.push_back(place_of(above.borders, nodes[i].borders[k]));
  }
  for (std::size_t n = 0; n < at.links().size(); ++n) {
    const BorderLink& link = at.links()[n];
    const Index border = border_of(link);
    if (border >= 0)
      nodes[link.node].links.push_back({static_cast<Index>(n), place_of(nodes[link.node].borders, border)});
  }
  for_each_entry(*at.sigma_s().pattern, [&](Index row, Index col, Index slot) {
    const Index closes = borders[first_state + row].closes, node = closes < 0 ? end : closes;
    couples.push_back({node, place_of(nodes[node].borders, first_state + row),
                       place_of(nodes[node].borders, first_state + col), slot});
  });
}

}  // namespace daedalus
