import { expect, test } from 'vitest';
import { readGolden } from '../../../fixtures/golden.ts';
import { foldAll } from '../../ledger/fold/fold.ts';
import { callNote, retryText } from './call-note.ts';

test('[issue 13] how often a call was tried is said when it has ended, too', () => {
  const events = readGolden('retry-two-of-three');
  const notes = events.map((_, index) => {
    const calls = [...foldAll(events.slice(0, index + 1)).calls.byPlace.entries()].map(([, each]) => each);
    const call = calls.find(({ id }) => id === 'c2');
    return call === undefined ? undefined : (retryText(call) ?? callNote(call));
  });
  expect(notes.at(-1)).toBe('3 attempts · failed');
  expect(notes.some((note) => note?.includes('Retrying (2/3)'))).toBe(true);
});
