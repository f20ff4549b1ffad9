import { expect, test } from 'vitest';
import { encodeEvent } from '../../../src/collect/event-codec.js';
import { firstEventTime } from '../../../src/collect/sessions/first-event-time.js';
import { inFolder, openJournal } from '../journal/open-journal.js';
import { trackedEvent } from './tracked-event.js';

test('a dated event counts from its arrival', () =>
  inFolder(async (folder) => {
    const journal = await openJournal(folder);
    await journal.append('no event', encodeEvent(trackedEvent({ time: 1, arrivedAt: 7 })));
    await journal.append(encodeEvent(trackedEvent({ time: 9 })));
    const segments = await journal.closedSegments();
    expect(await firstEventTime(journal, segments)).toBe(7);
    expect(await firstEventTime(journal, ['missing'])).toBeUndefined();
  }));
