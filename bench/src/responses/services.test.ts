import type { ModelEvent } from '@toolthread/core/context';
import { expect, test } from 'vitest';
import { replyOf } from './reply.ts';
import { SERVICES } from './services.ts';

const reply = replyOf(30);
const wanted = reply.calls.map(({ id, name, pieces }) => [id, name, pieces.join('')]);

test.each(Object.entries(SERVICES))('%s: every side reads the same words and calls', async (_name, service) => {
  for (const read of [service.ours, service.asSent]) {
    const events: ModelEvent[] = [];
    await read(service.bytes(reply), (event) => events.push(event));
    const calls = events.filter((event) => event.type === 'call');
    expect(calls.map(({ providerId, name, arguments: raw }) => [providerId, name, raw])).toEqual(wanted);
    expect(events.flatMap((event) => (event.type === 'text.delta' ? [event.text] : [])).join('')).toBe(
      reply.words.join(''),
    );
    expect(events.at(-1)).toMatchObject({ type: 'end', reason: 'tool_calls' });
  }
  const theirs: [string, string, string][] = [];
  let words = '';
  await service.theirs(service.bytes(reply), (part) => {
    if (part.type === 'tool-call') theirs.push([part.toolCallId, part.toolName, part.input]);
    if (part.type === 'text-delta') words += part.delta;
  });
  expect(theirs).toEqual(wanted);
  expect(words).toBe(reply.words.join(''));
});
