// SPDX-License-Identifier: MIT
// What WSJT-X sends by UDP, as its NetworkMessage.hpp documents it.

const number = (bytes, value) => {
  const part = Buffer.alloc(bytes);
  part.writeUIntBE(value, Math.max(0, bytes - 6), Math.min(6, bytes));
  return part;
};
const text = (value) => Buffer.concat([number(4, value.length), Buffer.from(value)]);
const head = (kind) => Buffer.concat([number(4, 0xadbccbda), number(4, 3), number(4, kind), text('WSJT-X')]);

export const statusOf = (dialHz) => Buffer.concat([head(1), number(8, dialHz), text('FT8')]);

export const decodeOf = (message, offsetHz) => Buffer.concat([head(2), number(1, 1), number(4, 0), number(4, 5), Buffer.alloc(8), number(4, offsetHz), text('FT8'), text(message)]);
