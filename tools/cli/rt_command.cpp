// rt_command.cpp: the command line of runs in real time.
#include <memory>

#include "commands.hpp"
#include "numbers.hpp"
#include "rt_run.hpp"

namespace daedalus::cli {
namespace {

struct RtArguments {
  RtRequest request;
  std::vector<std::string> parameters, options;
  bool no_pace = false, lockstep = false, soak = false, no_lock = false;
};

void add_pace_options(CLI::App& command, RtArguments& arguments) {
  RtRequest& request = arguments.request;
  command.add_option("--duration", request.duration, "model time to run, s [from the model; with --soak until Ctrl-C]")
      ->check(positive_number());
  command
      .add_option("--policy", request.policy,
                  "when a deadline is missed: stop: end the run; skip: drop the missed ticks; stretch: shift the time "
                  "grid [skip]")
      ->transform(CLI::CheckedTransformer(std::map<std::string, OverrunPolicy>{{"stop", OverrunPolicy::stop},
                                                                               {"skip", OverrunPolicy::skip},
                                                                               {"stretch", OverrunPolicy::stretch}})
                      .description("stop, skip or stretch"));
  command.add_option("--speed", request.speed, "model time per wall time")
      ->check(positive_number())
      ->capture_default_str();
  auto* no_pace =
      command.add_flag("--no-pace", arguments.no_pace, "run as fast as possible, to measure the cost of a step");
  command
      .add_flag("--lockstep", arguments.lockstep,
                "wait for a reply to each output packet instead of the clock: for tests and co-simulation")
      ->excludes(no_pace);
  command.add_option("--patience", request.patience, "how long --lockstep waits for a reply, s")
      ->check(positive_number())
      ->capture_default_str();
  command.add_flag("--soak", arguments.soak,
                   "long run: prints a status line periodically, monitors constraints and energy, ends with Ctrl-C and "
                   "keeps the results");
  command.add_option("--print-every", request.print_every, "wall time between the status lines of --soak, s")
      ->check(positive_number())
      ->capture_default_str();
  const auto given = [&request](const std::string&) { request.scheduling_given = true; };
  command
      .add_option("--priority", request.scheduling.priority,
                  "SCHED_FIFO priority, 1 to 99; 0: default scheduling; with --no-pace or --lockstep only when given")
      ->check(CLI::Range(0, 99))
      ->capture_default_str()
      ->each(given);
  command.add_option("--cpu", request.scheduling.cpu, "pin the run to this processor")
      ->check(number_from_zero())
      ->each(given);
  command.add_flag("--no-lock-memory", arguments.no_lock, "do not lock memory");
}

void add_signal_options(CLI::App& command, RtRequest& request) {
  command.add_option("--udp", request.ports.udp,
                     "exchange signals over UDP at [ADDRESS:]PORT; port 0 picks a free port [address 127.0.0.1]");
  command.add_option("--shm", request.ports.shared_memory,
                     "exchange signals through the shared memory segment of this name");
  command
      .add_option("--signals", request.ports.signals,
                  "channels to send, for example 'crank.*,energy.total' (repeatable) [from the model]")
      ->delimiter(',')
      ->allow_extra_args(false);
  command.add_option("--send-every", request.send_every, "steps between output packets")
      ->check(positive_number())
      ->capture_default_str();
  command.add_option("--packets-per-tick", request.ports.packets_per_tick, "maximum datagrams read per tick")
      ->check(CLI::Range(1, 10000))
      ->capture_default_str();
}

}  // namespace

void add_rt(CLI::App& app, int& code) {
  auto arguments = std::make_shared<RtArguments>();
  RtRequest& request = arguments->request;
  CLI::App* command = app.add_subcommand("rt", "Run a model in real time, with input and output signals.");
  command->add_option("model", request.mechanism.name, "model file, gallery name or closed-form system")->required();
  command->add_option("--h", request.h, "step size, s")->check(positive_number())->capture_default_str();
  command->add_option("--method", request.method,
                      "integrator with options ('rt-ros2', 'rt-euler:jacobian=j1') or a preset of rt-euler "
                      "('index2-projected') [rt-euler]");
  command->add_option("--opt", arguments->options, "method option NAME=VALUE (repeatable)")->allow_extra_args(false);
  command->add_option("--formulation", request.mechanism.formulation, "formulation: cartesian or joint [cartesian]");
  command->add_option("--set", arguments->parameters, "model parameter NAME=VALUE (repeatable)")
      ->allow_extra_args(false);
  command->add_option("--start", request.mechanism.start_file,
                      "start from this state file, written by 'daedalus equilibrium -o'");
  add_pace_options(*command, *arguments);
  add_signal_options(*command, request);
  command->add_option("-o,--output", request.outputs, "write the channels to this file, .csv or .h5 (repeatable)")
      ->allow_extra_args(false);
  command->add_option("--every", request.every, "model time between samples in the files, s")->check(positive_number());
  command->add_option("--channels", request.channels, "write only channels that match (repeatable)")
      ->delimiter(',')
      ->allow_extra_args(false);
  command->add_flag("--json", request.json, "print the report as a JSON object");
  command->footer(
      "Inputs are functions of type 'input' in the model file, outputs its channels. Packets, policies and "
      "permissions: docs/guide/realtime.md.\n"
      "Examples:\n"
      "  daedalus rt pendulum --h 1e-3 --duration 10                         ten seconds, with latency statistics\n"
      "  daedalus rt hmmwv14 --h 1e-3 --duration 60 --no-pace                cost of a step, wall clock and CPU time\n"
      "  daedalus rt my.yaml --h 1e-3 --udp 5005 --signals 'pin.*'           a controller may connect to "
      "127.0.0.1:5005\n"
      "  daedalus rt my.yaml --h 1e-3 --shm rig --policy stop --cpu 1        shared memory; ends at the first missed "
      "deadline\n"
      "  daedalus rt my.yaml --h 1e-3 --soak --print-every 60 -o night.h5    until Ctrl-C");
  command->callback([arguments, &code] {
    RtRequest& r = arguments->request;
    r.mechanism.parameters = parse_settings(arguments->parameters);
    r.options = parse_settings(arguments->options);
    r.pace = arguments->no_pace ? Pace::none : arguments->lockstep ? Pace::lockstep : Pace::wall_clock;
    r.soak = arguments->soak ? Soak::on : Soak::off;
    r.scheduling.lock_memory = !arguments->no_lock;
    code = run_rt(r);
  });
}

}  // namespace daedalus::cli
