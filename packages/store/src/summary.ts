/**
 * What the list shows of a thread and a restart has to know, kept beside the counter, at constant cost per event.
 * On what our own runs write it is what the fold would say; after a rewind or a purge the fold is asked.
 */
import {
  callStatus,
  type AgentStatus,
  type LedgerEvent,
  type RunStatus,
  scopeKey,
  scopesAtWork,
  type ThreadState,
} from '@toolthread/core';
import { hiddenScopes, hideScope } from './hidden-scopes.ts';
import {
  changeMessage,
  holdBack,
  postMessage,
  readMessages,
  releaseMessages,
  stillUnread,
  type Unread,
} from './unread.ts';

export interface Summary {
  readonly title?: string;
  readonly status?: RunStatus;
  /** Calls that are for everybody's eyes, and those of them that failed. */
  readonly calls: number;
  readonly failed: number;
  /** Calls that have no result yet, whoever may see them. */
  readonly open: number;
  readonly requests: readonly OpenRequest[];
  /** The newest stop or settlement that a run has to hear of: 0, or later than anything a step was built from. */
  readonly asked: number;
  /** The scopes at work or waiting for a person, child runs aside. */
  readonly busy: readonly string[];
  readonly unread: readonly Unread[];
  /** Scopes whose calls nobody is shown. A child run's only until it has ended: there may be many. */
  readonly hidden: readonly string[];
  readonly imported?: true;
}

interface OpenRequest {
  readonly id: string;
  readonly scope?: string;
  readonly call?: string;
  readonly expiresAt?: number;
}

export const emptySummary: Summary = {
  calls: 0,
  failed: 0,
  open: 0,
  requests: [],
  asked: 0,
  busy: [],
  unread: [],
  hidden: [],
};

/** As it was kept, perhaps by an older version that knew less; undefined where it is none. */
export function parseSummary(text: string): Summary | undefined {
  try {
    const kept: unknown = JSON.parse(text);
    if (typeof kept !== 'object' || kept === null) return undefined;
    const summary: Summary = { ...emptySummary, ...kept };
    const { requests, busy, unread, hidden, calls, failed, open, asked } = summary;
    const isSummary =
      [requests, busy, unread, hidden].every(Array.isArray) &&
      [calls, failed, open, asked].every((count) => typeof count === 'number');
    return isSummary ? summary : undefined;
  } catch {
    return undefined;
  }
}

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
      return { ...summary, open: 0, requests: [], asked: 0, unread: [] };
    case 'message.posted':
      return { ...summary, unread: postMessage(summary.unread, event, summary.busy.length > 0) };
    case 'message.changed':
      return { ...summary, unread: changeMessage(summary.unread, event) };
    case 'scope.opened':
      return { ...summary, hidden: hideScope(summary.hidden, event) };
    case 'run.stop.requested':
      return { ...summary, asked: event.seq };
    case 'agent.status':
      return changeStatus(summary, event);
    case 'agent.step.started': {
      const heard = (event.built_from ?? event.seq) >= summary.asked;
      return { ...summary, asked: heard ? 0 : summary.asked, unread: readMessages(summary.unread, event) };
    }
    case 'agent.tool.called':
      return { ...summary, calls: summary.calls + (isHidden(summary, event) ? 0 : 1), open: summary.open + 1 };
    case 'agent.tool.completed':
      return {
        ...summary,
        failed: summary.failed + (event.outcome === 'failed' && !isHidden(summary, event) ? 1 : 0),
        open: Math.max(0, summary.open - 1),
        requests: summary.requests.filter(
          ({ scope, call }) => call === undefined || call !== event.call || scope !== event.scope,
        ),
      };
    case 'request.opened': {
      const { request: id, scope, call, expires_at: expiresAt } = event;
      return { ...summary, requests: [...summary.requests, openRequest({ id, scope, call, expiresAt })] };
    }
    case 'request.resolved':
      return {
        ...summary,
        requests: summary.requests.filter(({ id }) => id !== event.request),
        asked: event.seq,
      };
    case 'thread.rewound':
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

