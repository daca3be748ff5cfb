import type { ModelEvent } from '@toolthread/core/context';
import { expect } from 'vitest';
import type { Decoder } from '../src/wire/decode/decoder.ts';

/** What the frames for tests count, in whatever words: `usage` of their end. */
export const COUNTED = { input_tokens: 10, output_tokens: 7, cache_read_tokens: 20, reasoning_tokens: 4 };

/** All events of a stream, and of `end()` after it. */
export function decoded(decoder: Decoder, frames: readonly unknown[]): ModelEvent[] {
  return [...frames.flatMap((frame) => decoder.push(frame)), ...decoder.end()];
}

/**
 * Cut at every frame: exactly one `end`, the last event; silence after it; parts counted from 0 and no text for a part that is
 * complete; and never a call that is not one of the whole stream, byte for byte. Gives the events of the whole.
 */
export function expectEveryCut(make: () => Decoder, frames: readonly unknown[]): ModelEvent[] {
  const whole = decoded(make(), frames);
  const calls = new Set(whole.flatMap((event) => (event.type === 'call' ? [JSON.stringify(event)] : [])));
  for (let cut = 0; cut <= frames.length; cut += 1) {
    const decoder = make();
    const events = decoded(decoder, frames.slice(0, cut));
    expectContract(events);
    expect([...decoder.push(frames[cut]), ...decoder.end()]).toEqual([]);
    for (const event of events) {
      if (event.type === 'call') expect(calls).toContain(JSON.stringify(event));
    }
  }
  return whole;
}

/** The arguments of every call. */
export function callsIn(events: readonly ModelEvent[]): string[] {
  return events.flatMap((event) => (event.type === 'call' ? [event.arguments] : []));
}

/** What the loop relies on, whatever came over the wire. */
export function expectContract(events: readonly ModelEvent[]): void {
  expect(events.filter(({ type }) => type === 'end')).toHaveLength(1);
  expect(events.at(-1)?.type).toBe('end');
  const complete = new Set<number>();
  for (const event of events) {
    if (event.type === 'end') continue;
    expect(event.part).toBeGreaterThanOrEqual(0);
    const closes = event.type === 'part' || event.type === 'call' || event.type === 'result';
    expect(complete.has(event.part)).toBe(false);
    if (closes) complete.add(event.part);
  }
}
