/**
 * CityHash128 of version 1.0.2, the checksum of ClickHouse's compressed frames. See
 * https://github.com/ClickHouse/ClickHouse/tree/master/contrib/cityhash102
 *
 * The beginning and the end of a text are computed with 64-bit integers, and the loop between them in halves of 32 bits: that is
 * many times as fast, and nearly all of the work.
 */
const K0 = 0xc3a5c85c97cb3127n;
const K1 = 0xb492b66fbe98f273n;
const K2 = 0x9ae16a3b2f90404fn;
const K3 = 0xc949d7c7509e6557n;
const K_MUL = 0x9ddfea08eb382d69n;

type Pair = readonly [bigint, bigint];

const u64 = (value: bigint): bigint => BigInt.asUintN(64, value);
const rotate = (value: bigint, by: bigint): bigint => (by === 0n ? value : u64((value >> by) | (value << (64n - by))));
const shiftMix = (value: bigint): bigint => value ^ (value >> 47n);

function hash16(low: bigint, high: bigint): bigint {
  const a = shiftMix(u64((low ^ high) * K_MUL));
  const b = shiftMix(u64((high ^ a) * K_MUL));
  return u64(b * K_MUL);
}

/** Low half first. */
export function cityHash128(bytes: Buffer): Pair {
  const { length } = bytes;
  if (length >= 16) return withSeed(bytes, 16, read(bytes, 0) ^ K3, read(bytes, 8));
  if (length >= 8) {
    const low = read(bytes, 0) ^ u64(BigInt(length) * K0);
    return murmur(bytes, length, low, read(bytes, length - 8) ^ K1);
  }
  return murmur(bytes, 0, K0, K1);
}

const read = (bytes: Buffer, at: number): bigint => bytes.readBigUInt64LE(at);

function hashShort(bytes: Buffer, from: number): bigint {
  const length = bytes.length - from;
  if (length > 8) {
    const [a, b] = [read(bytes, from), read(bytes, bytes.length - 8)];
    return hash16(a, rotate(u64(b + BigInt(length)), BigInt(length))) ^ b;
  }
  if (length >= 4) {
    const first = BigInt(bytes.readUInt32LE(from));
    return hash16(BigInt(length) + (first << 3n), BigInt(bytes.readUInt32LE(bytes.length - 4)));
  }
  if (length === 0) return K2;
  const [a = 0, b = 0, c = 0] = [bytes[from], bytes[from + (length >> 1)], bytes[bytes.length - 1]];
  const y = BigInt(a + (b << 8));
  const z = BigInt(length + (c << 2));
  return u64(shiftMix(u64(y * K2) ^ u64(z * K3)) * K2);
}

/** Hashes fewer than 128 bytes. */
function murmur(bytes: Buffer, from: number, seedLow: bigint, seedHigh: bigint): Pair {
  const length = bytes.length - from;
  let [a, b] = [seedLow, seedHigh];
  let c: bigint;
  let d: bigint;
  if (length <= 16) {
    a = u64(shiftMix(u64(a * K1)) * K1);
    c = u64(b * K1 + hashShort(bytes, from));
    d = shiftMix(u64(a + (length >= 8 ? read(bytes, from) : c)));
  } else {
    c = hash16(u64(read(bytes, bytes.length - 8) + K1), a);
    d = hash16(u64(b + BigInt(length)), u64(c + read(bytes, bytes.length - 16)));
    a = u64(a + d);
    for (let at = from, left = length - 16; left > 0; at += 16, left -= 16) {
      a = u64((a ^ u64(shiftMix(u64(read(bytes, at) * K1)) * K1)) * K1);
      b ^= a;
      c = u64((c ^ u64(shiftMix(u64(read(bytes, at + 8) * K1)) * K1)) * K1);
      d ^= c;
    }
  }
  a = hash16(a, c);
  b = hash16(d, b);
  return [a ^ b, hash16(b, a)];
}

function weak(bytes: Buffer, at: number, a: bigint, b: bigint): Pair {
  const [first, second, third, fourth] = [
    read(bytes, at),
    read(bytes, at + 8),
    read(bytes, at + 16),
    read(bytes, at + 24),
  ];
  const start = u64(a + first);
  const turned = rotate(u64(b + start + fourth), 21n);
  const sum = u64(start + second + third);
  return [u64(sum + fourth), u64(turned + rotate(sum, 44n) + start)];
}

function withSeed(bytes: Buffer, from: number, seedLow: bigint, seedHigh: bigint): Pair {
  const length = bytes.length - from;
  if (length < 128) return murmur(bytes, from, seedLow, seedHigh);
  const z0 = u64(BigInt(length) * K1);
  const v0 = u64(rotate(seedHigh ^ K1, 49n) * K1 + read(bytes, from));
  const v1 = u64(rotate(v0, 42n) * K1 + read(bytes, from + 8));
  const w0 = u64(rotate(u64(seedHigh + z0), 35n) * K1 + seedLow);
  const w1 = u64(rotate(u64(seedLow + read(bytes, from + 88)), 53n) * K1);
  const rounds = Math.floor(length / 128);
  const state = mix(bytes, from, rounds, [seedLow, seedHigh, z0, v0, v1, w0, w1]);
  let [x = 0n, y = 0n, , , , w = 0n] = state;
  const [, , z = 0n, , , , wHigh = 0n] = state;
  let v: Pair = [state[3] ?? 0n, state[4] ?? 0n];
  y = u64(y + u64(rotate(w, 37n) * K0) + z);
  x = u64(x + u64(rotate(u64(v[0] + z), 49n) * K0));
  const left = length - rounds * 128;
  for (let tail = 0; tail < left; ) {
    tail += 32;
    y = u64(u64(rotate(u64(y - x), 42n) * K0) + v[1]);
    w = u64(w + read(bytes, bytes.length - tail + 16));
    x = u64(u64(rotate(x, 49n) * K0) + w);
    w = u64(w + v[0]);
    v = weak(bytes, bytes.length - tail, v[0], v[1]);
  }
  x = hash16(x, v[0]);
  y = hash16(y, w);
  return [u64(hash16(u64(x + v[1]), wHigh) + y), hash16(u64(x + wHigh), u64(y + v[1]))];
}

