/** A real server with sessions of other agents, for tests. */
import { join } from 'node:path';
import { foldTrusted, newThread, timeline } from '@toolthread/core';
import type { LedgerEvent } from '@toolthread/core';
import { serveAgent } from '@toolthread/server';
import type { SessionSource } from '@toolthread/server';
import { onTestFinished } from 'vitest';
import type { SessionDesk } from '../src/sessions/served/session-desk.ts';
import { folder } from './run-cli.ts';

export const TOKEN = 'a-long-secret-0123456789';
const IDLE = { hasWork: () => false, run: async () => undefined, recover: () => [] };
export function environment(home: string): NodeJS.ProcessEnv {
  return { ...process.env, HOME: home, XDG_CACHE_HOME: join(home, '.cache'), XDG_DATA_HOME: join(home, '.data') };
}

interface Listed {
  readonly id: string;
  readonly agent: string;
  readonly title: string;
  readonly [field: string]: unknown;
}

export interface Answer {
  readonly sessions?: readonly Listed[];
  readonly thread?: string;
  readonly error?: { readonly message: string };
}

interface Opened {
  readonly list: () => Promise<readonly Listed[]>;
  readonly open: (id: string) => Promise<string>;
  readonly refusal: (id: string) => Promise<string>;
  readonly events: (thread: string) => Promise<readonly LedgerEvent[]>;
  readonly url: string;
}

/** A real server with the sessions of that source. */
export async function serve(sessions: SessionSource): Promise<Opened> {
  const served = await serveAgent({ agent: IDLE, file: join(folder(), 'ledger.db'), token: TOKEN, sessions });
  if (!served.ok) throw new Error(served.message);
  onTestFinished(() => served.close());
  const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };
  const url = served.url ?? '';
  const ask = async (path: string, init: RequestInit = {}): Promise<Answer> => {
    const answer: Answer = JSON.parse(await (await fetch(`${url}${path}`, { headers, ...init })).text());
    return answer;
  };
  const open = (id: string): Promise<Answer> => ask(`/api/sessions/${id}/open`, { method: 'POST', body: '{}' });
  return {
    url,
    list: async () => (await ask('/api/sessions?limit=500')).sessions ?? [],
    open: async (id) => (await open(id)).thread ?? '',
    refusal: async (id) => (await open(id)).error?.message ?? '',
    events: async (thread) => {
      const events: LedgerEvent[] = [];
      for (;;) {
        const page = await served.ledger.read(thread, { after: events.length, limit: 1000 });
        if (!page.ok) throw new Error(page.error.message);
        if (page.value.length === 0) return events;
        events.push(...page.value);
      }
    },
  };
}

/** The same, read in this thread: cheap, and the code is the same. */
export function sourceOf(desk: SessionDesk): SessionSource {
  return {
    list: () => desk.list(),
    async open(id) {
      const opened = await desk.open(id);
      if (!opened.ok) return opened;
      const { number } = opened;
      return {
        ok: true,
        reading: { next: () => desk.next(number), rest: () => desk.rest(number), close: () => desk.close(number) },
      };
    },
  };
}

/** What a person sees of it, and what became of its records; what it is called here aside. */
export function drawn(events: readonly LedgerEvent[]): unknown {
  const thread = foldTrusted(
    newThread('t'),
    events.map((event) => ({ ...event, thread: 't' })),
  );
  return JSON.parse(JSON.stringify([timeline(thread).items.toArray(), thread.state.account]));
}

export async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 20));
}
