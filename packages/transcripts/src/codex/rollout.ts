/** What the reader must remember of a rollout: the open response, what events said before their item came, where turns began. */
import type { Phase, ProviderBlob, Usage } from '@toolthread/core';
import type { JsonFields } from '@toolthread/core/json';
import type { CallDraft, ResultDraft } from '../thread/call-book.ts';
import { FOLDED } from '../thread/fate.ts';
import type { Fate } from '../thread/fate.ts';
import { gapBefore } from '../thread/open-step.ts';
import type { OpenStep } from '../thread/open-step.ts';
import { scoped } from '../thread/scoped.ts';
import type { ThreadWriter } from '../thread/thread-writer.ts';
import { addUsage } from '../thread/usage-of.ts';
import type { CallEvent } from './call-event.ts';
import type { CallReport } from './call-report.ts';
import { Mirrors } from './mirrors.ts';
import type { Words } from './mirrors.ts';
import { Processes } from './processes.ts';
import { Searches } from './searches.ts';

interface EarlyOutput {
  readonly item: JsonFields;
  readonly at: number | undefined;
}

interface EarlyEvent {
  readonly id: string;
  readonly told: CallEvent;
  readonly at: number | undefined;
}

interface Thought {
  readonly text: string;
  readonly blob: ProviderBlob | undefined;
  readonly at: number | undefined;
}

/** `whole`: the model has said what it had to say. `cut`: a person, a limit or a failure ended it. */
type ResponseEnd = 'whole' | 'cut';

export class Rollout {
  readonly thread: ThreadWriter;
  /** Whose rollout it is: undefined for the session's own. */
  readonly scope: string | undefined;
  readonly mirrors: Mirrors = new Mirrors();
  readonly searches: Searches = new Searches();
  readonly processes: Processes = new Processes();
  /** Agents that calls started, by their thread. */
  readonly agents: Map<string, string> = new Map();
  /** Ids of the turns of this file, and how many there were when each agent was started: its own file may begin with them. */
  readonly #turnIds: string[] = [];
  readonly #turnsBefore = new Map<string, number>();
  /** The call that started each agent: later ones may speak to it. */
  readonly #startedBy = new Map<string, string>();
  provider = 'openai';
  model = '';
  /** The total of the last token report. */
  totalTokens: string | undefined;
  /** Tools by call, and what events told of calls whose output has not come. */
  readonly #tools = new Map<string, string>();
  readonly #reports = new Map<string, CallReport>();
  /** Calls that have ended, by an event: if no output comes until the response is over, that is their result. */
  readonly #ended = new Map<string, { readonly draft: ResultDraft; readonly at: number | undefined }>();
  /** Where each turn of a person began, for rollbacks. */
  #turns: number[] = [];
  /** A result of the open response has come: what the model says next is another response. */
  #answered = false;
  /** Of the words that were told last. */
  #phase: Phase | undefined;
  /** Words without a phase since the last call. */
  #open: { readonly step: number; readonly part: number }[] = [];
  /** Thoughts after them: if the model goes on, those words are no answer. */
  #thoughts: Thought[] = [];
  /** Tokens of a response whose items have not come. */
  #usage: Usage | undefined;
  /** Outputs whose call has not come. */
  readonly #early = new Map<string, EarlyOutput>();
  /** What events told of calls that nothing else has told of. */
  readonly #earlyEvents: EarlyEvent[] = [];
  /** Calls whose output has come. */
  readonly #outputs = new Set<string>();

  constructor(thread: ThreadWriter, scope: string | undefined) {
    this.thread = thread;
    this.scope = scope;
  }

