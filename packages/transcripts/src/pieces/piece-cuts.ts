/** Where a long ledger can be cut in two, so that each part folds and draws as it would in the whole. */
import { isAtWork } from '@toolthread/core';
import type { LedgerEvent } from '@toolthread/core';
import { TextNumbers } from '../records/text-numbers.ts';

/** The part after it begins with event `seq`. */
export interface Cut {
  readonly seq: number;
  /** How many bytes of the file were read before. */
  readonly byte: number;
  /** It parts a turn between two steps: for a turn that is too long to be one piece. */
  readonly inTurn: boolean;
}

/**
 * Law: nothing after a cut refers to a step, a call, a run, a request or a message before it, and no rewind goes back over it. A cut
 * is before a message that follows an answer, or before a compaction: there no group, no turn and no message is parted. Some
 * programs say that a run begins before they tell the message that it answers: then the cut is before both. A rewind may go back
 * to a cut, and the message that follows it is a cut in its turn: a person who says the same thing again and again leaves many versions,
 * of which each is a piece with nothing to draw. A turn may be as long as a file: a step after results may begin a piece, too, and the
 * calls before it and after it are two groups then. Where nothing is drawn, every step may.
 */
export class PieceCuts {
  readonly #cuts: Cut[] = [];
  /** The event in which each name was said first. */
  readonly #began = new TextNumbers();
  /** What the last events named, if no cut came after them: mostly the next one names the same. */
  #near: readonly string[] = [];
  /** What the thread's own agent said last. */
  #after: 'nothing' | 'answer' | 'call' | 'beginning' = 'beginning';
  #busy = false;
  /** The cut before which nothing was said: a rewind may go back to it, and it parts nothing. */
  #first: number | undefined;
  /** A run began after an answer, and nothing has been said since: a cut, if a message follows. */
  #before: Cut | undefined;

  readonly #partsTurns: boolean;
  readonly #apart: number;

  /** `partsTurns`: the pieces are counted or stored, and not drawn. `apart`: so many bytes are between two cuts in a turn; a file may have a million steps. */
  constructor(partsTurns = false, apart = 0) {
    this.#partsTurns = partsTurns;
    this.#apart = apart;
  }

  get cuts(): readonly Cut[] {
    return this.#cuts.filter(({ seq }) => seq !== this.#first);
  }

