/** What the reader must remember of a rollout: the open response, what events said before their item came, where turns began. */
import type { Usage } from '@toolthread/core';
import type { CallDraft, ResultDraft } from '../thread/call-book.ts';
import { FOLDED } from '../thread/fate.ts';
import type { Fate } from '../thread/fate.ts';
import type { ImportWriter } from '../thread/import-writer.ts';
import { ThreadWriter } from '../thread/thread-writer.ts';
import type { OpenStep } from '../thread/thread-writer.ts';
import { addUsage } from '../thread/usage-of.ts';
import type { CallReport } from './call-report.ts';
import { Mirrors } from './mirrors.ts';

export class Rollout {
  readonly thread: ThreadWriter;
  readonly mirrors: Mirrors = new Mirrors();
  provider = 'openai';
  model = '';
  /** The total of the last token report. */
  totalTokens: string | undefined;
  /** Tools by call, and what events told of calls whose output has not come. */
  readonly #tools = new Map<string, string>();
  readonly #reports = new Map<string, CallReport>();
  /** Where each turn of a person began, for rollbacks. */
  #turns: number[] = [];
  /** A result of the open response has come: what the model says next is another response. */
  #answered = false;
  /** Tokens of a response whose items have not come. */
  #usage: Usage | undefined;
  /** Searches known from an event whose item, which has no id, has not come. */
  #searches: CallDraft[] = [];

  constructor(ledger: ImportWriter) {
    this.thread = new ThreadWriter(ledger);
  }

  /** The response that the next item of the model belongs to. */
  response(): OpenStep {
    const open = this.thread.openStep();
    if (open !== undefined && !this.#answered) return open;
    this.#answered = false;
    const fresh = this.thread.startStep();
    fresh.usage = this.#usage;
    this.#usage = undefined;
    return fresh;
  }

  call(draft: CallDraft): void {
    const id = this.thread.call(this.response(), draft);
    this.#tools.set(draft.id ?? id, draft.name);
  }

  /** A call that only an event tells of: it ran inside another one, or a person ran it. */
  callAndResult(draft: CallDraft, result: ResultDraft): void {
    const open = this.thread.openStep() ?? this.response();
    const id = this.thread.call(open, { ...draft, runs: 'provider' });
    this.thread.result(draft.id ?? id, result);
  }

  searched(draft: CallDraft): void {
    if (draft.id === undefined || !this.isCall(draft.id)) this.#searches.push(draft);
  }

  takeSearch(): string | undefined {
    return this.#searches.shift()?.id;
  }

  isCall(id: string): boolean {
    return this.thread.calls.has(id);
  }

  toolOf(id: string): string {
    return this.#tools.get(id) ?? '';
  }

  result(id: string, draft: ResultDraft): Fate {
    this.#answered = true;
    this.#reports.delete(id);
    return this.thread.result(id, draft);
  }

  /** Kept until the output comes. The output has the words, the event how it ended. */
  report(id: string, report: CallReport): Fate {
    this.#reports.set(id, { ...this.#reports.get(id), ...report });
    return FOLDED;
  }

  reportOf(id: string): CallReport | undefined {
    return this.#reports.get(id);
  }

  /** Tokens belong to the open response, or, in files that count first, to the next one. */
  count(usage: Usage | undefined): void {
    const open = this.thread.openStep();
    if (open !== undefined && open.usage === undefined) open.usage = usage;
    else this.#usage = addUsage(this.#usage, usage);
  }

  beginTurn(): void {
    this.endResponse();
    this.#turns.push(this.thread.ledger.events.length);
  }

  /** Rewinds the last turns. */
  rollBack(turns: number): boolean {
    this.endResponse();
    const from = this.#turns[Math.max(0, this.#turns.length - turns)];
    if (from === undefined || turns < 1) return false;
    this.#turns = this.#turns.slice(0, Math.max(0, this.#turns.length - turns));
    this.thread.rewind(from);
    return true;
  }

  /** Words that only an event has are not lost when their item never comes. */
  endResponse(): void {
    for (const { kind, text, phase } of this.mirrors.takeLeft()) {
      const step = this.response();
      if (kind === 'reasoning') this.thread.reasoning(step, text);
      else this.thread.part(step, { kind, text, ...(phase === undefined ? {} : { phase }) });
    }
    for (const search of this.#searches) this.callAndResult(search, { outcome: 'done' });
    this.#searches = [];
    const open = this.thread.openStep();
    if (open !== undefined) open.usage = addUsage(open.usage, this.#usage);
    this.#usage = undefined;
    this.#answered = false;
    this.thread.closeStep();
  }
}
