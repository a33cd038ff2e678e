// SPDX-License-Identifier: MIT
// Recordings: starts and stops one, lists what is there, takes it home, deletes it.

import { button, element, setPressed, setText, showRefusal } from './dom.js';
import { deleteJson, getBlob, getJson, postJson, token } from './api.js';
import { formatBytes, formatDuration, formatFrequency } from './numbers.js';
import { reasonText } from './tuner.js';
import { saveBlob } from './screenshot.js';

/** @typedef {import('./types.js').Recording} Recording */

const PATH = 'api/v1/recordings';
const IDLE_TICKS = 5; // seconds between looks while nothing is recorded
const SURE_MS = 3000; // for which a second click deletes

/** @param {Recording} recording @param {'data' | 'meta'} part */
const addressOf = (recording, part) => `${PATH}/${part}?name=${encodeURIComponent(recording.name)}`;

export class Recordings {
  /** @type {Recording | undefined} */
  #running;
  #ticks = 0;
  #shown = '';

  /** @param {import('./state.js').State} state
   * @param {{withToken: <T>(why: string, action: () => Promise<T>) => Promise<T>}} page */
  constructor(state, page) {
    this.state = state;
    this.page = page;
    this.section = element('recordings-section', HTMLDetailsElement);
    this.section.addEventListener('toggle', () => this.refresh());
    button('record').addEventListener('click', () => this.#toggle());
  }

  /** Once a second. */
  tick() {
    this.#ticks = (this.#ticks + 1) % IDLE_TICKS;
    if (this.#running || this.#ticks === 0) this.refresh();
  }

  async refresh() {
    if (document.hidden || this.state.link !== 'open' || !(this.section.open || this.#running)) return;
    try {
      this.#show(await getJson(PATH));
    } catch (reason) {
      showRefusal(button('record'), reasonText(reason));
    }
  }

  async #toggle() {
    const running = this.#running;
    button('record').toggleAttribute('data-pending', true);
    await this.#change('Recording needs a token.', () => (running ? postJson(`${PATH}/stop`, { name: running.name }) : postJson(PATH, {})));
    button('record').toggleAttribute('data-pending', false);
  }

  /** @param {string} why a token is needed @param {() => Promise<unknown>} action */
  async #change(why, action) {
    try {
      await this.page.withToken(why, action);
      showRefusal(button('record'), '');
      this.#show(await getJson(PATH));
    } catch (reason) {
      showRefusal(button('record'), reasonText(reason));
    }
  }

  /** @param {{recordings: Recording[], used_bytes: number, quota_bytes: number}} all */
  #show({ recordings, used_bytes: used, quota_bytes: quota }) {
    const running = recordings.find(({ state }) => state === 'recording');
    this.#running = running;
    const progress = running ? `${formatDuration(running.seconds)}, ${formatBytes(running.bytes)}` : '';
    setText('record-text', running ? 'Stop' : 'Record');
    setPressed(button('record'), running !== undefined);
    setText('record-progress', progress || `${formatBytes(used)} of ${formatBytes(quota)}`);
    element('status-recording', HTMLElement).hidden = !running;
    setText('status-recording-text', progress);
    const done = recordings.filter((recording) => recording !== running).reverse();
    const shown = JSON.stringify(done);
    if (shown === this.#shown) return; // what is being pointed at stays
    this.#shown = shown;
    element('recordings', HTMLUListElement).replaceChildren(...done.map((recording) => this.#item(recording)));
  }

  /** @param {Recording} recording */
  #item(recording) {
    const item = document.createElement('li');
    const name = document.createElement('b');
    name.textContent = `${formatFrequency(recording.center_hz, 1e3)}, ${formatDuration(recording.seconds)}`;
    const facts = document.createElement('span');
    facts.textContent = `${recording.started?.slice(0, 19).replace('T', ' ') ?? recording.name}, ${formatBytes(recording.bytes)}`;
    const buttons = document.createElement('span');
    buttons.className = 'buttons';
    buttons.append(this.#link(recording, 'data', 'Samples'), this.#link(recording, 'meta', 'Meta'), this.#remover(recording));
    item.title = recording.name;
    item.append(name, facts);
    if (recording.state === 'failed' || recording.lost) item.append(this.#trouble(recording));
    item.append(buttons);
    return item;
  }

  /** @param {Recording} recording */
  #trouble({ state, reason, lost }) {
    const line = document.createElement('span');
    line.className = 'warn';
    line.textContent = [state === 'failed' ? reason : '', lost ? `${lost} samples lost` : ''].filter(Boolean).join('; ');
    return line;
  }

  /** A link that the browser follows by itself; with a token, which it would not send, the file is fetched first.
   * @param {Recording} recording @param {'data' | 'meta'} part @param {string} text */
  #link(recording, part, text) {
    const link = document.createElement('a');
    link.href = addressOf(recording, part);
    link.download = `${recording.name}.sigmf-${part}`;
    link.textContent = text;
    link.addEventListener('click', async (event) => {
      if (!token()) return;
      event.preventDefault();
      try {
        saveBlob(await getBlob(addressOf(recording, part)), link.download);
      } catch (reason) {
        showRefusal(button('record'), reasonText(reason));
      }
    });
    return link;
  }

  /** @param {Recording} recording */
  #remover(recording) {
    const remover = document.createElement('button');
    remover.type = 'button';
    remover.textContent = 'Delete';
    let sure = false;
    remover.addEventListener('click', () => {
      if (sure) {
        this.#change('Deleting needs a token.', () => deleteJson(`${PATH}?name=${encodeURIComponent(recording.name)}`));
        return;
      }
      const set = (/** @type {boolean} */ now) => {
        sure = now;
        remover.textContent = now ? 'Really?' : 'Delete';
      };
      set(true);
      window.setTimeout(() => set(false), SURE_MS);
    });
    return remover;
  }
}