/** The higher half of the latest result: each step returns the lower one. */
let high = 0;

function add(aHigh: number, aLow: number, bHigh: number, bLow: number): number {
  const low = (aLow >>> 0) + (bLow >>> 0);
  high = (aHigh + bHigh + (low > 0xffff_ffff ? 1 : 0)) | 0;
  return low | 0;
}

/** `by` is 1 to 31. */
function rotateBy(aHigh: number, aLow: number, by: number): number {
  high = (aHigh >>> by) | (aLow << (32 - by));
  return (aLow >>> by) | (aHigh << (32 - by));
}

const K1_HIGH = 0xb492b66f | 0;
const K1_LOW = 0xbe98f273 | 0;
const K1_LOW_16 = K1_LOW & 0xffff;
const K1_NEXT_16 = K1_LOW >>> 16;

function timesK1(aHigh: number, aLow: number): number {
  const low16 = aLow & 0xffff;
  const next16 = aLow >>> 16;
  // The higher half of the product of both lower halves.
  const carried = next16 * K1_LOW_16 + ((low16 * K1_LOW_16) >>> 16);
  const middle = low16 * K1_NEXT_16 + (carried & 0xffff);
  const top = next16 * K1_NEXT_16 + Math.floor(carried / 0x1_0000) + Math.floor(middle / 0x1_0000);
  high = ((top | 0) + Math.imul(aHigh, K1_LOW) + Math.imul(aLow, K1_HIGH)) | 0;
  return Math.imul(aLow, K1_LOW);
}

/** Mixes whole pieces of 128 bytes into the state: x, y, z, both of v, both of w. */
function mix(bytes: Buffer, from: number, rounds: number, state: readonly bigint[]): readonly bigint[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const halves = state.map((value) => [Number(value >> 32n) | 0, Number(value & 0xffff_ffffn) | 0] as const);
  let [[xh, xl], [yh, yl], [zh, zl], [v0h, v0l], [v1h, v1l], [w0h, w0l], [w1h, w1l]] = halves as unknown as [
    [number, number],
    [number, number],
    [number, number],
    [number, number],
    [number, number],
    [number, number],
    [number, number],
  ];
  /** Hash of 32 bytes: returns the lower halves of both results; the higher ones are in `firstHigh` and `high`. */
  let firstHigh = 0;
  let firstLow = 0;
  const weakly = (at: number, ah: number, al: number, bh: number, bl: number): number => {
    const fourthLow = view.getInt32(at + 24, true);
    const fourthHigh = view.getInt32(at + 28, true);
    const startLow = add(ah, al, view.getInt32(at + 4, true), view.getInt32(at, true));
    const startHigh = high;
    let low = add(bh, bl, startHigh, startLow);
    low = add(high, low, fourthHigh, fourthLow);
    const turnedLow = rotateBy(high, low, 21);
    const turnedHigh = high;
    low = add(startHigh, startLow, view.getInt32(at + 12, true), view.getInt32(at + 8, true));
    const sumLow = add(high, low, view.getInt32(at + 20, true), view.getInt32(at + 16, true));
    const sumHigh = high;
    firstLow = add(sumHigh, sumLow, fourthHigh, fourthLow);
    firstHigh = high;
    // By 44: swaps both halves, then rotates by 12.
    low = rotateBy(sumLow, sumHigh, 12);
    low = add(turnedHigh, turnedLow, high, low);
    return add(high, low, startHigh, startLow);
  };
  for (let piece = 0, at = from; piece < rounds * 2; piece += 1, at += 64) {
    let low = add(xh, xl, yh, yl);
    low = add(high, low, v0h, v0l);
    low = add(high, low, view.getInt32(at + 20, true), view.getInt32(at + 16, true));
    // By 37 is by 5 with swapped halves; 42 is 10, and 33 is 1.
    low = rotateBy(low, high, 5);
    xl = timesK1(high, low);
    xh = high;
    low = add(yh, yl, v1h, v1l);
    low = add(high, low, view.getInt32(at + 52, true), view.getInt32(at + 48, true));
    low = rotateBy(low, high, 10);
    yl = timesK1(high, low);
    yh = high;
    xl ^= w1l;
    xh ^= w1h;
    yl ^= v0l;
    yh ^= v0h;
    zl = rotateBy(zl ^ w0l, zh ^ w0h, 1);
    zh = high;
    low = timesK1(v1h, v1l);
    const seedHigh = high;
    const sum = add(xh, xl, w0h, w0l);
    v1l = weakly(at, seedHigh, low, high, sum);
    v1h = high;
    v0l = firstLow;
    v0h = firstHigh;
    low = add(zh, zl, w1h, w1l);
    w1l = weakly(at + 32, high, low, yh, yl);
    w1h = high;
    w0l = firstLow;
    w0h = firstHigh;
    [zl, zh, xl, xh] = [xl, xh, zl, zh];
  }
  const join = (highHalf: number, lowHalf: number) => (BigInt(highHalf >>> 0) << 32n) | BigInt(lowHalf >>> 0);
  return [join(xh, xl), join(yh, yl), join(zh, zl), join(v0h, v0l), join(v1h, v1l), join(w0h, w0l), join(w1h, w1l)];
}
