// SPDX-License-Identifier: MIT
// A band as the page's tests need it: every row is a function of its number, so that the past exists without being stored.

const NOISE_DB = -72; // per bin, for any transform
const NOISE_SIGMA_DB = 1.1;

/** Steady carriers, exactly where and how strong they say. */
export const CARRIERS = [
  { hz: 99_400_000, db: -28 },
  { hz: 100_300_000, db: -20 },
  { hz: 100_312_500, db: -41 },
  { hz: 100_750_000, db: -35 },
];

/** For the eye: what comes and goes or is wide. */
export const STATIONS = [{ hz: 99_020_000, db: -46, widthHz: 42_000 }, { hz: 99_900_000, db: -40, widthHz: 58_000 },
  { hz: 101_000_000, db: -52, widthHz: 36_000 }];

function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const power = (db) => 10 ** (db / 10);

/** Noise is read from one long table, each row from another place in it: a page asks for thousands of rows at once. */
const TABLE = 1 << 16;
const noise = { mean: new Float64Array(TABLE), max: new Float64Array(TABLE), min: new Float64Array(TABLE) };
{
  const draw = random(1);
  for (let at = 0; at < TABLE; ++at) {
    noise.mean[at] = power(NOISE_DB + (draw() + draw() + draw() - 1.5) * 2 * NOISE_SIGMA_DB);
    noise.max[at] = noise.mean[at] * (2.6 + 1.6 * draw());
    noise.min[at] = noise.mean[at] * (0.04 + 0.1 * draw());
  }
}

function noiseFrom(levels, place, bins) {
  const row = new Float64Array(bins);
  for (let bin = 0; bin < bins; ++bin) row[bin] = levels[(place + bin) % TABLE];
  return row;
}

/** What a Hann window leaves of a tone's power, `bins` away from it. */
function lobe(bins) {
  const d = Math.abs(bins);
  if (d < 1e-9) return 1;
  if (d > 2) return 0;
  if (Math.abs(d - 1) < 1e-9) return 0.25;
  return (Math.sin(Math.PI * d) / (Math.PI * d) / (1 - d * d)) ** 2;
}

function addTone(row, tone) {
  const place = (tone.hz - row.startHz) / row.binHz;
  for (let bin = Math.ceil(place - 2); bin <= place + 2; ++bin) {
    if (bin < 0 || bin >= row.mean.length) continue;
    const strength = power(tone.db) * lobe(bin - place);
    row.mean[bin] += strength * tone.share;
    row.max[bin] += strength;
    if (tone.share === 1) row.min[bin] += strength;
  }
}

function addStation(row, station, draw) {
  const swing = station.widthHz * (0.55 + 0.45 * draw());
  const first = Math.max(0, Math.floor((station.hz - 2 * swing - row.startHz) / row.binHz));
  const last = Math.min(row.mean.length, Math.ceil((station.hz + 2 * swing - row.startHz) / row.binHz));
  for (let bin = first; bin < last; ++bin) {
    const off = (row.startHz + bin * row.binHz - station.hz) / swing;
    const strength = power(station.db - 4.5 * off * off * off * off) * (0.3 + 1.4 * draw());
    row.mean[bin] += strength;
    row.max[bin] += 2.5 * strength;
    row.min[bin] += 0.2 * strength;
  }
}

const MORSE = '1110111000101110001110101110001000'; // a keyed carrier, ten rows a dot
function addComings(row, number) {
  if (MORSE[Math.floor(number / 6) % MORSE.length] === '1') addTone(row, { hz: 100_520_000, db: -44, share: 1 });
  addTone(row, { hz: 99_560_000 + ((number * 2654435761) % 12) * 15_000, db: -38, share: 0.04 });
  const sweep = (number % 160) / 160;
  addTone(row, { hz: 100_060_000 + sweep * 160_000, db: -50, share: 0.7 });
}

/** Where a radio at this tuning receives, Hz: a sweep, as far as it spans. */
function received({ center, rate, span = 'none' }) {
  const [from, to] = span.split(':').map(Number);
  return span === 'none' ? { from: center - rate / 2, to: center + rate / 2 } : { from, to };
}

/** Row `number` of a radio at this tuning: linear powers of every bin of the transform. */
export function makeRow(number, tuning) {
  const bins = tuning.fft;
  const { from, to } = received(tuning);
  const binHz = (to - from) / bins;
  const draw = random(number * 7919 + bins);
  const place = Math.floor(draw() * TABLE);
  const row = { startHz: from, binHz, mean: noiseFrom(noise.mean, place, bins),
    max: noiseFrom(noise.max, place, bins), min: noiseFrom(noise.min, place, bins) };
  for (const station of STATIONS) addStation(row, station, draw);
  for (const carrier of CARRIERS) addTone(row, { ...carrier, share: 1 });
  addComings(row, number);
  return row;
}

export { NOISE_DB };
