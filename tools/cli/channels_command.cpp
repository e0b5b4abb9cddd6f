#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "commands.hpp"
#include "json_text.hpp"
#include "subject.hpp"

namespace daedalus::cli {

void add_channels(CLI::App& app, int& code) {
  struct Arguments {
    SubjectRequest subject;
    std::vector<std::string> parameters;
    bool json = false;
  };
  auto arguments = std::make_shared<Arguments>();
  CLI::App* command = app.add_subcommand("channels", "List what a run of a model can write to its result file.");
  command->add_option("model", arguments->subject.name, "a model file, or a name as for 'run'")->required();
  command->add_option("--set", arguments->parameters, "model parameter NAME=VALUE (repeatable)")
      ->allow_extra_args(false);
  command->add_option("--formulation", arguments->subject.formulation, "coordinates of the equations, cartesian or joint [cartesian]");
  command->add_flag("--json", arguments->json, "as JSON");
  command->callback([arguments, &code] {
    arguments->subject.parameters = parse_settings(arguments->parameters);
    const Subject subject = make_subject(arguments->subject);
    auto list = nlohmann::ordered_json::array();
    for (const ChannelInfo& channel : subject.channels->channels())
      if (arguments->json)
        list.push_back({{"name", channel.name}, {"unit", channel.unit}, {"meaning", channel.meaning}});
      else
        fmt::print("{:<36}{:<10}{}\n", channel.name, channel.unit, channel.meaning);
    if (arguments->json) fmt::print("{}\n", json_text(list));
    code = exit_done;
  });
}

}  // namespace daedalus::cli
