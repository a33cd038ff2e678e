// SPDX-License-Identifier: MIT
// As much of a document as a control needs to be tested without a browser: elements that are made when they are looked for.

class SmallElement extends EventTarget {
  textContent = '';
  value = '';
  hidden = false;
  disabled = false;
  open = true;
  checked = false;
  dataset = {};
  children = [];
  parent = null;
  #attributes = new Map();

  getAttribute = (name) => this.#attributes.get(name) ?? null;
  setAttribute = (name, value) => void this.#attributes.set(name, String(value));
  removeAttribute = (name) => void this.#attributes.delete(name);
  toggleAttribute = (name, on) => (on ? this.setAttribute(name, '') : this.removeAttribute(name));

  append(...children) {
    for (const child of children) if (child instanceof SmallElement) child.parent = this;
    this.children.push(...children);
  }

  replaceChildren(...children) {
    if (this.contains(document.activeElement)) document.activeElement = null;
    this.children = [];
    this.append(...children);
  }

  /** Children that are elements, and theirs. */
  get all() {
    return this.children.filter((child) => child instanceof SmallElement).flatMap((child) => [child, ...child.all]);
  }

  contains = (other) => this === other || this.all.includes(other);
  closest = () => null;
  querySelector = (names) => this.querySelectorAll(names)[0] ?? null;
  querySelectorAll = (names) => this.all.filter(({ name }) => names.split(/, */).includes(name));
  getContext = () => null;
  select() {}
  setSelectionRange() {}

  focus() {
    document.activeElement = this;
  }

  blur() {
    if (document.activeElement !== this) return;
    document.activeElement = null;
    this.dispatchEvent(new Event('blur'));
  }

  click() {
    this.dispatchEvent(new Event('click'));
  }
}

/** Puts one into the global object; elements of all kinds are the same. */
export function makePage() {
  const found = new Map();
  for (const kind of ['', 'Button', 'Details', 'Dialog', 'Form', 'Input', 'Progress', 'Select', 'UList']) globalThis[`HTML${kind}Element`] = SmallElement;
  globalThis.Option = SmallElement;
  globalThis.navigator ??= {};
  globalThis.document = {
    activeElement: null,
    hidden: false,
    getElementById: (id) => found.get(id) ?? found.set(id, new SmallElement()).get(id),
    createElement: (name) => Object.assign(new SmallElement(), { name }),
  };
  return { at: (id) => document.getElementById(id) };
}

/** After what was begun by an event, and waits for nothing else, has ended. */
export const settled = () => new Promise((done) => { setImmediate(done); });
