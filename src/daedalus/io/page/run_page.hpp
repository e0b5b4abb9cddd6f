// run_page.hpp: the page of one run, from the rows of its result, while it runs or from a file.
//
//   RunPage page(&model, columns);
//   page.add(row) ...
//   page.write("run.html", report);
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>

#include "daedalus/io/page/page_table.hpp"
#include "daedalus/io/page/scene_motion.hpp"

namespace daedalus {

// The channels a page of this model should be given: those that match the patterns, as SelectedChannels takes them, and
// the places of all bodies. No pattern: all channels, or those that the model asks for when it has a great many.
std::vector<std::string> page_channels(const Model& model, const std::vector<ChannelInfo>& channels,
                                       const std::vector<std::string>& patterns);

class RunPage {
 public:
  // `columns` are those of the result, the time first. Without a model there are plots and report only.
  RunPage(const Model* model, const std::vector<ChannelInfo>& columns, std::size_t budget = PageTable::usual_budget);

  void add(std::span<const double> row);

  struct Written {
    std::size_t bytes = 0, samples = 0, rows = 0;
    std::vector<std::string> notes;  // what is not in the page, for people
  };
  // `run` is the report of a run as to_json() gives it, or null. Throws FileError.
  Written write(const std::filesystem::path& file, const std::string& title, const nlohmann::ordered_json& run);

 private:
  nlohmann::ordered_json columns_json() const;
  std::vector<std::string> notes() const;

  std::optional<Model> model_;
  std::optional<SceneMotion> motion_;
  std::size_t result_columns_;
  PageTable table_;
  std::vector<double> row_;
};

}  // namespace daedalus
