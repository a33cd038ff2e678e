// SPDX-License-Identifier: MIT
// The wheel over a digit of the frequency box, and the arrow keys with the caret behind it, turn that digit.

import { input } from './dom.js';
import { digitHz } from '../state/steps.js';

const NOTCH = 50; // pixels of the wheel for one turn
const meter = document.createElement('canvas').getContext('2d');

/** The character under the pointer. @param {HTMLInputElement} box @param {number} clientX */
function characterAt(box, clientX) {
  if (!meter) return -1;
  const style = getComputedStyle(box);
  meter.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  const spacing = parseFloat(style.letterSpacing) || 0;
  const width = meter.measureText('0').width + spacing;
  const left = box.getBoundingClientRect().left + parseFloat(style.paddingLeft) + parseFloat(style.borderLeftWidth);
  return Math.floor((clientX - left + box.scrollLeft) / width);
}

/** @param {{turnBy: (hz: number) => void, isTyped: () => boolean}} on isTyped: the box has what was not entered yet */
export function turnDigits(on) {
  const box = input('frequency');
  let rest = 0;
  box.addEventListener('wheel', (event) => {
    const hz = digitHz(box.value, characterAt(box, event.clientX));
    if (hz === null || on.isTyped()) return;
    event.preventDefault();
    rest += event.deltaMode === 0 ? event.deltaY : event.deltaY * NOTCH;
    const turns = Math.trunc(rest / NOTCH);
    rest -= turns * NOTCH;
    if (turns !== 0) on.turnBy(-Math.sign(turns) * hz);
  }, { passive: false });
  box.addEventListener('keydown', (event) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    const caret = box.selectionStart ?? 0;
    const hz = digitHz(box.value, caret - 1) ?? digitHz(box.value, caret);
    if (hz === null || on.isTyped()) return;
    event.preventDefault();
    on.turnBy(event.key === 'ArrowUp' ? hz : -hz);
  });
}
