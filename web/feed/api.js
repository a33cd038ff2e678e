// SPDX-License-Identifier: MIT
// HTTP requests to the server this page came from, with the token if one is known.

import { forget, keepByTab, keepText, keptByTab, keptText } from '../state/kept.js';

const TOKEN = 'token';
let unkept = ''; // a token that the browser does not keep, until the page is closed

export class ApiError extends Error {
  /** @param {number} status @param {string} message @param {string} field */
  constructor(status, message, field) {
    super(message);
    this.status = status;
    this.field = field;
  }
}

export function token() {
  return unkept || keptByTab(TOKEN) || keptText(TOKEN);
}

/** @param {string} text @param {boolean} lasting also for later visits, until it is forgotten */
export function rememberToken(text, lasting) {
  forgetToken();
  unkept = keepByTab(TOKEN, text) ? '' : text;
  if (lasting) keepText(TOKEN, text);
}

export function forgetToken() {
  unkept = '';
  forget(TOKEN);
}

export const isTokenLasting = () => keptText(TOKEN) !== '';

/** Subprotocols of the WebSocket; a browser cannot send a header there. */
export function socketProtocols() {
  return token() ? ['spectrum.v1', `bearer.${token()}`] : ['spectrum.v1'];
}

/** The WebSocket next to this page, under whatever path the page was served. @param {string} path */
export function socketUrl(path = 'ws') {
  const url = new URL(path, document.baseURI);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  url.hash = '';
  return url.href;
}

/** Headers of a request. @returns {Record<string, string>} */
export const authorization = () => (token() ? { Authorization: `Bearer ${token()}` } : {});

/** What a server that refuses says. @param {number} status @param {string} statusText @param {any} body */
export function apiError(status, statusText, body) {
  const error = body?.error ?? {};
  return new ApiError(status, error.message ?? `${status} ${statusText}`, error.field ?? '');
}

/** @param {string} path relative to the page @param {RequestInit} [init] @returns {Promise<Response>} */
async function request(path, init = {}) {
  const response = await fetch(path, { cache: 'no-store', ...init, headers: { ...init.headers, ...authorization() } });
  if (response.ok) return response;
  throw apiError(response.status, response.statusText, await response.json().catch(() => null));
}

/** @param {string} path @param {RequestInit} [init] @returns {Promise<any>} */
export async function getJson(path, init) {
  return (await request(path, init)).json();
}

/** @param {string} path @param {AbortSignal} [signal] @returns {Promise<ArrayBuffer>} */
export async function getBinary(path, signal) {
  return (await request(path, { headers: { Accept: 'application/octet-stream' }, signal })).arrayBuffer();
}

/** What never changes: the browser may answer. @param {string} path @param {AbortSignal} signal @returns {Promise<ArrayBuffer>} */
export async function getLasting(path, signal) {
  return (await request(path, { signal, cache: 'default' })).arrayBuffer();
}

/** @param {string} path @returns {Promise<Blob>} */
export async function getBlob(path) {
  return (await request(path)).blob();
}

/** @param {string} method @param {string} path @param {object} body @returns {Promise<any>} */
async function sendJson(method, path, body) {
  const init = { method, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
  return (await request(path, init)).json();
}

/** @param {string} path @param {object} change @returns {Promise<any>} */
export const patchJson = (path, change) => sendJson('PATCH', path, change);
/** @param {string} path @param {object} body @returns {Promise<any>} */
export const postJson = (path, body) => sendJson('POST', path, body);
/** @param {string} path @param {object} [body] @returns {Promise<any>} */
export const deleteJson = (path, body = {}) => sendJson('DELETE', path, body);
