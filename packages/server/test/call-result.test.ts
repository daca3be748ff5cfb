import { expect, test } from 'vitest';
import { field, newThread, startServer, unwrap } from './start-server.ts';

const HOSTILE = '<script>alert(1)</script>\n';

test('[issue 13] the whole result of a call, also what was cut for the model, as text and nothing else', async () => {
  const started = await startServer();
  const thread = await newThread(started);
  const whole = HOSTILE.repeat(20_000);
  const blob = unwrap(await started.ledger.putBlob(new TextEncoder().encode(whole)));
  const called = (part: number) =>
    ({ type: 'agent.tool.called', step: 1, part, call: `c${part}`, name: 'run', arguments: '{}' }) as const;
  const completed = (part: number, more: object) =>
    ({ type: 'agent.tool.completed', step: 1, call: `c${part}`, outcome: 'done', ...more }) as const;
  unwrap(
    await started.ledger.append(thread, [
      { type: 'agent.step.started', step: 1 },
      called(0),
      called(1),
      called(2),
      called(3),
      completed(0, { parts: [{ type: 'text', text: 'cut' }], full_blob: blob, full_size: whole.length }),
      completed(1, { parts: [{ type: 'text', text: HOSTILE }] }),
      completed(2, { structured: { a: [1] } }),
    ]),
  );
  const get = (call: string) => started.call('GET', `/api/threads/${thread}/calls/${call}/result`);
  const first = await get('c0');
  expect(first.text === whole).toBe(true);
  expect(first.headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(first.headers['x-content-type-options']).toBe('nosniff');
  expect((await get('c1')).text).toBe(HOSTILE);
  expect(JSON.parse((await get('c2')).text)).toEqual({ a: [1] });
  expect(field((await get('c3')).json, 'error', 'code')).toBe('no_result');
  expect(field((await get('c9')).json, 'error', 'code')).toBe('no_such_call');
});
