/** (46) (47) No secret that the run was given is in the ledger or beside it, whatever way a tool says it. */
import { scriptedModel } from '@toolthread/providers/scripted';
import { expect, test } from 'vitest';
import { MemoryBlobs } from '../../test/memory-blobs.ts';
import { MemoryLedger } from '../../test/memory-ledger.ts';
import { call, outcomes, runOn, say, tool, told } from '../../test/run-on.ts';
import type { Tool } from '../tool.ts';
import { runAgentTool } from '../child/run-agent-tool.ts';
import { errorValue, textValue } from '../tool-value.ts';

const KEY = 'sk-ant-0123456789abcdef';

async function ledgerOf(leak: Tool): Promise<MemoryLedger> {
  const ledger = MemoryLedger.withPrompt('go');
  const blobs = new MemoryBlobs();
  const script = [[call('leak')], [say('ok')]];
  await runOn(ledger, { script, tools: [leak], more: { secrets: [KEY, 'none'], blobs } });
  const kept = JSON.stringify(ledger.events) + blobs.texts.join('');
  expect(kept).not.toContain(KEY);
  expect(kept).not.toContain(Buffer.from(KEY).toString('base64').slice(0, 20));
  expect(kept).toContain('[redacted]');
  return ledger;
}

test('not in its result, nor in its data', async () => {
  const value = textValue(`none: ${KEY}`, { [KEY]: [KEY] });
  const ledger = await ledgerOf(tool('leak', () => value));
  expect(told(ledger)).toEqual(['none: [redacted]']);
  expect(ledger.of('agent.tool.completed')).toMatchObject([{ structured: { '[redacted]': ['[redacted]'] } }]);
});

test('not where a long result is cut in the middle of one, nor in the whole that is kept', async () => {
  for (let more = 0; more < 40; more += 7) {
    const ledger = await ledgerOf(tool('leak', () => textValue(`${'x'.repeat(51_200 - more)}${KEY}\n`.repeat(2))));
    expect(ledger.of('agent.tool.completed')[0]?.full_blob).toBeDefined();
  }
});

test('not in its error, thrown or told, nor in that of an attempt', async () => {
  const thrown = await ledgerOf(
    tool('leak', () => {
      throw new Error(`401: ${KEY}`);
    }),
  );
  expect(told(thrown)).toEqual(['401: [redacted]']);
  const retried = tool('leak', () => errorValue(`no: ${KEY}`), { retry: { attempts: 2, delayMs: 0 } });
  expect((await ledgerOf(retried)).of('agent.tool.retrying')).toMatchObject([{ error: { message: 'no: [redacted]' } }]);
});

test('not while it runs, however it is cut', async () => {
  for (const size of [1, 5, 7, KEY.length]) {
    const text = `a ${KEY} b ${KEY}`;
    const ledger = await ledgerOf(
      tool('leak', async (_, { output }) => {
        for (let at = 0; at < text.length; at += size) {
          output(text.slice(at, at + size));
          await Promise.resolve();
        }
        return textValue('done');
      }),
    );
    const deltas = ledger.of('agent.tool.output.delta');
    expect(deltas.map((delta) => delta.text).join('')).toBe('a [redacted] b [redacted]');
    expect(deltas.map(({ offset }) => offset)).toEqual(
      deltas.map((_, n) => deltas.slice(0, n).reduce((sum, delta) => sum + delta.text.length, 0)),
    );
  }
});

test('not in what it says in the chat', async () => {
  const ledger = await ledgerOf(
    tool('leak', async (_, { post }) => {
      await post(`the key is ${KEY}`);
      return textValue('said');
    }),
  );
  expect(JSON.stringify(ledger.of('message.posted'))).toContain('the key is [redacted]');
});

test('not in what it asks', async () => {
  const leak = tool('leak', async (_, { ask }) => {
    const options = [{ label: KEY, description: KEY }];
    await ask({ title: KEY, questions: [{ question: KEY, header: KEY, options }] });
    return textValue('asked');
  });
  const ledger = MemoryLedger.withPrompt('go');
  ledger.when(
    (event) => event.type === 'request.opened',
    () => setImmediate(() => ledger.add({ type: 'request.resolved', request: 'e-c1_0-1', decision: 'deny' })),
  );
  await runOn(ledger, { script: [[call('leak')], [say('ok')]], tools: [leak], more: { secrets: [KEY] } });
  expect(JSON.stringify(ledger.events)).not.toContain(KEY);
  expect(ledger.of('request.opened')).toMatchObject([{ title: '[redacted]' }]);
});

test('not as bytes beside the ledger', async () => {
  const ledger = await ledgerOf(
    tool('leak', async (_, { blobs, output }) => {
      output(KEY);
      await blobs?.put(Buffer.from(KEY));
      return textValue('kept');
    }),
  );
  expect(outcomes(ledger)).toEqual(['c1_0 failed']);
});

test('not through a child agent', async () => {
  const leak = tool('leak', () => textValue(KEY));
  const model = scriptedModel(
    ({ prompt, turn, results }) => {
      if (turn > 0) return [say(`It is ${results.map(({ text }) => text).join()}`)];
      return prompt === 'go' ? [call('run_agent', { task: 'look' })] : [call('leak')];
    },
    { speed: Infinity },
  );
  const ledger = MemoryLedger.withPrompt('go');
  await runOn(ledger, { model, tools: [leak, runAgentTool], more: { secrets: [KEY] } });
  expect(outcomes(ledger)).toEqual(['c1_0 done', 'child-c1_0-c1_0 done']);
  expect(JSON.stringify(ledger.events)).not.toContain(KEY);
  expect(told(ledger)).toEqual(['[redacted]', 'It is [redacted]']);
});
