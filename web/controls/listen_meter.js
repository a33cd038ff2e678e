// SPDX-License-Identifier: MIT
// How late one hears.

import { element, setText } from './dom.js';
import { say } from '../words/text.js';

/** From the antenna to the ear; how the sound is coded. @param {number} delayMs NaN: not known
 * @param {{codec: string, bitsPerSecond: number} | null} stream null: nothing is heard */
export function showDelay(delayMs, stream) {
  setText('listen-delay', Number.isNaN(delayMs) ? '—' : say('listen.ms', { delay: Math.round(delayMs) }));
  const rate = stream ? Math.round(stream.bitsPerSecond / 1000) : NaN;
  const title = stream && !Number.isNaN(rate) ? say('listen.coding', { codec: stream.codec === 'opus' ? 'Opus' : 'PCM', rate }) : '';
  element('listen-delay', HTMLElement).title = title;
}
