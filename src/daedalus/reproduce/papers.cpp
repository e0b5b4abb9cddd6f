#include <fmt/format.h>

#include "daedalus/base/errors.hpp"
#include "daedalus/base/spelling.hpp"
#include "daedalus/reproduce/benchmarks/benchmarks.hpp"
#include "daedalus/reproduce/paper.hpp"
#include "daedalus/reproduce/paper_000/paper_000.hpp"
#include "daedalus/reproduce/paper_001/paper_001.hpp"
#include "daedalus/reproduce/paper_002/paper_002.hpp"
#include "daedalus/reproduce/paper_003/paper_003.hpp"
#include "daedalus/reproduce/paper_004/paper_004.hpp"

namespace daedalus::reproduce {
namespace {

template <class Item>
const Item& find_by_name(const std::vector<Item>& items, std::string_view wanted, std::string Item::*name,
                         std::string_view kind) {
  std::vector<std::string_view> known;
  for (const Item& item : items) {
    if (item.*name == wanted) return item;
    known.push_back(item.*name);
  }
  throw OptionError(unknown_name(kind, wanted, known));
}

}  // namespace

const std::vector<Paper>& papers() {
  static const std::vector<Paper> all = {
      make_paper_000(), make_paper_001(), make_paper_002(), make_paper_003(), make_paper_004(), make_benchmarks(),
  };
  return all;
}

const Paper& find_paper(std::string_view number) { return find_by_name(papers(), number, &Paper::number, "paper"); }

const Experiment& find_experiment(const Paper& paper, std::string_view name) {
  return find_by_name(paper.experiments, name, &Experiment::name, fmt::format("experiment of paper {}", paper.number));
}

}  // namespace daedalus::reproduce
