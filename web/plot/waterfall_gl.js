// SPDX-License-Identifier: MIT
// The waterfall with WebGL2: the ring of u8 lines is a texture; range and colours are applied in the shader, so that a
// change of either recolours all of the past at once. So is the offset by which it scrolls, in parts of a line.

import { colourWords, sameColours } from './palettes.js';

/** @typedef {import('./waterfall_lines.js').WaterfallLines} WaterfallLines */
/** @typedef {{newestLine: number, newestPart: number, newestBelow: boolean, lowValue: number, highValue: number, gamma: number, palette: string}} Look
 * newestLine: the line of time at the top, or at the bottom; newestPart: how much of it is on the screen, 0 to 1; lowValue,
 * highValue: the u8 levels of the first and the last colour */

const VERTEX = `#version 300 es
const vec2 corners[3] = vec2[](vec2(-1.0, -1.0), vec2(3.0, -1.0), vec2(-1.0, 3.0));
void main() { gl_Position = vec4(corners[gl_VertexID], 0.0, 1.0); }`;

const FRAGMENT = `#version 300 es
precision highp float;
precision highp usampler2D;
uniform usampler2D levels;
uniform sampler2D colours;  // of the 256 levels
uniform int newest_place;   // of the ring, at the top of the waterfall
uniform float newest_part;  // of that line on the screen; a pixel shows as much of its line, and the rest of the one before
uniform int lines;
uniform bool newest_below;
out vec4 colour;
vec4 colour_of(int place) {
  uint value = texelFetch(levels, ivec2(int(gl_FragCoord.x), (place + lines) % lines), 0).r;
  return texelFetch(colours, ivec2(int(value), 0), 0);
}
void main() {
  int up = int(gl_FragCoord.y);
  int place = newest_place - (newest_below ? up : lines - 2 - up); // the screen shows one line less than there are
  colour = colour_of(place);
  if (newest_part < 1.0) colour = mix(colour_of(place - 1), colour, newest_part);
}`;
const UNIFORMS = /** @type {const} */ (['levels', 'colours', 'newest_place', 'newest_part', 'lines', 'newest_below']);

/** @param {WebGL2RenderingContext} gl @param {number} kind @param {string} text */
function shader(gl, kind, text) {
  const made = gl.createShader(kind);
  if (!made) throw new Error('WebGL: cannot create a shader');
  gl.shaderSource(made, text);
  gl.compileShader(made);
  if (!gl.getShaderParameter(made, gl.COMPILE_STATUS)) throw new Error(`WebGL: ${gl.getShaderInfoLog(made)}`);
  return made;
}

/** @param {WebGL2RenderingContext} gl */
function linkedProgram(gl) {
  const program = gl.createProgram();
  gl.attachShader(program, shader(gl, gl.VERTEX_SHADER, VERTEX));
  gl.attachShader(program, shader(gl, gl.FRAGMENT_SHADER, FRAGMENT));
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw new Error(`WebGL: ${gl.getProgramInfoLog(program)}`);
  return program;
}

/** @param {WebGL2RenderingContext} gl @param {number} unit */
function texture(gl, unit) {
  gl.activeTexture(gl.TEXTURE0 + unit);
  gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
  for (const filter of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) {
    gl.texParameteri(gl.TEXTURE_2D, filter, gl.NEAREST);
  }
}

export class GlWaterfall {
  name = 'WebGL2';

  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    const gl = canvas.getContext('webgl2', { alpha: false, antialias: false, depth: false });
    if (!gl) throw new Error('WebGL2 is not available');
    this.canvas = canvas;
    this.gl = gl;
    /** @type {import('./palettes.js').Colours | null} */
    this.colours = null;
    const program = linkedProgram(gl);
    this.places = Object.fromEntries(UNIFORMS.map((name) => [name, gl.getUniformLocation(program, name)]));
    gl.useProgram(program);
    gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
    texture(gl, 1);
    texture(gl, 0);
    gl.uniform1i(this.places.levels, 0);
    gl.uniform1i(this.places.colours, 1);
  }

  /** The ring has a new size. @param {WaterfallLines} ring */
  resize(ring) {
    const { gl } = this;
    this.canvas.width = ring.columns;
    this.canvas.height = ring.shown;
    gl.viewport(0, 0, ring.columns, ring.shown);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.R8UI, ring.columns, ring.lines, 0, gl.RED_INTEGER, gl.UNSIGNED_BYTE, null);
    gl.uniform1i(this.places.lines, ring.lines);
    ring.changed.fill(1);
  }

  /** @param {WaterfallLines} ring @param {Look} look */
  draw(ring, look) {
    const { gl } = this;
    this.#setColours(look);
    ring.consumeChanged((first, last) => this.#upload(ring, first, last));
    gl.uniform1i(this.places.newest_place, look.newestLine % ring.lines);
    gl.uniform1f(this.places.newest_part, look.newestPart);
    gl.uniform1i(this.places.newest_below, look.newestBelow ? 1 : 0);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
  }

  /** @param {WaterfallLines} ring @param {number} first @param {number} last */
  #upload(ring, first, last) {
    const { gl } = this;
    const levels = ring.levels.subarray(first * ring.columns, last * ring.columns);
    gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, first, ring.columns, last - first, gl.RED_INTEGER, gl.UNSIGNED_BYTE, levels);
  }

  /** A kilobyte, when range or map have changed. @param {Look} look */
  #setColours(look) {
    const { gl } = this;
    if (sameColours(this.colours, look)) return;
    const words = colourWords(look.palette, look.lowValue, look.highValue, look.gamma);
    gl.activeTexture(gl.TEXTURE1);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, words.length, 1, 0, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(words.buffer));
    gl.activeTexture(gl.TEXTURE0);
    this.colours = look;
  }
}
