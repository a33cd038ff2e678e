// SPDX-License-Identifier: MIT
// A link to what is on the screen, to copy, and as a QR code for a phone; with the token if that is chosen.

import { copyText, element, input, onClick, setText } from './dom.js';
import { token } from '../feed/api.js';
import { drawCode } from '../share/qr_canvas.js';
import { qrCode } from '../share/qr_code.js';
import { linkTo } from '../state/token_link.js';
import { toHash } from '../state/url_hash.js';
import { say } from '../words/text.js';

export class ShareDialog {
  /** @param {import('../state/state.js').State} state */
  constructor(state) {
    this.state = state;
    onClick('share', () => this.#open());
    onClick('share-copy', () => copyText('share-link', 'share-note'));
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
    if (code) drawCode(element('share-code', HTMLCanvasElement), code);
  }
}
