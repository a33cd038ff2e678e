// SPDX-License-Identifier: MIT
#include "daemon/outputs/convert/sample_conversion.h"

#include <complex>
#include <vector>

#include "daemon/channels/streams/iq_reader.h"
#include "gpufft/samples/samples.h"

namespace spectrumd {

void convert_samples(gpufft::SampleFormat from, std::span<const std::byte> samples, gpufft::SampleFormat to,
                     std::string& out) {
  if (from == to) {
    out.append(reinterpret_cast<const char*>(samples.data()), samples.size());
    return;
  }
  const std::size_t count = samples.size() / gpufft::bytes_per_sample(from);
  const gpufft::Scale scale = gpufft::scale_of(from);
  const auto zero = static_cast<float>(scale.zero);
  const std::vector<float> weights(count, static_cast<float>(1 / scale.full));
  std::vector<std::complex<float>> values(count);
  gpufft::load_frame(from, samples, {zero, zero}, weights, values);
  append_iq(to, values, out);
}

}  // namespace spectrumd
