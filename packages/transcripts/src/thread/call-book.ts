/** Which calls a thread has, which of them have their result, and where a result belongs. */
import type { ContentPart, Outcome, ProviderBlob } from '@toolthread/core';
import type { ToolCalled } from '@toolthread/core/events';
import type { Json } from '@toolthread/core/json';
import { textKey } from '../records/text-key.ts';
import { TextNumbers } from '../records/text-numbers.ts';

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

/** The calls of one id in the newest step that has any: providers use ids again, and sometimes twice in a step. */
interface Namesakes {
  step: number;
  readonly scope: string | undefined;
  readonly counted: boolean;
  /** Of the event that called the first of them. */
  seq: number;
  calls: number;
  /** Results go to them in their order. */
  settled: number;
}

export class CallBook {
  readonly #byId = new Map<string, Namesakes>();
  /** Results whose call has not come, with the event that told them. */
  readonly #early = new Map<string, number>();
  /** Calls without a result, with the event that called them. */
  readonly #open = new Map<string, number>();
  /** Calls that ended without a result in the file. */
  readonly #unanswered = new Set<string>();
  /** Calls whose last result was provisional, and whether it was counted as an error. */
  readonly #provisional = new Map<string, boolean>();
  /** Calls whose result says that all went well. */
  readonly #well = new Set<string>();
  /** What results said, each with its call. */
  readonly #said = new TextNumbers();
  /** Events after `to`, up to `until`, no longer count. */
  readonly #takenBack: { readonly to: number; readonly until: number }[] = [];
  readonly #counts = { toolCalls: 0, answered: 0, resultBeforeCall: 0, errors: 0 };

  /** Gives the call's own id: the file's, unless the step has used it. */
  called(place: CallPlace, draft: CallDraft): string {
    const id = draft.id ?? `${place.step}.${place.parts}`;
    const counted = draft.runs === undefined;
    const known = this.#byId.get(id);
    const twin = known?.step === place.step && known.scope === place.scope ? known : undefined;
    const { step, scope, seq } = place;
    const names = twin ?? { step, scope, counted, seq, calls: 0, settled: 0 };
    names.calls += 1;
    this.#byId.set(id, names);
    if (counted) this.#counts.toolCalls += 1;
    if (this.#early.delete(id)) {
      names.settled += 1;
      if (counted) this.#counts.resultBeforeCall += 1;
      if (counted) this.#counts.answered += 1;
    } else {
      this.#provisional.delete(id);
      this.#well.delete(id);
    }
    if (names.settled < names.calls) this.#open.set(id, place.seq);
    return nameOf(id, names.calls);
  }

  /** The thread went back over a call, and it was told again: where it stands now. */
  calledAgain(
    { provider_id, call, step, scope }: ToolCalled,
    now: { readonly step: number; readonly seq: number },
  ): void {
    const id = provider_id ?? call ?? '';
    const names = this.#byId.get(id);
    if (names?.step !== step || names.scope !== scope) return;
    Object.assign(names, now);
    if (names.settled < names.calls) this.#open.set(id, now.seq);
  }

  /** The same of a result whose call has not come. */
  completedEarlyAgain(id: string, seq: number): void {
    if (!this.#byId.has(id)) this.#early.set(id, seq);
  }

  /** Whose result it is; undefined for a call that has not come; `over` where it has its result. `seq`: of the event that tells it. `unanswered`: the file holds no result, we say how it ended. */
  completed(
    id: string,
    draft: ResultDraft,
    seq: number,
    by: 'file' | 'unanswered' = 'file',
  ): Owner | 'over' | undefined {
    const names = this.#byId.get(id);
    const isOver = names === undefined ? this.#early.has(id) : names.settled === names.calls;
    if (isOver && !(names !== undefined && this.#provisional.has(id))) return 'over';
    const { outcome, provisional = false } = draft;
    const isError = isFailure(draft);
    if (by === 'file') this.#said.add(saidBy(id, draft));
    if (outcome === 'done') this.#well.add(id);
    else this.#well.delete(id);
    if (isError) this.#counts.errors += 1;
    if (isOver && this.#provisional.get(id) === true) this.#counts.errors -= 1;
    const wasUnanswered = this.#unanswered.delete(id);
    if (provisional) this.#provisional.set(id, isError);
    else this.#provisional.delete(id);
    if (names === undefined) {
      this.#early.set(id, seq);
      return undefined;
    }
    if (by === 'unanswered') this.#unanswered.add(id);
    else if (names.counted && (!isOver || wasUnanswered)) this.#counts.answered += 1;
    if (!isOver) names.settled += 1;
    if (names.settled === names.calls) this.#open.delete(id);
    return { call: nameOf(id, names.settled), step: names.step, scope: names.scope };
  }

  /** [L3] A result of a call that has one. `fails`: it says that a call failed which looks well; else whether it says the same as another one did. */
  completedAgain(id: string, draft: ResultDraft): 'fails' | 'repeated' | 'other' {
    const isNew = this.#said.add(saidBy(id, draft));
    if (!isFailure(draft) || !this.#well.delete(id)) return isNew ? 'other' : 'repeated';
    this.#counts.errors += 1;
    this.#provisional.delete(id);
    return 'fails';
  }

  /** The call whose result came last, of those with that id. */
  lastOf(id: string): Owner | undefined {
    const names = this.#byId.get(id);
    if (names === undefined) return undefined;
    return { call: nameOf(id, Math.max(1, names.settled)), step: names.step, scope: names.scope };
  }

  /** Another result may take the place of the last one. */
  isProvisional(id: string): boolean {
    return this.#provisional.has(id) && this.#byId.has(id);
  }

  /** The newest call of that id. */
  ownerOf(id: string): Owner | undefined {
    const names = this.#byId.get(id);
    return names === undefined ? undefined : { call: nameOf(id, names.calls), step: names.step, scope: names.scope };
  }

  has(id: string): boolean {
    return this.#byId.has(id);
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
    const seq = this.#byId.get(id)?.seq;
    if (seq === undefined) return false;
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
