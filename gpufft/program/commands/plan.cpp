// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "gpufft/backend.h"
#include "gpufft/cpu/convolution.h"
#include "gpufft/cpu/costs.h"
#include "gpufft/cpu/plan.h"
#include "gpufft/cpu/short_fft.h"
#include "gpufft/program/commands/commands.h"
#include "gpufft/program/record.h"
#ifdef GPUFFT_OPENCL
#include "gpufft/program/plan/opencl_plan.h"
#endif
#ifdef GPUFFT_CUDA
#include "gpufft/program/plan/cuda_plan.h"
#endif

namespace gpufft::program {
namespace {

std::string described(const Route& route, std::size_t legs) {
  return fmt::format("{}cost {:.2f}: {}", legs > 1 ? fmt::format("crossing {}, ", legs) : "", route.cost,
                     fmt::join(route.radices, " x "));
}

// The paths worth showing for what is left after the crossing.
std::vector<std::pair<std::string, Route>> paths(const cpu::Target& target, std::size_t lanes, std::size_t columns) {
  const auto routes = cpu::routes(cpu::wisdom(), target, lanes, columns, 2);
  const auto measured = cpu::step_cost(cpu::wisdom(), target, lanes);
  const bool is_measured = std::isfinite(cost_of(routes.front().radices, measured));
  std::vector<std::pair<std::string, Route>> named{{"best", routes.front()}};
  if (routes.size() > 1) named.emplace_back("runner-up", routes[1]);
  if ((columns & (columns - 1)) == 0) {
    const std::vector<std::size_t> twos(static_cast<std::size_t>(std::log2(columns)), 2);
    named.emplace_back("radix 2 only", Route{twos, cost_of(twos, is_measured ? measured : modelled_cost)});
  }
  return named;
}

struct PlanRequest {
  std::size_t length = 0, few = 4;
  std::string backend = "cpu", target;
  bool measure = false, as_json = false;
};

// Repeats earlier measurements, which are not used for plans meanwhile.
void measure(const std::function<void(Wisdom&)>& learn) {
  Wisdom known = cpu::wisdom();
  learn(known);
  show("measured; saved in " + known.save().string());
}

// For lengths with a prime factor over 13.
void show_convolutions(const cpu::Target& target, const PlanRequest& request) {
  if (request.measure) {
    return measure([&](Wisdom& known) { cpu::measure_convolutions(target, request.length, known); });
  }
  for (const auto& way : cpu::convolutions_for(target, request.length)) {
    show(
        {{"n", request.length}, {"target", target.name}, {"path", way.way}, {"points", way.points}, {"cost", way.cost}},
        "{path:<13} cost {cost:.0f}: two transforms of {points} points", request.as_json);
  }
}

#if defined(GPUFFT_CUDA) || defined(GPUFFT_OPENCL)
ReportPath show_each(const PlanRequest& request) {
  return [&request](const TimedPath& path) {
    show({{"n", request.length}, {"work", path.work}, {"path", path.recipe}, {"ms", path.milliseconds}},
         "{work:<8} {ms:>9.3f} ms  {path}", request.as_json);
  };
}
#endif

#ifdef GPUFFT_CUDA
void show_cuda_plan(const PlanRequest& request) {
  show("measured; saved in " + measure_cuda_paths(request.length, request.few, show_each(request)));
}
#endif

#ifdef GPUFFT_OPENCL
void measure_opencl(const PlanRequest& request) {
  show("measured; saved in " + measure_opencl_paths(request.backend, request.length, show_each(request)));
}

void show_opencl_plan(const PlanRequest& request) {
  if (request.measure) return measure_opencl(request);
  for (const auto& path : opencl_paths(request.backend, request.length)) {
    std::string radices;
    for (const auto& step : path.steps)
      radices += fmt::format("{}{}", radices.empty() ? "" : " | ", fmt::join(step, " x "));
    show({{"n", request.length},
          {"backend", request.backend},
          {"path", path.name},
          {"steps", path.steps},
          {"cost", path.cost},
          {"ms", path.milliseconds},
          {"radices", radices, true}},
         "{path:<13} cost {cost:.1f}, {ms:.3f} ms: {radices}", request.as_json);
  }
}
#endif

void show_plan(const PlanRequest& request) {
#ifdef GPUFFT_CUDA
  if (request.backend == "cuda") return show_cuda_plan(request);
#endif
#ifdef GPUFFT_OPENCL
  if (request.backend.starts_with("opencl")) return show_opencl_plan(request);
#endif
  if (request.backend != "cpu")
    throw PlanError("plans can be shown for the backends cpu, opencl and cuda, if this build has them");
  using namespace cpu;
  const Target& target = request.target.empty() ? chosen_target() : target_named(request.target);
  if (request.length == 1) throw PlanError("1 point is its own transform");
  if (!Plan::supports(request.length)) return show_convolutions(target, request);
  const Plan plan(target, request.length);
  if (request.measure) {
    return measure([&](Wisdom& known) { cpu::measure_steps(target, plan.kernels(), plan.passes().columns, known); });
  }
  if (ShortFft::supports(request.length)) {
    show({{"n", request.length}, {"target", target.name}, {"path", "short"}},
         "{path:<13} in registers, a transform in each lane; spectra by the best of these:", request.as_json);
  }
  const std::size_t lanes = plan.kernels().lanes;
  for (const auto& [name, route] : paths(target, lanes, plan.passes().columns)) {
    show({{"n", request.length},
          {"target", target.name},
          {"lanes", lanes},
          {"path", name},
          {"radices", route.radices},
          {"cost", route.cost},
          {"described", described(route, plan.passes().legs), true}},
         "{path:<13} {described}", request.as_json);
  }
}

}  // namespace

int run_plan(command_line::Arguments& arguments) {
  using command_line::into, command_line::positive;
  PlanRequest request;
  arguments.add(
      {{"N", "Points of the transform", positive(into(request.length))},
       {"--backend NAME",
        "cpu; opencl[:DEVICE], where | stands between ways through memory; cuda, whose ways are always measured and "
        "kept",
        into(request.backend)},
       {"--target NAME", "A vector unit (default: the best, or what GPUFFT_CPU_TARGET names)", into(request.target)},
       {"--measure",
        "Time every pass that could be part of it (opencl: and work-groups of other sizes), or every way, and keep "
        "that "
        "for all plans",
        into(request.measure)},
       {"--few N", "cuda: transforms in a call that does not keep the device busy; 4 by default",
        positive(into(request.few))},
       {"--json", "One JSON object per line", into(request.as_json)}});
  if (!arguments.parse()) return 0;
  show_plan(request);
  return 0;
}

}  // namespace gpufft::program
