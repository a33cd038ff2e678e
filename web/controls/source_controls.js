// SPDX-License-Identifier: MIT
// What belongs to the source in use: the profile, and the settings of its hardware, as far as it has them. A change opens
// the source again.

import { element, select, showRefusal } from './dom.js';
import { hardwareField, showHardware } from './hardware_fields.js';
import { getJson, patchJson } from '../feed/api.js';
import { reasonText } from './wording.js';
import { worded } from '../words/page_words.js';
import { say } from '../words/text.js';

/** @typedef {{profile?: string, profiles?: string[], settings?: Record<string, any>}} Sources */

export class SourceControls {
  /** of the tuning that was shown last: a change of the source begins another */
  #generation = -1;
  #names = '';
  #profiles = '';

  /** @param {import('../state/state.js').State} state
   * @param {{withToken: <T>(why: string, action: () => Promise<T>) => Promise<T>}} page */
  constructor(state, page) {
    this.state = state;
    this.page = page;
    const list = select('profile');
    list.addEventListener('change', () => this.#change(list, { profile: list.value }));
  }

  update() {
    const generation = this.state.status?.source.generation ?? -1;
    if (generation === this.#generation) return;
    this.#generation = generation;
    this.#refresh();
  }

  async #refresh() {
    try {
      this.#show(await getJson('api/v1/sources'));
    } catch {
      this.#generation = -1; // again with the next status
    }
  }

  /** @param {HTMLElement} control @param {object} change */
  async #change(control, change) {
    control.toggleAttribute('data-pending', true);
    try {
      this.#show(await this.page.withToken(say('source.why'), () => patchJson('api/v1/sources', change)));
      showRefusal(control, '');
    } catch (reason) {
      showRefusal(control, reasonText(reason));
      this.#refresh();
    } finally {
      control.toggleAttribute('data-pending', false);
    }
  }

  /** @param {Sources} sources */
  #show({ profile = '', profiles = [], settings = {} }) {
    if (profiles.join('\n') !== this.#profiles) this.#fillProfiles(profiles);
    select('profile').value = profile;
    const names = Object.keys(settings);
    if (names.join() !== this.#names) this.#fillHardware(names);
    element('hardware', HTMLElement).hidden = names.length === 0;
    for (const [name, value] of Object.entries(settings)) showHardware(name, value);
  }

  /** @param {string[]} profiles */
  #fillProfiles(profiles) {
    this.#profiles = profiles.join('\n');
    element('profile-field', HTMLElement).hidden = profiles.length === 0;
    select('profile').replaceChildren(worded(new Option('', ''), { text: 'none' }), ...profiles.map((name) => new Option(name, name)));
  }

  /** @param {string[]} names */
  #fillHardware(names) {
    this.#names = names.join();
    const fields = names.map((name) => hardwareField(name, (control, value) => this.#change(control, { settings: { [name]: value } })));
    element('hardware-fields', HTMLElement).replaceChildren(...fields);
  }
}
