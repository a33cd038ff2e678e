// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <cmath>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "gpufft/backend.h"
#include "gpufft/cpu/convolution.h"
#include "gpufft/cpu/plan.h"
#include "gpufft/cpu/costs.h"
#include "gpufft/program/commands/commands.h"
#include "gpufft/program/commands/show.h"
#ifdef GPUFFT_OPENCL
#include "gpufft/program/plan/opencl_plan.h"
#endif
#ifdef GPUFFT_CUDA
#include "gpufft/program/plan/cuda_plan.h"
#endif

namespace gpufft::program {
namespace {

using nlohmann::json;

std::string described(const Route& route, std::size_t legs) {
  return fmt::format("{}cost {:.2f}: {}", legs > 1 ? fmt::format("crossing {}, ", legs) : "", route.cost,
                     fmt::join(route.radices, " x "));
}

// The paths worth knowing of what is left after the crossing.
std::vector<std::pair<std::string, Route>> paths(const cpu::Target& target, std::size_t lanes,
                                                      std::size_t columns) {
  const auto routes = cpu::routes(cpu::wisdom(), target, lanes, columns, 2);
  const auto measured = cpu::step_cost(cpu::wisdom(), target, lanes);
  const bool is_measured = std::isfinite(cost_of(routes.front().radices, measured));
  std::vector<std::pair<std::string, Route>> named{{"best", routes.front()}};
  if (routes.size() > 1) named.emplace_back("runner-up", routes[1]);
  if ((columns & (columns - 1)) == 0) {
    const std::vector<std::size_t> twos(static_cast<std::size_t>(std::log2(columns)), 2);
    named.emplace_back("radix 2 only",
                       Route{twos, cost_of(twos, is_measured ? measured : modelled_cost)});
  }
  return named;
}

struct PlanRequest {
  std::size_t length = 0;
  std::string backend = "cpu", target;
  bool measure = false, as_json = false;
};

// What is measured is measured again where it has been, and not planned by meanwhile.
void measure(const std::function<void(Wisdom&)>& learn) {
  Wisdom known = cpu::wisdom();
  learn(known);
  show("measured, and kept in " + known.save().string());
}

// Of lengths with a prime factor over 7.
void show_convolutions(const cpu::Target& target, const PlanRequest& request) {
  if (request.measure) {
    return measure([&](Wisdom& known) { cpu::measure_convolutions(target, request.length, known); });
  }
  for (const auto& way : cpu::convolutions_for(target, request.length)) {
    if (request.as_json) {
      show(json{
          {"n", request.length}, {"target", target.name}, {"path", way.way}, {"points", way.points}, {"cost", way.cost}}
               .dump());
    } else {
      show(fmt::format("{:<13} cost {:.0f}: two transforms of {} points", way.way, way.cost, way.points));
    }
  }
}

#ifdef GPUFFT_CUDA
void show_cuda_plan(const PlanRequest& request) {
  const auto kept = measure_cuda_paths(request.length, [&](const CudaPath& path) {
    if (request.as_json) {
      show(json{{"n", request.length}, {"work", path.work}, {"path", path.recipe}, {"ms", path.milliseconds}}.dump());
    } else {
      show(fmt::format("{:<8} {:>9.3f} ms  {}", path.work, path.milliseconds, path.recipe));
    }
  });
  show("measured, and kept in " + kept);
}
#endif

#ifdef GPUFFT_OPENCL
void measure_opencl(const PlanRequest& request) {
  const auto kept = measure_opencl_paths(request.backend, request.length, [&](const OpenClWay& way) {
    if (request.as_json) {
      show(json{{"n", request.length}, {"work", way.work}, {"path", way.recipe}, {"ms", way.milliseconds}}.dump());
    } else {
      show(fmt::format("{:<8} {:>9.3f} ms  {}", way.work, way.milliseconds, way.recipe));
    }
  });
  show("measured, and kept in " + kept);
}

void show_opencl_plan(const PlanRequest& request) {
  if (request.measure) return measure_opencl(request);
  for (const auto& path : opencl_paths(request.backend, request.length)) {
    if (request.as_json) {
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

void show_plan(const PlanRequest& request) {
#ifdef GPUFFT_CUDA
  if (request.backend == "cuda") return show_cuda_plan(request);
#endif
#ifdef GPUFFT_OPENCL
  if (request.backend.starts_with("opencl")) return show_opencl_plan(request);
#endif
  if (request.backend != "cpu")
    throw PlanError("plans are shown for the backends cpu, opencl and cuda, as far as they are built");
  using namespace cpu;
  const Target& target = request.target.empty() ? chosen_target() : target_named(request.target);
  if (request.length == 1) throw PlanError("1 point is its own transform");
  if (!Plan::takes(request.length)) return show_convolutions(target, request);
  const Plan plan(target, request.length);
  if (request.measure) {
    return measure([&](Wisdom& known) { cpu::measure_steps(target, plan.kernels(), plan.passes().columns, known); });
  }
  const std::size_t lanes = plan.kernels().lanes;
  for (const auto& [name, route] : paths(target, lanes, plan.passes().columns)) {
    if (request.as_json) {
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

}  // namespace

void add_plan_command(CLI::App& app) {
  const auto request = std::make_shared<PlanRequest>();
  auto* const command = app.add_subcommand("plan", "How a transform is done: the cheapest path of passes, and others");
  command->add_option("N", request->length, "Points of the transform")->required()->check(CLI::PositiveNumber);
  command->add_option("--backend", request->backend,
                      "cpu; opencl[:DEVICE], where | stands between ways through memory; cuda, whose ways are always "
                      "measured and kept");
  command->add_option("--target", request->target,
                      "A vector unit (default: the best, or what GPUFFT_CPU_TARGET names)");
  command->add_flag(
      "--measure", request->measure,
      "Time every pass that could be part of it (opencl: and work-groups of other sizes), or every way, and "
      "keep that for all plans");
  command->add_flag("--json", request->as_json, "One JSON object per line");
  command->callback([request] { show_plan(*request); });
}

}  // namespace gpufft::program
