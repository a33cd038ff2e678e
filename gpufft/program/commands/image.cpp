// SPDX-License-Identifier: MIT
#include "gpufft/program/commands/commands.h"

#include <fmt/format.h>

#include "gpufft/demos/image/filter.h"
#include "gpufft/program/progress.h"
#include "gpufft/program/record.h"

namespace gpufft::program {
namespace {

struct ImageOptions {
  std::string in, out, spectrum, filter = "none";
  ImageFilter request;
  std::string backend = "auto";
  bool padded = false, as_json = false;
};

void show_result(const ImageOptions& options, std::string_view backend_name, const Picture& before,
                 const FilteredImage& after) {
  show({{"width", before.width},
        {"height", before.height},
        {"channels", before.channels},
        {"rows", after.rows},
        {"columns", after.columns},
        {"backend", backend_name},
        {"filter", options.filter},
        {"cutoff", options.request.cutoff},
        {"forward_ms", after.forward_seconds * 1e3},
        {"inverse_ms", after.inverse_seconds * 1e3},
        {"rms_change", rms_difference(before, after.picture)},
        {"s", before.channels == 1 ? "" : "s", true}},
       "{width} by {height} pixels, {channels} channel{s}; transforms of {columns} by {rows} points by {backend}: "
       "{forward_ms:.1f} ms, and back {inverse_ms:.1f} ms\n{filter}: {rms_change:.2f} levels rms difference",
       options.as_json);
}

void filter(ImageOptions& options) {
  options.request.kind = filter_named(options.filter);
  const Backend& backend = *choose_backend(options.backend).backend;
  const Picture before = read_png(options.in);
  const Progress progress("gpufft image");
  const FilteredImage after = filter_image(before, options.request, backend, options.padded);
  write_png(options.out, after.picture);
  if (!options.spectrum.empty()) write_png(options.spectrum, after.spectrum);
  show_result(options, backend.name(), before, after);
}

}  // namespace

int run_image(command_line::Arguments& arguments) {
  using command_line::into, command_line::within;
  ImageOptions options;
  arguments.add(
      {{"IN", "PNG file", into(options.in)},
       {"OUT", "PNG file", into(options.out)},
       {"--filter NAME", "none, low-pass, high-pass or gaussian", into(options.filter)},
       {"--cutoff CYCLES", "Cutoff in cycles per pixel, where the gaussian passes 61 %; 0.1 by default",
        within(1e-4, 0.71, into(options.request.cutoff))},
       {"--spectrum FILE", "PNG file to write the spectrum to, frequency 0 in the middle", into(options.spectrum)},
       {"--padded", "Extend the picture by its mirror image to powers of two even if the backend does not need it",
        into(options.padded)},
       {"--backend NAME", "Backend to use, such as cpu or qpu:emulated", into(options.backend)},
       {"--json", "One JSON object", into(options.as_json)}});
  if (!arguments.parse()) return 0;
  filter(options);
  return 0;
}

}  // namespace gpufft::program
