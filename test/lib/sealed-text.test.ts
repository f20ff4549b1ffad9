import { expect, test } from 'vitest';
import { sealedTexts } from '../../src/lib/sealed-text.js';

const SECRET = 'a secret of at least 32 characters, here';
const { seal, open } = sealedTexts(SECRET, 'test');

test('a sealed text opens again, and shows nothing of itself', () => {
  const sealed = seal('wJalrXUtnFEMI/K7MDENG é', 'one');
  expect(open(sealed, 'one')).toBe('wJalrXUtnFEMI/K7MDENG é');
  expect(sealed).toMatch(/^[\w-]+$/);
  expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('wJalr');
  expect(seal('wJalrXUtnFEMI/K7MDENG é', 'one')).not.toBe(sealed);
  expect(open(seal('', 'one'), 'one')).toBe('');
});

test('it does not open for another owner, purpose or secret', () => {
  const sealed = seal('text', 'one');
  expect(open(sealed, 'two')).toBeUndefined();
  expect(sealedTexts(SECRET, 'other').open(sealed, 'one')).toBeUndefined();
  expect(sealedTexts(`${SECRET}!`, 'test').open(sealed, 'one')).toBeUndefined();
});

test('it does not open after any change', () => {
  const bytes = Buffer.from(seal('text', 'one'), 'base64url');
  for (let at = 0; at < bytes.length; at += 1) {
    const changed = Buffer.from(bytes);
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
    expect(open(changed.toString('base64url'), 'one'), `byte ${at}`).toBeUndefined();
    expect(open(bytes.subarray(0, at).toString('base64url'), 'one')).toBeUndefined();
  }
  expect(open('not sealed', 'one')).toBeUndefined();
});
