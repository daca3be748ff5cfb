/** What a ledger holds goes to the wire as it is: signatures and arguments byte for byte, tomorrow as today. */
import { parseLedger, writeLedger } from '@toolthread/core';
import type { LedgerEvent } from '@toolthread/core';
import { ContextManager } from '@toolthread/core/context';
import type { Json } from '@toolthread/core/json';
import { goldenNames, readGolden } from '@toolthread/core/testing';
import { stubWith } from '@toolthread/provider-stub';
import type { Piece } from '@toolthread/provider-stub';
import { expect, test } from 'vitest';
import { modelAt } from './stub-models.ts';
import { Thread, TOOLS } from './thread.ts';
import { WIRE_FORMATS } from './wire-formats.ts';
import type { WireFormat } from './wire-formats.ts';

/** What only its own model can read. It must not change. */
const SEALED = ['signature', 'encrypted_content', 'encrypted_index', 'thoughtSignature'];

function sealedIn(data: Json): string[] {
  if (Array.isArray(data)) return data.flatMap(sealedIn);
  if (typeof data !== 'object' || data === null) return [];
  const redacted = 'type' in data && data['type'] === 'redacted_thinking' ? ['data'] : [];
  return Object.entries(data).flatMap(([key, value]: [string, Json]) =>
    typeof value === 'string' && [...SEALED, ...redacted].includes(key) ? [value] : sealedIn(value),
  );
}

function blobsBy({ target }: WireFormat, events: readonly LedgerEvent[]): string[] {
  return events.flatMap((event) => {
    const blob = 'blob' in event ? event.blob : undefined;
    return blob?.api === target.api && blob.provider === target.provider ? sealedIn(blob.data) : [];
  });
}

const MADE = WIRE_FORMATS.flatMap((format) =>
  goldenNames.flatMap((name) => {
    const sealed = blobsBy(format, readGolden(name));
    return sealed.length === 0 ? [] : [{ format, name, sealed }];
  }),
);

test('the golden ledgers hold sealed words of several targets', () => {
  expect(new Set(MADE.map(({ format }) => format.name))).toEqual(new Set(['anthropic', 'openai-responses']));
  expect(MADE.flatMap(({ sealed }) => sealed).length).toBeGreaterThanOrEqual(8);
});

test.each(MADE)('$name: what $format.name sealed goes back to it, exact and in order', ({ format, name, sealed }) => {
  const { messages } = ContextManager.fromEvents(readGolden(name));
  const body = JSON.stringify(format.encode({ model: format.target.model, messages, tools: TOOLS }));
  const places = sealed.map((words) => body.indexOf(JSON.stringify(words)));
  expect(places.filter((place) => place === -1)).toEqual([]);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
});

/** Every call that the model will see again, with the bytes that the ledger has. */
function argumentsIn(events: readonly LedgerEvent[]): string[] {
  return ContextManager.fromEvents(events).messages.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.type === 'call' && part.runs === 'here' ? [part.arguments] : [])),
  );
}

test.each(goldenNames)('%s: raw arguments are the exact bytes', (name) => {
  const events = readGolden(name);
  const { messages } = ContextManager.fromEvents(events);
  const recorded = new Set(events.flatMap((event) => (event.type === 'agent.tool.called' ? [event.arguments] : [])));
  for (const raw of argumentsIn(events)) expect(recorded).toContain(raw);
  for (const { name: wire, target, encode } of WIRE_FORMATS) {
    const body = JSON.stringify(encode({ model: target.model, messages, tools: TOOLS }));
    for (const raw of argumentsIn(events)) {
      const asText = JSON.stringify(raw === '' ? '{}' : raw);
      const asValue = JSON.stringify(JSON.parse(raw === '' ? '{}' : raw));
      expect(body).toContain(wire.startsWith('openai') ? `"arguments":${asText}` : asValue);
    }
  }
});

test.each(WIRE_FORMATS)(
  '$name: a ledger that was written and read again gives the very bytes that were sent',
  async (format) => {
    const look = (raw: string): Piece => ({ type: 'call', name: 'look', arguments: raw });
    const think = (text: string, redacted = false): Piece => ({ type: 'thinking', text, redacted });
    const words = (text: string): Piece => ({ type: 'text', text });
    const stub = await stubWith([
      { say: [think('hm 🤔'), words('I look.'), look('{"b":1,  "a":[1.0,2e3]}'), look('{}')] },
      { say: [think('so'), think('', true), look('{"where":"\\u00fc"}')] },
      { say: [words('done')] },
    ]);
    const model = modelAt(stub, format.name);
    const thread = new Thread();
    thread.say('go');
    const first = await thread.step(model);
    thread.answer(first.calls[1]!, 'two', { outcome: 'failed' });
    thread.answer(first.calls[0]!, 'one');
    thread.say('and?');
    const second = await thread.step(model);
    thread.answer(second.calls[0]!, 'three');
    await thread.step(model);

    const { events: again } = parseLedger(writeLedger(thread.events));
    const starts = again.flatMap((event) => (event.type === 'agent.step.started' ? [event.built_from ?? 0] : []));
    const bodies = starts.map((built) => {
      const { messages } = ContextManager.fromEvents(again.slice(0, built));
      return format.encode({ model: model.model, system: 'Be brief.', messages, tools: TOOLS });
    });
    expect(bodies).toHaveLength(3);
    for (const [index, body] of bodies.entries()) {
      const entry = stub.journal.entries[index]!;
      if (format.name !== 'gemini') {
        expect(entry.text).toBe(JSON.stringify(body));
        continue;
      }
      // Google's client puts an empty setting beside it; the contents it does not touch.
      expect(entry.body).toMatchObject(body);
      expect(JSON.stringify(body)).toContain(JSON.stringify(entry.history.messages));
    }
    expect(stub.journal.refused).toEqual([]);
  },
);
