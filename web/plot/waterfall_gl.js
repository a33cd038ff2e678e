// SPDX-License-Identifier: MIT
// The waterfall with WebGL2: the ring of u8 lines is a texture; range and colours are applied in the shader, so that a
// change of either recolours all of the past at once.

import { noDataColour, paletteTable } from './palettes.js';

/** @typedef {import('./waterfall_lines.js').WaterfallLines} WaterfallLines */
/** @typedef {{newestLine: number, newestBelow: boolean, lowValue: number, highValue: number, gamma: number, palette: string}} Look
 * newestLine: the line of time at the top, or at the bottom; lowValue, highValue: the u8 levels of the first and the last
 * colour */

const VERTEX = `#version 300 es
const vec2 corners[3] = vec2[](vec2(-1.0, -1.0), vec2(3.0, -1.0), vec2(-1.0, 3.0));
void main() { gl_Position = vec4(corners[gl_VertexID], 0.0, 1.0); }`;

const FRAGMENT = `#version 300 es
precision highp float;
precision highp usampler2D;
uniform usampler2D levels;
uniform sampler2D palette;
uniform int newest_place;   // of the ring, at the top of the waterfall
uniform int lines;
uniform bool newest_below;
uniform float gamma;
uniform vec2 value_range;
uniform vec3 no_data;
out vec4 colour;
void main() {
  int up = int(gl_FragCoord.y);
  int down = newest_below ? up : lines - 1 - up;
  int place = (newest_place - down + lines) % lines;
  uint value = texelFetch(levels, ivec2(int(gl_FragCoord.x), place), 0).r;
  float way = clamp((float(value) - value_range.x) / (value_range.y - value_range.x), 0.0, 1.0);
  float step = pow(way, gamma);
  vec3 mapped = texelFetch(palette, ivec2(int(step * 255.0 + 0.5), 0), 0).rgb;
  colour = vec4(value == 0u ? no_data : mapped, 1.0);
}`;

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
    this.palette = '';
    this.program = linkedProgram(gl);
    gl.useProgram(this.program);
    gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
    texture(gl, 1);
    texture(gl, 0);
    gl.uniform1i(this.#uniform('levels'), 0);
    gl.uniform1i(this.#uniform('palette'), 1);
  }

  /** @param {string} name */
  #uniform(name) {
    return this.gl.getUniformLocation(this.program, name);
  }

  /** The ring has a new size. @param {WaterfallLines} ring */
  resize(ring) {
    const { gl } = this;
    this.canvas.width = ring.columns;
    this.canvas.height = ring.lines;
    gl.viewport(0, 0, ring.columns, ring.lines);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.R8UI, ring.columns, ring.lines, 0, gl.RED_INTEGER, gl.UNSIGNED_BYTE, null);
    gl.uniform1i(this.#uniform('lines'), ring.lines);
    ring.changed.fill(1);
  }

  /** @param {WaterfallLines} ring @param {Look} look */
  draw(ring, look) {
    const { gl } = this;
    if (look.palette !== this.palette) this.#setPalette(look.palette);
    ring.consumeChanged((first, last) => this.#upload(ring, first, last));
    gl.uniform1i(this.#uniform('newest_place'), look.newestLine % ring.lines);
    gl.uniform1i(this.#uniform('newest_below'), look.newestBelow ? 1 : 0);
    gl.uniform1f(this.#uniform('gamma'), look.gamma);
    gl.uniform2f(this.#uniform('value_range'), look.lowValue, Math.max(look.lowValue + 1e-3, look.highValue));
    gl.drawArrays(gl.TRIANGLES, 0, 3);
  }

  /** @param {WaterfallLines} ring @param {number} first @param {number} last */
  #upload(ring, first, last) {
    const { gl } = this;
    const levels = ring.levels.subarray(first * ring.columns, last * ring.columns);
    gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, first, ring.columns, last - first, gl.RED_INTEGER, gl.UNSIGNED_BYTE, levels);
  }

  /** @param {string} name */
  #setPalette(name) {
    const { gl } = this;
    gl.activeTexture(gl.TEXTURE1);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, 256, 1, 0, gl.RGBA, gl.UNSIGNED_BYTE, paletteTable(name));
    gl.activeTexture(gl.TEXTURE0);
    gl.uniform3fv(this.#uniform('no_data'), noDataColour(name).map((part) => part / 255));
    this.palette = name;
  }
}
