// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "gpufft/program/bench/bench.h"
#include "gpufft/program/bench/bench_page.h"
#include "gpufft/program/bench/channels_bench.h"
#include "gpufft/program/bench/contest.h"
#include "gpufft/program/bench/hybrid_bench.h"
#include "gpufft/program/bench/lengths_in_use.h"
#include "gpufft/program/bench/threads_bench.h"
#include "gpufft/program/commands/commands.h"
#include "gpufft/program/record.h"
#ifdef GPUFFT_OPENCL
#include "gpufft/program/bench/opencl_bench.h"
#endif
#ifdef GPUFFT_CUDA
#include "gpufft/program/bench/cuda_bench.h"
#endif
#ifdef GPUFFT_QPU
#include "gpufft/program/bench/qpu_bench.h"
#endif

namespace gpufft::program {
namespace {

void bench_backend(const BenchRequest& request, unsigned threads,
                   const std::function<void(const BenchResult&)>& report) {
  const bool is_other = std::ranges::count(kOtherTransforms, request.bench, &OtherTransform::bench) > 0;
  if (is_other && request.backend != "auto" && !request.backend.starts_with("cpu"))
    throw PlanError("bench " + request.bench + " is of backend cpu only");
  if (is_other) return run_bench(request, report);
  if (request.backend.starts_with("hybrid")) return run_hybrid_bench(request, threads, report);
#ifdef GPUFFT_CUDA
  if (request.backend == "cuda") return run_cuda_bench(request, report);
#endif
#ifdef GPUFFT_OPENCL
  if (request.backend.starts_with("opencl")) return run_opencl_bench(request, report);
#endif
  if (request.bench != "fft" && request.bench != "spectrum")
    throw PlanError("bench " + request.bench + " requires backend cuda or opencl");
  run_bench(request, report);
}

void show_bench(const BenchRequest& request, unsigned threads, BenchPageFile& page, bool as_json) {
  bench_backend(request, threads, [&page, as_json](const BenchResult& result) {
    page.add(result);
    show({{"bench", result.bench},
          {"backend", result.backend},
          {"target", result.target},
          {"n", result.n},
          {"batch", result.batch},
          {"frames_per_row", result.frames_per_row},
          {"ours", result.ours},
          {"peer", result.peer},
          {"theirs", result.theirs},
          {"unit", result.unit},
          {"ratio", result.ratio()}},
         "{bench:<8} {n:>8} {backend} {target}: {ours:8.1f}  {peer}: {theirs:8.1f} {unit}  ratio {ratio:.2f}", as_json);
  });
}

void show_threads_bench(const ThreadsRequest& request, bool as_json) {
  run_threads_bench(request, [as_json](const ThreadsResult& result) {
    show({{"bench", result.bench},
          {"target", result.target},
          {"n", result.n},
          {"batch", result.batch},
          {"threads", result.threads},
          {"one", result.one},
          {"several", result.several},
          {"unit", result.unit},
          {"ratio", result.ratio},
          {"best_tenth_ratio", result.best_tenth_ratio}},
         "{bench:<8} {n:>8} x {batch:>5} {target}: one thread {one:8.1f}  {threads} threads {several:8.1f} {unit}  "
         "ratio {ratio:.2f}, of the best tenth {best_tenth_ratio:.2f}",
         as_json);
  });
}

void show_channels_bench(const ChannelsRequest& request, bool as_json) {
  run_channels_bench(request, [as_json](const ChannelsResult& result) {
    show({{"channels", result.channels},
          {"ours", result.ours},
          {"peer", result.peer},
          {"theirs", result.theirs},
          {"ratio", result.peer.empty() ? 0 : result.ratio()},
          {"core_share", result.core_share},
          {"percent", 100 * result.core_share, true}},
         "{channels:>6} channels: {percent:6.2f} % of a core; {ours:9.0f} per core, {peer} {theirs:9.0f}, ratio "
         "{ratio:.1f}",
         as_json);
  });
}

#ifdef GPUFFT_QPU
void show_qpu_fft(const QpuFftResult& result, bool as_json) {
  const auto shown = [](const std::optional<double>& figure) { return figure ? fmt::format("{}", *figure) : "-"; };
  const auto& published = result.published_us;
  show({{"n", result.n},
        {"batch", result.batch},
        {"us", result.us},
        {"published_us", published},
        {"ppm", result.ppm},
        {"published_ppm", result.published_ppm},
        {"device", result.device},
        {"article_us", shown(published), true},
        {"article_ppm", shown(result.published_ppm), true},
        {"times", published ? fmt::format(", {:.2f} times as fast", *published / result.us) : "", true}},
       "{n:>8} x {batch:>2}: {us:9.1f} us, published {article_us:>6}{times}   {ppm:.2f} ppm, published {article_ppm}",
       as_json);
}

void show_qpu_spectrum(const QpuSpectrumResult& result, bool as_json) {
  show({{"n", result.n},
        {"frames", result.frames},
        {"frame_us", result.frame_us},
        {"msps", result.msps},
        {"load_at_2.4_msps", result.load_at_2_4_ms},
        {"device", result.device},
        {"busy", 100 * result.load_at_2_4_ms, true}},
       "{n:>8} bins: {frame_us:8.1f} us a frame, {msps:5.1f} MS/s, {busy:4.1f} % busy at 2.4 MS/s", as_json);
}

// The article's lengths, 2^8 to 2^22.
const std::vector<std::size_t> kArticleLengths = [] {
  std::vector<std::size_t> lengths;
  for (std::size_t length = 1 << 8; length <= 1 << 22; length *= 2) lengths.push_back(length);
  return lengths;
}();

// Of lengths for which something was published.
void add_to(BenchPageFile& page, const QpuFftResult& result) {
  if (!result.published_us) return;
  const double operations = billions_of_operations(result.n, 1);
  page.add({.bench = result.batch == 1 ? "fft, one" : fmt::format("fft, of {}", result.batch),
            .backend = "qpu",
            .target = result.device,
            .n = result.n,
            .batch = result.batch,
            .frames_per_row = 0,
            .peer = "GPU_FFT, published",
            .ours = operations / (1e-6 * result.us),
            .theirs = operations / (1e-6 * *result.published_us),
            .unit = "GFLOPS"});
}

// The chip's own times, next to the published ones: no other library runs there.
void show_qpu_bench(const BenchRequest& request, const std::string& device, BenchPageFile& page, bool as_json) {
  if (request.bench == "spectrum")
    return bench_qpu_spectrum(device, request.lengths, [&](const auto& result) { show_qpu_spectrum(result, as_json); });
  bench_qpu_fft(device, request.lengths, [&](const auto& result) {
    add_to(page, result);
    show_qpu_fft(result, as_json);
  });
}
#endif

struct BenchOptions {
  BenchRequest request{.bench = "fft", .lengths = {256, 512, 1024, 2048, 4096, 8192, 16384, 32768, 65536}};
  std::string qpu_device = "real";
  std::string html;
  unsigned threads = 1;
  bool as_json = false;
};

const std::vector<std::size_t> kNumbersOfChannels{1, 10, 100, 1000};

bool compares_threads(const BenchOptions& options) {
  return options.threads > 1 && !options.request.backend.starts_with("hybrid");
}

bool compares_over_length(const BenchOptions& options) {
  const bool qpu_rows = options.request.backend == "qpu" && options.request.bench == "spectrum";
  return !compares_threads(options) && options.request.bench != "channels" && !qpu_rows;
}

void run(BenchOptions& options, bool lengths_given) {
  BenchPageFile page(options.html);
  if (compares_threads(options)) {
    const BenchRequest& asked = options.request;
    return show_threads_bench({asked.bench, asked.lengths, asked.backend, options.threads, asked.batch, asked.rounds},
                              options.as_json);
  }
#ifdef GPUFFT_QPU
  if (options.request.backend == "qpu") {
    if (options.request.bench == "fft" && !lengths_given) options.request.lengths = kArticleLengths;
    return show_qpu_bench(options.request, options.qpu_device, page, options.as_json);
  }
#endif
  if (options.request.bench == "channels")
    return show_channels_bench(
        {lengths_given ? options.request.lengths : kNumbersOfChannels, options.request.peer, options.request.rounds},
        options.as_json);
  show_bench(options.request, options.threads, page, options.as_json);
}

}  // namespace

int run_bench(command_line::Arguments& arguments) {
  using command_line::into, command_line::one_of, command_line::positive;
  BenchOptions options;
  BenchRequest& request = options.request;
  bool in_use = false;
  arguments.add(
      {{"[WHAT]",
        "fft: transforms alone (the default); real: of real points, next to FFTW; to-real: back to them; dct2: cosine "
        "transforms; dct3: their inverse; square: in two dimensions, N x N; spectrum: from u8 samples to rows of "
        "levels; stream, with --backend cuda or opencl: the same from the host's memory; spectrum-power, with "
        "--backend cuda: rows of sums, maxima and minima; channels: narrow ones out of 2.4 MS/s, of which --n is the "
        "number",
        one_of({"channels", "dct2", "dct3", "fft", "real", "spectrum", "spectrum-power", "square", "stream", "to-real"},
               into(request.bench))},
       {"--n N,...", "Lengths", positive(into(request.lengths))},
       {"--in-use", "The 60 lengths of small primes that radio, sound, OFDM and images use", into(in_use)},
       {"--peer NAME", "Compare with this library only", into(request.peer)},
       {"--backend NAME", "Backend to measure; qpu: the chip's own times, next to the published ones",
        into(request.backend)},
       {"--qpu-device DEVICE", "With --backend qpu: real, emulated or emulated:BOARD", into(options.qpu_device)},
       {"--frames-per-row N", "spectrum: frames per row; 8 by default", positive(into(request.frames_per_row))},
       {"--batch N", "fft: transforms per call; by default as many as make 2^14 points", into(request.batch)},
       {"--rounds N", "Rounds for the median; 15 by default, 300 with --threads", positive(into(request.rounds))},
       {"--planning-seconds SECONDS", "Time limit per plan, for libraries that search for the fastest",
        into(request.planning_seconds)},
       {"--threads N",
        "If over 1: compares N threads with one, by the wall clock, instead of other libraries; --batch then counts "
        "frames as well. With --backend hybrid:NAME: threads of the processor, there and alone",
        positive(into(options.threads))},
       {"--html FILE", "Also writes a page that plots all results over length", into(options.html)},
       {"--json", "One JSON object per line", into(options.as_json)}});
  if (!arguments.parse()) return 0;
  if (compares_threads(options) && arguments.count("--rounds") == 0) request.rounds = 300;
  if (!options.html.empty() && !compares_over_length(options))
    arguments.refuse("--html: only of a bench that compares us with others over length");
  if (in_use) request.lengths.assign(kLengthsInUse.begin(), kLengthsInUse.end());
  run(options, in_use || arguments.count("--n") > 0);
  return 0;
}

}  // namespace gpufft::program
