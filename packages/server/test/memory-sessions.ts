import type { EventDraft } from '@toolthread/core';
import type { ListedSession, SessionFile, SessionReading, SessionSource } from '@toolthread/server';
import { expect } from 'vitest';
import { field, type Started, unwrap } from './start-server.ts';

export const said = (text: string, at: number): EventDraft => ({
  type: 'message.posted',
  author: '@human',
  parts: [{ type: 'text', text }],
  delivery: 'now',
  at,
});
export const created = {
  type: 'thread.created',
  source: { format: 'codex', session: 's1' },
  title: 'Lint',
  at: 1,
} as const satisfies EventDraft;

/** Sessions in memory, which a test writes as another program writes files. */
export class MemorySessions implements SessionSource {
  readonly events = new Map<string, EventDraft[]>();
  readonly rest = new Map<string, EventDraft[]>();
  sessions: ListedSession[] = [];
  /** Which state of its file each session is in. */
  readonly #edition = new Map<string, number>();
  readings = 0;

  add(id: string, events: readonly EventDraft[], more: Partial<ListedSession> = {}): void {
    this.events.set(id, [...events]);
    this.sessions.push({
      id,
      agent: 'codex',
      title: `Title of ${id}`,
      project: '~/shop',
      model: undefined,
      calls: 2,
      failed: 1,
      tokens: 30,
      workedMs: 9,
      startedAt: 1,
      endedAt: this.sessions.length,
      state: 'done',
      ...more,
    });
  }

  rewrite(id: string, events: readonly EventDraft[]): void {
    this.events.set(id, [...events]);
    this.#edition.set(id, this.#editionOf(id) + 1);
  }

  async list(): Promise<{ sessions: readonly ListedSession[]; skipped: number }> {
    return { sessions: this.sessions, skipped: 3 };
  }

  async open(id: string): ReturnType<SessionSource['open']> {
    if (id === 'huge') return { ok: false, code: 'session_too_large', message: 'Run "toolthread open huge".' };
    if (!this.events.has(id)) return { ok: false, code: 'no_such_session', message: 'There is no such session.' };
    const edition = this.#editionOf(id);
    let given = 0;
    this.readings += 1;
    const reading: SessionReading = {
      next: async () => {
        if (this.#editionOf(id) !== edition) return 'rewritten';
        const next = this.events.get(id)?.slice(given, given + 2) ?? [];
        given += next.length;
        return next;
      },
      rest: async () => {
        const ended = this.rest.get(id);
        return ended && { beside: ended.filter(({ scope }) => scope !== undefined), ended };
      },
      close: () => void (this.readings -= 1),
    };
    return { ok: true, reading };
  }

  take = async ({ name, text }: SessionFile): ReturnType<SessionSource['open']> => {
    if (text === 'none') return { ok: false, code: 'session_unreadable', message: 'In this file is no session.' };
    this.events.set(name, [created, said(text, 1)]);
    return this.open(name);
  };

  #editionOf(id: string): number {
    return this.#edition.get(id) ?? 0;
  }
}

export async function openSession({ call }: Started, id: string): Promise<string> {
  const answer = await call('POST', `/api/sessions/${id}/open`);
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  return String(field(answer.json, 'thread'));
}

export async function eventsOf({ ledger }: Started, thread: string): Promise<string[]> {
  const events = unwrap(await ledger.read(thread, { after: 0, limit: 1000 }));
  return events.map((event) => (event.type === 'message.posted' ? JSON.stringify(event.parts) : event.type));
}
export const words = (...texts: string[]): string[] => texts.map((text) => JSON.stringify([{ type: 'text', text }]));
