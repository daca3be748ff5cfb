/**
 * Threads as they come about: people talk, models of several targets think, speak and call, tools answer in any order, late,
 * twice or never; somebody stops it, the process dies, the provider fails, the context is compacted. Longer than the wholly
 * random histories, and fuller of what providers are strict about.
 */
import type { EventDraft, LedgerEvent, Outcome, ProviderBlob } from '@toolthread/core';
import { random } from '@toolthread/provider-stub';
import fc from 'fast-check';
import { blobFor, targetAt, thing } from './blob-data.ts';
import type { BlobKind } from './blob-data.ts';

type Pick = (below: number) => number;

interface Called {
  readonly step: number;
  readonly call: string;
  readonly name: string;
}

interface Writer {
  readonly events: LedgerEvent[];
  readonly scope: string | undefined;
  step: number;
  target: number;
  open: Called[];
  settled: Called[];
}

const WORDS = ['Look at it.', '', ' \n', 'one\n\ntwo', 'half \ud83d a character', '🔧 done', '{"json": true}'];
const NAMES = ['search_files', 'a b/c', '__proto__', 'ünï', 'save', 'x'.repeat(150)];
const ARGUMENTS = [
  '{}',
  '',
  '{"path":"a.ts"}',
  '[1,2]',
  '"text"',
  '{"cut":',
  'null',
  '{"__proto__":{"a":1}}',
  '{ "b" : 1.0 }',
];
const IDS = ['toolu_1', 'call_1', 'call/1:a b', 'x'.repeat(90), '', '__proto__'];
const OUTCOMES: readonly Outcome[] = ['done', 'done', 'failed', 'denied', 'interrupted', 'skipped'];

/** `fc.assert(fc.property(arbitraryThread(), (events) => …))` */
export function arbitraryThread(): fc.Arbitrary<LedgerEvent[]> {
  const moment = fc.tuple(fc.nat(MOMENTS.length - 1), fc.nat(1_000_000));
  return fc
    .tuple(
      fc.constantFrom(undefined, undefined, 'agent:pm'),
      fc.array(moment, { minLength: 3, maxLength: 40, size: 'max' }),
    )
    .map(([scope, moments]) => {
      const writer: Writer = { events: [], scope, step: 0, target: 0, open: [], settled: [] };
      write(writer, { type: 'thread.created' });
      for (const [kind, seed] of moments) MOMENTS[kind]?.(writer, random(seed));
      return writer.events;
    });
}

const MOMENTS: readonly ((writer: Writer, pick: Pick) => void)[] = [
  say,
  say,
  answer,
  answer,
  answer,
  settle,
  settle,
  settle,
  (writer, pick) => {
    writer.target = pick(4);
    if (pick(2) === 0) write(writer, scoped(writer, { type: 'agent.configured', ...targetAt(writer.target) }));
  },
  (writer, pick) => {
    const again = writer.settled[pick(writer.settled.length)];
    const call = again ?? { call: 'nobody', name: 'ghost' };
    write(
      writer,
      scoped(writer, { type: 'agent.tool.completed', ...call, outcome: 'done', parts: [...thing(pick(8))] }),
    );
  },
  (writer, pick) => {
    if (pick(4) !== 0) return;
    const replaces = Math.max(0, writer.events.length - pick(30));
    write(writer, scoped(writer, { type: 'context.compacted', summary: 'What was.', replaces_to: replaces }));
  },
  (writer, pick) => {
    if (pick(4) === 0) write(writer, { type: 'thread.rewound', to: Math.max(1, writer.events.length - pick(12)) });
  },
];

function say(writer: Writer, pick: Pick): void {
  const author = one(['@human', '@human', '@pm', '@coder'], pick);
  const parts = [{ type: 'text' as const, text: one(WORDS, pick) }, ...(pick(4) === 0 ? thing(pick(8)) : [])];
  write(writer, { type: 'message.posted', author, parts, delivery: one(['now', 'steer', 'followUp'] as const, pick) });
}

