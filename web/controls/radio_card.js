// SPDX-License-Identifier: MIT
// While there is no radio: a card over the plot that says what to do and offers the demo band. While that is shown: a
// bar that says so and leads back.

import { banner } from './banner.js';
import { button, element, onClick, setText, showRefusal } from './dom.js';
import { patchJson } from '../feed/api.js';
import { nextAttempt } from './radio_banner.js';
import { reasonText } from './wording.js';
import { worded } from '../words/page_words.js';
import { say } from '../words/text.js';

/** @typedef {import('../feed/types.js').ServerStatus['source']} Source */

const TITLES = { absent: 'radio.absent', unplugged: 'radio.unplugged' };

export class RadioCard {
  /** @param {import('../state/state.js').State} state
   * @param {{withToken: <T>(why: string, action: () => Promise<T>) => Promise<T>}} page */
  constructor(state, page) {
    this.state = state;
    this.page = page;
    onClick('demo-show', () => this.#change('demo-show', true));
    onClick('demo-end', () => this.#change('demo-end', false));
  }

  /** With every status. */
  update() {
    const source = this.state.status?.source;
    element('no-radio', HTMLElement).hidden = source?.state !== 'waiting';
    element('demo-bar', HTMLElement).hidden = !source?.demo;
    if (source?.state === 'waiting') this.#explain(source);
  }

  /** The text of a radio that is there, but cannot be used, has the remedy. @param {Source} source */
  #explain(source) {
    const title = TITLES[/** @type {keyof typeof TITLES} */ (source.cause)];
    worded(element('no-radio-title', HTMLElement), { text: title ?? 'radio.unusable' });
    setText('no-radio-reason', title ? '' : `${source.reason}. ${nextAttempt(source)}`);
    element('no-radio-reason', HTMLElement).hidden = title !== undefined;
    element('no-radio-plug', HTMLElement).hidden = title === undefined;
  }

  /** The next status shows the result. @param {string} id of the button @param {boolean} demo */
  async #change(id, demo) {
    const pressed = button(id);
    pressed.disabled = true;
    showRefusal(pressed, '');
    try {
      await this.page.withToken(say('source.why'), () => patchJson('api/v1/sources', { demo }));
    } catch (reason) {
      if (demo) showRefusal(pressed, reasonText(reason));
      else banner(reasonText(reason), 'bad');
    } finally {
      pressed.disabled = false;
    }
  }
}
