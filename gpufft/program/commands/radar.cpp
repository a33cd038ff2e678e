// SPDX-License-Identifier: MIT
#include "gpufft/program/commands/commands.h"

#include <fmt/format.h>

#include <filesystem>

#include "gpufft/demos/radar/map_picture.h"
#include "gpufft/program/record.h"

namespace gpufft::program {
namespace {

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

Record record_of(const Target& target) {
  return {{"range_m", target.range}, {"speed_mps", target.speed}, {"level_db", target.level}};
}

void show_json(const Findings& findings, const std::vector<StepTime>& times, std::string_view backend) {
  for (const auto& [placed, found] : findings.targets)
    show(to_json({{"placed", record_of(placed)}, {"found", found ? Value(record_of(*found)) : Value(std::nullopt)}}));
  Record steps;
  for (const auto& [name, seconds] : times) steps.push_back({name.c_str(), seconds});
  show(to_json({{"backend", backend}, {"false_alarms", findings.false_alarms}, {"seconds", steps}}));
}

void find_targets(const RadarRequest& request) {
  const Radar& radar = request.radar;
  if (radar.samples <= radar.chirp_samples())
    throw std::runtime_error(
        fmt::format("{} samples end within the pulse; use more than {}", radar.samples, radar.chirp_samples()));
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

int run_radar(command_line::Arguments& arguments) {
  using command_line::into, command_line::within;
  RadarRequest request;
  arguments.add(
      {{"[FILE]", "PNG file to write the map to", into(request.file)},
       {"--backend NAME", "Backend to use, such as cpu or qpu:emulated", into(request.backend)},
       {"--targets N", "Number of targets, at random places", within(1, 60, into(request.targets))},
       {"--seed N", "Seed of the targets' places and the noise", into(request.seed)},
       {"--pulses N", "Number of pulses; more separate speeds better", within(32, 4096, into(request.radar.pulses))},
       {"--samples N", "Samples per pulse; more reach farther", within(700, 65536, into(request.radar.samples))},
       {"--json", "One JSON object per line", into(request.as_json)}});
  if (!arguments.parse()) return 0;
  find_targets(request);
  return 0;
}

}  // namespace gpufft::program
