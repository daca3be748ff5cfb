import { timeline } from '@toolthread/core';
import { tailTranscript } from '@toolthread/transcripts';
import type { TranscriptTail } from '@toolthread/transcripts';
import type { Case } from '../case.ts';
import { claudeCodeSession, claudeCodeTurn } from '../sessions/claude-code-session.ts';

const BYTES = 100_000_000;
const APPENDS = 25;
/** Turns far from those the session already holds. */
const FIRST_NEW_TURN = 1_000_000;

export const tailAppend: Case = {
  name: 'tail-append',
  unit: 'ms to append one turn to a 100 MB session, over reading it whole',
  target: { at: 'most', ratio: 0.005 },
  run() {
    const session = claudeCodeSession(BYTES);
    const tails: TranscriptTail[] = [];
    const whole = [1, 2, 3].map(() =>
      timed(() => {
        const tail = tailTranscript();
        see(tail, session);
        tails[0] = tail;
      }),
    );
    const [tail = tailTranscript()] = tails;
    const appends = Array.from({ length: APPENDS }, (_, index) => {
      const turn = Buffer.from(claudeCodeTurn(FIRST_NEW_TURN + index));
      return timed(() => see(tail, turn));
    });
    return Promise.resolve({ ours: middle(appends), theirs: middle(whole) });
  },
};

function see(tail: TranscriptTail, bytes: Uint8Array): void {
  tail.push(bytes);
  if (timeline(tail).items.length === 0) throw new Error('there is no timeline');
}

function timed(work: () => void): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

function middle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}
