/** Which calls a thread has, which of them have their result, and where a result belongs. */
import type { ContentPart, Outcome, ProviderBlob } from '@toolthread/core';
import type { ToolCalled } from '@toolthread/core/events';
import type { Json } from '@toolthread/core/json';
import { textKey } from '../records/text-key.ts';
import { TextNumbers } from '../records/text-numbers.ts';
import { Namesakes } from './namesakes.ts';

export interface CallDraft {
  /** The file's id. */
  readonly id?: string | undefined;
  readonly name: string;
  readonly arguments: string;
  /** `provider`: the provider ran it, so no result is expected. */
  readonly runs?: 'provider';
  readonly blob?: ProviderBlob;
}

export interface ResultDraft {
  readonly outcome: Outcome;
  readonly name?: string;
  readonly parts?: readonly ContentPart[];
  readonly structured?: Json | undefined;
  readonly error?: string | undefined;
  readonly durationMs?: number | undefined;
  readonly fullSize?: number | undefined;
  /** The call is answered, and not over: another result may say how it ended. */
  readonly provisional?: boolean;
}

interface CallPlace {
  readonly step: number;
  readonly scope: string | undefined;
  readonly parts: number;
  /** Of the event that calls it. */
  readonly seq: number;
}

export interface Owner {
  readonly call: string;
  readonly step: number;
  readonly scope: string | undefined;
}

export class CallBook {
  readonly #names = new Namesakes();
  /** Results whose call has not come, with the event that told them. */
  readonly #early = new Map<string, number>();
  /** Calls without a result, with the event that called them. */
  readonly #open = new Map<string, number>();
  /** What results said, each with its call. */
  readonly #said = new TextNumbers();
  /** Events after `to`, up to `until`, no longer count. */
  readonly #takenBack: { readonly to: number; readonly until: number }[] = [];
  readonly #counts = { toolCalls: 0, answered: 0, resultBeforeCall: 0, errors: 0 };

  /** Gives the call's own id: the file's, unless the step has used it. */
  called(place: CallPlace, draft: CallDraft): string {
    const id = draft.id ?? `${place.step}.${place.parts}`;
    const counted = draft.runs === undefined;
    const names = this.#names;
    const row = names.of(id);
    const isTwin = names.calls(row) > 0 && names.step(row) === place.step && names.scope(row) === place.scope;
    if (!isTwin) names.begin(row, { ...place, counted });
    names.call(row);
    if (counted) this.#counts.toolCalls += 1;
    if (this.#early.delete(id)) {
      names.settle(row);
      if (counted) this.#counts.resultBeforeCall += 1;
      if (counted) this.#counts.answered += 1;
    } else {
      names.unmark(row, 'provisional');
      names.unmark(row, 'well');
    }
    if (!names.isSettled(row)) this.#open.set(id, place.seq);
    return nameOf(id, names.calls(row));
  }

  /** The thread went back over a call, and it was told again: where it stands now. */
  calledAgain(
    { provider_id, call, step, scope }: ToolCalled,
    now: { readonly step: number; readonly seq: number },
  ): void {
    const id = provider_id ?? call ?? '';
    const names = this.#names;
    const row = names.called(id);
    if (row === undefined || names.step(row) !== step || names.scope(row) !== scope) return;
    names.move(row, now);
    if (!names.isSettled(row)) this.#open.set(id, now.seq);
  }

  /** The same of a result whose call has not come. */
  completedEarlyAgain(id: string, seq: number): void {
    if (!this.has(id)) this.#early.set(id, seq);
  }

  /** Whose result it is; undefined for a call that has not come; `over` where it has its result. `seq`: of the event that tells it. `unanswered`: the file holds no result, we say how it ended. */
  completed(
    id: string,
    draft: ResultDraft,
    seq: number,
    by: 'file' | 'unanswered' = 'file',
  ): Owner | 'over' | undefined {
    const names = this.#names;
    const row = names.of(id);
    const isCalled = names.calls(row) > 0;
    const isOver = isCalled ? names.isSettled(row) : this.#early.has(id);
    if (isOver && !(isCalled && names.is(row, 'provisional'))) return 'over';
    const { outcome, provisional = false } = draft;
    const isError = isFailure(draft);
    if (by === 'file') this.#said.add(saidBy(id, draft));
    names.set(row, 'well', outcome === 'done');
    if (isError) this.#counts.errors += 1;
    if (isOver && names.is(row, 'failing')) this.#counts.errors -= 1;
    const wasUnanswered = names.unmark(row, 'unanswered');
    names.set(row, 'provisional', provisional);
    names.set(row, 'failing', provisional && isError);
    if (!isCalled) {
      this.#early.set(id, seq);
      return undefined;
    }
    if (by === 'unanswered') names.mark(row, 'unanswered');
    else if (names.is(row, 'counted') && (!isOver || wasUnanswered)) this.#counts.answered += 1;
    if (!isOver) names.settle(row);
    if (names.isSettled(row)) this.#open.delete(id);
    return this.#ownerAt(id, row, names.settled(row));
  }

