/** Writes an imported thread in the order of its file: messages, steps with their parts and calls, results, marks. */
import { authorOf, HUMAN } from '@toolthread/core';
import type {
  ContentPart,
  EventDraft,
  FinishReason,
  LedgerEvent,
  ProviderBlob,
  Question,
  RunStatus,
  Usage,
} from '@toolthread/core';
import type { PartCompleted, ScopeOpened, ThreadSource } from '@toolthread/core/events';
import { CallBook, failureOf } from './call-book.ts';
import type { CallDraft, Owner, ResultDraft } from './call-book.ts';
import { calledDraft, completedDraft, endDraft } from './called-draft.ts';
import { FOLDED, hidden } from './fate.ts';
import type { Fate } from './fate.ts';
import { FirstWords } from './first-words.ts';
import type { ImportWriter } from './import-writer.ts';
import { gapBefore, newStep } from './open-step.ts';
import type { OpenStep } from './open-step.ts';
import { scoped } from './scoped.ts';
import { StepNumbers } from './step-numbers.ts';
import { titleOf } from './title-of.ts';

type PartDraft = Pick<PartCompleted, 'kind'> & Partial<Pick<PartCompleted, 'text' | 'phase' | 'content' | 'blob'>>;

interface ModelName {
  readonly provider: string;
  readonly api: string;
  readonly model: string;
}

const SAME_MODEL = hidden('same-model');

export class ThreadWriter {
  readonly ledger: ImportWriter;
  readonly calls: CallBook = new CallBook();
  /** Questions to a person and plans that have no answer yet, by the call that asks. */
  readonly asked: Map<string, readonly Question[] | 'plan'> = new Map();
  /** `seq` of the last event before each message and each step: where a rewind can land. */
  readonly boundaries: number[] = [];
  readonly #open = new Map<string, OpenStep>();
  readonly #steps = new StepNumbers();
  readonly #models = new Map<string, ModelName>();
  /** Child runs, each with the event that opened it. */
  readonly #scopes = new Map<string, number>();
  /** The run that a call started. */
  readonly #children = new Map<string, string>();
  /** Failures of calls that have not come, and have another result. */
  readonly #failedEarly = new Map<string, ResultDraft>();
  #at: number | undefined;
  #name: string | undefined;
  /** Of a child run, the scope that started it, where that is not the thread's own. */
  readonly #starters = new Map<string, string>();
  readonly #firstWords = new FirstWords();
  #written: string | undefined;

  constructor(ledger: ImportWriter) {
    this.ledger = ledger;
  }

  /** The time of what follows; undefined: it is not told, and the time stays as it was. */
  moveTo(at: number | undefined): void {
    this.#at = at ?? this.#at;
  }

  /** The time of what is written now. */
  get at(): number | undefined {
    return this.#at;
  }

  /** Tells what happened at an earlier time: until now it was not sure whether it had to be told. */
  tellAt(at: number | undefined, tell: () => void): void {
    const now = this.#at;
    this.moveTo(at);
    tell();
    this.#at = now;
  }

  get title(): string | undefined {
    return this.#name ?? this.#firstWords.title;
  }

  create(source: ThreadSource, workspace: string | undefined): void {
    this.write({ type: 'thread.created', source, ...(workspace === undefined ? {} : { workspace }) });
  }

  /** The session's own name, of which the last counts; without one its first words are its title. */
  name(title: string | undefined): void {
    if (title !== undefined && title.trim() !== '') this.#name = titleOf(title);
  }

  configure(maker: ModelName, scope?: string): Fate {
    const { provider, api, model } = maker;
    const before = this.#models.get(scope ?? '');
    if (before?.model === model && before.provider === provider && before.api === api) return SAME_MODEL;
    this.#models.set(scope ?? '', maker);
    this.write({ type: 'agent.configured', ...maker, ...scoped(scope) });
    return FOLDED;
  }

  /** The call has its result: what it started has said its last word. */
  closeChild(call: string): void {
    const scope = this.#children.get(call);
    if (scope !== undefined) this.closeStep(scope);
  }

  hasChild(scope: string): boolean {
    return this.#scopes.has(scope);
  }