  take(event: LedgerEvent, byte: number): void {
    const names = namesIn(event);
    for (const name of names) {
      if (this.#near.includes(name)) continue;
      const since = this.#began.get(name);
      if (since === undefined) this.#began.set(name, event.seq);
      else this.#dropAfter(since);
    }
    if (names.length > 0) this.#near = names;
    const back = reachesBack(event);
    if (back !== undefined) this.#dropAfter(event.type === 'thread.rewound' ? back + 1 : back);
    const cut = this.#cutAt(event, byte);
    if (cut !== undefined && !this.#isClose(cut)) {
      if (this.#after === 'beginning') this.#first ??= cut.seq;
      this.#cuts.push(cut);
      this.#near = [];
    }
    this.#before = this.#beginning(event, byte);
    this.#note(event);
  }

  #cutAt(event: LedgerEvent, byte: number): Cut | undefined {
    if (event.scope !== undefined) return undefined;
    if (event.type === 'agent.step.started')
      return this.#partsTurns || this.#after === 'call' ? { seq: event.seq, byte, inTurn: true } : undefined;
    if (this.#after !== 'answer' && this.#after !== 'beginning') return undefined;
    const here = this.#busy ? undefined : { seq: event.seq, byte, inTurn: false };
    if (event.type === 'context.compacted') return event.replaces_to === event.seq - 1 ? here : undefined;
    return event.type === 'message.posted' && event.delivery === 'now' ? (this.#before ?? here) : undefined;
  }

  #beginning(event: LedgerEvent, byte: number): Cut | undefined {
    if (BESIDE_WORDS.has(event.type)) return this.#before;
    const begins = event.type === 'agent.status' && event.scope === undefined && isAtWork(event.status);
    return begins && !this.#busy ? { seq: event.seq, byte, inTurn: false } : undefined;
  }

  #note(event: LedgerEvent): void {
    if (event.scope !== undefined) return;
    switch (event.type) {
      case 'agent.step.started':
      case 'message.posted':
      case 'context.compacted':
        this.#after = 'nothing';
        break;
      case 'agent.part.completed':
        if (this.#after !== 'call' && event.kind === 'text' && event.text?.trim() !== '') this.#after = 'answer';
        break;
      case 'agent.tool.called':
        this.#after = 'call';
        break;
      case 'agent.tool.completed':
        // A result without its call is said to the model as words.
        if (event.step === undefined) this.#after = 'call';
        break;
      case 'agent.step.completed':
        if (event.discarded === true) this.#after = 'nothing';
        break;
      case 'agent.status':
        this.#busy = isAtWork(event.status);
        break;
      case 'thread.rewound':
        this.#after = this.#isTurnAt(event.to + 1) ? 'beginning' : 'nothing';
        break;
      case 'thread.created':
      case 'thread.renamed':
      case 'thread.placed':
      case 'thread.rested':
      case 'thread.closed':
      case 'message.changed':
      case 'scope.opened':
      case 'agent.chosen':
      case 'agent.configured':
      case 'agent.text.delta':
      case 'agent.reasoning.delta':
      case 'agent.tool.input.delta':
      case 'agent.tool.output.delta':
      case 'request.opened':
      case 'request.resolved':
      case 'agent.tool.started':
      case 'agent.tool.retrying':
      case 'agent.step.retrying':
      case 'run.retry.requested':
      case 'run.stop.requested':
      case 'agent.continuation':
      case 'workspace.saved':
      case 'workspace.changed':
      case 'source.record':
      case 'event.purged':
      case 'event.withheld':
        break;
      default:
        event satisfies never;
    }
  }

  #isTurnAt(seq: number): boolean {
    const last = this.#cuts.at(-1);
    return last?.seq === seq && !last.inTurn;
  }

  #isClose({ byte, inTurn }: Cut): boolean {
    const last = this.#cuts.at(-1);
    return inTurn && last?.inTurn === true && byte - last.byte < this.#apart;
  }

  #dropAfter(seq: number): void {
    while ((this.#cuts.at(-1)?.seq ?? 0) > seq) this.#cuts.pop();
  }
}

/** They say nothing, and refer to nothing. */
const BESIDE_WORDS: ReadonlySet<LedgerEvent['type']> = new Set(['source.record', 'agent.configured', 'thread.renamed']);

/** What an event belongs to, or refers to, by names that are the same wherever it is meant: whichever of them it has. */
function namesIn(event: LedgerEvent): readonly string[] {
  if (event.type === 'workspace.saved' || event.type === 'workspace.changed') return ['workspace'];
  return [
    ...(event.scope === undefined ? [] : [`scope|${event.scope}`]),
    ...('request' in event ? [`request|${event.request}`] : []),
    ...callNames('parent' in event && event.parent !== undefined ? event.parent : event),
  ];
}

interface NamedCall {
  readonly scope?: string;
  readonly step?: number;
  readonly call?: string;
  readonly name?: string;
}

/** A call without an id is meant by its tool's name. */
function callNames({ scope, step, call, name }: NamedCall): readonly string[] {
  const of = scope ?? '';
  const own = call === undefined ? (name === undefined ? [] : [`tool|${of}|${name}`]) : [`call|${of}|${call}`];
  return step === undefined ? own : [stepName({ scope, step }), ...own];
}

function stepName({ scope, step }: { readonly scope?: string | undefined; readonly step: number }): string {
  return `step|${scope ?? ''}|${step}`;
}

/** The event after which everything must stay with this one. */
function reachesBack(event: LedgerEvent): number | undefined {
  if (event.type === 'thread.rewound') return event.to;
  if (event.type === 'context.compacted') return event.replaces_to + 1;
  if (event.type === 'message.changed') return event.message;
  return event.type === 'event.purged' ? 0 : undefined;
}
