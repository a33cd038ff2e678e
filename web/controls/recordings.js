// SPDX-License-Identifier: MIT
// Recordings: starts and stops one; lists, downloads and deletes the existing ones.

import { button, element, passingRefusal, saveBlob, setPressed, setText, showRefusal } from './dom.js';
import { deleteJson, getBlob, getJson, postJson, token } from '../feed/api.js';
import { formatBytes, formatDuration } from './numbers.js';
import { RecordingItem } from './recording_item.js';
import { reasonText } from './wording.js';
import { worded } from '../words/page_words.js';
import { say } from '../words/text.js';

/** @typedef {import('../feed/types.js').Recording} Recording */

const IN_PROGRESS = ['opening', 'recording', 'stopping'];
const PATH = 'api/v1/recordings';
const IDLE_TICKS = 5; // seconds between refreshes while nothing is recorded
const CONFIRM_MS = 3000; // a second click within this time deletes

/** @param {Recording} recording */
const isInProgress = ({ state }) => IN_PROGRESS.includes(state);

/** Of the band: there is one at a time, which the button shows. @param {Recording} recording */
const isOfBand = ({ kind = 'band' }) => kind === 'band';

/** One in progress has other buttons than what is left of it. @param {Recording} recording */
const keyOf = (recording) => `${recording.name}${isInProgress(recording) ? ' …' : ''}`;

/** @param {string} name @param {'data' | 'meta'} part */
const addressOf = (name, part) => `${PATH}/${part}?name=${encodeURIComponent(name)}`;

export class Recordings {
  /** @type {Recording | undefined} */
  #running;
  #others = false; // recordings of channels are in progress
  #warned = false; // the refusal shown is the reason of the recording in progress
  #ticks = 0;
  #asked = 0;
  #answered = 0;
  /** @type {Map<string, RecordingItem>} by keyOf */
  #items = new Map();

  /** @param {import('../state/state.js').State} state
   * @param {{withToken: <T>(why: string, action: () => Promise<T>) => Promise<T>}} page */
  constructor(state, page) {
    this.state = state;
    this.page = page;
    this.section = element('recordings-section', HTMLDetailsElement);
    this.refuseList = passingRefusal(button('record'));
    this.section.addEventListener('toggle', () => this.refresh());
    button('record').addEventListener('click', () => this.#toggle());
  }

  /** Once a second. */
  tick() {
    this.#ticks = (this.#ticks + 1) % IDLE_TICKS;
    if (this.#running || this.#others || this.#ticks === 0) this.refresh();
  }

  async refresh() {
    if (document.hidden || this.state.link !== 'open' || !(this.section.open || this.#running)) return;
    await this.#fetch();
  }

  /** Ignores an answer that arrives after the answer to a later request. */
  async #fetch() {
    const asked = ++this.#asked;
    try {
      const all = await getJson(PATH);
      if (asked < this.#answered) return;
      this.#answered = asked;
      this.refuseList('');
      this.#show(all);
    } catch (reason) {
      this.refuseList(reasonText(reason));
    }
  }

  async #toggle() {
    const running = this.#running;
    button('record').toggleAttribute('data-pending', true);
    await this.#change(say('recording.why'), () => (running ? postJson(`${PATH}/stop`, { name: running.name }) : postJson(PATH, {})));
    button('record').toggleAttribute('data-pending', false);
  }

  /** @param {string} why a token is needed @param {() => Promise<unknown>} action */
  async #change(why, action) {
    try {
      await this.page.withToken(why, action);
      showRefusal(button('record'), '');
      await this.#fetch();
    } catch (reason) {
      showRefusal(button('record'), reasonText(reason));
    }
  }

  /** @param {{recordings: Recording[], used_bytes: number, quota_bytes: number}} all */
  #show({ recordings, used_bytes: used, quota_bytes: quota }) {
    const running = recordings.find((recording) => isOfBand(recording) && isInProgress(recording));
    this.#running = running;
    this.#others = recordings.some((recording) => !isOfBand(recording) && isInProgress(recording));
    const progress = running ? `${formatDuration(running.seconds ?? 0)}, ${formatBytes(running.bytes)}` : '';
    const stopping = running?.state === 'stopping';
    worded(element('record-text', HTMLElement), { text: stopping ? 'recording.writing' : running ? 'recording.stop' : 'recording.start' });
    button('record').disabled = stopping;
    if (running?.reason || this.#warned) showRefusal(button('record'), running?.reason ?? '');
    this.#warned = Boolean(running?.reason);
    setPressed(button('record'), running !== undefined);
    setText('record-progress', progress || say('recording.quota', { used: formatBytes(used), quota: formatBytes(quota) }));
    element('status-recording', HTMLElement).hidden = !running;
    setText('status-recording-text', progress);
    this.#list(recordings.filter((recording) => recording !== running).reverse());
  }

  /** Existing lines keep their place, because one may be under a finger.
   * @param {Recording[]} recordings */
  #list(recordings) {
    const items = new Map(recordings.map((recording) => [keyOf(recording), this.#items.get(keyOf(recording)) ?? new RecordingItem(this.#buttons(recording))]));
    for (const recording of recordings) items.get(keyOf(recording))?.show(recording);
    for (const [key, { line }] of this.#items) if (!items.has(key)) line.remove();
    const list = element('recordings', HTMLUListElement);
    let place = list.firstChild;
    for (const { line } of items.values()) {
      if (line === place) place = line.nextSibling;
      else list.insertBefore(line, place);
    }
    this.#items = items;
  }

  /** @param {Recording} recording */
  #buttons(recording) {
    const { name, kind } = recording;
    if (isInProgress(recording)) return [this.#stopper(name)];
    if (kind === 'sound') return [this.#link(name, 'data', 'recording.sound', name), this.#remover(name)];
    return [this.#link(name, 'data', 'recording.samples'), this.#link(name, 'meta', 'recording.meta'), this.#remover(name)];
  }

  /** @param {string} name */
  #stopper(name) {
    const stopper = document.createElement('button');
    stopper.type = 'button';
    worded(stopper, { text: 'recording.stop' });
    stopper.addEventListener('click', () => this.#change(say('recording.why'), () => postJson(`${PATH}/stop`, { name })));
    return stopper;
  }

  /** A download link. With a token, which the browser would not send, the page fetches the file itself.
   * @param {string} name @param {'data' | 'meta'} part @param {string} text its key @param {string} [file] its name */
  #link(name, part, text, file = `${name}.sigmf-${part}`) {
    const link = document.createElement('a');
    link.href = addressOf(name, part);
    link.download = file;
    worded(link, { text });
    link.addEventListener('click', async (event) => {
      if (!token()) return;
      event.preventDefault();
      try {
        saveBlob(await getBlob(addressOf(name, part)), link.download);
        showRefusal(button('record'), '');
      } catch (reason) {
        showRefusal(button('record'), reasonText(reason));
      }
    });
    return link;
  }

  /** @param {string} name */
  #remover(name) {
    const remover = document.createElement('button');
    remover.type = 'button';
    worded(remover, { text: 'delete' });
    let confirming = false;
    remover.addEventListener('click', () => {
      if (confirming) {
        this.#change(say('recording.delete-why'), () => deleteJson(`${PATH}?name=${encodeURIComponent(name)}`));
        return;
      }
      const set = (/** @type {boolean} */ now) => {
        confirming = now;
        worded(remover, { text: now ? 'recording.sure' : 'delete' });
      };
      set(true);
      window.setTimeout(() => set(false), CONFIRM_MS);
    });
    return remover;
  }
}