  /** A run of another agent, under the call with the file's id that started it. */
  openChild(scope: string, name: string, call: string | undefined): void {
    if (this.#scopes.has(scope)) return;
    this.#scopes.set(scope, this.ledger.written + 1);
    if (call !== undefined) this.#children.set(call, scope);
    const owner = call === undefined ? undefined : this.calls.ownerOf(call);
    const parent =
      owner === undefined ? {} : { parent: { call: owner.call, step: owner.step, ...scoped(owner.scope) } };
    if (owner?.scope !== undefined) this.#starters.set(scope, owner.scope);
    this.write({ type: 'scope.opened', scope, kind: 'child', name, ...parent });
  }

  post(
    parts: readonly ContentPart[],
    said: { readonly author?: string; readonly scope?: string | undefined; readonly isCommand?: boolean } = {},
  ): void {
    const { scope, author = this.#asks(scope), isCommand } = said;
    this.closeStep(scope);
    this.boundaries.push(this.ledger.written);
    this.write({ type: 'message.posted', author, parts, delivery: 'now', ...scoped(scope) });
    this.#firstWords.hear(this.ledger.events.at(-1), isCommand);
  }

  /** Who sets somebody to work: a person, or the agent that started the run. */
  #asks(scope: string | undefined): string {
    return scope === undefined || !this.#scopes.has(scope) ? HUMAN : authorOf(this.#starters.get(scope));
  }

  /** The scope's open step, or a new one. */
  step(scope?: string): OpenStep {
    return this.#open.get(scope ?? '') ?? this.startStep(scope);
  }

  /** The step that words belong to, if the file does not mark steps: words after a result start a new one. */
  stepOfWords(scope?: string): OpenStep {
    return this.#open.get(scope ?? '')?.answered === true ? this.startStep(scope) : this.step(scope);
  }

  openStep(scope?: string): OpenStep | undefined {
    return this.#open.get(scope ?? '');
  }

  startStep(scope?: string): OpenStep {
    this.closeStep(scope);
    const key = scope ?? '';
    const step = this.#steps.next(scope);
    const fresh = newStep(scope, step, this.#at);
    this.#open.set(key, fresh);
    this.boundaries.push(this.ledger.written);
    this.write({ type: 'agent.step.started', step, ...scoped(scope) });
    return fresh;
  }

  /** The response goes on in another step, which is given its tokens. */
  #goOn(to: OpenStep): void {
    const { scope, usage, finish, durationMs } = to;
    Object.assign(to, { usage: undefined, finish: undefined, durationMs: undefined });
    Object.assign(to, this.startStep(scope), { usage, finish, durationMs });
    this.#open.set(scope ?? '', to);
  }

  part(to: OpenStep, draft: PartDraft): void {
    this.write({ type: 'agent.part.completed', step: to.step, part: to.parts, ...draft, ...scoped(to.scope) });
    to.parts += 1;
    to.at = this.#at;
    to.said ||= draft.kind === 'text' && (draft.text ?? '').trim() !== '';
  }

  text(to: OpenStep, text: string): void {
    this.part(to, { kind: 'text', text });
  }

  /** A text that stands apart from the words before it in the same response, as a paragraph does; gives what was put before it. */
  paragraph(to: OpenStep, text: string): string {
    const before = gapBefore(to, text);
    this.text(to, before + text);
    return before;
  }

  /** Words that were written have grown. */
  more(to: OpenStep, kind: 'text' | 'reasoning', part: number, offset: number, text: string): void {
    this.write({ type: `agent.${kind}.delta`, step: to.step, part, offset, text, ...scoped(to.scope) });
    to.at = this.#at;
  }

  /** [L1] Words of a step stand below its thoughts: a thought after them is of another step. */
  reasoning(to: OpenStep, text: string, blob?: ProviderBlob): void {
    if (to.said && text.trim() !== '' && this.openStep(to.scope) === to) this.#goOn(to);
    this.part(to, { kind: 'reasoning', text, ...(blob === undefined ? {} : { blob }) });
  }

  /** Gives our id: the file's, where it has one that the step does not use yet. */
  call(to: OpenStep, draft: CallDraft): string {
    const { id } = draft;
    const { step, scope, parts } = to;
    const call = this.calls.called({ step, scope, parts, seq: this.ledger.written + 1 }, draft);
    this.write(calledDraft(to, call, draft));
    to.parts += 1;
    to.calls += 1;
    to.said = false;
    to.at = this.#at;
    const failure = id === undefined ? undefined : this.#failedEarly.get(id);
    if (failure !== undefined) this.#complete(call, this.calls.lastOf(call), failure, scope);
    if (id !== undefined) this.#failedEarly.delete(id);
    return call;
  }

  /** A result of the call with the file's id, which may not have come yet. */
  result(id: string, draft: ResultDraft, scope?: string): Fate {
    if (this.calls.isTakenBack(id)) return hidden('rewound');
    const owner = this.calls.completed(id, draft, this.ledger.written + 1);
    if (owner === 'over') return this.resultAgain(id, draft);
    this.#complete(id, owner, draft, scope);
    return FOLDED;
  }

  /** [L3] The first result counts; but a failure that is told later reaches its call, whose words stay as the model read them first. */
  resultAgain(id: string, draft: ResultDraft): Fate {
    if (this.calls.isTakenBack(id)) return hidden('rewound');
    const told = this.calls.completedAgain(id, draft);
    if (told !== 'fails') return hidden(told === 'repeated' ? 'repeated-result' : 'other-result');
    const failure = { outcome: draft.outcome, structured: draft.structured, error: failureOf(draft) };
    const owner = this.calls.lastOf(id);
    if (owner === undefined) this.#failedEarly.set(id, failure);
    else this.#complete(id, owner, failure, undefined);
    return FOLDED;
  }

  #complete(id: string, owner: Owner | undefined, draft: ResultDraft, scope: string | undefined): void {
    const open = owner === undefined ? undefined : this.#open.get(owner.scope ?? '');
    if (open !== undefined && open.step === owner?.step) {
      open.answered = true;
      open.at = this.#at;
    }
    this.write(completedDraft(id, owner, draft, scope));
  }

