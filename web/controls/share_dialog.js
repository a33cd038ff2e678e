// SPDX-License-Identifier: MIT
// A link to what is on the screen, to copy, and as a QR code for a phone; with the token if that is chosen.

import { element, input, onClick, setText } from './dom.js';
import { token } from '../feed/api.js';
import { qrCode } from '../share/qr_code.js';
import { linkTo } from '../state/token_link.js';
import { toHash } from '../state/url_hash.js';
import { say } from '../words/text.js';

const MARGIN = 4; // light modules that readers need
const PIXELS = 4; // a module

/** @param {HTMLCanvasElement} canvas @param {{size: number, dark: Uint8Array}} code */
function draw(canvas, { size, dark }) {
  const side = (size + 2 * MARGIN) * PIXELS;
  const context = canvas.getContext('2d');
  Object.assign(canvas, { width: side, height: side });
  if (!context) return;
  context.fillStyle = 'white'; // in either scheme: many readers expect dark on light
  context.fillRect(0, 0, side, side);
  context.fillStyle = 'black';
  dark.forEach((bit, at) => bit && context.fillRect((MARGIN + (at % size)) * PIXELS, (MARGIN + Math.floor(at / size)) * PIXELS, PIXELS, PIXELS));
}

export class ShareDialog {
  /** @param {import('../state/state.js').State} state */
  constructor(state) {
    this.state = state;
    onClick('share', () => this.#open());
    onClick('share-copy', () => this.#copy());
    input('share-token').addEventListener('change', () => this.#show());
    input('share-link').addEventListener('focus', () => input('share-link').select());
  }

  #open() {
    input('share-token').checked = false;
    element('share-with-token', HTMLElement).hidden = token() === '';
    element('share-local', HTMLElement).hidden = !/^(localhost|127\.|\[::1\])/.test(location.hostname);
    this.#show();
    element('share-dialog', HTMLDialogElement).showModal();
  }

  #show() {
    const link = linkTo(location.href, toHash(this.state), input('share-token').checked ? token() : '');
    input('share-link').value = link;
    const code = qrCode(link);
    element('share-code', HTMLCanvasElement).hidden = !code;
    setText('share-note', code ? '' : say('share.long'));
    if (code) draw(element('share-code', HTMLCanvasElement), code);
  }

  /** Where the page came by plain http, browsers offer no other way than the old one. */
  #copy() {
    input('share-link').select();
    const copied = document.execCommand('copy');
    setText('share-note', say(copied ? 'share.copied' : 'share.marked'));
  }
}