  /** [L3] A result of a call that has one. `fails`: it says that a call failed which looks well; else whether it says the same as another one did. */
  completedAgain(id: string, draft: ResultDraft): 'fails' | 'repeated' | 'other' {
    const isNew = this.#said.add(saidBy(id, draft));
    const row = this.#names.find(id);
    if (!isFailure(draft) || row === undefined || !this.#names.unmark(row, 'well')) return isNew ? 'other' : 'repeated';
    this.#counts.errors += 1;
    this.#names.unmark(row, 'provisional');
    return 'fails';
  }

  /** The call whose result came last, of those with that id. */
  lastOf(id: string): Owner | undefined {
    const row = this.#names.called(id);
    return row === undefined ? undefined : this.#ownerAt(id, row, Math.max(1, this.#names.settled(row)));
  }

  /** Another result may take the place of the last one. */
  isProvisional(id: string): boolean {
    const row = this.#names.called(id);
    return row !== undefined && this.#names.is(row, 'provisional');
  }

  /** The newest call of that id. */
  ownerOf(id: string): Owner | undefined {
    const row = this.#names.called(id);
    return row === undefined ? undefined : this.#ownerAt(id, row, this.#names.calls(row));
  }

  #ownerAt(id: string, row: number, count: number): Owner {
    return { call: nameOf(id, count), step: this.#names.step(row), scope: this.#names.scope(row) };
  }

  has(id: string): boolean {
    return this.#names.called(id) !== undefined;
  }

  isOpen(id: string): boolean {
    return this.#open.has(id);
  }

  /** Ids of the calls without a result. */
  open(): readonly string[] {
    return [...this.#open.keys()];
  }

  /** The thread went back over the newest call of that id. */
  isTakenBack(id: string): boolean {
    const row = this.#names.called(id);
    if (row === undefined) return false;
    const seq = this.#names.seq(row);
    for (let at = this.#takenBack.length - 1; at >= 0; at -= 1) {
      const { to, until } = this.#takenBack[at] ?? { to: 0, until: 0 };
      if (seq > until) return false;
      if (seq > to) return true;
    }
    return false;
  }

  /** The thread went back to event `seq`, when `until` had come: calls after it will never get a result, and results after it were not told. */
  takeBack(seq: number, until: number): void {
    while ((this.#takenBack.at(-1)?.to ?? -1) >= seq) this.#takenBack.pop();
    this.#takenBack.push({ to: seq, until });
    for (const [id, told] of this.#early) if (told > seq) this.#early.delete(id);
    for (const [id, called] of this.#open) if (called > seq) this.#open.delete(id);
  }

  /** What is told again was counted before. */
  tellAgain(tell: () => void): void {
    const counted = { ...this.#counts };
    tell();
    Object.assign(this.#counts, counted);
  }

  counts(): { readonly [name: string]: Json } {
    const { toolCalls, answered, resultBeforeCall, errors } = this.#counts;
    return {
      toolCalls,
      answered,
      unanswered: toolCalls - answered,
      orphanResults: this.#early.size,
      resultBeforeCall,
      errors,
    };
  }
}

function isFailure({ outcome }: ResultDraft): boolean {
  return outcome === 'failed' || outcome === 'denied';
}

/** What a failure says. */
export function failureOf({ error, parts = [] }: ResultDraft): string {
  const said = parts.find((part) => part.type === 'text');
  return error ?? said?.text ?? 'It failed.';
}

function saidBy(id: string, { outcome, parts = [] }: ResultDraft): string {
  const words = parts.map((part) => textKey(part.type === 'text' ? part.text : JSON.stringify(part)));
  return [id, outcome, ...words].join('\0');
}

function nameOf(id: string, count: number): string {
  return count === 1 ? id : `${id}#${count}`;
}