  closeStep(scope?: string, why?: FinishReason, error?: string): void {
    const step = this.#open.get(scope ?? '');
    if (step === undefined) return;
    this.#open.delete(scope ?? '');
    this.write(endDraft(step, why, error));
    // Readers keep steps, in which more may come; nobody asks a closed one for this.
    step.usage = undefined;
  }

  /** The provider failed and was asked again: a step that does not count. */
  failedAttempt(message: string, scope?: string): void {
    const { step } = this.startStep(scope);
    this.#open.delete(scope ?? '');
    const end = { finish_reason: 'error', discarded: true, error: { message } } as const;
    this.write({ type: 'agent.step.completed', step, ...end, ...scoped(scope) });
  }

  status(status: RunStatus, message?: string, scope?: string): void {
    const said = message === undefined ? {} : { error_message: message };
    this.write({ type: 'agent.status', status, ...said, ...scoped(scope) });
  }

  /** `usage`: what the summary itself took. */
  compact(summary: string, tokensBefore?: number, scope?: string, usage?: Usage): void {
    this.closeStep(scope);
    const before = tokensBefore === undefined ? {} : { tokens_before: tokensBefore };
    const used = usage === undefined ? {} : { usage };
    const to = this.ledger.written;
    this.write({ type: 'context.compacted', summary, replaces_to: to, ...before, ...used, ...scoped(scope) });
  }

  /** `to` is one of `boundaries`: what came after it no longer counts. It was left, and stays as a version, or it is `retold`. */
  rewind(to: number, retold = false): void {
    if (!retold) this.closeSteps();
    this.#open.clear();
    this.#models.clear();
    this.calls.takeBack(to, this.ledger.written);
    this.#firstWords.takeBack(to);
    for (const [scope, opened] of this.#scopes) if (opened > to) this.#scopes.delete(scope);
    this.write({ type: 'thread.rewound', to, ...(retold ? { retold } : {}) });
  }

  /** Responses of which more may come. */
  get openSteps(): readonly OpenStep[] {
    return [...this.#open.values()];
  }

  /** More may come of it still, though the thread went back over it: it was told again. */
  reopen(step: OpenStep, usage: OpenStep['usage']): void {
    step.usage = usage;
    this.#open.set(step.scope ?? '', step);
  }

  /** Whether it was told again, under another number: now it has that. */
  renumber(step: OpenStep): boolean {
    const before = step.step;
    step.step = this.#steps.now(step.scope, before);
    return step.step !== before;
  }

  /** Tells again what a rewind took back; gives the event. Numbers of steps are never used again: its step gets another. */
  tellAgain(event: LedgerEvent): LedgerEvent {
    const seq = this.ledger.written + 1;
    if (event.type === 'message.posted' || event.type === 'agent.step.started') this.boundaries.push(seq - 1);
    if (event.type === 'agent.step.started') this.#steps.renew(event.scope, event.step);
    const step = 'step' in event && event.step !== undefined ? this.#steps.now(event.scope, event.step) : undefined;
    if (event.type === 'agent.tool.called' && step !== undefined) this.calls.calledAgain(event, { step, seq });
    if (event.type === 'agent.tool.completed' && step === undefined)
      this.calls.completedEarlyAgain(event.call ?? '', seq);
    if (event.type === 'scope.opened') this.#openAgain(event, seq);
    else if (event.type === 'source.record') this.ledger.accountAgain(event);
    else if (event.type === 'context.compacted') this.write({ ...event, replaces_to: seq - 1 });
    else if ('step' in event && step !== undefined) this.write({ ...event, step });
    else this.write(event);
    return this.#firstWords.hearAgain(event, this.ledger.events.at(-1) ?? event);
  }

  #openAgain(event: ScopeOpened, seq: number): void {
    this.#scopes.set(event.scope, seq);
    const { parent } = event;
    if (parent?.step === undefined) return this.write(event);
    this.write({ ...event, parent: { ...parent, step: this.#steps.now(parent.scope, parent.step) } });
  }

  /** Ends every open call of a scope as interrupted: a person stopped the run, or the file says so. What it gave until then may still be told. */
  interruptOpenCalls(scope?: string): void {
    for (const id of this.calls.open()) {
      if (this.calls.ownerOf(id)?.scope !== scope) continue;
      while (this.calls.isOpen(id)) {
        const draft = { outcome: 'interrupted', provisional: true } as const;
        const owner = this.calls.completed(id, draft, this.ledger.written + 1, 'unanswered');
        if (owner !== 'over') this.#complete(id, owner, draft, undefined);
      }
    }
  }

  closeSteps(): void {
    for (const scope of this.#steps.scopes) this.closeStep(scope);
  }

  close(): void {
    this.closeSteps();
    this.rename();
    this.write({ type: 'thread.closed' });
  }

  rename(): void {
    const { title } = this;
    if (title === undefined || title === this.#written) return;
    this.#written = title;
    this.write({ type: 'thread.renamed', title });
  }

  write(draft: EventDraft): void {
    this.ledger.write(draft, this.#at);
  }
}
