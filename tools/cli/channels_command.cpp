#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "aligned_columns.hpp"
#include "commands.hpp"
#include "daedalus/io/json_text.hpp"
#include "loaded_mechanism.hpp"

namespace daedalus::cli {

void add_channels(CLI::App& app, int& code) {
  struct ChannelsArguments {
    MechanismRequest mechanism;
    std::vector<std::string> parameters;
    bool json = false;
  };
  auto arguments = std::make_shared<ChannelsArguments>();
  CLI::App* command = app.add_subcommand("channels", "List the channels a run can write to its result file.");
  command->add_option("model", arguments->mechanism.name, "model file, gallery name or closed-form system")->required();
  command->add_option("--set", arguments->parameters, "model parameter NAME=VALUE (repeatable)")
      ->allow_extra_args(false);
  command->add_option("--formulation", arguments->mechanism.formulation, "formulation: cartesian or joint [cartesian]");
  command->add_flag("--json", arguments->json, "print JSON");
  command->callback([arguments, &code] {
    arguments->mechanism.parameters = parse_settings(arguments->parameters);
    const Mechanism mechanism = load(arguments->mechanism);
    auto list = nlohmann::ordered_json::array();
    const auto channels = mechanism.make_channels();
    std::vector<std::vector<std::string>> rows;
    for (const ChannelInfo& channel : channels->channels()) {
      list.push_back({{"name", channel.name},
                      {"unit", channel.unit},
                      {"meaning", channel.meaning},
                      {"on_request", channel.on_request}});
      rows.push_back({channel.name, channel.unit, channel.meaning + (channel.on_request ? " (on request)" : "")});
    }
    fmt::print("{}", arguments->json ? json_text(list) + "\n" : aligned_columns(rows));
    code = exit_done;
  });
}

}  // namespace daedalus::cli
