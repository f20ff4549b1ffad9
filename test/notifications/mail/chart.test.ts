import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { drawDays } from '../../../src/notifications/mail/chart.js';

/** Reads the pixels of an image without interlacing, as RGBA. */
function pixels(png: Buffer): {
  readonly width: number;
  readonly height: number;
  readonly at: (x: number, y: number) => readonly number[];
} {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  const parts: Buffer[] = [];
  for (let at = 8; at < png.length; at += png.readUInt32BE(at) + 12) {
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT')
      parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  }
  const rows = inflateSync(Buffer.concat(parts));
  const stride = width * 4;
  const image = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y++) {
    const filter = rows[y * (stride + 1)];
    for (let x = 0; x < stride; x++) {
      const value = rows[y * (stride + 1) + 1 + x]!;
      const left = x < 4 ? 0 : image[y * stride + x - 4]!;
      const up = y === 0 ? 0 : image[(y - 1) * stride + x]!;
      const corner = x < 4 || y === 0 ? 0 : image[(y - 1) * stride + x - 4]!;
      const guess = left + up - corner;
      const [a, b, c] = [left, up, corner].map((each) => Math.abs(guess - each)) as [number, number, number];
      const paeth = a <= b && a <= c ? left : b <= c ? up : corner;
      image[y * stride + x] = value + [0, left, up, (left + up) >> 1, paeth][filter!]!;
    }
  }
  return { width, height, at: (x, y) => [...image.subarray(y * stride + x * 4, y * stride + x * 4 + 4)] };
}

test('the chart has two bars a day, as high as their visitors, on a transparent background', async () => {
  const days = [
    { visitors: 100, before: 50 },
    { visitors: 0, before: 100 },
  ];
  const { width, height, at } = pixels(Buffer.from(await drawDays(days)));
  const [current, before] = [
    [0x6a, 0x63, 0xf0, 255],
    [0x8a, 0x90, 0xa0, 255],
  ];
  const column = width / 2;
  const bar = column * 0.32;
  const [left, right] = [column / 2 - bar / 2, column / 2 + bar / 2].map(Math.round) as [number, number];
  expect(at(right, Math.round(height * 0.1))).toEqual(current);
  expect(at(left, Math.round(height * 0.4))[3]).toBe(0);
  expect(at(left, Math.round(height * 0.6))).toEqual(before);
  expect(at(left + column, Math.round(height * 0.1))).toEqual(before);
  expect(at(right + column, Math.round(height * 0.9))[3]).toBe(0);
  expect(at(right + column, height - 2)).toEqual(current);
});
