/** A thread goes from one provider to another and back: nothing is refused, and nothing is lost that the target can carry. */
import type { Model } from '@toolthread/core/context';
import { stubWith } from '@toolthread/provider-stub';
import type { Entry, Piece, Provider, Stub, Turn } from '@toolthread/provider-stub';
import { describe, expect, test } from 'vitest';
import { modelAt, PROVIDERS } from './stub-models.ts';
import { Thread } from './thread.ts';

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

/** Each in turn, then the first once more. */
async function relay(
  first: readonly [who: string, provider: Provider],
  ...others: readonly (typeof first)[]
): Promise<{ readonly stub: Stub; readonly home: Awaited<ReturnType<Thread['step']>> }> {
  const legs = [first, ...others];
  const stub = await stubWith([...legs.map(([who]) => leg(who)), { say: [{ type: 'text', text: 'home' }] }]);
  const thread = new Thread();
  for (const [who, provider] of legs) await run(thread, modelAt(stub, provider), who);
  return { stub, home: await thread.step(modelAt(stub, first[1])) };
}

describe.each(PAIRS)('%s to %s and back', (a, b) => {
  test('is never refused, and carries everything', async () => {
    const { stub, home } = await relay(['A1', a], ['A2', a], ['B1', b], ['B2', b], ['A3', a]);
    expect([home.text, home.end.reason]).toEqual(['home', 'stop']);
    expect(stub.journal.refused).toEqual([]);
    expect(stub.journal.prefixBreaches()).toEqual([]);

    const [, , , , , end] = stub.journal.entries;
    for (const who of ['A1', 'A2', 'B1', 'B2', 'A3']) expect([who, carried(end!, who)]).toEqual([who, []]);
    expect(end!.text.split('iVBORw0KGgo=').length - 1).toBe(10);
  });

  test('keeps thoughts from strangers, and gives them back to their target while they are bound to nothing that changed', async () => {
    const { stub } = await relay(['A1', a], ['A2', a], ['B1', b], ['B2', b]);
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
  const stub = await stubWith([leg('A1'), { say: [{ type: 'text', text: 'here' }] }]);
  const thread = new Thread();
  await run(thread, modelAt(stub, provider), 'A1');
  await thread.step(modelAt(stub, provider, { model: 'gemini-3-next' }));
  expect(stub.journal.entries[1]!.text).not.toMatch(/secret thought|redacted_thinking|"encrypted_content":/);
  expect(stub.journal.refused).toEqual([]);
});

test('all the way round: every provider in turn, each reads what all others did', async () => {
  const route = [...PROVIDERS, ...PROVIDERS.toReversed(), ...PROVIDERS];
  const [first, ...others] = route.map((provider, index) => [`R${index}e`, provider] as const);
  const { stub, home } = await relay(first!, ...others);
  expect(home.text).toBe('home');
  expect(stub.journal.refused).toEqual([]);
  const end = stub.journal.entries.at(-1)!;
  for (const index of route.keys()) expect(carried(end, `R${index}e`)).toEqual([]);
});
