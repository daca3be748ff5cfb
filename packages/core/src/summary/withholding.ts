/** Tool calls that are not for the reader's eyes: neither their text nor that there were any. */
import type { LedgerEvent, ScopeOpened } from '../ledger/ledger-event.ts';

/**
 * What may leave the server: the calls of members that do not show them, and all that their child runs do, leave as `event.withheld`. Words
 * and answers pass, and so does what a person is asked: only a person can settle it.
 *
 * A reader that begins in the middle first gives it every `scope.opened` from before. It takes them from the ledger, not from a
 * state: a rewind makes a state forget scopes, but their calls are still in the ledger. What was learnt later than an event
 * says nothing of it: begun anywhere, the same events leave in the same way.
 *
 * @example
 * const withholding = new Withholding();
 * exampleEvents.map((event) => withholding.pass(event)).length; //=> exampleEvents.length
 */
export class Withholding {
  readonly #scopes = new Map<string, { readonly what: 'calls' | 'all'; readonly since: number }>();

  /** A copy: what one of the two learns from now on, the other does not know. */
  copy(): Withholding {
    const copy = new Withholding();
    for (const [scope, withheld] of this.#scopes) copy.#scopes.set(scope, withheld);
    return copy;
  }

  pass(event: LedgerEvent): LedgerEvent {
    if (event.type === 'scope.opened') this.#learn(event);
    const withheld = event.scope === undefined ? undefined : this.#scopes.get(event.scope);
    if (withheld === undefined || event.seq < withheld.since) return event;
    return withheld.what === 'all' ? ofChild(event) : ofMember(event);
  }

  /** Whether calls of the scope are withheld from this event on. */
  hides(scope: string | undefined, seq: number): boolean {
    return this.#isHidden(scope, seq);
  }

  #learn({ scope, seq, kind, parent, show_tool_calls: shown }: ScopeOpened): void {
    if (this.#isHidden(scope, seq)) return;
    if (kind === 'child') {
      if (this.#isHidden(parent?.scope, seq)) this.#scopes.set(scope, { what: 'all', since: seq });
      return;
    }
    if (shown === false) this.#scopes.set(scope, { what: 'calls', since: seq });
  }

  #isHidden(scope: string | undefined, seq: number): boolean {
    const withheld = scope === undefined ? undefined : this.#scopes.get(scope);
    return withheld !== undefined && withheld.since <= seq;
  }
}

function ofMember(event: LedgerEvent): LedgerEvent {
  switch (event.type) {
    case 'agent.tool.input.delta':
    case 'agent.tool.called':
    case 'agent.tool.started':
    case 'agent.tool.retrying':
    case 'agent.tool.output.delta':
    case 'agent.tool.completed':
      return withheldIn(event);
    case 'agent.step.completed':
      return event.finish_reason === 'tool_calls' ? { ...event, finish_reason: 'stop' } : event;
    case 'agent.continuation': {
      // What a criterion says may name a tool.
      const { evaluations: _evaluations, ...verdict } = event;
      return verdict;
    }
    case 'agent.part.completed':
      return event.kind === 'opaque' ? withheldIn(event) : event;
    case 'request.opened':
      return withoutCall(event);
    case 'thread.created':
    case 'thread.renamed':
    case 'thread.placed':
    case 'thread.rested':
    case 'thread.closed':
    case 'thread.rewound':
    case 'message.posted':
    case 'message.changed':
    case 'scope.opened':
    case 'agent.chosen':
    case 'agent.configured':
    case 'agent.status':
    case 'agent.step.started':
    case 'agent.step.retrying':
    case 'agent.text.delta':
    case 'agent.reasoning.delta':
    case 'request.resolved':
    case 'run.retry.requested':
    case 'run.stop.requested':
    case 'context.compacted':
    case 'workspace.saved':
    case 'workspace.changed':
    case 'source.record':
    case 'event.purged':
    case 'event.withheld':
      return event;
    default:
      return event satisfies never;
  }
}

function ofChild(event: LedgerEvent): LedgerEvent {
  if (event.type === 'request.opened') return withoutCall(event);
  if (event.type !== 'request.resolved') return withheldIn(event);
  const { scope: _scope, ...settled } = event;
  return settled;
}

function withoutCall(event: Extract<LedgerEvent, { type: 'request.opened' }>): LedgerEvent {
  const { call: _call, step: _step, scope: _scope, ...asked } = event;
  return asked;
}

function withheldIn({ v, thread, seq, at }: LedgerEvent): LedgerEvent {
  return { v, thread, seq, at, type: 'event.withheld' };
}
