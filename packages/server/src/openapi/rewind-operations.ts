import { againBody, rewindBody } from '../http/body/read-body.ts';
import type { Answer, Operation, Refusal } from './operation.ts';

/** Whatever takes back what was said. */
const GOES_BACK: readonly Refusal[] = [
  '403 not_yours',
  '409 busy',
  '409 changed_meanwhile',
  '409 agent_is_elsewhere',
  '429 spending_limit',
];

/** The ways back in a thread. `written`: the answer with one event; `writes`: what every route refuses that appends. */
export function rewindOperations(written: Answer, writes: readonly Refusal[]): Readonly<Record<string, Operation>> {
  return {
    'POST /api/threads/:id/messages/:seq/again': {
      does: 'Rewinds to a message that was read: with new words it is replaced, without them it is answered again. What came after it stays in the ledger.',
      body: againBody,
      answers: { 200: written },
      refusals: [
        ...writes,
        ...GOES_BACK,
        '400 not_yours',
        '404 no_such_message',
        '404 no_such_blob',
        '409 not_read_yet',
        '409 not_here_any_more',
        '409 message_conflict',
        '409 message_taken_back',
      ],
    },
    'POST /api/threads/:id/rewind': {
      does: 'Rewinds to a boundary: before or after a message, or before a step. What came after it stays in the ledger.',
      body: rewindBody,
      answers: { 200: written },
      refusals: [...writes, ...GOES_BACK, '409 no_boundary'],
    },
  };
}
