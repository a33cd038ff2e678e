// SPDX-License-Identifier: MIT
// The square of a QR code: its fixed patterns, the codewords laid into it, and the mask that suits readers best (ISO/IEC
// 18004). Pure.

/** @typedef {{size: number, dark: Uint8Array, fixed: Uint8Array}} Symbol   row by row; fixed: no data there */

const CORRECTION_LOW = 1;

/** @type {((x: number, y: number) => boolean)[]} which modules are inverted */
const MASKS = [(x, y) => (x + y) % 2 === 0, (_, y) => y % 2 === 0, (x) => x % 3 === 0, (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0, (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0, (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0];

/** @param {Symbol} symbol @param {number} x @param {number} y @param {boolean | number} dark */
function fix({ size, dark: modules, fixed }, x, y, dark) {
  if (x < 0 || y < 0 || x >= size || y >= size) return;
  modules[y * size + x] = Number(dark);
  fixed[y * size + x] = 1;
}

/** Rings around a middle. @param {Symbol} symbol @param {number} middleX @param {number} middleY @param {number} reach
 * @param {number[]} lightAt distances */
function rings(symbol, middleX, middleY, reach, lightAt) {
  for (let y = -reach; y <= reach; ++y) {
    for (let x = -reach; x <= reach; ++x) {
      fix(symbol, middleX + x, middleY + y, !lightAt.includes(Math.max(Math.abs(x), Math.abs(y))));
    }
  }
}

/** @param {number} version @returns {number[]} */
function alignments(version) {
  const last = 4 * version + 10;
  if (version < 2) return [];
  return version < 7 ? [6, last] : [6, last / 2 + 3, last];
}

/** The data with the remainder of its division behind it. @param {number} data @param {number} bits of the remainder
 * @param {number} divisor */
function checked(data, bits, divisor) {
  let rest = data;
  for (let count = 0; count < bits; ++count) rest = (rest << 1) ^ ((rest >>> (bits - 1)) * divisor);
  return (data << bits) | rest;
}

/** @param {Symbol} symbol @param {number} mask */
function writeFormat(symbol, mask) {
  const { size } = symbol;
  const bits = checked((CORRECTION_LOW << 3) | mask, 10, 0x537) ^ 0x5412;
  for (let at = 0; at < 15; ++at) {
    const bit = (bits >>> at) & 1;
    const along = at < 6 ? at : at < 8 ? at + 1 : 14 - at + Number(at === 8); // around the timing pattern
    if (at < 8) fix(symbol, 8, along, bit);
    else fix(symbol, along, 8, bit);
    if (at < 8) fix(symbol, size - 1 - at, 8, bit);
    else fix(symbol, 8, size - 15 + at, bit);
  }
  fix(symbol, 8, size - 8, 1);
}

/** @param {Symbol} symbol @param {number} version */
function writeVersion(symbol, version) {
  const bits = checked(version, 12, 0x1f25);
  for (let at = 0; version >= 7 && at < 18; ++at) {
    const [far, near] = [symbol.size - 11 + (at % 3), Math.floor(at / 3)];
    fix(symbol, far, near, (bits >>> at) & 1);
    fix(symbol, near, far, (bits >>> at) & 1);
  }
}

/** @param {number} version @returns {Symbol} */
function emptySymbol(version) {
  const size = 4 * version + 17;
  const symbol = { size, dark: new Uint8Array(size * size), fixed: new Uint8Array(size * size) };
  for (let at = 0; at < size; ++at) {
    fix(symbol, 6, at, at % 2 === 0);
    fix(symbol, at, 6, at % 2 === 0);
  }
  for (const [x, y] of [[3, 3], [size - 4, 3], [3, size - 4]]) rings(symbol, x, y, 4, [2, 4]);
  const middles = alignments(version);
  for (const x of middles) {
    for (const y of middles) {
      const isFinder = (x === 6 && y === 6) || (x === 6 && y === size - 7) || (x === size - 7 && y === 6);
      if (!isFinder) rings(symbol, x, y, 2, [1]);
    }
  }
  writeFormat(symbol, 0);
  writeVersion(symbol, version);
  return symbol;
}

/** In pairs of columns from the right, upwards and downwards in turn. @param {Symbol} symbol @param {Uint8Array} codewords */
function lay({ size, dark, fixed }, codewords) {
  let bit = 0;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5; // the timing pattern
    for (let step = 0; step < size; ++step) {
      const y = ((right + 1) & 2) === 0 ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        if (fixed[y * size + x]) continue;
        dark[y * size + x] = ((codewords[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1;
        ++bit;
      }
    }
  }
}

/** @param {Symbol} symbol @param {number} mask @returns {Symbol} */
function masked(symbol, mask) {
  const { size, dark, fixed } = symbol;
  const result = { size, fixed, dark: dark.map((bit, at) => (!fixed[at] && MASKS[mask](at % size, Math.floor(at / size)) ? 1 - bit : bit)) };
  writeFormat(result, mask);
  return result;
}

/** Penalties of a row or column: runs, and what looks like a corner. @param {string} line of 0 and 1 */
function linePenalty(line) {
  let sum = 0;
  for (const [run] of line.matchAll(/0{5,}|1{5,}/g)) sum += run.length - 2;
  for (const pattern of ['10111010000', '00001011101']) {
    for (let at = line.indexOf(pattern); at >= 0; at = line.indexOf(pattern, at + 1)) sum += 40;
  }
  return sum;
}

/** How hard a symbol is to read, by the rules of the standard. @param {Symbol} symbol */
function penalty({ size, dark }) {
  let [sum, count] = [0, 0];
  for (let y = 0; y < size; ++y) {
    const along = Array.from({ length: size }, (_, x) => dark[y * size + x]);
    const down = Array.from({ length: size }, (_, x) => dark[x * size + y]);
    sum += linePenalty(along.join('')) + linePenalty(down.join(''));
    for (let x = 0; x < size; ++x) count += along[x];
    for (let x = 1; x < size && y > 0; ++x) {
      const square = dark[y * size + x] + dark[y * size + x - 1] + dark[(y - 1) * size + x] + dark[(y - 1) * size + x - 1];
      if (square % 4 === 0) sum += 3;
    }
  }
  return sum + 10 * Math.floor(Math.abs((20 * count) / (size * size) - 10));
}

/** @param {number} version @param {Uint8Array} codewords @returns {Symbol} */
export function drawSymbol(version, codewords) {
  const symbol = emptySymbol(version);
  lay(symbol, codewords);
  const choices = MASKS.map((_, mask) => masked(symbol, mask));
  return choices.reduce((best, next) => (penalty(next) < penalty(best) ? next : best));
}
