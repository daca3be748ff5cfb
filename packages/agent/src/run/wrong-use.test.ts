import { foldOnto } from '@toolthread/core';
import type { EventDraft, LedgerEvent } from '@toolthread/core';
import { scriptedModel } from '@toolthread/providers/scripted';
import { z } from 'zod';
import { expect, test } from 'vitest';
import { MemoryLedger } from '../../test/memory-ledger.ts';
import { call, runOn, say, told } from '../../test/run-on.ts';
import { defineTool } from '../tool/define-tool.ts';
import { textValue } from '../tool/tool-value.ts';
import { policyByTool } from '../policy/policy.ts';

/** What a program without types gives. */
const given = (json: string): never => JSON.parse(json) as never;
const NOTHING = Object.assign<{ value: never }, object>({ value: given('null') }, { value: undefined }).value;

type Answer = (drafts: readonly EventDraft[], ledger: MemoryLedger) => readonly LedgerEvent[];

const numbered = (drafts: readonly EventDraft[], seq: (index: number) => number): LedgerEvent[] =>
  drafts.map((draft, index) => ({ v: 1, thread: 't', seq: seq(index), at: 0, ...draft }));

test.each<[what: string, answer: Answer]>([
  ['nothing', () => []],
  ['undefined', () => NOTHING],
  ['no list', () => given('{"length":1}')],
  ['what is no event', () => [given('null')]],
  ['the drafts as they were', (drafts) => given(JSON.stringify(drafts))],
  ['fewer than the drafts', (drafts, { events }) => numbered(drafts.slice(1), (index) => events.length + index + 1)],
  ['events whose numbers do not grow', (drafts) => numbered(drafts, () => 1)],
  ['events of the same number', (drafts, { events }) => numbered(drafts, () => events.length + 1)],
  ['other events', (drafts, { events }) => numbered(drafts, (index) => events.length + index + 1).map(renamed)],
])('an append that gives %s back ends the run at once, and says what it has to give', async (_, answer) => {
  const ledger = MemoryLedger.withPrompt('go');
  let asked = 0;
  const model = scriptedModel(
    () => {
      asked += 1;
      return [say('Done.')];
    },
    { speed: Infinity },
  );
  const append = (drafts: readonly EventDraft[]): Promise<readonly LedgerEvent[]> =>
    Promise.resolve(drafts.length === 0 ? [] : answer(drafts, ledger));
  await expect(runOn(ledger, { model, append })).rejects.toThrow(/^`append` must give back .*the contract of Append/);
  expect(asked).toBe(0);
});

function renamed({ v, thread, seq, at }: LedgerEvent): LedgerEvent {
  return { v, thread, seq, at, type: 'thread.renamed', title: 'Another' };
}

test('events of others between, and a message that a client id has posted before, are no fault of append', async () => {
  const ledger = MemoryLedger.withPrompt('go');
  const append = ledger.append();
  const withOthers = (drafts: readonly EventDraft[]): Promise<readonly LedgerEvent[]> => {
    if (drafts.length > 0) ledger.add({ type: 'thread.renamed', title: `${ledger.events.length}` });
    return append(drafts);
  };
  expect(await runOn(ledger, { script: [[say('Done.')]], append: withOthers })).toEqual({ ended: 'completed' });
  expect(foldOnto(ledger.state, []).anomalies.first.toArray()).toEqual([]);
});

test.each<[what: string, more: object, words: RegExp]>([
  ['no model', { model: undefined }, /^`model` must be a model/],
  ['a model by its name', { model: 'gpt' }, /^`model` must be a model/],
  [
    'a model without stream',
    { model: { provider: 'x', model: 'y' } },
    /^`model` must be a model.*`stream`.*createModel/,
  ],
  ['no tools', { tools: undefined }, /^`tools` must be a list.*defineTool/],
  ['a tool that is none', { tools: [{ name: 'a' }] }, /^`tools` must be a list.*defineTool/],
  ['no policy', { policy: undefined }, /^`policy` must be a policy.*policyByTool/],
  ['no signal', { signal: undefined }, /^`signal` must be an AbortSignal/],
  ['no append', { append: undefined }, /^`append` must give back/],
  ['a limit that there is not', { limits: { step: 3 } }, /^There is no limit "step": .*steps/],
  ['a limit below nothing', { limits: { steps: -1 } }, /^The limit "steps" must be a number from 0 on, and is -1\.$/],
  ['a limit that is no number', { limits: { ms: NaN } }, /^The limit "ms" must be a number/],
  ['a limit in words', { limits: { ms: '5s' } }, /^The limit "ms" must be a number from 0 on, and is "5s"\.$/],
])('a run with %s does not begin: one sentence says what to give', async (_, more, words) => {
  const ledger = MemoryLedger.withPrompt('go');
  await expect(runOn(ledger, { more })).rejects.toThrow(words);
  expect(ledger.events).toHaveLength(2);
});

const named = { name: 'look', description: 'Looks.', input: z.object({}) };

test.each<[what: string, definition: object, words: string]>([
  [
    'execute: undefined',
    { ...named, execute: undefined },
    'The tool "look" does nothing: give it execute, ask or child.',
  ],
  [
    'description: undefined',
    { ...named, description: undefined, execute: () => textValue('') },
    'The tool "look" needs a description: the model reads it.',
  ],
  ["name: ''", { ...named, name: '', execute: () => textValue('') }, 'A tool needs a name.'],
  ['no name', { ...named, name: undefined, execute: () => textValue('') }, 'A tool needs a name.'],
  ['nothing', {}, 'A tool needs a name.'],
])('a tool with %s is refused when it is defined', (_, definition, words) => {
  const [one] = [definition] as never[];
  expect(() => one !== undefined && defineTool(one)).toThrow(words);
});

test('a verdict that is none is refused, for a tool and for all others', () => {
  expect(() => policyByTool({ a: given('"alow"') }, 'ask')).toThrow(
    'policyByTool: "alow" is no verdict, for a: give allow, ask or deny.',
  );
  expect(() => policyByTool({}, NOTHING)).toThrow('policyByTool: undefined is no verdict, for all other tools');
});

test.each([
  ['a text', '"text"'],
  ['null', 'null'],
  ['an object', '{"foo":1}'],
])('a tool that returns %s: its result says what a tool returns', async (_, json) => {
  const ledger = MemoryLedger.withPrompt('go');
  const tool = defineTool({ ...named, execute: () => given(json) });
  await runOn(ledger, { script: [[call('look')], [say('ok')]], tools: [tool] });
  expect(told(ledger)).toEqual([
    'The tool ended without a readable result: its `execute` must return textValue(…) or errorValue(…). It may have taken effect.',
  ]);
});
