// SPDX-License-Identifier: MIT
// Rows as bytes, written independently from PROTOCOL.md: the page's decoder is compared with it.

const POOL = {
  mean: (levels, first, last) => {
    let sum = 0;
    for (let bin = first; bin < last; ++bin) sum += levels[bin];
    return sum / (last - first);
  },
  max: (levels, first, last) => {
    let best = 0;
    for (let bin = first; bin < last; ++bin) best = Math.max(best, levels[bin]);
    return best;
  },
  min: (levels, first, last) => {
    let best = Infinity;
    for (let bin = first; bin < last; ++bin) best = Math.min(best, levels[bin]);
    return best;
  },
};
const BITS = { mean: 1, max: 2, min: 4 };

/** The bins [first, last) that a view shows; edges snap outwards. */
function windowOf(row, view) {
  const width = row.mean.length;
  const clamp = (bin) => Math.min(width, Math.max(0, bin));
  const first = view.from == null ? 0 : clamp(Math.floor((view.from - row.startHz) / row.binHz + 1e-6));
  const last = view.to == null ? width : clamp(Math.ceil((view.to - row.startHz) / row.binHz - 1e-6));
  return { first, last, bins: Math.min(view.bins, Math.max(0, last - first)) };
}

export function encodeRow(row, facts, view) {
  const { first, last, bins } = windowOf(row, view);
  const detectors = ['mean', 'max', 'min'].filter((name) => view.detectors.includes(name));
  const bytes = Buffer.alloc(64 + detectors.length * bins * view.bytes);
  const [firstDb, stepDb, most] = view.bytes === 1 ? [-120, view.step ?? 0.5, 255] : [-300, 0.01, 65535];
  const span = (last - first) * row.binHz;
  bytes.write('SPR1', 0, 'latin1');
  bytes.writeUInt8(detectors.reduce((sum, name) => sum + BITS[name], 0), 4);
  bytes.writeUInt8(view.bytes, 5);
  bytes.writeUInt16LE(facts.flags, 6);
  bytes.writeUInt32LE(facts.sequence >>> 0, 8);
  bytes.writeUInt16LE(facts.generation & 0xffff, 12);
  bytes.writeUInt16LE(facts.skipped ?? 0, 14);
  bytes.writeBigInt64LE(BigInt(Math.round(facts.time * 1000)) * 1000n, 16);
  bytes.writeDoubleLE(row.startHz + first * row.binHz + span / 2, 24);
  bytes.writeDoubleLE(span, 32);
  bytes.writeUInt32LE(bins, 40);
  bytes.writeFloatLE(firstDb, 44);
  bytes.writeFloatLE(stepDb, 48);
  bytes.writeUInt32LE(facts.ffts ?? 29, 52);
  bytes.writeUInt16LE(facts.coverage ?? 10000, 56);
  bytes.writeUInt16LE(facts.clipped ?? 0, 58);
  bytes.writeFloatLE(facts.duration / 1000, 60);
  detectors.forEach((name, index) => {
    const levels = new (view.bytes === 1 ? Uint8Array : Uint16Array)(bins);
    for (let piece = 0; piece < bins; ++piece) {
      const from = first + Math.floor((piece * (last - first)) / bins);
      const to = first + Math.floor(((piece + 1) * (last - first)) / bins);
      const pool = name === 'mean' && view.pool !== 'mean' ? POOL.max : POOL[name];
      const power = pool(row[name], from, to);
      const db = 10 * Math.log10(power);
      levels[piece] = power === 0 ? 0 : Math.min(most, Math.max(1, Math.floor((db - firstDb) / stepDb + 1.5)));
    }
    bytes.set(new Uint8Array(levels.buffer), 64 + index * levels.byteLength);
  });
  return bytes;
}
