/** Sessions as they happen, over sockets, with thoughts that are bound to all before them: nothing is refused, ever. */
import { PASSING_FAULTS, random, startStub } from '@toolthread/provider-stub';
import type { Piece, Provider, Stub } from '@toolthread/provider-stub';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { modelAt, PROVIDERS } from './stub-models.ts';
import { Thread } from './thread.ts';
import type { Call } from './thread.ts';

const PNG = { type: 'image', media_type: 'image/png', source: { kind: 'base64', data: 'iVBORw0KGgo=' } } as const;
const WORDS = ['I look.', ' ', 'two\n\nlines', '🔧 done ', 'ü'];
const ARGUMENTS = ['{}', '{"where":"here"}', '{"a" : [1.0, null]}', '{"__proto__":1}'];

type Pick = (below: number) => number;

function turn(pick: Pick): Piece[] {
  const words = (): Piece => ({ type: 'text', text: WORDS[pick(WORDS.length)] ?? '' });
  const call = (): Piece => ({ type: 'call', name: 'look', arguments: ARGUMENTS[pick(ARGUMENTS.length)] ?? '' });
  const said: Piece[] = [];
  if (pick(2) === 0) said.push({ type: 'thinking', text: 'hm' });
  if (pick(4) === 0) said.push({ type: 'thinking', text: '', redacted: true });
  if (pick(3) > 0) said.push(words());
  for (let calls = pick(4); calls > 0; calls -= 1) said.push(call());
  return said.some(({ type }) => type !== 'thinking') ? said : [...said, { type: 'text', text: 'Well.' }];
}

async function step(stub: Stub, thread: Thread, provider: Provider, pick: Pick): Promise<readonly Call[]> {
  const fault = pick(5) === 0 ? PASSING_FAULTS[pick(PASSING_FAULTS.length)] : undefined;
  const delivery = pick(3) === 0 ? { delivery: { seed: pick(1000) } } : {};
  stub.script([{ say: turn(pick), ...(fault === undefined ? {} : { fault }), ...delivery }]);
  const { calls, end } = await thread.step(modelAt(stub, provider));
  expect(stub.journal.refused).toEqual([]);
  expect([fault, end.reason === 'error']).toEqual([fault, fault !== undefined]);
  return calls;
}

/** Some answer at once, in any order; some say nothing; people speak meanwhile. */
function settle(thread: Thread, calls: readonly Call[], pick: Pick): void {
  for (const call of pick(2) === 0 ? calls : calls.toReversed()) {
    if (pick(8) === 0) continue;
    if (pick(6) === 0) thread.say('Hurry!');
    const outcome = pick(3) === 0 ? 'failed' : 'done';
    thread.answer(call, pick(4) === 0 ? '' : 'seen', { outcome, ...(pick(5) === 0 ? { parts: [PNG] } : {}) });
  }
}

async function session(seed: number, moments: readonly number[], providers: readonly Provider[]): Promise<Stub> {
  const stub = await startStub({ seed });
  const pick = random(seed);
  const thread = new Thread();
  let provider = providers[0] ?? 'anthropic';
  let open: readonly Call[] = [];
  thread.say('go');
  for (const moment of moments) {
    if (moment < 4) {
      settle(thread, open, pick);
      if (open.length === 0) thread.say(`and ${moment}?`);
      open = await step(stub, thread, provider, pick);
    } else if (moment === 4) thread.say('Wait.', PNG);
    else if (moment === 5) provider = providers[pick(providers.length)] ?? provider;
    else if (pick(2) === 0) {
      thread.compact('What was.', Math.max(1, thread.events.length - pick(12)));
      stub.journal.newEpoch();
    }
  }
  await stub.close();
  return stub;
}

const CASTS = [
  ...PROVIDERS.map((provider) => ({ sessions: 20, who: provider, providers: [provider] })),
  { sessions: 60, who: 'all in turn', providers: PROVIDERS },
];

test.each(CASTS)(
  '[L2] $sessions random sessions with $who: nothing refused, nothing changed behind',
  async ({ sessions, providers }) => {
    let asked = 0;
    const moments = fc.array(fc.nat(6), { minLength: 4, maxLength: 16, size: 'max' });
    await fc.assert(
      fc.asyncProperty(fc.nat(1_000_000), moments, async (seed, taken) => {
        const { journal } = await session(seed, taken, providers);
        asked += journal.entries.length;
        expect(journal.refused).toEqual([]);
        expect(journal.prefixBreaches()).toEqual([]);
      }),
      { numRuns: sessions },
    );
    expect(asked).toBeGreaterThan(sessions);
  },
);
