/** What a running server says: in words for a person, or as lines of JSON for a program that collects them. */
import { inspect } from 'node:util';
import type { LedgerEvent, StopReason } from '@toolthread/core';
import { type Answered, type FailedSignIn, type NodeNews, RunLost } from '@toolthread/server';
import type { DatabaseReach, Ledger, LedgerError } from '@toolthread/store';
import { printProblem, printText } from '../../terminal/print-text.ts';

interface Logged {
  readonly level: 'info' | 'warn' | 'error';
  readonly what: string;
  readonly thread?: string | undefined;
  readonly run?: string | undefined;
  readonly [more: string]: string | number | undefined;
}

export interface ServerLog {
  /** Something is wrong: it is told in either form. `stack`: where in the program, which a person reads instead. */
  problem(why: string, more?: { readonly thread?: string | undefined; readonly stack?: string }): void;
  /** Something happened: only programs are told. */
  note(logged: Logged): void;
  /** Something happened that whoever runs the server wants to know: it is told in either form. */
  tell(logged: Logged): void;
}

export interface LogOptions {
  readonly form: 'text' | 'json';
  readonly redact: (text: string) => string;
  readonly now?: () => number;
}

/** `serverLog({ form: 'json', redact })`: everything that is said passes the redactor. */
export function serverLog({ form, redact, now = Date.now }: LogOptions): ServerLog {
  const note = (logged: Logged): void => {
    const said = Object.entries({ time: new Date(now()).toISOString(), ...logged }).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, typeof value === 'string' ? redact(value) : value] as const],
    );
    void printText(`${JSON.stringify(Object.fromEntries(said))}\n`);
  };
  // `what` is one of a few names, by which lines are counted and found.
  const problem: ServerLog['problem'] = (why, more) => note({ level: 'error', what: 'problem', why, ...more });
  if (form === 'json') return { note, tell: note, problem };
  const tell = (logged: Logged): void => {
    const more = Object.entries(logged).filter(
      ([name, value]) => name !== 'level' && name !== 'what' && value !== undefined,
    );
    const rest = more.map(([name, value]) => `, ${name} ${value}`);
    void printProblem(redact(`toolthread: ${logged.what}${rest.join('')}`));
  };
  return { note: () => undefined, tell, problem: (what, more) => void printProblem(redact(more?.stack ?? what)) };
}

/** What was thrown, for the log: one line of what it is, and the stack beside it. */
export function tellError({ problem }: Pick<ServerLog, 'problem'>, error: unknown, thread?: string): void {
  if (error instanceof RunLost) return problem(error.why ?? error.message, { thread });
  const [what = ''] = (error instanceof Error ? `${error.name}: ${error.message}` : inspect(error)).split('\n', 1);
  problem(what, { thread, stack: inspect(error) });
}

/** Whoever goes on after too many is refused without a check: each time is a line for programs only. */
export function tellFailedSignIn(
  { note, tell }: Pick<ServerLog, 'note' | 'tell'>,
  { address, person, why }: FailedSignIn,
): void {
  const named = person === undefined ? {} : { person };
  (why === 'too_many' ? note : tell)({ level: 'warn', what: 'sign-in failed', address, ...named, why });
}

/** So many threads are remembered in which the last append was refused. */
const REMEMBERED = 1000;

/** The same ledger. How runs and threads begin and end is told; and why an append was refused, once until one in that thread is not. */
export function logging(ledger: Ledger, { note, tell }: Pick<ServerLog, 'note' | 'tell'>): Ledger {
  const refusals = new Map<string, string>();

  function tellRefusal(thread: string, run: string | undefined, { code, message, why = message }: LedgerError): void {
    if (refusals.get(thread) === code) return;
    if (refusals.size >= REMEMBERED) refusals.clear();
    refusals.set(thread, code);
    // A run is told so that its thread was deleted meanwhile, or that whoever asked for it has gone.
    const isNews = run === undefined || (code !== 'no_such_thread' && code !== 'no_such_person');
    if (isNews) tell({ level: 'warn', what: 'append refused', thread, run, code, why });
    else note({ level: 'info', what: 'append refused', thread, run, code, why });
  }

  return {
    ...ledger,
    async createThread(draft, as) {
      const created = await ledger.createThread(draft, as);
      if (created.ok) note({ level: 'info', what: 'thread created', thread: created.value[0]?.thread });
      return created;
    },
    async append(thread, drafts, options) {
      const appended = await ledger.append(thread, drafts, options);
      if (appended.ok) refusals.delete(thread);
      else tellRefusal(thread, options?.run?.id, appended.error);
      const events = appended.ok ? appended.value : [];
      for (const event of events) {
        if (event.type !== 'agent.status') continue;
        const level = event.status === 'failed' ? levelOf(endOf(events, event.scope)) : 'info';
        note({
          level,
          what: `run ${event.status}`,
          thread,
          run: event.run,
          scope: event.scope,
          person: level === 'warn' ? options?.person : undefined,
          why: event.error_message,
        });
      }
      return appended;
    },
    async deleteThread(thread) {
      const deleted = await ledger.deleteThread(thread);
      if (deleted.ok) note({ level: 'info', what: 'thread deleted', thread });
      return deleted;
    },
  };
}

/** Why the run of this scope ended, where these events say so. */
function endOf(events: readonly LedgerEvent[], scope: string | undefined): StopReason | undefined {
  for (const event of events)
    if (event.type === 'agent.continuation' && event.scope === scope) return event.stop_reason;
  return undefined;
}

/** Of a run that failed: a limit that somebody has set, and that was kept, is no fault. */
function levelOf(reason: StopReason | undefined): Logged['level'] {
  switch (reason) {
    case 'spending_limit':
    case 'steps_limit':
    case 'token_limit':
    case 'time_limit':
      return 'warn';
    case 'completed':
    case 'retry_limit':
    case 'error':
    case 'finish_reason':
    case 'guard':
    case 'user_requested':
    case undefined:
      return 'error';
    default:
      return reason satisfies never;
  }
}

/** `requestWords({ method: 'GET', route: '/readyz', status: 503, seconds: 0.1 })`: that a server says it is not ready is no fault. */
export function requestWords({ seconds, ...answered }: Answered): Logged {
  const isFault = answered.status >= 500 && answered.route !== '/readyz';
  return { level: isFault ? 'error' : 'info', what: 'request', ...answered, seconds };
}

/** `newsWords({ kind: 'came', node: 'b' })`: as the log tells it. */
export function newsWords(news: NodeNews): Logged {
  switch (news.kind) {
    case 'came':
      return { level: 'info', what: 'node came', node: news.node };
    case 'went':
      return { level: 'warn', what: 'node went', node: news.node };
    case 'lost':
      return { level: 'error', what: 'node has no answer, and ends its runs', node: news.node };
    case 'took over':
      return { level: 'warn', what: 'run taken over', thread: news.thread, run: news.run };
    default:
      return news satisfies never;
  }
}

/** `reachWords({ is: 'back' })`: as the log tells it. */
export function reachWords(reach: DatabaseReach): Logged {
  switch (reach.is) {
    case 'away':
      return { level: 'error', what: 'database lost', why: reach.why };
    case 'refusing':
      return { level: 'error', what: 'database refuses', why: reach.why };
    case 'back':
      return { level: 'info', what: 'database back' };
    default:
      return reach satisfies never;
  }
}

/** `storageWords(undefined)`: as the log tells that it is back, or with words that it is lost. */
export function storageWords(lost: string | undefined): Logged {
  return lost === undefined
    ? { level: 'info', what: 'storage back' }
    : { level: 'error', what: 'storage lost', why: lost };
}