/** The same, from the fold. What is owed is not part of the state: it stays as it was, as far as it still counts. */
export function summaryOf(state: ThreadState, before: Summary): Summary {
  const hidden = hiddenScopes(state);
  const calls = [...state.calls.byPlace.entries()].map(([, call]) => call).filter(({ recorded }) => recorded);
  const shown = calls.filter(({ scope }) => scope === undefined || !hidden.has(scope));
  const status = state.scopes.get('')?.status;
  return {
    ...(state.title === undefined ? {} : { title: state.title }),
    ...(status === undefined ? {} : { status }),
    calls: shown.length,
    failed: shown.filter((call) => callStatus(call) === 'failed').length,
    open: calls.filter((call) => call.state.name !== 'settled').length,
    requests: [...state.requests.entries()]
      .filter(([, { settled }]) => settled === undefined)
      .map(([id, { scope, call: place, expiresAt }]) => {
        const call = place === undefined ? undefined : state.calls.byPlace.get(place)?.id;
        return openRequest({ id, scope, call, expiresAt });
      }),
    asked: before.asked,
    busy: scopesAtWork(state).map(scopeKey),
    unread: stillUnread(before.unread, state),
    hidden: before.hidden,
    ...(state.source === undefined ? {} : { imported: true }),
  };
}

/** A restart has to look at it: a run was under way, or somebody asked for one that has not begun. */
export function isUnfinished({ status, open, asked, unread, imported }: Summary, claimed: boolean): boolean {
  // What a file says of its own runs is history: nothing of ours ever ran there.
  if (imported === true && !claimed) return false;
  const spoken = unread.some(({ held }) => held !== true);
  return asked > 0 || spoken || status === 'running' || status === 'queued' || (open > 0 && status !== 'awaiting_user');
}

/** A run is under way, owed or waiting for a person. */
export function canBeStopped(summary: Summary, claimed: boolean): boolean {
  return isUnfinished(summary, claimed) || summary.requests.length > 0 || summary.status === 'awaiting_user';
}

/** When the first of the open requests runs out. */
export function nearestExpiry({ requests }: Summary): number | undefined {
  const times = requests.flatMap(({ expiresAt }) => expiresAt ?? []);
  return times.length === 0 ? undefined : Math.min(...times);
}

/** A run that has ended has had its turn. One that completed may have missed what was said last, and lets speak who waited. */
function changeStatus(before: Summary, { status, scope, seq }: AgentStatus): Summary {
  const key = scopeKey(scope);
  const works = status === 'queued' || status === 'running' || status === 'awaiting_user';
  if (scope?.startsWith('child:') === true) {
    return works ? before : { ...before, hidden: before.hidden.filter((hidden) => hidden !== scope) };
  }
  const others = before.busy.filter((busy) => busy !== key);
  const busy = works ? [...others, key] : others;
  const released = status === 'completed' && busy.length === 0;
  const unread = released ? releaseMessages(before.unread, seq) : before.unread;
  if (scope !== undefined) return { ...before, busy, unread };
  if (works) return { ...before, status, busy, unread };
  return { ...before, status, busy, asked: 0, unread: status === 'completed' ? unread : holdBack(unread) };
}

function isHidden({ hidden }: Summary, { scope }: LedgerEvent): boolean {
  return scope !== undefined && hidden.includes(scope);
}

function openRequest({ id, scope, call, expiresAt }: Named): OpenRequest {
  return {
    id,
    ...(scope === undefined ? {} : { scope }),
    ...(call === undefined ? {} : { call }),
    ...(expiresAt === undefined ? {} : { expiresAt }),
  };
}

interface Named {
  readonly id: string;
  readonly scope: string | undefined;
  readonly call: string | undefined;
  readonly expiresAt: number | undefined;
}
