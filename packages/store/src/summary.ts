/**
 * What the list shows of a thread and a restart has to know, kept beside the counter, at constant cost per event.
 * On what our own runs write it is what the fold would say; after a rewind or a purge the fold is asked.
 */
import { callStatus, type AgentStatus, type LedgerEvent, type RunStatus, type ThreadState } from '@toolthread/core';

export interface Summary {
  readonly title?: string;
  readonly status?: RunStatus;
  readonly calls: number;
  readonly failed: number;
  /** Calls that have no result yet. */
  readonly open: number;
  readonly requests: readonly OpenRequest[];
  /** The newest event that asks for a run: 0, or later than anything a step was built from. */
  readonly asked: number;
  readonly imported?: true;
  /** Something was said for later: when a run completes, there may be another to begin. */
  readonly later?: true;
}

interface OpenRequest {
  readonly id: string;
  readonly scope?: string;
  readonly call?: string;
}

export const emptySummary: Summary = { calls: 0, failed: 0, open: 0, requests: [], asked: 0 };

/** `summarise(emptySummary, event)` */
export function summarise(summary: Summary, event: LedgerEvent): Summary {
  switch (event.type) {
    case 'thread.created':
      return {
        ...summary,
        ...(event.title === undefined ? {} : { title: event.title }),
        ...(event.source === undefined ? {} : { imported: true }),
      };
    case 'thread.renamed':
      return { ...summary, title: event.title };
    case 'thread.closed':
      return { ...summary, open: 0, requests: [], asked: 0 };
    case 'message.posted':
      return { ...summary, asked: event.seq, ...(event.delivery === 'followUp' ? { later: true } : {}) };
    case 'run.stop.requested':
      return { ...summary, asked: event.seq };
    case 'agent.status':
      return changeStatus(summary, event);
    case 'agent.step.started':
      return (event.built_from ?? event.seq) >= summary.asked ? { ...summary, asked: 0 } : summary;
    case 'agent.tool.called':
      return { ...summary, calls: summary.calls + 1, open: summary.open + 1 };
    case 'agent.tool.completed':
      return {
        ...summary,
        failed: summary.failed + (event.outcome === 'failed' ? 1 : 0),
        open: Math.max(0, summary.open - 1),
        requests: summary.requests.filter(
          ({ scope, call }) => call === undefined || call !== event.call || scope !== event.scope,
        ),
      };
    case 'request.opened':
      return { ...summary, requests: [...summary.requests, openRequest(event.request, event.scope, event.call)] };
    case 'request.resolved':
      return {
        ...summary,
        requests: summary.requests.filter(({ id }) => id !== event.request),
        asked: event.seq,
      };
    case 'thread.rewound':
    case 'scope.opened':
    case 'agent.configured':
    case 'agent.step.completed':
    case 'agent.text.delta':
    case 'agent.reasoning.delta':
    case 'agent.tool.input.delta':
    case 'agent.tool.output.delta':
    case 'agent.part.completed':
    case 'agent.tool.started':
    case 'agent.tool.retrying':
    case 'agent.continuation':
    case 'context.compacted':
    case 'message.changed':
    case 'workspace.saved':
    case 'workspace.changed':
    case 'source.record':
    case 'event.purged':
    case 'event.withheld':
      return summary;
    default:
      return event satisfies never;
  }
}

/** The same, from the fold. What is owed is not part of the state: it stays as it was. */
export function summaryOf(state: ThreadState, before: Summary): Summary {
  const calls = [...state.calls.byPlace.entries()].map(([, call]) => call).filter(({ recorded }) => recorded);
  const status = state.scopes.get('')?.status;
  return {
    ...(state.title === undefined ? {} : { title: state.title }),
    ...(status === undefined ? {} : { status }),
    calls: calls.length,
    failed: calls.filter((call) => callStatus(call) === 'failed').length,
    open: calls.filter((call) => call.state.name !== 'settled').length,
    requests: [...state.requests.entries()]
      .filter(([, { settled }]) => settled === undefined)
      .map(([id, { scope, call }]) =>
        openRequest(id, scope, call === undefined ? undefined : state.calls.byPlace.get(call)?.id),
      ),
    asked: before.asked,
    ...(state.queue.held.size === 0 ? {} : { later: true }),
    ...(state.source === undefined ? {} : { imported: true }),
  };
}

/** A restart has to look at it: a run was under way, or somebody asked for one that has not begun. */
export function isUnfinished({ status, open, asked, imported }: Summary, claimed: boolean): boolean {
  // What a file says of its own runs is history: nothing of ours ever ran there.
  if (imported === true && !claimed) return false;
  return asked > 0 || status === 'running' || status === 'queued' || (open > 0 && status !== 'awaiting_user');
}

/** A run that failed or was stopped has had its turn; one that completed may have missed what came last, or what waited. */
function changeStatus(before: Summary, { status, scope, seq }: AgentStatus): Summary {
  const summary = status === 'completed' && before.later === true ? { ...before, asked: seq } : before;
  if (scope !== undefined) return summary;
  const { later: _later, ...rest } = summary;
  if (status === 'completed') return { ...rest, status };
  return { ...summary, status, asked: status === 'failed' || status === 'cancelled' ? 0 : summary.asked };
}

function openRequest(id: string, scope: string | undefined, call: string | undefined): OpenRequest {
  return { id, ...(scope === undefined ? {} : { scope }), ...(call === undefined ? {} : { call }) };
}
