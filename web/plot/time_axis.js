// SPDX-License-Identifier: MIT
// The axis of time, on a narrow canvas: it moves with the picture, while the other axes stand still.

import { GUTTER, yOfTime } from './geometry.js';
import { label } from './overlay.js';
import { clockTicks, tickText, zoneName } from '../controls/clock_text.js';
import { FONT, sizeCanvas } from './theme.js';
import { locale } from '../words/text.js';

/** @typedef {import('../state/state.js').State} State */
/** @typedef {Omit<import('./overlay.js').Sheet, 'context'>} Look */

const OVER_PICTURE = 120; // pixels that the texts of a narrow screen have

const MOST_TEXTS = 64; // of which a screen shows a dozen

export class TimeAxis {
  #context;
  /** texts by time, of ticks that move with the picture in each frame @type {Map<number, string>} */
  #texts = new Map();
  /** what they are written by */
  #written = { step: NaN, localTime: false, locale: '' };
  /** where it lies */
  rect = { x: 0, y: 0, width: 0, height: 0 };

  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    this.canvas = canvas;
    this.#context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  }

  /** @param {import('./geometry.js').Geometry} geometry */
  resize({ narrow, waterfall, pixelRatio }) {
    this.rect = { x: 0, y: waterfall.y, width: narrow ? Math.min(OVER_PICTURE, waterfall.width) : GUTTER, height: waterfall.height };
    sizeCanvas(this.canvas, this.rect.width, this.rect.height, pixelRatio);
    this.#context.translate(0, -this.rect.y); // it draws at places of the plot
  }

  /** @param {State} state @param {number} time @param {number} step */
  #textOf(state, time, step) {
    const written = this.#written;
    const isSame = written.step === step && written.localTime === state.localTime && written.locale === locale();
    if (!isSame || this.#texts.size > MOST_TEXTS) this.#texts.clear();
    written.step = step;
    written.localTime = state.localTime;
    written.locale = locale();
    let text = this.#texts.get(time);
    if (text === undefined) this.#texts.set(time, text = tickText(state, time, step));
    return text;
  }

  /** @param {Look} look */
  draw(look) {
    const { state, geometry, theme, msPerPixel } = look;
    const { waterfall, narrow } = geometry;
    const context = this.#context;
    const sheet = { context };
    context.clearRect(0, waterfall.y, GUTTER + OVER_PICTURE, waterfall.height);
    if (Number.isNaN(state.topTime)) return;
    context.font = FONT;
    context.textAlign = narrow ? 'left' : 'right';
    context.textBaseline = 'middle';
    const right = narrow ? 6 : GUTTER - 9;
    const [colour, halo] = narrow ? [theme['on-picture'], theme['on-picture-halo']] : [theme.label, ''];
    const { step, major } = clockTicks(state, state.topTime - waterfall.height * msPerPixel, state.topTime, waterfall.height, 56);
    for (const time of major) {
      const y = yOfTime(geometry, state, time, msPerPixel);
      if (!narrow) {
        context.fillStyle = theme.label;
        context.fillRect(GUTTER - 6, Math.round(y), 6, 1);
      }
      if (y < waterfall.y + 20 || y > geometry.height - 8) continue;
      label(sheet, this.#textOf(state, time, step), right, y, colour, halo);
    }
    label(sheet, zoneName(state), right, waterfall.y + 8, narrow ? colour : theme['label-dim'], halo);
  }
}
