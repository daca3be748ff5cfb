/** `responseSchema` of an interrupt says what the route takes for it: no client that goes by it refuses a form that is documented, or offers another. */
import type { EventDraft, Question } from '@toolthread/core';
import { agUiInterrupts } from '@toolthread/core/adapters';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { openRoom, type Room } from '../../../test/room.ts';
import { field, unwrap } from '../../../test/start-server.ts';

const REASON = 'it is late';
const answer = { question: 'Which?', values: ['one'] };

/** All forms that anybody might send, right and wrong. */
const PAYLOADS: readonly unknown[] = [
  ...['once', 'thread', 'always', 'deny', 'edit', 'answered', 'withdrawn', 'maybe', true].flatMap((decision) => [
    { decision },
    { decision, reason: REASON },
    { decision, reason: 'x'.repeat(10_001) },
    { decision, arguments: { a: 2 } },
    { decision, arguments: '{"a":2}', reason: REASON },
    { decision, arguments: 2 },
    { decision, arguments: [] },
    { decision, more: 1 },
  ]),
  ...[true, false, 'true', 1].flatMap((approved) => [
    { approved },
    { approved, reason: REASON },
    { approved, decision: 'once' },
    { approved, decision: 'deny' },
  ]),
  'one',
  'words of my own',
  '',
  [],
  ['one'],
  ['one', 'two'],
  ['one', 'two', 'three'],
  [1],
  [['one']],
  { answers: [] },
  { answers: 'one' },
  { answers: [answer] },
  { answers: [{ ...answer, text: 'mine' }] },
  { answers: [{ ...answer, values: [], text: 'mine' }] },
  { answers: [{ ...answer, more: 1 }] },
  { answers: [{ ...answer, values: 'one' }] },
  { answers: [{ ...answer, values: Array.from({ length: 101 }, String) }] },
  { answers: [{ question: 'Which?' }] },
  { answers: [{ question: 'Which?', text: 'mine' }] },
  { answers: [{ question: 'Another?', values: [] }] },
  { answers: [answer, { question: 'And then?', values: ['two'] }] },
  { answers: [answer], decision: 'deny' },
  {},
  { reason: REASON },
  1,
  true,
  null,
];

const which: Question = { question: 'Which?', options: [{ label: 'one' }] };
const ASKED: readonly Pick<Extract<EventDraft, { type: 'request.opened' }>, 'kind' | 'questions' | 'keeps_always'>[] = [
  { kind: 'approval' },
  { kind: 'approval', keeps_always: true },
  { kind: 'plan' },
  { kind: 'question', questions: [which] },
  { kind: 'question', questions: [which, { question: 'And then?' }] },
  { kind: 'question', questions: [] },
  { kind: 'elicitation', questions: [which] },
];

test.each(ASKED.map((asked) => [JSON.stringify(asked), asked] as const))(
  '[12.8] the schema of %s says what is taken',
  async (_asked, asked) => {
    const room = await openRoom();
    const drafts = PAYLOADS.map((_, index): EventDraft => ({ type: 'request.opened', request: `r${index}`, ...asked }));
    unwrap(await room.ledger.append(room.thread, drafts));
    const interrupts = new Map(agUiInterrupts(await room.state()).map((interrupt) => [interrupt.id, interrupt]));
    const schema = schemaOf(interrupts.get('r0'));
    const read = z.fromJSONSchema(schema);
    for (const [index, payload] of PAYLOADS.entries()) {
      expect(schemaOf(interrupts.get(`r${index}`))).toEqual(schema);
      const says = read.safeParse(payload).success;
      const given = JSON.stringify(payload).slice(0, 200);
      expect([given, says]).toEqual([given, await isTaken(room, `r${index}`, payload)]);
    }
  },
);

function schemaOf(interrupt: unknown): Parameters<typeof z.fromJSONSchema>[0] {
  return z.record(z.string(), z.json()).parse(field(interrupt, 'responseSchema'));
}

async function isTaken({ call, thread }: Room, interruptId: string, payload: unknown): Promise<boolean> {
  const resume = [{ interruptId, status: 'resolved', payload }];
  const { status } = await call('POST', '/api/ag-ui', { body: { threadId: thread, runId: 'r', messages: [], resume } });
  expect([200, 400]).toContain(status);
  return status === 200;
}
