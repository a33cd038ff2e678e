// SPDX-License-Identifier: MIT
// Who has the dial, and the buttons to ask for it, give it up, take it.

import { button, element, onClick, setText } from '../controls/dom.js';
import { banner } from '../controls/banner.js';
import { reasonText } from '../controls/wording.js';
import { deleteJson, postJson } from '../feed/api.js';
import { dialTexts, givenText } from './dial_texts.js';
import { worded } from '../words/page_words.js';

/** @typedef {import('../state/state.js').State} State */

export class DialBar {
  /** @param {State} state */
  constructor(state) {
    this.state = state;
    onClick('dial-ask', () => this.#act(() => postJson('api/v1/dial', {})));
    onClick('dial-take', () => this.#act(() => postJson('api/v1/dial', { take: true })));
    onClick('dial-leave', () => this.#act(() => deleteJson('api/v1/dial')));
  }

  /** @param {() => Promise<any>} action */
  async #act(action) {
    try {
      const dial = await action();
      if (this.state.status) this.state.status.dial = dial;
      this.update();
    } catch (reason) {
      banner(reasonText(reason), 'bad');
    }
  }

  /** With every status. */
  update() {
    const { status, userName, role } = this.state;
    const shown = dialTexts(status?.dial ?? null, userName, role);
    element('dial-state', HTMLElement).hidden = shown === null;
    if (!shown) return;
    setText('dial-text', shown.text);
    button('dial-ask').hidden = !shown.mayAsk;
    button('dial-leave').hidden = !shown.mayLeave;
    worded(button('dial-leave'), { text: shown.isMine ? 'dial.leave' : 'dial.leave-queue' });
    button('dial-take').hidden = !shown.mayTake;
  }

  /** @param {any} event @returns {boolean} whether it was about the dial, and is shown */
  notice(event) {
    if (event.kind !== 'dial') return false;
    banner(givenText(event.name ?? null, this.state.userName), 'note');
    return true;
  }
}
