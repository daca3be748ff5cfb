/** Histories as an agent writes them, for the bridges: steps one after the other, their parts in order, calls ending in any order. */
import type { EventDraft, LedgerEvent } from '@toolthread/core';
import fc from 'fast-check';

const text = fc.constantFrom('I will look.', 'x', 'two\n\nparagraphs', '{"leak":1}', 'half \ud83d\udd27 pair');
const cut = fc.nat(12);
const outcome = fc.constantFrom('done', 'done', 'failed', 'denied', 'interrupted', 'skipped', 'lost');
const call = fc.record({
  kind: fc.constant('call'),
  args: fc.constantFrom('{}', '{"q":1}', '', 'no json', '[1]', '0'),
  streams: fc.boolean(),
  asks: fc.constantFrom('nobody', 'nobody', 'approval', 'plan', 'question', 'elicitation'),
  decision: fc.constantFrom('once', 'always', 'deny', 'expired', 'none'),
  outcome,
  structured: fc.constantFrom(undefined, 0, false, '', null, { found: 1 }),
  provider: fc.boolean(),
  order: fc.nat(9),
});
const words = fc.record({
  kind: fc.constantFrom('text', 'reasoning'),
  text,
  cut,
  whole: fc.boolean(),
  phase: fc.boolean(),
});
const other = fc.record({ kind: fc.constantFrom('refusal', 'source', 'opaque') });
const step = fc.record({
  parts: fc.array(fc.oneof(words, words, call, call, other), { maxLength: 4 }),
  ends: fc.constantFrom('ends', 'ends', 'ends', 'discarded', 'open'),
  usage: fc.boolean(),
  /** Whether somebody speaks while its calls run. */
  heard: fc.constantFrom('nothing', 'nothing', 'nothing', 'words'),
});
const turn = fc.record({
  steps: fc.array(step, { maxLength: 3 }),
  status: fc.constantFrom('completed', 'failed', 'cancelled', 'awaiting_user', 'none'),
  again: fc.boolean(),
});

/** `fc.assert(fc.property(agentHistory, (events) => …))` */
export const agentHistory: fc.Arbitrary<LedgerEvent[]> = fc
  .array(turn, { minLength: 1, maxLength: 3 })
  .map((turns) => new Agent().write(turns));

type Turn = typeof turn extends fc.Arbitrary<infer T> ? T : never;
type Step = Turn['steps'][number];
type Made = Extract<Step['parts'][number], { kind: 'call' }> & { readonly id: string };

class Agent {
  readonly #events: LedgerEvent[] = [];
  #step = 0;

  write(turns: readonly Turn[]): LedgerEvent[] {
    this.#add({ type: 'thread.created' });
    for (const each of turns) {
      this.#say('go');
      const said = this.#events.length;
      this.#run(each);
      if (!each.again) continue;
      this.#add({ type: 'thread.rewound', to: said });
      this.#run(each);
    }
    return this.#events;
  }

  #add(draft: EventDraft): void {
    const seq = this.#events.length + 1;
    this.#events.push({ v: 1, thread: 't', seq, at: seq, ...draft });
  }

  #say(words: string): void {
    this.#add({ type: 'message.posted', author: '@human', parts: [{ type: 'text', text: words }], delivery: 'now' });
  }

  #run({ steps, status }: Turn): void {
    this.#add({ type: 'agent.status', status: 'running' });
    for (const each of steps) this.#write(each);
    if (status !== 'none')
      this.#add({ type: 'agent.status', status, ...(status === 'failed' ? { error_message: 'no model' } : {}) });
  }

  #write({ parts, ends, usage, heard }: Step): void {
    this.#step += 1;
    const at = this.#step;
    this.#add({ type: 'agent.step.started', step: at });
    const calls: Made[] = [];
    for (const [part, each] of parts.entries()) {
      if (each.kind === 'call') {
        const id = `c${at}.${part}`;
        const made = { step: at, part, call: id, name: 'search' };
        if (each.streams && each.args !== '')
          this.#add({ type: 'agent.tool.input.delta', ...made, offset: 0, text: each.args.slice(0, 1) });
        const runs = each.provider ? 'provider' : 'here';
        this.#add({ type: 'agent.tool.called', ...made, provider_id: `toolu_${id}`, arguments: each.args, runs });
        calls.push({ ...each, id });
      } else if (each.kind === 'text' || each.kind === 'reasoning') {
        const type = `agent.${each.kind}.delta` as const;
        const [first, rest] = [each.text.slice(0, each.cut), each.text.slice(each.cut)];
        this.#add({ type, step: at, part, offset: 0, text: first });
        this.#add({ type, step: at, part, offset: first.length, text: rest });
        const phase = each.phase && each.kind === 'text' ? { phase: 'commentary' as const } : {};
        if (each.whole) this.#add({ type: 'agent.part.completed', step: at, part, kind: each.kind, ...phase });
      } else {
        const content = { type: 'reference', name: 'docs', uri: 'https://example.org' } as const;
        const what = each.kind === 'source' ? { content } : { text: 'no' };
        this.#add({ type: 'agent.part.completed', step: at, part, kind: each.kind, ...what });
      }
    }
    if (heard === 'words') this.#say('and this');
    for (const each of calls.toSorted((a, b) => a.order - b.order)) this.#settle(at, each);
    if (ends === 'open') return;
    this.#add({
      type: 'agent.step.completed',
      step: at,
      finish_reason: calls.length > 0 ? 'tool_calls' : 'stop',
      ...(ends === 'discarded' ? { discarded: true } : {}),
      ...(usage ? { usage: { input_tokens: 1, output_tokens: 2, cache_read_tokens: 3 } } : {}),
    });
  }

  #settle(step: number, { id: call, asks, decision, outcome: end, structured, order }: Made): void {
    if (asks !== 'nobody') {
      const questions = asks === 'question' ? { questions: [{ question: 'Which?', options: [{ label: 'a' }] }] } : {};
      this.#add({ type: 'request.opened', request: `r${call}`, kind: asks, call, step, title: 'May I?', ...questions });
      this.#add({ type: 'agent.status', status: 'awaiting_user' });
      if (decision !== 'none') this.#add({ type: 'request.resolved', request: `r${call}`, decision, reason: 'so' });
      this.#add({ type: 'agent.status', status: 'running' });
      if (decision === 'none') return;
    }
    if (order % 2 === 0) {
      this.#add({ type: 'agent.tool.started', step, call });
      this.#add({ type: 'agent.tool.output.delta', step, call, offset: 0, text: 'printed' });
    }
    if (order === 9) return;
    const data = structured === undefined ? {} : { structured };
    this.#add({
      type: 'agent.tool.completed',
      step,
      call,
      outcome: end,
      ...(end === 'done' ? { parts: [{ type: 'text', text: 'found' }], ...data } : {}),
      ...(end === 'failed' ? { error: { message: 'boom' } } : {}),
    });
  }
}
