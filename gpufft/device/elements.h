// SPDX-License-Identifier: MIT
// Element-wise kernels of the accelerators, in one text that CUDA compiles (cuda/kernels/elements.cu) and that OpenCL's
// compiler gets as a string (opencl/plain_kernels.cpp). The file that includes this defines GPUFFT_ELEMENTS, and what
// differs between the two languages:
//
//   EACH(name, In, Out)   begins a kernel of (in, out, size, other_size, table, swapped), which does `size` elements of
//                         every item; an item has as many on both sides, or `other_size` on the side not iterated over
//   HERE                  declares the indices: this is element `n` of item `item`, element `at` of all
//   POINT(re, im), FUNCTION, GLOBAL
//
// The turns in `table` are exp(-2 pi i k / length) or, for cosine transforms, exp(-pi i k / (2 length)).
// clang-format off
GPUFFT_ELEMENTS(

FUNCTION float2 product(float2 a, float2 b) { return POINT(fma(-a.y, b.y, a.x * b.x), fma(a.y, b.x, a.x * b.y)); }
FUNCTION float2 conjugate(float2 a) { return POINT(a.x, -a.y); }
FUNCTION float2 times_i(float2 a) { return POINT(-a.y, a.x); }
FUNCTION float2 swapped_if(int swapped, float2 a) { return swapped ? POINT(a.y, a.x) : a; }

// Bluestein: the chirp before and after, and the convolution's factors in between.
EACH(chirp_in, float2, float2) {
  HERE;
  float2 x = POINT(0, 0);
  if (n < other_size) x = product(swapped_if(swapped, in[item * other_size + n]), table[n]);
  out[at] = x;
}
EACH(multiply, float2, float2) { HERE; out[at] = product(in[at], table[n]); }
EACH(chirp_out, float2, float2) { HERE; out[at] = swapped_if(swapped, product(in[item * other_size + n], table[n])); }

// A transform of an even number of real points as one of half as many complex ones: Z is the transform of x[2n] + i
// x[2n + 1], whose even and odd parts separate the two; and back.
EACH(split_bins, float2, float2) {
  HERE;
  GLOBAL const float2* z = in + item * other_size;
  const float2 here = z[n == other_size ? 0 : n];
  const float2 mirrored = conjugate(z[n == 0 ? 0 : other_size - n]);
  out[at] = 0.5f * (here + mirrored) - 0.5f * times_i(product(table[n], here - mirrored));
}
EACH(join_bins, float2, float2) {
  HERE;
  GLOBAL const float2* bins = in + item * other_size;
  float2 here = bins[n];
  float2 mirrored = conjugate(bins[size - n]);
  if (n == 0) here.y = mirrored.y = 0;
  out[at] = (here + mirrored) + times_i(product(conjugate(table[n]), here - mirrored));
}

// An odd number of real points as complex ones, and the bins that are not mirror images.
EACH(widen, float, float2) { HERE; out[at] = POINT(in[at], 0); }
EACH(narrow, float2, float) { HERE; out[at] = in[at].x; }
EACH(first_bins, float2, float2) { HERE; out[at] = in[item * other_size + n]; }
EACH(mirror_bins, float2, float2) {
  HERE;
  GLOBAL const float2* bins = in + item * other_size;
  const float2 bin = n < other_size ? bins[n] : conjugate(bins[size - n]);
  out[at] = n == 0 ? POINT(bin.x, 0) : bin;
}

// DCT-II and DCT-III by real transforms of the points in another order: the even ones forward, then the odd ones backward
// (Makhoul, 1980).
EACH(to_cosine_order, float, float) { HERE; out[item * size + (n % 2 == 0 ? n / 2 : size - 1 - n / 2)] = in[at]; }
EACH(from_cosine_order, float, float) { HERE; out[at] = in[item * size + (n % 2 == 0 ? n / 2 : size - 1 - n / 2)]; }
EACH(cosines_of_bins, float2, float) {
  HERE;
  GLOBAL float* cosines = out + item * other_size;
  const float2 turned = product(table[n], in[at]);
  cosines[n] = turned.x;
  if (n > 0 && n != other_size - n) cosines[other_size - n] = -turned.y;
}
EACH(bins_of_cosines, float, float2) {
  HERE;
  GLOBAL const float* cosines = in + item * other_size;
  out[at] = 0.5f * product(conjugate(table[n]), POINT(cosines[n], n == 0 ? 0.0f : -cosines[other_size - n]));
}

)
// clang-format on
