/** Tool calls that are not for the reader's eyes: neither their text nor that there were any. */
import type { LedgerEvent, ScopeOpened } from './event.ts';
import type { ThreadState } from './state.ts';

/**
 * `const withholding = new Withholding(state); for (const event of events) send(withholding.pass(event))`: the calls of members
 * that do not show them, and all that their child runs do, leave as `event.withheld`. Words and answers pass, and so does
 * what a person is asked: only a person can settle it. A scope that opens on the way is taken note of.
 */
export class Withholding {
  /** `calls` of a member, `all` of its child runs. */
  readonly #scopes = new Map<string, 'calls' | 'all'>();

  constructor(state?: ThreadState) {
    if (state === undefined) return;
    // A child run is opened after its parent, but the map does not say when.
    const opened = [...state.scopes.entries()].flatMap(([, scope]) => scope.opened ?? []);
    for (const event of opened.sort((a, b) => a.seq - b.seq)) this.#learn(event);
  }

  pass(event: LedgerEvent): LedgerEvent {
    if (event.type === 'scope.opened') this.#learn(event);
    const withheld = event.scope === undefined ? undefined : this.#scopes.get(event.scope);
    if (withheld === undefined) return event;
    return withheld === 'all' ? ofChild(event) : ofMember(event);
  }

  #learn({ scope, kind, parent, show_tool_calls: shown }: ScopeOpened): void {
    if (kind === 'child') {
      if (parent?.scope !== undefined && this.#scopes.has(parent.scope)) this.#scopes.set(scope, 'all');
      return;
    }
    if (shown === false) this.#scopes.set(scope, 'calls');
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
    case 'thread.closed':
    case 'thread.rewound':
    case 'message.posted':
    case 'message.changed':
    case 'scope.opened':
    case 'agent.configured':
    case 'agent.status':
    case 'agent.step.started':
    case 'agent.text.delta':
    case 'agent.reasoning.delta':
    case 'request.resolved':
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
  return event.type === 'request.resolved' ? event : withheldIn(event);
}

function withoutCall(event: Extract<LedgerEvent, { type: 'request.opened' }>): LedgerEvent {
  const { call: _call, step: _step, scope: _scope, ...asked } = event;
  return asked;
}

function withheldIn({ v, thread, seq, at }: LedgerEvent): LedgerEvent {
  return { v, thread, seq, at, type: 'event.withheld' };
}
