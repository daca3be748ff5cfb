/** Prompt caches: within an epoch a request, its last user message and cache marks aside, is a prefix of the next. */
import { foldAll } from '@toolthread/core';
import type { LedgerEvent } from '@toolthread/core';
import { completionMessages } from '@toolthread/core/context';
import { goldenNames, readGolden } from '@toolthread/core/testing';
import { describe, expect, test } from 'vitest';
import { fieldsOf, listOf } from '@toolthread/core/json';
import type { Fields } from '@toolthread/core/json';
import { growth } from '@toolthread/provider-stub';
import { WIRE_FORMATS } from './wire-formats.ts';
import type { WireFormat } from './wire-formats.ts';

const EPOCH_ENDS: ReadonlySet<LedgerEvent['type']> = new Set([
  'thread.rewound',
  'context.compacted',
  'agent.configured',
] as const);
function messagesOf({ encode, target }: WireFormat, events: readonly LedgerEvent[]): Fields[] {
  const notes: string[] = [];
  const request = { model: target.model, messages: completionMessages(foldAll(events)), tools: [] };
  const body = fieldsOf(encode(request, (note) => notes.push(note)));
  const unmarked = JSON.stringify(body['messages'] ?? body['input'] ?? body['contents'], (key, value: unknown) =>
    key === 'cache_control' ? undefined : value,
  );
  const messages = listOf(JSON.parse(unmarked)).map(fieldsOf);
  // The marker is the last user message. An answer that was cut off grows in its place when it goes on.
  return notes.includes('marker-end') ? messages.slice(0, -1) : messages;
}

/** Only foreign files have a result before its call. It is words in the last user message until the call is read. */
function settled(name: string, messages: readonly Fields[]): readonly Fields[] {
  return name === 'result-before-call' ? messages.slice(0, -1) : messages;
}

describe.each(WIRE_FORMATS)('$name', (format) => {
  test.each(goldenNames)('%s', (name) => {
    const events = readGolden(name);
    let before: ReturnType<typeof messagesOf> | undefined;
    for (const [index, event] of events.entries()) {
      if (EPOCH_ENDS.has(event.type)) before = undefined;
      if (event.type !== 'agent.step.started' || event.scope !== undefined) continue;
      const now = messagesOf(format, events.slice(0, event.built_from ?? index + 1));
      if (before !== undefined) expect(growth(settled(name, before), now)).toBeUndefined();
      before = now;
    }
  });

  test('encoding twice gives the same bytes', () => {
    for (const name of goldenNames) {
      const once = JSON.stringify(messagesOf(format, readGolden(name)));
      expect(JSON.stringify(messagesOf(format, readGolden(name)))).toBe(once);
    }
  });
});
