import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeEvent, encodeEvent, isDatedRecord } from '../../src/collect/event-codec.js';
import { checkRows } from '../rows.js';
import { trackedEvent, traitsWith } from './sessions/tracked-event.js';

const text = fc.string({ unit: 'binary' }).map((any) => any.toWellFormed());

test('a record gives back the very event', () =>
  fc.assert(
    fc.property(text, text, fc.integer(), fc.option(text, { nil: undefined }), (one, other, time, former) => {
      const event = trackedEvent({
        time,
        type: 'custom',
        hostname: 'a.example',
        path: '/a',
        link: 'https://b.example/',
        screen: '1x2',
        seconds: 3,
        name: one,
        props: other,
        ...(time % 2 === 0 && { scroll: Math.abs(time % 100) }),
        ...(former !== undefined && former !== '' && { formerVisitorId: former }),
        traits: traitsWith(Object.fromEntries(Object.keys(traitsWith({})).map((trait) => [trait, `${trait} ${one}`]))),
      });
      expect(decodeEvent(encodeEvent(event))).toEqual(event);
    }),
  ));

test('a record of a version without the last traits lacks only these', () => {
  const event = trackedEvent({
    id: '0.5',
    traits: traitsWith({ language: 'de', utmContent: 'blue', utmTerm: 'shoes' }),
  });
  const earlier = JSON.stringify(JSON.parse(encodeEvent(event)).slice(0, -2));
  expect(decodeEvent(earlier)).toEqual({ ...event, traits: { ...event.traits, utmContent: '', utmTerm: '' } });
});

test('a record says at its end whether its event is dated', () => {
  const event = trackedEvent({ traits: traitsWith({ language: '7]' }) });
  for (const more of [{}, { id: '1' }, { id: '"arrivedAt":7}]' }, { scroll: 7 }]) {
    const [plain, dated] = [
      { ...event, ...more },
      { ...event, ...more, arrivedAt: 7 },
    ];
    expect(isDatedRecord(Buffer.from(encodeEvent(plain)))).toBe(false);
    expect(isDatedRecord(Buffer.from(encodeEvent(dated)))).toBe(true);
    expect(decodeEvent(encodeEvent(dated))).toEqual(dated);
  }
});

test('other JSON is no record', () =>
  checkRows(['{}', '"text"', 'null', '1', '{"websiteId":"a"}', '', '['], (record) => {
    expect(() => decodeEvent(record)).toThrow();
  }));
