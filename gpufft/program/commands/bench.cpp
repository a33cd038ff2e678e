// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "gpufft/program/bench/bench.h"
#include "gpufft/program/bench/qpu_bench.h"
#include "gpufft/program/bench/threads_bench.h"
#include "gpufft/program/commands/commands.h"
#include "gpufft/program/commands/show.h"
#ifdef GPUFFT_OPENCL
#include "gpufft/program/bench/opencl_bench.h"
#endif
#ifdef GPUFFT_CUDA
#include "gpufft/program/bench/cuda_bench.h"
#endif

namespace gpufft::program {
namespace {

using nlohmann::json;

void bench_backend(const BenchRequest& request, const std::function<void(const BenchResult&)>& report) {
#ifdef GPUFFT_CUDA
  if (request.backend == "cuda") return run_cuda_bench(request, report);
#endif
#ifdef GPUFFT_OPENCL
  if (request.backend.starts_with("opencl")) return run_opencl_bench(request, report);
#endif
  if (request.bench != "fft" && request.bench != "spectrum")
    throw PlanError("bench " + request.bench + " is for backends with memory of their own");
  run_bench(request, report);
}

void show_bench(const BenchRequest& request, bool as_json) {
  bench_backend(request, [as_json](const BenchResult& result) {
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

void show_threads_bench(const ThreadsRequest& request, bool as_json) {
  run_threads_bench(request, [as_json](const ThreadsResult& result) {
    if (as_json) {
      show(json{{"bench", result.bench},
                {"target", result.target},
                {"n", result.n},
                {"batch", result.batch},
                {"threads", result.threads},
                {"one", result.one},
                {"several", result.several},
                {"unit", result.unit},
                {"ratio", result.ratio},
                {"best_tenth_ratio", result.best_tenth_ratio}}
               .dump());
    } else {
      show(
          fmt::format("{:<8} {:>8} x {:>5} {}: one thread {:8.1f}  {} threads {:8.1f} {}  ratio {:.2f}, of the best "
                      "tenth {:.2f}",
                      result.bench, result.n, result.batch, result.target, result.one, result.threads, result.several,
                      result.unit, result.ratio, result.best_tenth_ratio));
    }
  });
}

json or_null(const std::optional<double>& figure) { return figure ? json(*figure) : json(); }

void show_qpu_fft(const QpuFftResult& result, bool as_json) {
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

void show_qpu_spectrum(const QpuSpectrumResult& result, bool as_json) {
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
void show_qpu_bench(const BenchRequest& request, const std::string& device, bool as_json) {
  if (request.bench == "spectrum")
    return bench_qpu_spectrum(device, request.lengths, [&](const auto& result) { show_qpu_spectrum(result, as_json); });
  bench_qpu_fft(device, request.lengths, [&](const auto& result) { show_qpu_fft(result, as_json); });
}

struct Options {
  BenchRequest request{.bench = "fft", .lengths = {256, 512, 1024, 2048, 4096, 8192, 16384, 32768, 65536}};
  std::string qpu_device = "real";
  unsigned threads = 1;
  bool as_json = false;
};

void run(Options& options, bool lengths_given) {
  if (options.threads > 1) {
    const BenchRequest& asked = options.request;
    return show_threads_bench({asked.bench, asked.lengths, asked.backend, options.threads, asked.batch, asked.rounds},
                              options.as_json);
  }
  if (options.request.backend != "qpu") return show_bench(options.request, options.as_json);
  if (options.request.bench == "fft" && !lengths_given) options.request.lengths = kArticleLengths;
  show_qpu_bench(options.request, options.qpu_device, options.as_json);
}

}  // namespace

void add_bench_command(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  BenchRequest& request = options->request;
  auto* const command = app.add_subcommand("bench", "Speed against other libraries, in one run, in turn, on one core");
  command
      ->add_option("WHAT", request.bench,
                   "fft: transforms alone (the default); spectrum: from u8 samples to rows of levels; stream, with "
                   "--backend cuda or opencl: the same from the host's memory; spectrum-power, with --backend cuda: "
                   "rows of sums, maxima and minima")
      ->check(CLI::IsMember({"fft", "spectrum", "spectrum-power", "stream"}));
  auto* const lengths = command->add_option("--n", request.lengths, "Lengths, separated by commas")
                            ->delimiter(',')
                            ->check(CLI::PositiveNumber);
  command->add_option("--peer", request.peer, "One library only");
  command->add_option("--backend", request.backend, "Ours; qpu: the chip's own times, beside the published ones");
  command->add_option("--qpu-device", options->qpu_device, "With --backend qpu: real, emulated or emulated:BOARD");
  command->add_option("--frames-per-row", request.frames_per_row, "spectrum: 8 by default")->check(CLI::PositiveNumber);
  command->add_option("--batch", request.batch, "fft: transforms per call; by default as many as make 2^14 points");
  auto* const rounds =
      command->add_option("--rounds", request.rounds, "Of which the median is taken: 15; 300 of threads")
          ->check(CLI::PositiveNumber);
  command->add_option("--planning-seconds", request.planning_seconds, "For each plan of a library that searches");
  command
      ->add_option("--threads", options->threads,
                   "Over 1: so many threads against one, by the clock on the wall, instead of other libraries; --batch "
                   "is of frames, too")
      ->check(CLI::PositiveNumber);
  command->add_flag("--json", options->as_json, "One JSON object per line");
  command->callback([options, lengths, rounds] {
    if (options->threads > 1 && rounds->count() == 0) options->request.rounds = 300;
    run(*options, lengths->count() > 0);
  });
}

}  // namespace gpufft::program
