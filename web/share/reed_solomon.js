// SPDX-License-Identifier: MIT
// The error correction of QR codes: Reed-Solomon over GF(256) with the polynomial x⁸ + x⁴ + x³ + x² + 1. Pure.

const POLYNOMIAL = 0x11d;
const POWERS = new Uint8Array(255);
const LOGARITHMS = new Uint8Array(256);

for (let exponent = 0, value = 1; exponent < 255; ++exponent) {
  POWERS[exponent] = value;
  LOGARITHMS[value] = exponent;
  value = value & 0x80 ? (value << 1) ^ POLYNOMIAL : value << 1;
}

/** @param {number} a @param {number} b */
function product(a, b) {
  return a === 0 || b === 0 ? 0 : POWERS[(LOGARITHMS[a] + LOGARITHMS[b]) % 255];
}

/** (x - 1)(x - 2)(x - 4)…, without its first coefficient, which is 1. @param {number} degree */
function generator(degree) {
  const factors = new Uint8Array(degree);
  factors[degree - 1] = 1;
  for (let power = 0; power < degree; ++power) {
    for (let at = 0; at < degree; ++at) {
      factors[at] = product(factors[at], POWERS[power]) ^ (at + 1 < degree ? factors[at + 1] : 0);
    }
  }
  return factors;
}

/** The codewords that follow a block of data. @param {Uint8Array} data @param {number} count */
export function corrections(data, count) {
  const factors = generator(count);
  const rest = new Uint8Array(count);
  for (const byte of data) {
    const factor = byte ^ rest[0];
    rest.copyWithin(0, 1);
    rest[count - 1] = 0;
    factors.forEach((each, at) => (rest[at] ^= product(each, factor)));
  }
  return rest;
}
