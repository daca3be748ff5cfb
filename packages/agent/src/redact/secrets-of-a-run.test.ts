/** [M1] [B.6 46] [B.6 47] No secret that the run was given is in the ledger or beside it, whatever way a tool says it. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Model, ModelEvent, ModelRequest } from '@toolthread/core/context';
import { scriptedModel } from '@toolthread/providers/scripted';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { MemoryBlobs } from '../../test/memory-blobs.ts';
import { MemoryLedger } from '../../test/memory-ledger.ts';
import { call, echo, outcomes, runOn, say, tool, told } from '../../test/run-on.ts';
import type { RunOn } from '../../test/run-on.ts';
import { tempFolder } from '../../test/use-tool.ts';
import { Redactor } from './redactor.ts';
import { defineTool } from '../tool/define-tool.ts';
import type { Tool } from '../tool/tool.ts';
import { runAgentTool } from '../tools/run-agent-tool.ts';
import { readFile } from '../tools/read-file.ts';
import { searchFiles } from '../tools/search-files.ts';
import { errorValue, textValue } from '../tool/tool-value.ts';

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

test.each([
  ['with colours in it', `x ${KEY.slice(0, 9)}\u001b[1;31m${KEY.slice(9)}\u001b[0m`],
  ['with an 8-bit colour in it', `x ${KEY.slice(0, 9)}\u009b31m${KEY.slice(9)}`],
  ['with what nobody sees in it', `x ${[...KEY].join('\u200b')}`],
  ['with the title of a window in it', `x ${KEY.slice(0, 9)}\u001b]0;title\u001b\\${KEY.slice(9)}`],
  ['with its lines ended as on an old machine', `x ${KEY.slice(0, 9)}\r${KEY.slice(9)}`],
  ['where a found line is cut', `x ${'-'.repeat(240)} "${'.'.repeat(40)}${KEY}" ${'-'.repeat(400)}`],
])('not through a tool that draws what it reads: a file %s', async (_, line) => {
  const workspace = tempFolder();
  writeFileSync(join(workspace, 'a.txt'), `${line}\n`);
  const script = [[call('read_file', { path: 'a.txt' }), call('search_files', { query: 'x ' })], [say('ok')]];
  const ledger = MemoryLedger.withPrompt('go');
  await runOn(ledger, { script, tools: [readFile, searchFiles], more: { secrets: [KEY], workspace } });
  expect(outcomes(ledger)).toEqual(['c1_0 done', 'c1_1 done']);
  for (const said of told(ledger)) expect([said, said.includes(KEY.slice(9, 17))]).toEqual([said, false]);
  expect(JSON.stringify(ledger.of('agent.tool.completed'))).not.toContain(KEY.slice(9, 17));
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
  expect(await new Redactor([KEY]).isHeldBy(Buffer.from([...KEY].join('\u200b')))).toBe(true);
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

describe('[M1] whoever says it', () => {
  /** A run of one model; what is in the ledger and what the model was asked. */
  async function ranWith(
    events: (turn: number) => readonly ModelEvent[],
    more: Pick<RunOn, 'policy' | 'tools'> & { readonly system?: string } = {},
  ): Promise<{ readonly ledger: MemoryLedger; readonly asked: string; readonly written: string }> {
    const ledger = MemoryLedger.withPrompt('go');
    const requests: ModelRequest[] = [];
    const model: Model = {
      provider: 'p',
      api: 'a',
      model: 'm',
      async *stream(request) {
        requests.push(request);
        yield* events(requests.length);
      },
    };
    const { system, ...others } = more;
    const options = { secrets: [KEY], ...(system === undefined ? {} : { system }) };
    await runOn(ledger, { model, ...others, limits: { retries: 1 }, more: options });
    return { ledger, asked: JSON.stringify(requests), written: JSON.stringify(ledger.events) };
  }
  const stop: ModelEvent = { type: 'end', reason: 'stop' };

  test('not in an error of the provider, nor in the status that tells of it', async () => {
    const error = { message: `401 invalid x-api-key: ${KEY}`, code: KEY, retryable: false };
    const { ledger, written } = await ranWith(() => [{ type: 'end', reason: 'error', error }]);
    expect(written).not.toContain(KEY);
    expect(ledger.of('agent.status').at(-1)).toMatchObject({ status: 'failed' });
    expect(ledger.of('agent.step.completed')).toMatchObject([
      { error: { message: '401 invalid x-api-key: [redacted]' } },
    ]);
  });

  test('not in an error that a model throws', async () => {
    const { written } = await ranWith(() => {
      throw new Error(`no route to https://x/?key=${KEY}`);
    });
    expect(written).not.toContain(KEY);
    expect(written).toContain('key=[redacted]');
  });

  test('not in what a model says, thinks, calls and sends back, however it is cut', async () => {
    for (const size of [1, 3, 7, 100]) {
      const { ledger, written, asked } = await ranWith(
        (turn) => {
          if (turn > 1) return [{ type: 'text.delta', part: 0, text: 'ok' }, stop];
          const deltas = (
            type: 'text.delta' | 'reasoning.delta' | 'input.delta',
            part: number,
            text: string,
          ): ModelEvent[] =>
            Array.from({ length: Math.ceil(text.length / size) }, (_, n) => ({
              type,
              part,
              text: text.slice(n * size, (n + 1) * size),
            }));
          const blob = { provider: 'p', api: 'a', model: 'm', data: { signature: KEY } };
          return [
            ...deltas('reasoning.delta', 0, `I have ${KEY}`),
            { type: 'part', part: 0, kind: 'reasoning', text: `I have ${KEY}`, blob },
            ...deltas('text.delta', 1, `It is ${KEY}.`),
            ...deltas('input.delta', 2, `{"word":"${KEY}"}`),
            { type: 'call', part: 2, name: 'echo', arguments: `{"word":"${KEY}"}`, runs: 'here', blob },
            { type: 'call', part: 3, name: KEY, arguments: '{}', runs: 'here' },
            { type: 'end', reason: 'tool_calls' },
          ];
        },
        { tools: [echo] },
      );
      expect(written).not.toContain(KEY);
      expect(asked).not.toContain(KEY);
      expect(
        ledger
          .of('agent.text.delta')
          .map(({ text }) => text)
          .join(''),
      ).toBe('It is [redacted].ok');
      expect(ledger.of('agent.tool.called').map((made) => made.arguments)).toEqual(['{"word":"[redacted]"}', '{}']);
      expect(told(ledger)).toContain('[redacted]');
    }
  });

  test('[A9 5] not in the id of a call, which keeps its result, nor in the type of a file', async () => {
    const asks = (part: number, providerId: string, runs: 'here' | 'provider'): ModelEvent => ({
      type: 'call',
      part,
      providerId,
      name: 'echo',
      arguments: `{"word":"${part}"}`,
      runs,
    });
    const answers = (part: number, providerId: string, text: string): ModelEvent => ({
      type: 'result',
      part,
      providerId,
      outcome: 'done',
      parts: [
        { type: 'text', text },
        { type: 'file', media_type: `text/${KEY}`, source: { kind: 'base64', data: 'aGk=' } },
        { type: 'image', media_type: 'image/png', source: { kind: 'blob', hash: KEY, size: 1 } },
      ],
    });
    const hex = Buffer.from(KEY).toString('hex');
    const { ledger, written, asked } = await ranWith(
      (turn) => {
        if (turn > 2) return [answers(0, `late-${KEY}`, 'late'), { type: 'text.delta', part: 1, text: 'ok' }, stop];
        return [
          asks(0, `id-${KEY}`, 'here'),
          asks(1, `id-${hex}`, 'here'),
          asks(2, `srv-${KEY}`, 'provider'),
          asks(3, `srv-${hex}`, 'provider'),
          answers(4, `srv-${hex}`, 'of hex'),
          answers(5, `srv-${KEY}`, 'of plain'),
          ...(turn === 2 ? [asks(6, `late-${KEY}`, 'provider')] : []),
          { type: 'end', reason: 'tool_calls' },
        ];
      },
      { tools: [echo] },
    );
    for (const text of [written, asked]) expect([text.includes(KEY), text.includes(hex)]).toEqual([false, false]);
    const words = ledger
      .of('agent.tool.completed')
      .map(({ call: id, parts }) => [id, parts?.[0]?.type === 'text' ? parts[0].text : ''].join(' '));
    expect(words.toSorted()).toEqual([
      'c1_0 0',
      'c1_1 1',
      'c1_2 of plain',
      'c1_3 of hex',
      'c2_0 0',
      'c2_1 1',
      'c2_2 of plain',
      'c2_3 of hex',
      'c2_6 late',
    ]);
    const ids = ledger.of('agent.tool.called').map((made) => made.provider_id);
    expect(ids.slice(0, 4)).toEqual(['srv-[redacted]', 'srv-[redacted] 2', undefined, undefined]);
  });

  test('not in what a policy or a hook throws, nor in why a tool wants approval', async () => {
    const calling = (turn: number): readonly ModelEvent[] =>
      turn > 1
        ? [stop]
        : [
            { type: 'call', part: 0, name: 'leak', arguments: '{}', runs: 'here' },
            { type: 'end', reason: 'tool_calls' },
          ];
    const leak = tool('leak', () => textValue('done'));
    const throwing = {
      decide: () => {
        throw new Error(`policy of ${KEY}`);
      },
    };
    const thrown = await ranWith(calling, { policy: throwing, tools: [leak] });
    expect([thrown.written.includes(KEY), thrown.written.includes('policy of [redacted]')]).toEqual([false, true]);
    const asking = defineTool({
      name: 'leak',
      description: 'leak',
      input: z.object({}),
      needsApproval: () => `It would send ${KEY}.`,
      execute: () => textValue('done'),
    });
    const asked = await ranWith(calling, { tools: [asking] });
    expect(asked.ledger.of('request.opened')).toMatchObject([{ title: 'Allow leak? It would send [redacted].' }]);
  });

  test('not in what the model is asked with: its instructions, and what tools say of themselves', async () => {
    const telling = defineTool({
      name: 'telling',
      description: `Uses ${KEY}.`,
      input: z.object({ word: z.string().describe(`like ${KEY}`) }),
      execute: () => textValue(''),
    });
    const { asked } = await ranWith(() => [stop], { tools: [telling], system: `Always say ${KEY}.` });
    expect(asked).not.toContain(KEY);
    expect(asked.split('[redacted]')).toHaveLength(4);
  });
});
