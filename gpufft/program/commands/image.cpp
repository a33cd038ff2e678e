// SPDX-License-Identifier: MIT
#include "gpufft/program/commands/commands.h"

#include <fmt/format.h>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <memory>
#include <nlohmann/json.hpp>

#include "gpufft/demos/image/filter.h"
#include "gpufft/program/progress.h"

namespace gpufft::program {
namespace {

struct Options {
  std::string in, out, spectrum, filter = "none";
  ImageFilter wish;
  std::string backend = "auto";
  bool padded = false, as_json = false;
};

void show(const Options& options, std::string_view backend_name, const Picture& before, const FilteredImage& after) {
  const double change = rms_difference(before, after.picture);
  if (options.as_json) {
    const nlohmann::json line{{"width", before.width},
                              {"height", before.height},
                              {"channels", before.channels},
                              {"rows", after.rows},
                              {"columns", after.columns},
                              {"backend", backend_name},
                              {"filter", options.filter},
                              {"cutoff", options.wish.cutoff},
                              {"forward_ms", after.forward_seconds * 1e3},
                              {"inverse_ms", after.inverse_seconds * 1e3},
                              {"rms_change", change}};
    fmt::print("{}\n", line.dump());
    return;
  }
  fmt::print("{} by {} pixels, {} channel{}; transforms of {} by {} points by {}: {:.1f} ms, and back {:.1f} ms\n",
             before.width, before.height, before.channels, before.channels == 1 ? "" : "s", after.columns, after.rows,
             backend_name, after.forward_seconds * 1e3, after.inverse_seconds * 1e3);
  fmt::print("{}: {:.2f} levels rms changed\n", options.filter, change);
}

void filter(Options& options) {
  options.wish.kind = filter_named(options.filter);
  const Backend& backend = *choose_backend(options.backend).backend;
  const Picture before = read_png(options.in);
  const Progress progress("gpufft image");
  const FilteredImage after = filter_image(before, options.wish, backend, options.padded);
  write_png(options.out, after.picture);
  if (!options.spectrum.empty()) write_png(options.spectrum, after.spectrum);
  show(options, backend.name(), before, after);
}

}  // namespace

void add_image_command(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  auto* const command = app.add_subcommand("image", "A picture through a transform, a filter and back");
  command->add_option("IN", options->in, "PNG file")->required();
  command->add_option("OUT", options->out, "PNG file")->required();
  command->add_option("--filter", options->filter, "none, low-pass, high-pass or gaussian");
  command
      ->add_option("--cutoff", options->wish.cutoff,
                   "Cycles a pixel, 0.1 by default: where a filter cuts, and the gaussian has 61 % left")
      ->check(CLI::Range(1e-4, 0.71));
  command->add_option("--spectrum", options->spectrum, "PNG file for the spectrum, frequency 0 in the middle");
  command->add_flag("--padded", options->padded,
                    "Continue the picture by its mirror image to powers of two, as is done where a backend needs it");
  command->add_option("--backend", options->backend, "That transforms, such as cpu or qpu:emulated");
  command->add_flag("--json", options->as_json, "One JSON object");
  command->callback([options] { filter(*options); });
}

}  // namespace gpufft::program
