/** What a server counts of itself, for whoever watches it. Only numbers: no name, no word, no address is kept. */
import type { LedgerEvent, Usage } from '@toolthread/core';
import type { ServerResponse } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { whenClosed } from '../http/when-closed.ts';
import { type Family, prometheusText } from './prometheus-text.ts';

/** Counts what happens, and writes the counts in the format of Prometheus. */
export interface Metrics {
  /** The number of events that were to be appended. */
  appended(events: number, seconds: number, ok: boolean): void;
  /** What an event of a run says that it took, or that it may take no more. */
  told(event: LedgerEvent): void;
  /** A request has arrived; counted when its answer ends. `route` is asked then. */
  request(response: ServerResponse, route: () => string): void;
  /** Somebody gave a name and a password, and was not let in. */
  signInFailed(failed: FailedSignIn): void;
  text(load: RunLoad): string;
}

/** Never what was typed: a name that nobody has may be a password in the wrong field. */
export interface FailedSignIn {
  /** From where, as far as it is known: behind a proxy that is trusted, what the proxy says. */
  readonly address: string;
  /** The account, if there is one of that name. */
  readonly person: string | undefined;
  readonly why: 'wrong_password' | 'unknown_name' | 'too_many';
}

/** How many runs are at work, and how many wait for their turn. */
export interface RunLoad {
  readonly atWork: number;
  readonly waiting: number;
}

/** A request whose answer has ended. */
export interface Answered {
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}

/** Who wants to know of each. */
export interface MetricsOptions {
  readonly onAnswered?: (answered: Answered) => void;
  readonly onSignInFailed?: (failed: FailedSignIn) => void;
}

const BUCKETS = [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10];
const NANO = 1e9;
const TOKENS = [
  ['input', 'input_tokens'],
  ['output', 'output_tokens'],
  ['cache_read', 'cache_read_tokens'],
  ['cache_write', 'cache_write_tokens'],
  ['reasoning', 'reasoning_tokens'],
] as const satisfies readonly (readonly [string, keyof Usage])[];

/**
 * Counts from nothing.
 *
 * @example
 * const metrics = createMetrics();
 * metrics.appended(2, 0.003, true);
 * metrics.text({ atWork: 1, waiting: 0 }).includes('toolthread_events_appended_total 2'); //=> true
 */
export function createMetrics({ onAnswered, onSignInFailed }: MetricsOptions = {}): Metrics {
  const requests = new Map<string, { readonly labels: Readonly<Record<string, string>>; count: number }>();
  const open = new Set<ServerResponse>();
  const seconds = BUCKETS.map(() => 0);
  const appends = { done: 0, refused: 0, events: 0, seconds: 0 };
  const tokens = { input: 0, output: 0, cache_read: 0, cache_write: 0, reasoning: 0 };
  const failedSignIns = { wrong_password: 0, unknown_name: 0, too_many: 0 };
  let overLimit = 0;
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();

  function count(labels: Readonly<Record<string, string>>): void {
    const key = JSON.stringify(labels);
    const known = requests.get(key);
    if (known === undefined) requests.set(key, { labels, count: 1 });
    else known.count += 1;
  }

  return {
    appended(events, took, ok) {
      appends[ok ? 'done' : 'refused'] += 1;
      if (!ok) return;
      appends.events += events;
      appends.seconds += took;
      for (const [n, bucket] of BUCKETS.entries()) if (took <= bucket) seconds[n] = (seconds[n] ?? 0) + 1;
    },
    told(event) {
      if (event.type === 'agent.continuation' && event.stop_reason === 'spending_limit') overLimit += 1;
      const usage =
        event.type === 'agent.step.completed' || event.type === 'context.compacted' ? event.usage : undefined;
      for (const [kind, name] of TOKENS) tokens[kind] += usage?.[name] ?? 0;
    },
    request(response, route) {
      open.add(response);
      const [began, sent = ''] = [performance.now(), response.req.method];
      whenClosed(response, () => {
        open.delete(response);
        const answered = { method: METHODS.has(sent) ? sent : 'other', route: route(), status: response.statusCode };
        count({ ...answered, status: String(answered.status) });
        onAnswered?.({ ...answered, seconds: (performance.now() - began) / 1000 });
      });
    },
    signInFailed(failed) {
      failedSignIns[failed.why] += 1;
      onSignInFailed?.(failed);
    },
    text(load) {
      const streams = [...open].filter((response) => isStream(response)).length;
      const { rss, heapUsed } = process.memoryUsage();
      const families: readonly Family[] = [
        one('toolthread_runs_at_work', 'gauge', 'Runs at work.', load.atWork),
        one('toolthread_runs_waiting', 'gauge', 'Runs that wait for their turn.', load.waiting),
        one('toolthread_streams_open', 'gauge', 'Event streams that are open.', streams),
        one('toolthread_events_appended_total', 'counter', 'Events appended.', appends.events),
        one('toolthread_appends_refused_total', 'counter', 'Appends that were refused.', appends.refused),
        {
          name: 'toolthread_append_seconds',
          kind: 'histogram',
          help: 'How long an append took until it was committed.',
          samples: [
            ...BUCKETS.map((le, n) => ({ suffix: '_bucket', labels: { le: String(le) }, value: seconds[n] ?? 0 })),
            { suffix: '_bucket', labels: { le: '+Inf' }, value: appends.done },
            { suffix: '_sum', value: appends.seconds },
            { suffix: '_count', value: appends.done },
          ],
        },
        {
          name: 'toolthread_tokens_total',
          kind: 'counter',
          help: 'Tokens that runs took here, as providers counted them.',
          samples: Object.entries(tokens).map(([kind, value]) => ({ labels: { kind }, value })),
        },
        one(
          'toolthread_runs_over_limit_total',
          'counter',
          'Runs that ended at the limit of a person’s day.',
          overLimit,
        ),
        {
          name: 'toolthread_sign_ins_failed_total',
          kind: 'counter',
          help: 'Sign-ins with a name and a password that were refused, by why.',
          samples: Object.entries(failedSignIns).map(([why, value]) => ({ labels: { why }, value })),
        },
        {
          name: 'toolthread_requests_total',
          kind: 'counter',
          help: 'Requests that were answered, by route and status.',
          samples: [...requests.values()].map(({ labels, count: value }) => ({ labels, value })),
        },
        one('process_resident_memory_bytes', 'gauge', 'Memory of the process.', rss),
        one('nodejs_heap_used_bytes', 'gauge', 'Memory in use by JavaScript.', heapUsed),
        {
          name: 'nodejs_eventloop_delay_seconds',
          kind: 'gauge',
          help: 'How late the event loop was since this was asked last.',
          samples: [
            ...[50, 99].map((n) => ({ labels: { quantile: String(n / 100) }, value: late(delay.percentile(n)) })),
            { labels: { quantile: '1' }, value: late(delay.max) },
          ],
        },
        one('process_uptime_seconds', 'gauge', 'For how long the process has been running.', process.uptime()),
      ];
      delay.reset();
      return prometheusText(families);
    },
  };
}

/** Others are whatever somebody sends. */
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS']);

function one(name: string, kind: Family['kind'], help: string, value: number): Family {
  return { name, kind, help, samples: [{ value }] };
}

function isStream(response: ServerResponse): boolean {
  return String(response.getHeader('content-type') ?? '').startsWith('text/event-stream');
}

/** Nothing was measured yet: not a number, or larger than any. */
function late(nanoseconds: number): number {
  const is = nanoseconds / NANO;
  return Number.isFinite(is) && is < 1e6 ? is : 0;
}
