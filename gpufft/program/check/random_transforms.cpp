// SPDX-License-Identifier: MIT
#include "gpufft/program/check/random_transforms.h"

#include <array>
#include <complex>
#include <vector>

#include "gpufft/program/check/guarded_memory.h"
#include "gpufft/requests.h"

namespace gpufft::program {
namespace {

constexpr std::array kKindNames{"complex", "real to complex", "complex to real", "DCT-II", "DCT-III"};
constexpr float kUntouched = -12345;

// Numbers on one side of a transform: `each` floats a point, `points` in each of `count` transforms.
struct Side {
  std::size_t each, points, count;
  FftLayout layout;

  std::size_t distance() const { return distance_of(layout, points); }
  std::size_t floats() const { return each * ((count - 1) * distance() + (points - 1) * layout.stride + 1); }
  template <typename Use>
  void for_each_float(const Use& use) const {
    for (std::size_t transform = 0; transform < count; ++transform)
      for (std::size_t point = 0; point < points; ++point)
        for (std::size_t part = 0; part < each; ++part)
          use(each * (transform * distance() + point * layout.stride) + part);
  }
};

bool is_real_in(FftKind kind) { return kind != FftKind::Complex && kind != FftKind::ComplexToReal; }
bool is_real_out(FftKind kind) { return kind != FftKind::Complex && kind != FftKind::RealToComplex; }

Side in_of(const FftRequest& request) {
  const std::size_t half = request.length / 2 + 1;
  return {is_real_in(request.kind) ? 1U : 2U, request.kind == FftKind::ComplexToReal ? half : points_of(request),
          request.batch, request.in};
}
Side out_of(const FftRequest& request) {
  const std::size_t half = request.length / 2 + 1;
  return {is_real_out(request.kind) ? 1U : 2U, request.kind == FftKind::RealToComplex ? half : points_of(request),
          request.batch, request.out};
}

template <typename Point>
std::span<Point> points_in(std::span<float> floats) {
  return {reinterpret_cast<Point*>(floats.data()), floats.size() * sizeof(float) / sizeof(Point)};
}

void transform(Fft& fft, FftKind kind, std::span<float> in, std::span<float> out) {
  using Complex = std::complex<float>;
  const std::span<const Complex> points = points_in<Complex>(in);
  const std::span<const float> reals = in;
  if (is_real_in(kind) && is_real_out(kind)) return fft.transform(reals, out);
  if (is_real_in(kind)) return fft.transform(reals, points_in<Complex>(out));
  if (is_real_out(kind)) return fft.transform(points, out);
  fft.transform(points, points_in<Complex>(out));
}

// Memory of one plan, ending or beginning at an inaccessible page.
class Buffers {
 public:
  Buffers(const RandomTransform& random, GuardedMemory::Side side)
      : in_(sizeof(float) * in_of(random.request).floats(), side),
        out_(sizeof(float) * (random.in_place ? 1 : out_of(random.request).floats()), side),
        in_place_(random.in_place) {}

  std::span<float> in() { return floats(in_); }
  std::span<float> out() { return in_place_ ? in() : floats(out_); }

 private:
  static std::span<float> floats(const GuardedMemory& memory) {
    return {reinterpret_cast<float*>(memory.bytes().data()), memory.bytes().size() / sizeof(float)};
  }

