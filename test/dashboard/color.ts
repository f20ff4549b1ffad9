/** Red, green and blue, linear, 0 to 1. */
export type Linear = readonly [number, number, number];

type Matrix = readonly [Linear, Linear, Linear];

/**
 * How people see who lack one kind of cone: Machado, Oliveira and Fernandes, "A Physiologically-based Model for
 * Simulation of Color Vision Deficiency" (2009), severity 1, on linear light.
 */
export const visions: Readonly<Record<string, Matrix>> = {
  ordinary: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

/** Of six hexadecimal digits behind a `#`. */
export function linear(color: string): Linear {
  const channel = (index: number): number => {
    const value = Number.parseInt(color.slice(1 + index * 2, 3 + index * 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [channel(0), channel(1), channel(2)];
}

const dot = (a: Linear, b: Linear): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** As `color-mix(in srgb, …)`, with that share of the first color. */
export function mix(one: string, other: string, share: number): string {
  const channel = (color: string, index: number) => Number.parseInt(color.slice(1 + index * 2, 3 + index * 2), 16);
  const mixed = [0, 1, 2].map((index) => Math.round(channel(one, index) * share + channel(other, index) * (1 - share)));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

/** WCAG 2.2, relative luminance and contrast ratio. */
export function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [one, other]
    .map((color) => dot(linear(color), [0.2126, 0.7152, 0.0722]))
    .sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** How far apart two colors look in that vision: the distance in OKLab, where black and white are 1 apart. */
export function distance(one: string, other: string, vision: Matrix): number {
  const [a, b] = [one, other].map((color) => okLab(seen(linear(color), vision))) as [Linear, Linear];
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

const seen = (color: Linear, vision: Matrix): Linear =>
  vision.map((row) => Math.min(1, Math.max(0, dot(row, color)))) as unknown as Linear;

/** https://bottosson.github.io/posts/oklab/ */
function okLab(color: Linear): Linear {
  const l = Math.cbrt(dot(color, [0.4122214708, 0.5363325363, 0.0514459929]));
  const m = Math.cbrt(dot(color, [0.2119034982, 0.6806995451, 0.1073969566]));
  const s = Math.cbrt(dot(color, [0.0883024619, 0.2817188376, 0.6299787005]));
  return [
    dot([l, m, s], [0.2104542553, 0.793617785, -0.0040720468]),
    dot([l, m, s], [1.9779984951, -2.428592205, 0.4505937099]),
    dot([l, m, s], [0.0259040371, 0.7827717662, -0.808675766]),
  ];
}