  turnStarts(id: string): void {
    if (this.#turnIds.at(-1) !== id) this.#turnIds.push(id);
  }

  startAgent(agent: string, call: string): void {
    this.agents.set(agent, call);
    if (!this.#turnsBefore.has(agent)) this.#turnsBefore.set(agent, this.#turnIds.length);
    if (!this.#startedBy.has(agent)) this.#startedBy.set(agent, call);
  }

  /** [L3] What a file says of an agent after its call was answered reaches the call that started it. */
  failAgents(failures: Iterable<readonly [agent: string, reason: string]>): void {
    for (const [agent, error] of failures) {
      const call = this.#startedBy.get(agent);
      if (call !== undefined && this.isCall(call)) this.report(call, { outcome: 'failed', error });
    }
  }

  turnsBefore(agent: string): readonly string[] {
    return this.#turnIds.slice(0, this.#turnsBefore.get(agent) ?? 0);
  }

  /** The response that the next item of the model belongs to. */
  response(): OpenStep {
    this.#goOn();
    const open = this.thread.openStep(this.scope);
    if (open !== undefined && !this.#answered) return open;
    this.#answered = false;
    this.#complete(undefined);
    const fresh = this.thread.startStep(this.scope);
    fresh.usage = this.takeUsage();
    return fresh;
  }

  call(draft: CallDraft): void {
    const place = this.#earlyEvents.findIndex(({ id }) => id === draft.id);
    this.tellEarlyEvents(place === -1 ? undefined : place);
    const own = place === -1 ? undefined : this.#earlyEvents.shift();
    this.#tellLeft();
    const step = this.response();
    this.#complete(undefined);
    const id = this.thread.call(step, draft);
    this.#tools.set(draft.id ?? id, draft.name);
    this.#outputs.delete(draft.id ?? id);
    this.processes.called(draft.id ?? id, draft.name, draft.arguments);
    if (own === undefined) return;
    this.thread.tellAt(own.at, () => void this.report(own.id, own.told.report, own.told.words));
  }

  /** How a call ended of which nothing else has told: its item may come next. */
  reportEarly(id: string, told: CallEvent): void {
    this.#earlyEvents.push({ id, told, at: this.thread.at });
  }

  /** The first of these events, or all: no item has these calls. They ran inside another one, or a person ran them. */
  tellEarlyEvents(count: number = this.#earlyEvents.length): void {
    for (const { id, told, at } of this.#earlyEvents.splice(0, count)) {
      const { call, report, words } = told;
      if (call === undefined) continue;
      const result = { ...report, outcome: report.outcome ?? 'done', ...(this.hasOutput(id) ? {} : words) };
      this.thread.tellAt(at, () => this.#callAndResult({ ...call, id }, result));
    }
  }

  /** A call that only one record tells of. */
  callAndResult(draft: CallDraft, result: ResultDraft): void {
    this.tellEarlyEvents();
    this.#callAndResult(draft, result);
  }

  #callAndResult(draft: CallDraft, result: ResultDraft): void {
    this.#goOn();
    const open = this.thread.openStep(this.scope) ?? this.response();
    this.#complete(undefined);
    const id = this.thread.call(open, { ...draft, runs: 'provider' });
    this.thread.result(draft.id ?? id, result, this.scope);
  }

  isCall(id: string): boolean {
    return this.thread.calls.has(id);
  }

  toolOf(id: string): string {
    return this.#tools.get(id) ?? '';
  }

  /** The output of a call: the first counts. How it ended may be told before or after it. */
  result(id: string, draft: ResultDraft): Fate {
    if (this.#outputs.has(id)) return this.thread.resultAgain(id, draft);
    this.#answered = true;
    this.#outputs.add(id);
    this.#reports.delete(id);
    this.#ended.delete(id);
    return this.thread.result(id, draft, this.scope);
  }

  /** The output of a call that has not come: told as it is until its call says which tool gave it. */
  earlyResult(id: string, item: JsonFields, draft: ResultDraft): Fate {
    if (this.#outputs.has(id)) return this.thread.resultAgain(id, draft);
    this.#outputs.add(id);
    this.#early.set(id, { item, at: this.thread.at });
    return this.thread.result(id, { ...draft, provisional: true }, this.scope);
  }

  takeEarly(id: string): EarlyOutput | undefined {
    const early = this.#early.get(id);
    this.#early.delete(id);
    return early;
  }

  hasOutput(id: string): boolean {
    return this.#outputs.has(id);
  }

  /** The output has the words, the event how it ended; either may come first. `words`: as the event has them. */
  report(id: string, report: CallReport, words?: Pick<ResultDraft, 'parts'>): Fate {
    const known = { ...this.#reports.get(id), ...report };
    if (!this.#outputs.has(id)) {
      this.#reports.set(id, known);
      const { outcome } = known;
      if (outcome !== undefined) this.#ended.set(id, { draft: { ...known, outcome, ...words }, at: this.thread.at });
    }
    if (known.outcome !== undefined && this.thread.calls.isProvisional(id))
      this.thread.result(id, { ...known, outcome: known.outcome, provisional: true }, this.scope);
    return FOLDED;
  }

  /** A person ended the turn while it ran, and its output has not come. */
  wasInterrupted(id: string): boolean {
    return this.thread.calls.isProvisional(id) && !this.#outputs.has(id);
  }

  /** [L3] What a file says of a call counts, though its output is lost. One that comes later takes its place. */
  #tellEnded(): void {
    for (const [id, { draft, at }] of this.#ended)
      this.thread.tellAt(at, () => void this.thread.result(id, { ...draft, provisional: true }, this.scope));
    this.#ended.clear();
  }

  reportOf(id: string): CallReport | undefined {
    return this.#reports.get(id);
  }

  /** Tokens belong to the open response, or, in files that count first, to the next one. */
  count(usage: Usage | undefined): void {
    const open = this.thread.openStep(this.scope);
    if (open !== undefined && open.usage === undefined) open.usage = usage;
    else this.#usage = addUsage(this.#usage, usage);
  }

  /** Tokens that no response has taken. */
  takeUsage(): Usage | undefined {
    const usage = this.#usage;
    this.#usage = undefined;
    return usage;
  }

  beginTurn(): void {
    this.endResponse();
    this.#turns.push(this.thread.ledger.written);
  }

  /** Rewinds the last turns. */
  rollBack(turns: number): boolean {
    this.endResponse();
    const from = this.#turns[Math.max(0, this.#turns.length - turns)];
    if (from === undefined || turns < 1) return false;
    this.#turns = this.#turns.slice(0, Math.max(0, this.#turns.length - turns));
    this.thread.rewind(from);
    this.processes.forget();
    return true;
  }

  /** Words that only an event has are not lost when their item never comes. It would have come before a call, and before the end of the response. */
  #tellLeft(): void {
    this.#tellWords(this.mirrors.takeLeft());
  }

  #tellWords(words: readonly Words[]): void {
    for (const { kind, text, phase, at } of words)
      this.thread.tellAt(at, () => {
        if (kind === 'reasoning') this.think(text);
        else this.say(this.response(), text, phase, 'begins');
      });
  }

  /** A message stands apart from the one before it in the same response, as a paragraph does. `message`: whether it begins or goes on with these words. */
  say(step: OpenStep, text: string, phase: Phase | undefined, message: 'begins' | 'goes on'): void {
    const before = message === 'begins' && this.#phase === phase ? gapBefore(step, text) : '';
    if (phase !== undefined) this.thread.part(step, { kind: 'text', text: before + text, phase });
    else this.#begin(step, before + text);
    this.#phase = phase;
  }

  #begin(step: OpenStep, text: string): void {
    this.#open.push({ step: step.step, part: step.parts });
    this.thread.more(step, 'text', step.parts, 0, text);
    step.parts += 1;
    step.said ||= text.trim() !== '';
  }

  /** What came last is told with what comes next. */
  get waits(): boolean {
    return this.#thoughts.length > 0 || this.#earlyEvents.length > 0;
  }

  think(text: string, blob?: ProviderBlob): void {
    const mayBeOver = this.#open.length > 0 && text.trim() !== '' && !this.#answered;
    if (mayBeOver || this.#thoughts.length > 0) this.#thoughts.push({ text, blob, at: this.thread.at });
    else this.thread.reasoning(this.response(), text, blob);
  }

  /** The model says more after a thought: the words before it are no answer. */
  #goOn(): void {
    if (this.#thoughts.length === 0) return;
    this.#complete('commentary');
    this.#tellThoughts();
  }

  #tellThoughts(): void {
    for (const { text, blob, at } of this.#thoughts.splice(0))
      this.thread.tellAt(at, () => this.thread.reasoning(this.thread.step(this.scope), text, blob));
  }

  #complete(phase: Phase | undefined): void {
    const given = phase === undefined ? {} : { phase };
    for (const place of this.#open.splice(0))
      this.thread.write({ type: 'agent.part.completed', ...place, kind: 'text', ...given, ...scoped(this.scope) });
  }

  /** An event told these words. */
  told(words: Words): void {
    this.mirrors.event({ ...words, at: this.thread.at });
  }

  /** An item with these words has come. */
  hear(kind: Words['kind'], texts: readonly string[]): void {
    this.#tellWords(this.mirrors.item(kind, texts));
  }

  end(): void {
    this.endResponse();
    this.thread.close();
  }

  endResponse(end: ResponseEnd = 'whole'): void {
    this.tellEarlyEvents();
    this.#tellLeft();
    if (end === 'cut') this.#goOn();
    this.mirrors.end();
    for (const search of this.searches.takeLeft())
      this.thread.tellAt(search.at, () => this.callAndResult(search, { outcome: 'done' }));
    const open = this.thread.openStep(this.scope);
    const usage = this.takeUsage();
    if (open !== undefined) open.usage = addUsage(open.usage, usage);
    // A response that nothing is left of, or that ended before it was counted: a step of its own, with nothing in it.
    else if (usage !== undefined) this.thread.startStep(this.scope).usage = usage;
    this.#answered = false;
    // No output came of its calls, and the model did not wait for one: what it said last is its answer.
    const isAnswer = end === 'whole' && open !== undefined && open.calls > 0 && !open.answered;
    this.#tellEnded();
    this.#complete(isAnswer ? 'answer' : undefined);
    this.thread.closeStep(this.scope);
    this.#tellThoughts();
    this.thread.closeStep(this.scope);
  }
}
