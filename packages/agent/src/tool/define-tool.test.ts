import type { StandardSchemaV1 } from '@standard-schema/spec';
import type { Json } from '@toolthread/core/json';
import { scriptedModel } from '@toolthread/providers/scripted';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { MemoryLedger } from '../../test/memory-ledger.ts';
import { call, echo, outcomes, runOn, say, told } from '../../test/run-on.ts';
import { defineTool } from './define-tool.ts';
import type { InputSchema } from './define-tool.ts';
import type { Policy } from '../policy/policy.ts';
import { runAgent } from '../loop/run-agent.ts';
import { textValue } from './tool-value.ts';

/** Of nobody's library: it looks something up before it answers. */
const evenNumber: InputSchema<{ n: number }> = {
  '~standard': {
    version: 1,
    vendor: 'by hand',
    validate: async (given): Promise<StandardSchemaV1.Result<{ n: number }>> => {
      await Promise.resolve();
      const n = typeof given === 'object' && given !== null && 'n' in given ? given.n : undefined;
      if (typeof n !== 'number') return { issues: [{ message: 'no number', path: ['n'] }] };
      return n % 2 === 0 ? { value: { n } } : { issues: [{ message: 'odd', path: ['n', { key: 'parity' }] }] };
    },
    jsonSchema: {
      input: () => ({ $schema: 'x', type: 'object', properties: { n: { type: 'number' } } }),
      output: () => ({}),
    },
  },
};

test('any Standard Schema will do: its JSON Schema is shown, its value is used, its issues are told', async () => {
  const halves = defineTool({
    name: 'halves',
    description: 'Half of it.',
    input: evenNumber,
    safe: true,
    execute: ({ n }) => textValue(String(n / 2)),
  });
  expect(halves.parameters).toEqual({
    type: 'object',
    properties: { n: { type: 'number' } },
    additionalProperties: false,
  });
  const ledger = MemoryLedger.withPrompt('go');
  const script = [[call('halves', { n: 4 }), call('halves', { n: 3 }), call('halves', { n: 'x' })], [say('ok')]];
  await runOn(ledger, { script, tools: [halves] });
  expect(outcomes(ledger)).toEqual(['c1_0 done', 'c1_1 failed', 'c1_2 failed']);
  expect(told(ledger).join('\n')).toMatch(/- n\.parity: odd[^]*- n: It must be a number\.[^]*\n2$/);
});

test('six options are all that a run needs', async () => {
  const ledger = MemoryLedger.withPrompt('go');
  const thread = ledger.state;
  const append = ledger.append();
  const model = scriptedModel([[call('echo', { word: 'a' })], [say('ok')]], { speed: Infinity });
  const policy: Policy = { decide: () => 'allow' };
  const { signal } = new AbortController();
  expect(await runAgent({ thread, model, tools: [echo], policy, signal, append })).toEqual({ ended: 'completed' });
  expect(outcomes(ledger)).toEqual(['c1_0 done']);
});

test('what is wrong with arguments is said in plain words, one line for each', async () => {
  const publish = defineTool({
    name: 'publish',
    description: 'Publishes a version.',
    input: z.object({ version: z.string(), tag: z.enum(['latest', 'next']), tries: z.number().optional() }),
    execute: () => textValue('done'),
  });
  const refused = async (given: Json): Promise<string> => {
    const accepted = await publish.accept(given);
    return accepted.kind === 'refused' ? accepted.problem : 'taken';
  };
  expect(await refused({})).toBe('- version: It is missing.\n- tag: It is missing.');
  expect(await refused({ version: 3, tag: 'beta', tries: 'x' })).toBe(
    '- version: It must be a text.\n- tag: It must be latest or next.\n- tries: It must be a number.',
  );
  expect(await refused([])).toBe('- It must be an object.');
  expect(await refused({ version: '3', tag: 'next' })).toBe('taken');
});

const action = { description: 'Does it.', execute: () => textValue('') };
/** As a schema of zod 3: it validates, and that is all. */
const olderZod = { '~standard': { version: 1, vendor: 'zod', validate: () => ({ value: {} }) } };

test.each([
  ['JSON Schema as it is', { ...action, input: { type: 'object' } }, /"it" is not a schema: give one of zod 4/],
  ['nothing', action, /is not a schema/],
  [
    'a schema of an older zod',
    { ...action, input: olderZod },
    /as JSON Schema \(zod\)\. zod can do so from version 4\.2/,
  ],
  ['a schema of no object', { ...action, input: z.string() }, /must be an object/],
  ['a schema with a date', { ...action, input: z.object({ at: z.date() }) }, /as JSON Schema: Date/],
  ['nothing to do', { description: 'x', input: z.object({}) }, /does nothing: give it execute, ask or child/],
])('a definition with %s is refused in words, as programs without types give them', (_, definition, words) => {
  expect(() => Reflect.apply(defineTool, undefined, [{ name: 'it', ...definition }])).toThrow(words);
});

test('two tools of one name are refused in words before a run begins', async () => {
  const ledger = MemoryLedger.withPrompt('go');
  const before = ledger.state.seq;
  await expect(runOn(ledger, { script: [[say('ok')]], tools: [echo, echo] })).rejects.toThrow(
    'Two tools are called "echo". Each needs a name of its own.',
  );
  expect(ledger.state.seq).toBe(before);
});
