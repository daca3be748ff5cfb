import { expect, test } from 'vitest';
import { debugLogger } from './debug-log.ts';
import type { DebugEntry } from './debug-log.ts';

function logged(payload: unknown, kind: DebugEntry['kind'] = 'request'): DebugEntry[] {
  const entries: DebugEntry[] = [];
  const secrets = ['my-own-key', undefined, ''];
  void debugLogger((entry) => entries.push(entry), { provider: 'p', model: 'm', secrets })(kind, payload);
  return entries;
}

test('keys never reach the log: neither ours nor what looks like one, in values, headers and messages', () => {
  const payload = {
    text: 'my-own-key and sk-ant-api03-abcdefgh and AIzaSyA1234567890123456789012',
    headers: { 'x-api-key': 'plain', Authorization: 'Bearer abc.def' },
  };
  const [entry] = logged(payload);
  expect(entry?.payload).toBe('{"text":"[redacted] and [redacted] and [redacted]","headers":{[redacted],[redacted]}}');
  expect(logged(new Error('Incorrect API key provided: sk-proj-12345678'))[0]?.payload).toBe(
    'Error: Incorrect API key provided: [redacted]',
  );
});

test('what looks like a key and may go on in the next frame is left whole, so that who joins frames can take all of it out', () => {
  const [entry] = logged({ text: 'sk-ant-api03-abcdefgh, sk-ant-api03-SECRETSE' }, 'frame');
  expect(entry?.payload).toBe('{"text":"[redacted], sk-ant-api03-SECRETSE"}');
  expect(logged({ 'x-api-key': 'plain' }, 'frame')[0]?.payload).toBe('{[redacted]}');
});

test('what cannot be written is said so, and a log that fails fails nothing', () => {
  const cycle: { self?: unknown } = {};
  cycle.self = cycle;
  expect(logged(cycle)[0]?.payload).toBe('[cannot be written as JSON]');
  const log = debugLogger(
    () => {
      throw new Error('disk full');
    },
    { provider: 'p', model: 'm', secrets: [] },
  );
  expect(() => log('frame', {})).not.toThrow();
});
