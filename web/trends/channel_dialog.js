// SPDX-License-Identifier: MIT
// The list of channels whose occupancy the server counts, and from which level on.

import { element, input, onClick, setText } from '../controls/dom.js';
import { parseNumber } from '../controls/numbers.js';
import { reasonText } from '../controls/wording.js';
import { patchJson } from '../feed/api.js';
import { RangeList } from '../events/range_list.js';
import { FieldError, exactBand, rangeOf } from '../events/rule_fields.js';
import { decimal, say } from '../words/text.js';

/** @typedef {{threshold_db: number, channels: import('./channels.js').Channel[]}} Plan */

export class ChannelDialog {
  /** @param {import('../state/state.js').State} state @param {{withToken: <T>(why: string, action: () => Promise<T>) => Promise<T>,
   *   changed: () => void}} page */
  constructor(state, page) {
    this.page = page;
    this.dialog = element('channel-dialog', HTMLDialogElement);
    this.list = new RangeList(state, true);
    element('channel-list', HTMLElement).append(this.list.host);
    onClick('channel-cancel', () => this.dialog.close());
    element('channel-form', HTMLFormElement).addEventListener('submit', (event) => {
      event.preventDefault();
      this.#save();
    });
  }

  /** @param {Plan} plan */
  open({ threshold_db: threshold, channels }) {
    input('channel-threshold').value = decimal(String(threshold));
    this.list.value = channels.map(({ name, from_hz: from, to_hz: to }) => ({ name, text: exactBand([from, to]) }));
    this.#refuse('', '');
    this.dialog.showModal();
  }

  /** Throws FieldError. @returns {Plan} */
  get #plan() {
    const threshold = parseNumber(input('channel-threshold').value);
    if (threshold === null) throw new FieldError('threshold_db', say('rule.no-number'));
    const channels = this.list.value.map(({ text, name }) => {
      const [from, to] = rangeOf('channels', text);
      return { name: name || text, from_hz: from, to_hz: to };
    });
    return { threshold_db: threshold, channels };
  }

  async #save() {
    try {
      const plan = this.#plan;
      await this.page.withToken(say('channels.why'), () => patchJson('api/v1/occupancy', plan));
      this.dialog.close();
      this.page.changed();
    } catch (reason) {
      this.#refuse(reasonText(reason), /** @type {{field?: string}} */ (reason).field ?? '');
    }
  }

  /** @param {string} reason @param {string} field */
  #refuse(reason, field) {
    setText('channel-refusal', reason);
    element('channel-refusal', HTMLElement).hidden = reason === '';
    this.list.mark(field === 'channels');
    if (field === 'threshold_db') input('channel-threshold').setAttribute('aria-invalid', 'true');
    else input('channel-threshold').removeAttribute('aria-invalid');
  }
}
