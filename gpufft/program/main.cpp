// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "gpufft/cpu/plan.h"
#include "gpufft/cpu/wisdom.h"
#include "gpufft/program/backends.h"
#include "gpufft/program/bench.h"
#include "gpufft/program/check.h"
#include "gpufft/program/graph.h"
#include "gpufft/program/image.h"
#include "gpufft/program/qpu_bench.h"
#include "gpufft/program/radar.h"
#ifdef GPUFFT_OPENCL
#include "gpufft/program/opencl_bench.h"
#include "gpufft/program/opencl_plan.h"
#endif
#ifdef GPUFFT_CUDA
#include "gpufft/program/cuda_bench.h"
#include "gpufft/program/cuda_plan.h"
#endif

namespace {

using nlohmann::json;

void show(const std::string& line) {
  fmt::print("{}\n", line);
  std::fflush(stdout);  // a bench takes its time, and readers want each line when it is there
}

std::string described(const gpufft::cpu::Route& route, std::size_t legs) {
  return fmt::format("{}cost {:.2f}: {}", legs > 1 ? fmt::format("crossing {}, ", legs) : "", route.cost,
                     fmt::join(route.radices, " x "));
}

// The paths worth knowing of what is left after the crossing.
std::vector<std::pair<std::string, gpufft::cpu::Route>> paths(const gpufft::cpu::Target& target, std::size_t lanes,
                                                              std::size_t columns) {
  const auto& wisdom = gpufft::cpu::wisdom();
  const auto routes = wisdom.routes(target, lanes, columns, 2);
  const auto measured = wisdom.cost(target, lanes);
  const bool is_measured = std::isfinite(gpufft::cpu::cost_of(routes.front().radices, measured));
  std::vector<std::pair<std::string, gpufft::cpu::Route>> named{{"best", routes.front()}};
  if (routes.size() > 1) named.emplace_back("runner-up", routes[1]);
  if ((columns & (columns - 1)) == 0) {
    const std::vector<std::size_t> twos(static_cast<std::size_t>(std::log2(columns)), 2);
    named.emplace_back(
        "radix 2 only",
        gpufft::cpu::Route{twos, gpufft::cpu::cost_of(twos, is_measured ? measured : gpufft::cpu::modelled_cost)});
  }
  return named;
}

struct PlanRequest {
  std::size_t length = 0;
  std::string backend = "cpu", target;
  bool measure = false;
};

void measure(const gpufft::cpu::Target& target, const gpufft::cpu::Plan& plan) {
  const auto file = gpufft::cpu::wisdom_file();
  if (!file) throw gpufft::PlanError("nowhere to keep what is measured; GPUFFT_WISDOM names a file");
  auto known = gpufft::cpu::wisdom();
  gpufft::cpu::measure(target, plan.kernels(), plan.passes().columns, known);
  gpufft::cpu::save(known, *file);
  show("measured, and kept in " + file->string());
}

#ifdef GPUFFT_CUDA
void show_cuda_plan(std::size_t length, bool as_json) {
  const auto kept = gpufft::program::measure_cuda_paths(length, [&](const gpufft::program::CudaPath& path) {
    if (as_json) {
      show(json{{"n", length}, {"work", path.work}, {"path", path.recipe}, {"ms", path.milliseconds}}.dump());
    } else {
      show(fmt::format("{:<8} {:>9.3f} ms  {}", path.work, path.milliseconds, path.recipe));
    }
  });
  show("measured, and kept in " + kept);
}
#endif

#ifdef GPUFFT_OPENCL
void show_opencl_plan(const PlanRequest& request, bool as_json) {
  for (const auto& path : gpufft::program::opencl_paths(request.backend, request.length)) {
    if (as_json) {
      show(json{{"n", request.length},
                {"backend", request.backend},
                {"path", path.name},
                {"steps", path.steps},
                {"cost", path.cost},
                {"ms", path.milliseconds}}
               .dump());
      continue;
    }
    std::string steps;
    for (const auto& radices : path.steps)
      steps += fmt::format("{}{}", steps.empty() ? "" : " | ", fmt::join(radices, " x "));
    show(fmt::format("{:<13} cost {:.1f}, {:.3f} ms: {}", path.name, path.cost, path.milliseconds, steps));
  }
}
#endif

void show_plan(const PlanRequest& request, bool as_json) {
#ifdef GPUFFT_CUDA
  if (request.backend == "cuda") return show_cuda_plan(request.length, as_json);
#endif
#ifdef GPUFFT_OPENCL
  if (request.backend.starts_with("opencl")) return show_opencl_plan(request, as_json);
#endif
  if (request.backend != "cpu")
    throw gpufft::PlanError("plans are shown for the backends cpu, opencl and cuda, as far as they are built");
  using namespace gpufft::cpu;
  const Target& target = request.target.empty() ? chosen_target() : target_named(request.target);
  if (!Plan::takes(request.length)) {
    throw gpufft::PlanError(
        fmt::format("{} points have a prime factor over 7: they are done by Bluestein's way, through "
                    "a longer transform",
                    request.length));
  }
  const Plan plan(target, request.length);
  if (request.measure) return measure(target, plan);
  const std::size_t lanes = plan.kernels().lanes;
  for (const auto& [name, route] : paths(target, lanes, plan.passes().columns)) {
    if (as_json) {
      show(json{{"n", request.length},
                {"target", target.name},
                {"lanes", lanes},
                {"path", name},
                {"radices", route.radices},
                {"cost", route.cost}}
               .dump());
    } else {
      show(fmt::format("{:<13} {}", name, described(route, plan.passes().legs)));
    }
  }
}

void bench_backend(const gpufft::program::BenchRequest& request,
                   const std::function<void(const gpufft::program::BenchResult&)>& report) {
#ifdef GPUFFT_CUDA
  if (request.backend == "cuda") return gpufft::program::run_cuda_bench(request, report);
#endif
#ifdef GPUFFT_OPENCL
  if (request.backend.starts_with("opencl")) return gpufft::program::run_opencl_bench(request, report);
#endif
  if (request.bench != "fft" && request.bench != "spectrum")
    throw gpufft::PlanError("bench " + request.bench + " is for backends with memory of their own");
  gpufft::program::run_bench(request, report);
}

void show_bench(const gpufft::program::BenchRequest& request, bool as_json) {
  bench_backend(request, [as_json](const gpufft::program::BenchResult& result) {
    if (as_json) {
      show(json{{"bench", result.bench},
                {"backend", result.backend},
                {"target", result.target},
                {"n", result.n},
                {"batch", result.batch},
                {"frames_per_row", result.frames_per_row},
                {"ours", result.ours},
                {"peer", result.peer},
                {"theirs", result.theirs},
                {"unit", result.unit},
                {"ratio", result.ratio()}}
               .dump());
    } else {
      show(fmt::format("{:<8} {:>8} {} {}: {:8.1f}  {}: {:8.1f} {}  ratio {:.2f}", result.bench, result.n,
                       result.backend, result.target, result.ours, result.peer, result.theirs, result.unit,
                       result.ratio()));
    }
  });
}

json or_null(const std::optional<double>& figure) { return figure ? json(*figure) : json(); }

void show_qpu_fft(const gpufft::program::QpuFftResult& result, bool as_json) {
  if (as_json) {
    show(json{{"n", result.n},
              {"batch", result.batch},
              {"us", result.us},
              {"published_us", or_null(result.published_us)},
              {"ppm", result.ppm},
              {"published_ppm", or_null(result.published_ppm)},
              {"device", result.device}}
             .dump());
    return;
  }
  const auto published = [](const std::optional<double>& figure) { return figure ? fmt::format("{}", *figure) : "-"; };
  show(fmt::format("{:>8} x {:>2}: {:9.1f} us, published {:>6}{}   {:.2f} ppm, published {}", result.n, result.batch,
                   result.us, published(result.published_us),
                   result.published_us ? fmt::format(", {:.2f} times as fast", *result.published_us / result.us) : "",
                   result.ppm, published(result.published_ppm)));
}

void show_qpu_spectrum(const gpufft::program::QpuSpectrumResult& result, bool as_json) {
  if (as_json) {
    show(json{{"n", result.n},
              {"frames", result.frames},
              {"frame_us", result.frame_us},
              {"msps", result.msps},
              {"load_at_2.4_msps", result.load_at_2_4_ms},
              {"device", result.device}}
             .dump());
    return;
  }
  show(fmt::format("{:>8} bins: {:8.1f} us a frame, {:5.1f} MS/s, {:4.1f} % busy at 2.4 MS/s", result.n,
                   result.frame_us, result.msps, 100 * result.load_at_2_4_ms));
}

// Of the article, 2^8 to 2^22.
const std::vector<std::size_t> kArticleLengths = [] {
  std::vector<std::size_t> lengths;
  for (std::size_t length = 1 << 8; length <= 1 << 22; length *= 2) lengths.push_back(length);
  return lengths;
}();

// The chip's own times, beside what was published for it: no other library runs there.
void show_qpu_bench(const gpufft::program::BenchRequest& request, const std::string& device, bool as_json) {
  if (request.bench == "spectrum")
    return gpufft::program::bench_qpu_spectrum(device, request.lengths,
                                               [&](const auto& result) { show_qpu_spectrum(result, as_json); });
  gpufft::program::bench_qpu_fft(device, request.lengths, [&](const auto& result) { show_qpu_fft(result, as_json); });
}

bool show_checks(const std::optional<std::string>& backend, bool as_json) {
  bool passed = true;
  gpufft::program::run_checks(backend, [&](const gpufft::program::CheckResult& result) {
    passed = passed && result.passed();
    if (as_json) {
      show(json{{"backend", result.backend},
                {"target", result.target},
                {"kind", result.kind},
                {"class", result.class_of_length},
                {"n", result.n},
                {"error", result.error},
                {"bound", result.bound},
                {"passed", result.passed()}}
               .dump());
    } else {
      show(fmt::format("{:<6} {:<6} {:<13} {:<14} {:>7}  {:.2e}  {:.2f} of the bound{}", result.backend, result.target,
                       result.kind, result.class_of_length, result.n, result.error, result.error / result.bound,
                       result.passed() ? "" : "  FAILED"));
    }
  });
  return passed;
}

int run(int argc, char** argv) {
  CLI::App app("The FFT engine of spectrumd on its own");
  app.set_version_flag("--version", GPUFFT_VERSION);
  app.require_subcommand(1);
  bool as_json = false;
  const auto add = [&](const char* name, const char* description) {
    auto* const command = app.add_subcommand(name, description);
    command->add_flag("--json", as_json, "One JSON object per line");
    return command;
  };
  gpufft::program::add_backends_command(app);

  PlanRequest planned;
  auto* const plan = add("plan", "How a transform is done: the cheapest path of passes, and others");
  plan->add_option("N", planned.length, "Points of the transform")->required()->check(CLI::PositiveNumber);
  plan->add_option(
      "--backend", planned.backend,
      "cpu; opencl[:DEVICE], where | stands between ways through memory; cuda, whose ways are measured and "
      "kept");
  plan->add_option("--target", planned.target, "A vector unit (default: the best, or what GPUFFT_CPU_TARGET names)");
  plan->add_flag("--measure", planned.measure, "Time every pass that could be part of it, and keep that for all plans");

  gpufft::program::BenchRequest request{.bench = "fft",
                                        .lengths = {256, 512, 1024, 2048, 4096, 8192, 16384, 32768, 65536}};
  auto* const bench = add("bench", "Speed against other libraries, in one run, in turn, on one core");
  bench
      ->add_option("WHAT", request.bench,
                   "fft: transforms alone (the default); spectrum: from u8 samples to rows of levels; stream, with "
                   "--backend cuda or opencl: the same from the host's memory; spectrum-power, with --backend cuda: "
                   "rows of sums, maxima and minima")
      ->check(CLI::IsMember({"fft", "spectrum", "spectrum-power", "stream"}));
  auto* const lengths = bench->add_option("--n", request.lengths, "Lengths, separated by commas")
                            ->delimiter(',')
                            ->check(CLI::PositiveNumber);
  bench->add_option("--peer", request.peer, "One library only");
  bench->add_option("--backend", request.backend, "Ours; qpu: the chip's own times, beside the published ones");
  std::string qpu_device = "real";
  bench->add_option("--qpu-device", qpu_device, "With --backend qpu: real, emulated or emulated:BOARD");
  bench->add_option("--frames-per-row", request.frames_per_row, "spectrum: 8 by default")->check(CLI::PositiveNumber);
  bench->add_option("--batch", request.batch, "fft: transforms per call; by default as many as make 2^14 points");
  bench->add_option("--rounds", request.rounds, "Of which the median is taken")->check(CLI::PositiveNumber);
  bench->add_option("--planning-seconds", request.planning_seconds, "For each plan of a library that searches");

  std::optional<std::string> checked;
  auto* const check = add("check", "Errors against transforms in double; ends with 1 if one is over its bound");
  check->add_option("--backend", checked, "One only, \"qpu:emulated\" for instance; by default all that auto may take");
  gpufft::program::add_graph_command(app);
  gpufft::program::add_image_command(app);
  gpufft::program::add_radar_command(app);

  CLI11_PARSE(app, argc, argv);
  if (plan->parsed()) show_plan(planned, as_json);
  if (bench->parsed()) {
    if (request.backend == "qpu" && request.bench == "fft" && lengths->count() == 0) request.lengths = kArticleLengths;
    if (request.backend == "qpu")
      show_qpu_bench(request, qpu_device, as_json);
    else
      show_bench(request, as_json);
  }
  return check->parsed() && !show_checks(checked, as_json) ? 1 : 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception& error) {
    fmt::print(stderr, "gpufft: {}\n", error.what());
    return 1;
  }
}
