import { server } from '../page/server.ts';
import { sinceDays } from '../threads/sought-threads.ts';

/** A session of another agent, as the server lists it. */
export interface ListedSession {
  readonly id: string;
  readonly agent: string;
  readonly title: string;
  readonly project: string;
  readonly model: string | null;
  readonly calls: number;
  readonly failed: number;
  /** How long it worked. */
  readonly worked_ms: number;
  readonly ended_at: number;
  readonly state: 'working' | 'open' | 'waiting' | 'failed' | 'stopped' | 'done';
  /** That shows it, where it was opened before. */
  readonly thread: string | null;
}

export interface SessionPage {
  readonly sessions: readonly ListedSession[];
  readonly next: string | null;
  readonly skipped: number;
  /** What `~` in a project stands for. */
  readonly home: string | null;
  readonly agents: readonly string[];
  readonly projects: readonly string[];
}

/** What is looked for; empty is everything. */
export interface Sought {
  readonly agent: string;
  /** Undefined: all. Empty: those of no folder. */
  readonly project: string | undefined;
  readonly state: string | undefined;
  /** In so many days, today among them. */
  readonly days: number | undefined;
  readonly limit: number;
}

/** `none`: this server shows no sessions, to nobody or not to this reader. Undefined: it did not answer. */
export async function askSessions(sought: Sought, signal: AbortSignal): Promise<SessionPage | 'none' | undefined> {
  const { agent, project, state, days, limit } = sought;
  const query = new URLSearchParams({ limit: String(limit), agent });
  if (project !== undefined) query.set('project', project);
  if (state !== undefined) query.set('state', state);
  if (days !== undefined) query.set('since', String(sinceDays(days, Date.now())));
  try {
    const response = await server.fetch(`${server.baseUrl}/api/sessions?${query}`, { cache: 'no-store', signal });
    if (!response.ok) return response.status === 404 || response.status === 403 ? 'none' : undefined;
    const page: SessionPage = await response.json();
    return page;
  } catch {
    return undefined;
  }
}

type Opened = OpenedSession | { readonly problem: string | undefined };

/** The thread that shows a session, and where a version was looked for, that version in it. */
export interface OpenedSession {
  readonly thread: string;
  readonly version?: number;
}

/** The thread that shows the session, or in words why there is none. */
export function openSession(id: string, version: number | undefined): Promise<Opened> {
  return ask(`/${id}/open`, { version });
}

/** The same for a file that somebody gives. */
export function takeSession(name: string, text: string): Promise<Opened> {
  return ask('', { name: name.slice(0, 300), text });
}

async function ask(path: string, body: object): Promise<Opened> {
  try {
    const response = await server.fetch(`${server.baseUrl}/api/sessions${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const answer: OpenedSession | { readonly error?: { readonly message?: string } } = await response.json();
    return 'thread' in answer ? answer : { problem: answer.error?.message };
  } catch {
    return { problem: undefined };
  }
}
