import { expect, it } from 'vitest';
import { findAccount } from '../../src/accounts/accounts.js';
import { changeProfile, removePicture, setPicture } from '../../src/accounts/profile.js';
import type { TestDatabase } from '../postgres/each-postgres.js';
import { newTestAccount } from './new-test-account.js';

const bytes = (text: string, length = 100) => Buffer.concat([Buffer.from(text, 'latin1'), Buffer.alloc(length)]);

const PNG = bytes('\x89PNG\r\n\x1a\n');
const MAX = 64 * 1024;

export function profileSuite(database: () => TestDatabase): void {
  const db = () => database().postgres.db;

  it('have names, and none when they are empty', async () => {
    const { id } = await newTestAccount(db());
    await changeProfile(db(), id, { firstName: ' Ada ', lastName: "O'Lovelace 🦶" });
    expect(await findAccount(db(), id)).toMatchObject({ firstName: 'Ada', lastName: "O'Lovelace 🦶" });
    await changeProfile(db(), id, { firstName: '  ', lastName: '' });
    expect(await findAccount(db(), id)).toMatchObject({ firstName: null, lastName: null });
  });

  it('refuse names that are none, each by its field', async () => {
    const { id } = await newTestAccount(db());
    const change = changeProfile(db(), id, { firstName: 'x'.repeat(101), lastName: 'a\0b' });
    await expect(change).rejects.toMatchObject({
      kind: 'invalid',
      messages: [expect.stringMatching(/^firstName: /), expect.stringMatching(/^lastName: /)],
    });
  });

  it.each([
    ['image/png', PNG],
    ['image/jpeg', bytes('\xff\xd8\xff\xe0')],
    ['image/webp', bytes('RIFF\x24\x00\x00\x00WEBPVP8 ')],
    ['image/png', Buffer.concat([PNG, Buffer.alloc(MAX - PNG.length)])],
  ])('have a picture: %s', async (type, file) => {
    const { id } = await newTestAccount(db());
    await setPicture(db(), id, file);
    expect((await findAccount(db(), id))?.picture).toBe(`data:${type};base64,${file.toString('base64')}`);
    await removePicture(db(), id);
    expect((await findAccount(db(), id))?.picture).toBeNull();
  });

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['an SVG', bytes('<svg xmlns="http://www.w3.org/2000/svg">')],
    ['a GIF', bytes('GIF89a')],
    ['a page', bytes('<!doctype html><script>')],
    ['a WAV', bytes('RIFF\x24\x00\x00\x00WAVEfmt ')],
    ['a large PNG', Buffer.concat([PNG, Buffer.alloc(MAX)])],
  ])('have no picture that is %s', async (_name, file) => {
    const { id } = await newTestAccount(db());
    await expect(setPicture(db(), id, file)).rejects.toMatchObject({ messages: [expect.stringMatching(/^picture: /)] });
    expect((await findAccount(db(), id))?.picture).toBeNull();
  });
}
