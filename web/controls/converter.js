// SPDX-License-Identifier: MIT
// A converter between antenna and radio: its offset as text, whether it inverts, and where the radio itself is then.

import { button, setPressed, setText, element, input, showRefusal } from './dom.js';
import { formatFrequency, parseFrequency, shortFrequency } from './numbers.js';
import { reasonText } from './wording.js';
import { say } from '../words/text.js';

/** "125M", "-9750M", "none"; a bare number is in MHz, as converters are named by it. Null if it is none of these.
 * @param {string} text @returns {number | null} */
export function parseOffset(text) {
  const trimmed = text.trim();
  if (/^(none|off|)$/i.test(trimmed) || trimmed === say('none')) return 0;
  const [, sign, size] = /^([+\-−]?)\s*(.*)$/.exec(trimmed) ?? [];
  const hz = parseFrequency(/^[\d.,]+$/.test(size) ? `${size}M` : size);
  return hz === null ? null : (sign === '-' || sign === '−' ? -hz : hz);
}

/** What parseOffset reads back. @param {number} hz */
export function offsetText(hz) {
  if (!hz) return say('none');
  return hz < 0 ? `-${shortFrequency(-hz)}` : shortFrequency(hz);
}

export class Converter {
  /** @param {import('../state/state.js').State} state @param {import('./tuner.js').Tuner} tuner */
  constructor(state, tuner) {
    this.state = state;
    this.tuner = tuner;
    button('invert').addEventListener('click', () => this.#toggle());
  }

  async #toggle() {
    showRefusal(input('offset'), ''); // not after the answer: another entry may have been refused by then
    try {
      await this.tuner.tune({ invert: !this.state.status?.tuning.invert });
    } catch (reason) {
      showRefusal(input('offset'), reasonText(reason));
    }
  }

  update() {
    const { status } = this.state;
    if (!status) return;
    const { tuning, source } = status;
    setPressed(button('invert'), Boolean(tuning.invert));
    const converted = Boolean(tuning.offset) || Boolean(tuning.invert);
    element('radio-center', HTMLElement).hidden = !converted;
    if (converted) setText('radio-center', say('offset.radio', { frequency: formatFrequency(source.radio_center_hz ?? source.center_hz, 1e3) }));
  }
}
