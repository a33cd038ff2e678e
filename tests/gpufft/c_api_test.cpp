// SPDX-License-Identifier: MIT
#include "gpufft/c_api.h"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <cstring>
#include <numbers>
#include <vector>

#include "gpufft/backend.h"

namespace {

using Complex = std::complex<float>;
using Floats = std::vector<float>;

float* floats(std::vector<Complex>& points) { return reinterpret_cast<float*>(points.data()); }

gpufft_fft_request fft_request(std::size_t length, gpufft_kind kind = GPUFFT_COMPLEX) {
  gpufft_fft_request request;
  gpufft_fft_defaults(&request, length);
  request.kind = kind;
  return request;
}

gpufft_spectrum_request spectrum_request(std::size_t bins) {
  gpufft_spectrum_request request;
  gpufft_spectrum_defaults(&request, bins);
  return request;
}

// A plan, transformed once and freed.
Floats transformed(const gpufft_fft_request& request, const Floats& in, std::size_t out_floats) {
  gpufft_fft* plan = nullptr;
  EXPECT_EQ(gpufft_fft_plan("cpu", &request, &plan), GPUFFT_OK) << gpufft_last_error();
  Floats out(out_floats);
  EXPECT_EQ(gpufft_fft_run(plan, in.data(), out.data()), GPUFFT_OK) << gpufft_last_error();
  gpufft_fft_free(plan);
  return out;
}

Floats some_floats(std::size_t count) {
  Floats floats(count);
  for (std::size_t i = 0; i < count; ++i) floats[i] = std::sin(static_cast<float>(i * i % 1009));
  return floats;
}

TEST(CApi, ListsTheBackendsBestFirst) {
  std::size_t count = 0;
  while (gpufft_backend(count)) ++count;
  ASSERT_EQ(count, gpufft::backends().size());
  EXPECT_STREQ(gpufft_backend(count - 1), "cpu");
  EXPECT_EQ(gpufft_why_unavailable("cpu"), nullptr);
  EXPECT_NE(std::strstr(gpufft_why_unavailable("abacus"), "abacus"), nullptr);
  EXPECT_NE(std::strchr(gpufft_version(), '.'), nullptr);
}

TEST(CApi, TransformsAsTheEngineDoes) {
  const std::size_t length = 1000, batch = 3;
  const Floats in = some_floats(2 * length * batch);
  std::vector<Complex> points(length * batch), expected(length * batch);
  std::memcpy(floats(points), in.data(), in.size() * sizeof(float));
  for (const bool inverse : {false, true}) {
    auto request = fft_request(length);
    request.batch = batch;
    request.inverse = inverse;
    const gpufft::FftRequest same{.length = length,
                                  .batch = batch,
                                  .direction = inverse ? gpufft::Direction::Inverse : gpufft::Direction::Forward};
    gpufft::backend_named("cpu").plan_fft(same)->transform(points, expected);
    EXPECT_EQ(std::memcmp(transformed(request, in, in.size()).data(), floats(expected), in.size() * sizeof(float)), 0);
  }
}

TEST(CApi, FollowsStrides) {
  const Floats in = some_floats(2 * 64);
  auto request = fft_request(16);
  request.batch = 4;  // the columns of four rows of 16 points, each column a transform
  request.in_stride = request.out_stride = 4;
  request.in_distance = request.out_distance = 1;
  const Floats out = transformed(request, in, in.size());
  Floats column(2 * 16);
  for (std::size_t i = 0; i < 16; ++i) std::memcpy(&column[2 * i], &in[2 * (4 * i + 1)], 2 * sizeof(float));
  const Floats expected = transformed(fft_request(16), column, 2 * 16);
  for (std::size_t i = 0; i < 16; ++i) {
    EXPECT_NEAR(out[2 * (4 * i + 1)], expected[2 * i], 1e-5);
    EXPECT_NEAR(out[2 * (4 * i + 1) + 1], expected[2 * i + 1], 1e-5);
  }
}

TEST(CApi, TransformsRealPointsThereAndBack) {
  const std::size_t length = 360, batch = 2;
  const Floats in = some_floats(length * batch);
  const auto there_and_back = [&](gpufft_kind there, gpufft_kind back, std::size_t between, float factor) {
    auto first = fft_request(length, there), second = fft_request(length, back);
    first.batch = second.batch = batch;
    const Floats out = transformed(second, transformed(first, in, between), in.size());
    for (std::size_t i = 0; i < in.size(); ++i) ASSERT_NEAR(out[i] / factor, in[i], 1e-5) << i;
  };
  there_and_back(GPUFFT_REAL_TO_COMPLEX, GPUFFT_COMPLEX_TO_REAL, 2 * batch * (length / 2 + 1), length);
  there_and_back(GPUFFT_DCT_II, GPUFFT_DCT_III, batch * length, length / 2);
}

TEST(CApi, TransformsInTwoDimensions) {
  auto forward = fft_request(24), inverse = fft_request(24);
  forward.rows = inverse.rows = 10;
  inverse.inverse = 1;
  const Floats in = some_floats(2 * 240);
  const Floats out = transformed(inverse, transformed(forward, in, in.size()), in.size());
  for (std::size_t i = 0; i < in.size(); ++i) ASSERT_NEAR(out[i] / 240, in[i], 1e-5) << i;
}

TEST(CApi, MeasuresAToneAtFullScale) {
  const std::size_t bins = 256, frames = 5;
  auto request = spectrum_request(bins);
  request.format = GPUFFT_CF32;
  request.hop = bins / 2;
  request.window = "flattop";
  std::vector<Complex> tone((frames - 1) * request.hop + bins);
  for (std::size_t i = 0; i < tone.size(); ++i)
    tone[i] = std::polar(1.0F, 2 * std::numbers::pi_v<float> * 16 * static_cast<float>(i % bins) / bins);
  gpufft_spectrum* plan = nullptr;
  ASSERT_EQ(gpufft_spectrum_plan("cpu", &request, &plan), GPUFFT_OK) << gpufft_last_error();
  const std::size_t bytes = tone.size() * sizeof(Complex);
  ASSERT_EQ(gpufft_spectrum_accumulate(plan, tone.data(), bytes, frames), GPUFFT_OK) << gpufft_last_error();
  const gpufft_row row = gpufft_spectrum_row(plan);
  ASSERT_EQ(row.bins, bins);
  EXPECT_EQ(row.frames, frames);
  EXPECT_NEAR(row.sum[bins / 2 + 16], 5, 1e-3);
  EXPECT_NEAR(row.max[bins / 2 + 16], 1, 1e-3);
  EXPECT_NEAR(row.min[bins / 2 + 16], 1, 1e-3);
  EXPECT_EQ(gpufft_spectrum_accumulate(plan, tone.data(), bytes, frames + 1), GPUFFT_INVALID);
  EXPECT_STREQ(gpufft_last_error(), "768 samples are too few for 6 frames");
  EXPECT_EQ(gpufft_spectrum_accumulate(plan, nullptr, 0, 0), GPUFFT_OK);
  gpufft_spectrum_reset(plan);
  gpufft_spectrum_clear(plan);
  EXPECT_EQ(gpufft_spectrum_row(plan).frames, 0U);
  EXPECT_EQ(gpufft_spectrum_row(plan).sum[bins / 2 + 16], 0);
  gpufft_spectrum_free(plan);
}

TEST(CApi, TakesSamplesFromMemoryOfTheBackend) {
  const std::size_t bins = 64, bytes = 2 * bins;
  gpufft_host_buffer* buffer = nullptr;
  ASSERT_EQ(gpufft_host_buffer_make("cpu", bytes, &buffer), GPUFFT_OK) << gpufft_last_error();
  std::memset(gpufft_host_buffer_data(buffer), 255, bytes);
  const auto request = spectrum_request(bins);
  gpufft_spectrum* plan = nullptr;
  ASSERT_EQ(gpufft_spectrum_plan("cpu", &request, &plan), GPUFFT_OK) << gpufft_last_error();
  ASSERT_EQ(gpufft_spectrum_accumulate(plan, gpufft_host_buffer_data(buffer), bytes, 1), GPUFFT_OK);
  EXPECT_NEAR(gpufft_spectrum_row(plan).sum[bins / 2], 2, 0.1) << "both parts at full scale";
  gpufft_spectrum_free(plan);
  gpufft_host_buffer_free(buffer);
  EXPECT_EQ(gpufft_host_buffer_make("abacus", bytes, &buffer), GPUFFT_INVALID);
  EXPECT_EQ(buffer, nullptr);
  gpufft_host_buffer_free(buffer);
}

TEST(CApi, RefusesWithAReason) {
  gpufft_fft* fft = nullptr;
  gpufft_spectrum* spectrum = nullptr;
  const auto refused = [&](const char* backend, const gpufft_fft_request& request) {
    EXPECT_EQ(gpufft_fft_plan(backend, &request, &fft), GPUFFT_INVALID);
    EXPECT_EQ(fft, nullptr);
    return std::string(gpufft_last_error());
  };
  EXPECT_NE(refused("abacus", fft_request(8)).find("abacus"), std::string::npos);
  EXPECT_NE(refused("cpu", fft_request(0)).find("0 points"), std::string::npos);
  auto odd = fft_request(8);
  odd.kind = 5;
  EXPECT_EQ(refused("cpu", odd), "a kind of 5 is unknown");
  odd.kind = -1;
  EXPECT_EQ(refused("cpu", odd), "a kind of -1 is unknown");
  auto later = fft_request(8);
  later.struct_size += 8;
  EXPECT_EQ(refused("cpu", later), "the request is of a later version of the library");
  later.struct_size = 0;
  EXPECT_EQ(refused("cpu", later), "the request has no struct_size");
  EXPECT_EQ(gpufft_fft_plan("cpu", nullptr, &fft), GPUFFT_INVALID);
  EXPECT_EQ(gpufft_fft_run(nullptr, nullptr, nullptr), GPUFFT_INVALID);

  auto windowless = spectrum_request(64);
  windowless.window = "sash";
  EXPECT_EQ(gpufft_spectrum_plan("cpu", &windowless, &spectrum), GPUFFT_INVALID);
  EXPECT_STREQ(gpufft_last_error(), "the window \"sash\" is unknown");
  windowless.window = nullptr;
  EXPECT_EQ(gpufft_spectrum_plan("cpu", &windowless, &spectrum), GPUFFT_INVALID);
  gpufft_fft_free(nullptr);
  gpufft_spectrum_free(nullptr);
}

// A program compiled with fewer members than the library has.
TEST(CApi, FillsInWhatAnOlderProgramDoesNotKnow) {
  auto request = fft_request(64);
  request.batch = 1;
  request.rows = 77;  // beyond what it says it knows
  request.struct_size = offsetof(gpufft_fft_request, rows);
  const Floats in = some_floats(2 * 64);
  EXPECT_EQ(transformed(request, in, in.size()), transformed(fft_request(64), in, in.size()));
}

}  // namespace