  GuardedMemory in_, out_;
  bool in_place_;
};

FftLayout random_layout(std::mt19937& generator, std::size_t length, std::size_t batch) {
  FftLayout layout;
  switch (from_to(generator, 0, 3)) {
    case 0:  // columns of a matrix that is wider than they are many
      layout.stride = batch + from_to(generator, 0, 3);
      layout.distance = 1;
      return layout;
    case 1:
      layout.stride = from_to(generator, 2, 3);
      layout.distance = layout.stride * length + from_to(generator, 0, 5);
      return layout;
    case 2:
      layout.distance = length + from_to(generator, 0, 5);
      return layout;
    default:
      return layout;
  }
}

}  // namespace

std::size_t points_of(const FftRequest& request) { return request.length * request.rows; }

RandomTransform random_transform(std::mt19937& generator, const RandomLengths& lengths, std::size_t most_points) {
  RandomTransform random;
  FftRequest& request = random.request;
  request.length = lengths.choose(generator, std::min<std::size_t>(std::size_t{1} << 18, most_points));
  request.kind = from_to(generator, 0, 1) == 0 ? FftKind::Complex : static_cast<FftKind>(from_to(generator, 1, 4));
  request.batch = from_to(generator, 1, from_to(generator, 1, std::max<std::size_t>(1, most_points / request.length)));
  if (request.kind == FftKind::Complex) {
    if (from_to(generator, 0, 1) == 1) request.direction = Direction::Inverse;
    if (from_to(generator, 0, 3) == 0) {
      request.rows = lengths.choose(generator, std::max<std::size_t>(2, most_points / request.length));
      request.batch = 1;
    } else {
      request.in = random_layout(generator, request.length, request.batch);
      request.out = random_layout(generator, request.length, request.batch);
    }
  }
  const bool same_size = is_real_in(request.kind) == is_real_out(request.kind);
  random.in_place = same_size && from_to(generator, 0, 2) == 0;
  if (random.in_place) request.out = request.in;
  request.threads = from_to(generator, 0, 3) == 0 ? 2 : 1;
  random.seed = static_cast<unsigned>(generator());
  return random;
}

std::string described(const RandomTransform& random) {
  const FftRequest& request = random.request;
  std::string text = std::string(kKindNames[static_cast<std::size_t>(request.kind)]) + ", ";
  if (request.rows > 1) text += std::to_string(request.rows) + " x ";
  text += std::to_string(request.length) + " points x " + std::to_string(request.batch);
  if (request.direction == Direction::Inverse) text += ", inverse";
  if (random.in_place) text += ", in place";
  const auto add = [&text](const char* name, const FftLayout& layout) {
    if (layout.stride != 1 || layout.distance != 0)
      text += name + std::to_string(layout.stride) + ", distance " + std::to_string(layout.distance);
  };
  add(", in: stride ", request.in);
  add(", out: stride ", request.out);
  return text + (request.threads > 1 ? ", 2 threads" : "");
}

RandomResult compute(const Backend& backend, const RandomTransform& random) {
  const FftRequest& request = random.request;
  const auto fft = backend.plan_fft(request), truth = plain_processor().plan_fft(request);
  const Side in = in_of(request), out = out_of(request);
  Buffers tried(random, random.seed % 2 == 0 ? GuardedMemory::Side::Ends : GuardedMemory::Side::Begins);
  Buffers expected(random, GuardedMemory::Side::Ends);
  for (Buffers* const buffers : {&tried, &expected}) {
    std::mt19937 generator(random.seed);
    std::uniform_real_distribution<float> level(-1, 1);
    std::ranges::fill(buffers->in(), kUntouched);
    std::ranges::fill(buffers->out(), kUntouched);
    in.for_each_float([&](std::size_t at) { buffers->in()[at] = level(generator); });
  }
  const std::vector<float> given(tried.in().begin(), tried.in().end());
  transform(*fft, request.kind, tried.in(), tried.out());
  transform(*truth, request.kind, expected.in(), expected.out());

  double error = 0, energy = 0;
  std::vector<bool> is_result(out.floats());
  out.for_each_float([&](std::size_t at) {
    const double difference = double{tried.out()[at]} - double{expected.out()[at]};
    error += difference * difference;
    energy += double{expected.out()[at]} * double{expected.out()[at]};
    is_result[at] = true;
  });
  bool in_bounds = random.in_place || std::ranges::equal(tried.in(), given);
  for (std::size_t at = 0; at < is_result.size(); ++at)
    in_bounds = in_bounds && (is_result[at] || tried.out()[at] == kUntouched);
  return {error == 0 ? 0 : std::sqrt(error / energy), in_bounds};
}

}  // namespace gpufft::program
