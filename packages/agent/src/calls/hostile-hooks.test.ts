import type { Model } from '@toolthread/core/context';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { MemoryLedger } from '../../test/memory-ledger.ts';
import { call, echo, isCompleted, outcomes, runOn, say, statuses, told, tool } from '../../test/run-on.ts';
import { settle } from '../../test/virtual-clock.ts';
import { defineTool } from '../tool/define-tool.ts';
import { LONGEST_CHECK_MS } from './in-time.ts';
import type { AskedCall, Policy } from '../policy/policy.ts';
import type { Tool } from '../tool/tool.ts';
import { textValue } from '../tool/tool-value.ts';

const SCRIPT = [[call('echo', { word: 'a' }), call('bad'), call('echo', { word: 'b' })], [say('ok')]];
const HOOKS = ['accept', 'needsApproval', 'policy', 'granted'] as const;

/** A tool and a policy that are fine but for one hook. */
function spoiled(hook: (typeof HOOKS)[number], spoil: () => Promise<never>): { tools: Tool[]; policy: Policy } {
  const own = hook === 'needsApproval' ? { needsApproval: spoil } : {};
  const plain = defineTool({
    name: 'bad',
    description: 'bad',
    input: z.object({}),
    safe: true,
    execute: () => textValue('ran'),
    ...own,
  });
  const bad = hook === 'accept' ? { ...plain, accept: spoil } : plain;
  const decide = ({ name }: AskedCall): 'allow' | 'ask' | Promise<never> => {
    if (name !== 'bad') return 'allow';
    return hook === 'policy' ? spoil() : hook === 'granted' ? 'ask' : 'allow';
  };
  return { tools: [echo, bad], policy: hook === 'granted' ? { decide, granted: spoil } : { decide } };
}

describe.each(HOOKS)('%s', (hook) => {
  afterEach(() => void vi.useRealTimers());

  test('[B.6 16] [B.3 35] that throws costs its own call, and no sibling its result', async () => {
    const ledger = MemoryLedger.withPrompt('go');
    const throws = (): never => {
      throw new Error('boom');
    };
    expect(await runOn(ledger, { script: SCRIPT, ...spoiled(hook, throws) })).toEqual({ ended: 'completed' });
    expect(outcomes(ledger)).toEqual(['c1_0 done', 'c1_1 failed', 'c1_2 done']);
    expect(told(ledger)[0]).toBe('Nothing ran: whether it may run could not be decided. boom');
    expect(ledger.of('agent.tool.started')).toHaveLength(2);
  });

  test('[B.6 16] [B.3 35] that never answers is left after its time', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const ledger = MemoryLedger.withPrompt('go');
    const running = runOn(ledger, { script: SCRIPT, ...spoiled(hook, () => new Promise(() => undefined)) });
    while (ledger.of('agent.tool.called').length < 3) await settle();
    await settle();
    await vi.advanceTimersByTimeAsync(LONGEST_CHECK_MS);
    expect(await running).toEqual({ ended: 'completed' });
    expect(outcomes(ledger)).toEqual(['c1_0 done', 'c1_1 failed', 'c1_2 done']);
    expect(told(ledger)[0]).toContain('No answer within 30 seconds.');
  });

  test('that never answers does not hold up a stop', async () => {
    const ledger = MemoryLedger.withPrompt('go');
    const controller = new AbortController();
    const hangs = (): Promise<never> => {
      setImmediate(() => controller.abort());
      return new Promise(() => undefined);
    };
    const options = { script: SCRIPT, ...spoiled(hook, hangs), signal: controller.signal };
    expect(await runOn(ledger, options)).toEqual({ ended: 'cancelled' });
    expect(outcomes(ledger)).toEqual(['c1_0 skipped', 'c1_1 skipped', 'c1_2 skipped']);
  });
});

test('what a hook says when it throws brings no secret into the ledger', async () => {
  const ledger = MemoryLedger.withPrompt('go');
  const throws = (): Promise<never> => Promise.reject(new Error('refused for key sk-12345678'));
  await runOn(ledger, { script: SCRIPT, ...spoiled('policy', throws), more: { secrets: ['sk-12345678'] } });
  expect(JSON.stringify(ledger.events)).not.toContain('12345678');
});

test('[L3] a tool that gives nothing that is a result failed, and costs no sibling anything', async () => {
  const givesNothing: Tool = { ...tool('bad', () => textValue(''), { safe: true }) };
  const nothing: readonly unknown[] = [
    undefined,
    null,
    'words',
    { parts: 'words' },
    { parts: [null] },
    { parts: [], error: 'no' },
  ];
  for (const given of nothing) {
    const ledger = MemoryLedger.withPrompt('go');
    const bad: Tool = {
      ...givesNothing,
      accept: async () => ({
        kind: 'run',
        grant: undefined,
        needsApproval: async () => undefined,
        execute: async () => JSON.parse(JSON.stringify(given ?? null)),
      }),
    };
    expect(await runOn(ledger, { script: SCRIPT, tools: [echo, bad] })).toEqual({ ended: 'completed' });
    expect(outcomes(ledger)).toEqual(['c1_0 done', 'c1_1 failed', 'c1_2 done']);
  }
});

test('a model that throws before it streams has failed like any other, and is asked again', async () => {
  const ledger = MemoryLedger.withPrompt('go');
  const stream = (): never => {
    throw new Error('no such model');
  };
  const model: Model = { provider: 'p', api: 'a', model: 'm', stream };
  expect(await runOn(ledger, { model })).toEqual({ ended: 'failed' });
  expect(ledger.of('agent.step.completed')).toHaveLength(5);
  expect(ledger.of('agent.status').at(-1)).toMatchObject({ error_message: 'no such model' });
  expect(statuses(ledger)).toEqual(['running', 'failed']);
});

test('[B.6 15] 200 calls at once: each settles on its own, and the model reads the results in their order', async () => {
  const ledger = MemoryLedger.withPrompt('go');
  const turns = tool(
    'turns',
    async ({ word = '' }) => {
      for (let left = (Number(word) * 7919) % 31; left > 0; left -= 1) await new Promise((done) => setImmediate(done));
      return textValue(word);
    },
    { safe: true },
  );
  const words = Array.from({ length: 200 }, (_, n) => String(n));
  const requests: (readonly string[])[] = [];
  const spoken = words.map((word) => call('turns', { word }));
  await runOn(ledger, {
    script: ({ results, turn }) => {
      requests.push(results.map(({ text }) => text));
      return turn === 0 ? spoken : [say('ok')];
    },
    tools: [turns],
  });
  expect(requests[1]).toEqual(words);
  const settled = ledger.of('agent.tool.completed').map(({ call: id }) => id);
  expect(settled).not.toEqual(words.map((word) => `c1_${word}`));
  expect(ledger.events.filter(isCompleted('c1_199'))).toHaveLength(1);
});
