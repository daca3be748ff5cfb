import { Redactor } from '@toolthread/agent/redact';
import type { EventDraft } from '@toolthread/core';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { RedactedEvents } from './redacted-session.ts';

const SECRET = 'sk-test-0123456789abcdef';
const redactor = new Redactor([SECRET]);
const words = fc.string({ unit: fc.constantFrom('a', ' ', '\n', 'é', 's', 'k'), maxLength: 40 });

it('words that grow are told without the secret in them, each piece where the last one ended, however they are cut', async () => {
  await fc.assert(
    fc.asyncProperty(words, words, fc.array(fc.nat(100), { maxLength: 5 }), async (before, after, places) => {
      const text = `${before}${SECRET}${after}`;
      const cuts = [...new Set(places.map((place) => place % text.length))].sort((a, b) => a - b);
      const pieces = [0, ...cuts].map((from, n): EventDraft => {
        const said = text.slice(from, cuts[n] ?? text.length);
        const place = { step: 1, part: 0, text: said } as const;
        return from === 0
          ? { type: 'agent.part.completed', kind: 'text', ...place }
          : { type: 'agent.text.delta', offset: from, ...place };
      });
      let told = '';
      for (const event of await new RedactedEvents().take(pieces, redactor)) {
        if (event.type === 'agent.part.completed') told = event.text ?? '';
        if (event.type !== 'agent.text.delta') continue;
        expect(event.offset).toBe(told.length);
        told += event.text;
      }
      expect(told.startsWith(before)).toBe(true);
      expect(told.endsWith(`[redacted]${after}`)).toBe(true);
      // What was told before the rest of it came stays; all of it is never told.
      expect(told).not.toContain(SECRET);
    }),
  );
});

it('what a provider wants back unchanged is left out where it holds the secret; the time of an event is no text', async () => {
  const blob = { provider: 'anthropic', api: 'messages', model: 'm', data: { thinking: SECRET } };
  const part = { type: 'agent.part.completed', step: 1, part: 0, kind: 'reasoning', text: SECRET } as const;
  const at = 1_770_000_000_000;
  const [first, second] = await new RedactedEvents().take(
    [
      { ...part, blob, at },
      { ...part, part: 1, text: 'x', blob: { ...blob, data: { thinking: 'x' } }, at },
    ],
    new Redactor([SECRET, String(at)]),
  );
  expect(first).toEqual({ ...part, text: '[redacted]', at });
  expect(second).toMatchObject({ text: 'x', blob: { data: { thinking: 'x' } }, at });
});
