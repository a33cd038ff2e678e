// SPDX-License-Identifier: MIT
import test from 'node:test';
import assert from 'node:assert/strict';

const store = new Map();
globalThis.localStorage = { getItem: (name) => store.get(name) ?? null, setItem: (name, text) => void store.set(name, text) };
const { Bookmarks } = await import('../../web/state/bookmarks.js');

test('bookmarks are kept in the order of their frequencies, one of a name', () => {
  store.clear();
  const bookmarks = new Bookmarks();
  bookmarks.add({ name: 'Repeater', fromHz: 145.6e6, toHz: 145.6e6 });
  bookmarks.add({ name: 'FT8', fromHz: 14.074e6, toHz: 14.077e6 });
  bookmarks.add({ name: 'repeater', fromHz: 438.9e6, toHz: 438.9e6 });
  assert.deepEqual(new Bookmarks().list.map(({ name }) => name), ['FT8', 'repeater']);
  assert.equal(new Bookmarks().find(' REPEATER ').fromHz, 438.9e6);
  bookmarks.remove(bookmarks.find('FT8'));
  assert.equal(new Bookmarks().find('FT8'), null);
});

test('a name that the frequency box reads as something else is refused', () => {
  const bookmarks = new Bookmarks();
  for (const name of ['', ' ', '145.5', '2m', 'FM', '88-108M']) assert.notEqual(bookmarks.faultOf(name), '', name);
  for (const name of ['Local FM', 'DB0ABC', '2m FM call']) assert.equal(bookmarks.faultOf(name), '', name);
});

test('a file may have a name several times, and names that are frequencies', () => {
  store.clear();
  const bookmarks = new Bookmarks();
  const at = (name, hz) => ({ name, fromHz: hz, toHz: hz });
  assert.ok(bookmarks.addAll([at('Repeater', 145.6e6), at('Repeater', 438.9e6), at('145.500', 145.5e6)]));
  bookmarks.addAll([{ ...at('Repeater', 145.6e6), mode: 'nfm' }]);
  assert.deepEqual(bookmarks.list.map(({ name, mode }) => [name, mode]), [['145.500', undefined], ['Repeater', 'nfm'], ['Repeater', undefined]]);
  assert.equal(bookmarks.find('145.500'), null, 'typed, it is a frequency');
  bookmarks.remove(bookmarks.list[1]);
  assert.deepEqual(new Bookmarks().list.map(({ fromHz }) => fromHz), [145.5e6, 438.9e6]);
});

test('two tabs keep the bookmarks of each other', () => {
  store.clear();
  const at = (name, hz) => ({ name, fromHz: hz, toHz: hz });
  const [one, other] = [new Bookmarks(), new Bookmarks()];
  one.add(at('A', 1e6));
  other.add(at('B', 2e6));
  one.addAll([at('C', 3e6)]);
  assert.deepEqual(one.list.map(({ name }) => name), ['A', 'B', 'C']);
  other.remove(other.find('A'));
  assert.deepEqual(new Bookmarks().list.map(({ name }) => name), ['B', 'C']);
});

test('where nothing is kept, bookmarks last as long as the page', (context) => {
  store.clear();
  context.mock.method(localStorage, 'setItem', () => { throw new Error('full'); });
  const bookmarks = new Bookmarks();
  for (const name of ['A', 'B']) assert.equal(bookmarks.add({ name, fromHz: 1e6, toHz: 1e6 }), false);
  bookmarks.remove(bookmarks.find('A'));
  assert.deepEqual(bookmarks.list.map(({ name }) => name), ['B']);
});

test('what is damaged in the store is left out', () => {
  for (const text of ['{', '7', 'null', '[1,null,{"name":"x"}]']) {
    store.set('spectrumd.bookmarks', text);
    assert.deepEqual(new Bookmarks().list, [], text);
  }
});
