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
  command
      .add_option("--duration", request.duration,
                  "model time to run, s [what the model suggests; with --soak until Ctrl-C]")
      ->check(positive_number());
  command
      .add_option("--policy", request.policy,
                  "what to do when a deadline is missed: stop; skip: drop the ticks that went by; stretch: move the "
                  "grid [skip]")
      ->transform(CLI::CheckedTransformer(std::map<std::string, OverrunPolicy>{{"stop", OverrunPolicy::stop},
                                                                               {"skip", OverrunPolicy::skip},
                                                                               {"stretch", OverrunPolicy::stretch}})
                      .description("stop, skip or stretch"));
  command.add_option("--speed", request.speed, "s of model time per s on the wall")
      ->check(positive_number())
      ->capture_default_str();
  auto* no_pace = command.add_flag("--no-pace", arguments.no_pace, "as fast as it goes, to measure what a step costs");
  command
      .add_flag("--lockstep", arguments.lockstep,
                "wait for an answer to each outputs packet instead of for the clock: for tests and co-simulation")
      ->excludes(no_pace);
  command.add_option("--patience", request.patience, "s that --lockstep waits for an answer")
      ->check(positive_number())
      ->capture_default_str();
  command.add_flag(
      "--soak", arguments.soak,
      "run long: a line from time to time, constraints and energy watched, ends with Ctrl-C and its results");
  command.add_option("--print-every", request.print_every, "s on the wall between the lines of --soak")
      ->check(positive_number())
      ->capture_default_str();
  const auto given = [&request](const std::string&) { request.scheduling_given = true; };
  command
      .add_option("--priority", request.scheduling.priority,
                  "of SCHED_FIFO, 1 to 99; 0: ordinary scheduling; without a pace only when given")
      ->check(CLI::Range(0, 99))
      ->capture_default_str()
      ->each(given);
  command.add_option("--cpu", request.scheduling.cpu, "processor to run on, and no other")
      ->check(number_from_zero())
      ->each(given);
  command.add_flag("--no-lock-memory", arguments.no_lock, "do not lock the memory");
}

void add_signal_options(CLI::App& command, RtRequest& request) {
  command.add_option("--udp", request.ports.udp,
                     "signals by datagrams at [ADDRESS:]PORT; 0 is a free port [address 127.0.0.1]");
  command.add_option("--shm", request.ports.shared_memory, "signals in the shared memory of this name");
  command
      .add_option("--signals", request.ports.signals,
                  "channels to send, for example 'crank.*,energy.total' (repeatable) [what the model suggests]")
      ->delimiter(',')
      ->allow_extra_args(false);
  command.add_option("--send-every", request.send_every, "steps between outputs")
      ->check(positive_number())
      ->capture_default_str();
  command.add_option("--packets-per-tick", request.ports.packets_per_tick, "datagrams that are read in a tick at most")
      ->check(CLI::Range(1, 10000))
      ->capture_default_str();
}

}  // namespace

void add_rt(CLI::App& app, int& code) {
  auto arguments = std::make_shared<RtArguments>();
  RtRequest& request = arguments->request;
  CLI::App* command = app.add_subcommand("rt", "Run a model in time with the wall clock, with signals in and out.");
  command
      ->add_option("model", request.mechanism.name,
                   "a model file, the name of one of the gallery, or a closed-form system")
      ->required();
  command->add_option("--h", request.h, "step size, s")->check(positive_number())->capture_default_str();
  command->add_option("--method", request.method,
                      "integrator with options, 'rt-ros2', 'rt-euler:jacobian=j1', or a preset of rt-euler, "
                      "'index2-projected' [rt-euler]");
  command->add_option("--opt", arguments->options, "method option NAME=VALUE (repeatable)")->allow_extra_args(false);
  command->add_option("--formulation", request.mechanism.formulation,
                      "coordinates of the equations, cartesian or joint [cartesian]");
  command->add_option("--set", arguments->parameters, "model parameter NAME=VALUE (repeatable)")
      ->allow_extra_args(false);
  command->add_option("--start", request.mechanism.start_file,
                      "start from this state, written by 'daedalus equilibrium -o'");
  add_pace_options(*command, *arguments);
  add_signal_options(*command, request);
  command->add_option("-o,--output", request.outputs, "write the channels to this file, .csv or .h5 (repeatable)")
      ->allow_extra_args(false);
  command->add_option("--every", request.every, "s of model time between samples in the files")
      ->check(positive_number());
  command->add_option("--channels", request.channels, "only channels that match (repeatable)")
      ->delimiter(',')
      ->allow_extra_args(false);
  command->add_flag("--json", request.json, "report as one JSON object");
  command->footer(
      "Inputs are the functions of type 'input' of the model file, outputs its channels; packets, policies and "
      "permissions: docs/guide/realtime.md.\n"
      "Examples:\n"
      "  daedalus rt pendulum --h 1e-3 --duration 10                         ten seconds, with its latencies\n"
      "  daedalus rt hmmwv14 --h 1e-3 --duration 60 --no-pace                what a step costs, wall clock and CPU "
      "time\n"
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
