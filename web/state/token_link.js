// SPDX-License-Identifier: MIT
// Links that carry the token: read once, then removed from the address, so that it is not copied or seen by accident.
// The part of an address after # is not sent to the server, and does not get into its log or that of a proxy.

/** @param {string} hash @returns {{token: string, rest: string}} rest: the hash without it, without # */
export function splitToken(hash) {
  const parts = new URLSearchParams(hash.replace(/^#/, ''));
  const token = parts.get('token') ?? '';
  parts.delete('token');
  return { token, rest: parts.toString() };
}

/** A link to what is shown, with a token unless that is empty. @param {string} page its address @param {string} hash
 * @param {string} token */
export function linkTo(page, hash, token) {
  const parts = new URLSearchParams(hash);
  if (token !== '') parts.set('token', token);
  const text = parts.toString();
  return page.replace(/#.*$/, '') + (text === '' ? '' : `#${text}`);
}

/** Takes the token out of the address of the page; empty if there is none. */
export function takeTokenFromAddress() {
  const { token, rest } = splitToken(location.hash);
  if (token !== '') history.replaceState(null, '', rest === '' ? location.pathname + location.search : `#${rest}`);
  return token;
}