/** One response of the model: thoughts, words, calls, words again; whole, cut short, or lost. */
function answer(writer: Writer, pick: Pick): void {
  writer.step += 1;
  const { step } = writer;
  let part = 0;
  const at = (): number => writer.events.length;
  const own = (kind: BlobKind): { readonly blob?: ProviderBlob } => {
    const blob = pick(8) === 0 ? undefined : blobFor(kind, at(), writer.target);
    return blob === undefined ? {} : { blob };
  };
  const spoken = (kind: 'text' | 'reasoning' | 'refusal', text: string): void => {
    write(writer, scoped(writer, { type: 'agent.part.completed', step, part, kind, text, ...own(kind) }));
    part += 1;
  };
  write(writer, scoped(writer, { type: 'agent.step.started', step, built_from: writer.events.length }));
  if (pick(2) === 0) spoken('reasoning', 'hm');
  if (pick(5) === 0) opaque('opaque');
  if (pick(3) > 0) spoken('text', one(WORDS, pick));
  if (pick(6) === 0) provided();
  for (let calls = pick(4); calls > 0; calls -= 1) called();
  if (pick(5) === 0) spoken('reasoning', 'hm again');
  if (pick(5) === 0) spoken('text', one(WORDS, pick));
  if (pick(5) === 0) called();
  if (pick(9) === 0) spoken('refusal', 'No.');
  const reason = one(['stop', 'tool_calls', 'tool_calls', 'length', 'aborted', 'error', 'pause'] as const, pick);
  const discarded = pick(12) === 0 ? { discarded: true } : {};
  if (pick(8) > 0)
    write(writer, scoped(writer, { type: 'agent.step.completed', step, finish_reason: reason, ...discarded }));

  function opaque(kind: BlobKind): void {
    const { blob } = own(kind);
    if (blob !== undefined)
      write(writer, scoped(writer, { type: 'agent.part.completed', step, part, kind: 'opaque', blob }));
    part += 1;
  }

  function called(): void {
    const name = one(NAMES, pick);
    const call = `c${step}_${part}`;
    const id = pick(3) === 0 ? {} : { provider_id: pick(2) === 0 ? `toolu_${at()}` : one(IDS, pick) };
    const made = { step, part, call, ...id, name, arguments: one(ARGUMENTS, pick), ...own('call') };
    write(writer, scoped(writer, { type: 'agent.tool.called', ...made }));
    writer.open.push({ step, call, name });
    part += 1;
  }

  function provided(): void {
    const call = `c${step}_${part}`;
    const id = `srvtoolu_${at()}`;
    const made = {
      step,
      part,
      call,
      provider_id: id,
      name: 'web_search',
      arguments: '{"q":"x"}',
      runs: 'provider' as const,
    };
    const result = blobFor('answered', at(), writer.target);
    write(writer, scoped(writer, { type: 'agent.tool.called', ...made, ...own('provided') }));
    part += 1;
    if (pick(3) === 0) return;
    const parts = [{ type: 'text' as const, text: 'found' }];
    write(writer, scoped(writer, { type: 'agent.tool.completed', step, call, outcome: 'done', parts }));
    if (result === undefined) return;
    write(writer, scoped(writer, { type: 'agent.part.completed', step, part, kind: 'opaque', blob: result }));
    part += 1;
  }
}

/** Some or all of the calls end, in any order. */
function settle(writer: Writer, pick: Pick): void {
  const calls = pick(2) === 0 ? writer.open.toReversed() : [...writer.open];
  writer.open = [];
  for (const call of calls) {
    if (pick(6) === 0) continue;
    if (pick(2) === 0) write(writer, scoped(writer, { type: 'agent.tool.started', ...call }));
    if (pick(8) === 0) say(writer, pick);
    const parts =
      pick(4) === 0
        ? []
        : [{ type: 'text' as const, text: one(WORDS, pick) }, ...(pick(3) === 0 ? thing(pick(8)) : [])];
    write(writer, scoped(writer, { type: 'agent.tool.completed', ...call, outcome: one(OUTCOMES, pick), parts }));
    writer.settled.push(call);
  }
}

function one<T extends string>(from: readonly T[], pick: Pick): T {
  const found = from[pick(from.length)];
  if (found === undefined) throw new Error('nothing to pick from');
  return found;
}

function scoped<T extends object>({ scope }: Writer, rest: T): T & { scope?: string } {
  return scope === undefined ? rest : { ...rest, scope };
}

function write(writer: Writer, draft: EventDraft): void {
  const seq = writer.events.length + 1;
  writer.events.push({ v: 1, thread: 'random', seq, at: 1_700_000_000_000 + seq, ...draft });
}
