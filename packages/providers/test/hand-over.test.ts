/** A thread goes from one provider to another and back: nothing is refused, and nothing is lost that the target can carry. */
import type { Model } from '@toolthread/core';
import { afterEach, describe, expect, test } from 'vitest';
import { startStub } from '../stub/index.ts';
import type { Entry, Piece, Provider, Stub, Turn } from '../stub/index.ts';
import { modelAt, PROVIDERS } from './stub-models.ts';
import { Thread } from './thread.ts';

const open: Stub[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((stub) => stub.close()));
});

const PAIRS = PROVIDERS.flatMap((a) => PROVIDERS.filter((b) => a !== b).map((b) => [a, b] as const));
const PNG = { type: 'image', media_type: 'image/png', source: { kind: 'base64', data: 'iVBORw0KGgo=' } } as const;

/** What a member of the relay says: thoughts, words, two calls at once. */
function leg(who: string): Turn {
  const call = (where: string, id?: string): Piece => {
    return {
      type: 'call',
      name: 'look',
      arguments: `{"where":"${where} of ${who}"}`,
      ...(id === undefined ? {} : { id }),
    };
  };
  return {
    say: [
      { type: 'thinking', text: `secret thought of ${who}` },
      { type: 'thinking', text: '', redacted: true },
      { type: 'text', text: `words of ${who}` },
      call('garden'),
      // Longer than some take, and with characters that others do not.
      call('house', `${who}_${'x'.repeat(50)}`),
    ],
  };
}

async function run(thread: Thread, model: Model, who: string): Promise<void> {
  thread.say(`go, ${who}`, PNG);
  const { calls, end } = await thread.step(model);
  expect([end.reason, calls.length]).toEqual(['tool_calls', 2]);
  const [first, second] = calls;
  thread.answer(second!, `house result for ${who}`, { outcome: 'failed' });
  thread.answer(first!, `garden result for ${who}`, { parts: [PNG] });
}

const THINKERS: readonly Provider[] = ['anthropic', 'openai-responses', 'gemini'];

/** All that a target can carry: words, calls with their arguments, results, images. */
function carried(entry: Entry, who: string): string[] {
  const wanted = [
    `go, ${who}`,
    `words of ${who}`,
    `garden of ${who}`,
    `house of ${who}`,
    `garden result for ${who}`,
    `house result for ${who}`,
  ];
  return wanted.filter((words) => entry.text.split(words).length !== 2);
}

describe.each(PAIRS)('%s to %s and back', (a, b) => {
  test('is never refused, and carries everything', async () => {
    const stub = await startStub();
    open.push(stub);
    stub.script([leg('A1'), leg('A2'), leg('B1'), leg('B2'), leg('A3'), { say: [{ type: 'text', text: 'home' }] }]);
    const thread = new Thread();
    const home = modelAt(stub, a);
    const away = modelAt(stub, b);
    await run(thread, home, 'A1');
    await run(thread, home, 'A2');
    await run(thread, away, 'B1');
    await run(thread, away, 'B2');
    await run(thread, home, 'A3');
    const last = await thread.step(home);
    expect([last.text, last.end.reason]).toEqual(['home', 'stop']);
    expect(stub.journal.refused).toEqual([]);
    expect(stub.journal.prefixBreaches()).toEqual([]);

    const { entries } = stub.journal;
    const [, , , , , end] = entries;
    for (const who of ['A1', 'A2', 'B1', 'B2', 'A3']) expect([who, carried(end!, who)]).toEqual([who, []]);
    expect(end!.text.split('iVBORw0KGgo=').length - 1).toBe(10);
  });

  test('keeps thoughts from strangers, and gives them back to their maker while they are bound to nothing that changed', async () => {
    const stub = await startStub();
    open.push(stub);
    stub.script([leg('A1'), leg('A2'), leg('B1'), leg('B2'), { say: [{ type: 'text', text: 'home' }] }]);
    const thread = new Thread();
    const home = modelAt(stub, a);
    const away = modelAt(stub, b);
    await run(thread, home, 'A1');
    await run(thread, home, 'A2');
    await run(thread, away, 'B1');
    await run(thread, away, 'B2');
    await thread.step(home);
    const [, second, third, fourth, fifth] = stub.journal.entries;
    const hidden = /secret thought|redacted_thinking|encrypted_content|thoughtSignature":"(?!skip_)/;
    expect(third!.text.replaceAll(/"include":\[[^\]]*\]/g, '')).not.toMatch(hidden);
    expect(fifth!.text).not.toMatch(/secret thought of B/);
    if (THINKERS.includes(a)) expect(second!.text).toMatch(hidden);
    if (THINKERS.includes(b)) expect(fourth!.text).toMatch(hidden);
    expect(stub.journal.refused).toEqual([]);
  });
});

test.each(PROVIDERS)('%s: another model of the same provider gets no thoughts of the first', async (provider) => {
  const stub = await startStub();
  open.push(stub);
  stub.script([leg('A1'), { say: [{ type: 'text', text: 'here' }] }]);
  const thread = new Thread();
  await run(thread, modelAt(stub, provider), 'A1');
  await thread.step(modelAt(stub, provider, { model: 'gemini-3-next' }));
  expect(stub.journal.entries[1]!.text).not.toMatch(/secret thought|redacted_thinking|"encrypted_content":/);
  expect(stub.journal.refused).toEqual([]);
});

test('all the way round: every provider in turn, each reads what all others did', async () => {
  const stub = await startStub();
  open.push(stub);
  const route = [...PROVIDERS, ...PROVIDERS.toReversed(), ...PROVIDERS];
  stub.script([...route.map((_, index) => leg(`R${index}e`)), { say: [{ type: 'text', text: 'home' }] }]);
  const thread = new Thread();
  for (const [index, provider] of route.entries()) await run(thread, modelAt(stub, provider), `R${index}e`);
  const last = await thread.step(modelAt(stub, 'anthropic'));
  expect(last.text).toBe('home');
  expect(stub.journal.refused).toEqual([]);
  const end = stub.journal.entries.at(-1)!;
  for (const index of route.keys()) expect(carried(end, `R${index}e`)).toEqual([]);
});
