// SPDX-License-Identifier: MIT
#include "gpufft/program/commands/commands.h"

#include <fmt/format.h>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "gpufft/demos/radar/map_picture.h"

namespace gpufft::program {
namespace {

using nlohmann::json;

struct RadarRequest {
  std::filesystem::path file;
  std::string backend = "auto";
  std::size_t targets = 12;
  std::uint32_t seed = 1;
  Radar radar;
  bool as_json = false;
};

void show_findings(const Findings& findings) {
  fmt::print("{:>10} {:>10} {:>8}   {:>10} {:>10} {:>8}\n", "put at m", "m/s", "dB", "found at m", "m/s", "dB");
  for (const auto& [placed, found] : findings.targets) {
    fmt::print("{:10.1f} {:10.2f} {:8.1f}   ", placed.range, placed.speed, placed.level);
    if (found)
      fmt::print("{:10.1f} {:10.2f} {:8.1f}\n", found->range, found->speed, found->level);
    else
      fmt::print("{:>10}\n", "not found");
  }
}

void show_times(const std::vector<StepTime>& times, const Radar& radar, std::string_view backend) {
  fmt::print("{} pulses of {} samples, on {}; a bin is {:.1f} m, {:.3f} m/s\n", radar.pulses, radar.samples, backend,
             radar.range_step(), radar.speed_step());
  const auto samples = static_cast<double>(radar.samples * radar.pulses);
  for (const auto& [name, seconds] : times)
    fmt::print("{:<18} {:8.2f} ms  {:8.1f} Msamples/s\n", name, 1e3 * seconds, samples / seconds / 1e6);
}

json as_json(const Target& target) {
  return {{"range_m", target.range}, {"speed_mps", target.speed}, {"level_db", target.level}};
}

void show_json(const Findings& findings, const std::vector<StepTime>& times, std::string_view backend) {
  for (const auto& [placed, found] : findings.targets)
    fmt::print("{}\n", json{{"placed", as_json(placed)}, {"found", found ? as_json(*found) : json()}}.dump());
  json steps;
  for (const auto& [name, seconds] : times) steps[name] = seconds;
  fmt::print("{}\n", json{{"backend", backend}, {"false_alarms", findings.false_alarms}, {"seconds", steps}}.dump());
}

void run_radar(const RadarRequest& request) {
  const Radar& radar = request.radar;
  if (radar.samples <= radar.chirp_samples())
    throw std::runtime_error(
        fmt::format("{} samples end within the pulse; it takes over {}", radar.samples, radar.chirp_samples()));
  const Backend& backend = *choose_backend(request.backend).backend;
  RangeDoppler processor(radar, backend);
  const auto targets = random_targets(radar, request.targets, request.seed);
  const RangeDopplerMap map = processor.process(echoes(radar, targets, request.seed));
  const Findings findings = compare(radar, targets, detect(radar, map));
  if (!request.file.empty()) write_png(request.file, picture_of(radar, map, findings));
  if (request.as_json) {
    show_json(findings, processor.times(), backend.name());
  } else {
    show_findings(findings);
    show_times(processor.times(), radar, backend.name());
  }
  if (findings.missed() > 0)
    throw std::runtime_error(fmt::format("{} of {} targets were not found; more pulses lift them out of the noise",
                                         findings.missed(), targets.size()));
}

}  // namespace

void add_radar_command(CLI::App& app) {
  auto* const command = app.add_subcommand("radar", "Targets found in a scene's echoes by the range-Doppler algorithm");
  const auto request = std::make_shared<RadarRequest>();
  command->add_option("FILE", request->file, "Where the map goes, as PNG");
  command->add_option("--backend", request->backend, "That transforms, such as cpu or qpu:emulated");
  command->add_option("--targets", request->targets, "How many, at random places")->check(CLI::Range(1, 60));
  command->add_option("--seed", request->seed, "For other places and other noise");
  command->add_option("--pulses", request->radar.pulses, "More tell speeds better")->check(CLI::Range(32, 4096));
  command->add_option("--samples", request->radar.samples, "Of a pulse; more reach farther")
      ->check(CLI::Range(700, 65536));
  command->add_flag("--json", request->as_json, "One JSON object per line");
  command->callback([request] { run_radar(*request); });
}

}  // namespace gpufft::program
