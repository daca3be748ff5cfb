/** A session of any other agent is continued here: whatever its file has, the next model of any provider takes the history. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAtWork } from '@toolthread/core';
import type { EventDraft, LedgerEvent } from '@toolthread/core';
import { connectThread, forkThread } from '@toolthread/client';
import { startStub } from '@toolthread/provider-stub';
import type { Provider } from '@toolthread/provider-stub';
import { createModel } from '@toolthread/providers';
import { serveAgent } from '@toolthread/server';
import type { SessionSource } from '@toolthread/server';
import { readTranscript } from '@toolthread/transcripts';
import { expect, onTestFinished, test } from 'vitest';
import { folder, PATIENCE_MS } from '../../../test/run-cli.ts';

const FIXTURES = join(import.meta.dirname, '../../../../../packages/transcripts/fixtures');
const TOKEN = 'a-long-secret-0123456789';

const MODELS: { readonly [provider in Provider]: string } = {
  anthropic: 'claude-opus-4-7',
  'openai-chat': 'gpt-5',
  'openai-responses': 'gpt-5.5',
  gemini: 'gemini-3-pro',
};

const CUTS = [0.2, 0.35, 0.6, 0.85];

/** Every fixture of every format, whole, and files of lines in the middle too, where calls are open: each provider has a cut of its own. */
const sessions = globSync('*/*.{json,jsonl}', { cwd: FIXTURES })
  .sort()
  .flatMap((name) => {
    const bytes = readFileSync(join(FIXTURES, name));
    const parts = name.endsWith('.jsonl') ? [1, ...CUTS] : [1];
    return parts.flatMap((part) => {
      const { events } = readTranscript(bytes.subarray(0, Math.round(bytes.length * part)), {
        path: name,
        goesOn: part < 1,
      });
      return events.some(({ type }) => type === 'message.posted') ? [{ name: `${name} ${part}`, part, events }] : [];
    });
  });

const source: SessionSource = {
  list: async () => ({ sessions: [], skipped: 0 }),
  async open(id) {
    let left: readonly EventDraft[] = drafts(sessions[Number(id)]?.events ?? []);
    const next = async (): Promise<readonly EventDraft[]> => {
      const all = left;
      left = [];
      return all;
    };
    return { ok: true, reading: { next, rest: async () => undefined, close: () => undefined } };
  },
};

/** Broken lines may be before the first event. */
function drafts(events: readonly LedgerEvent[]): readonly EventDraft[] {
  const all = events.map(({ v: _v, thread: _thread, seq: _seq, ...draft }): EventDraft => draft);
  const first = all.findIndex(({ type }) => type === 'thread.created');
  return JSON.parse(JSON.stringify([...all.slice(first, first + 1), ...all.slice(0, first), ...all.slice(first + 1)]));
}

test.each(Object.entries(MODELS))(
  '[issue 13] [L2] every session of every format is continued by %s',
  async (name, model) => {
    const stub = await startStub();
    onTestFinished(() => stub.close());
    const provider = Object.keys(MODELS).find((each): each is Provider => each === name) ?? 'anthropic';
    const served = await serveAgent({
      agent: { model: createModel({ provider, model, apiKey: 'key', baseURL: stub.url(provider) }) },
      file: join(folder(), 'ledger.db'),
      token: TOKEN,
      sessions: source,
    });
    if (!served.ok) throw new Error(served.message);
    onTestFinished(() => served.close());
    const endpoint = { baseUrl: served.url ?? '', token: TOKEN };
    const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };
    expect(sessions.length).toBeGreaterThan(40);
    const cut = CUTS[Object.keys(MODELS).indexOf(name)];
    for (const [id, session] of sessions.entries()) {
      if (session.part !== 1 && session.part !== cut) continue;
      stub.script([{ say: [{ type: 'text', text: 'On we go.' }] }]);
      const init = { method: 'POST', headers, body: '{}' };
      const opened = await fetch(`${served.url}/api/sessions/${id}/open`, init);
      const { thread }: { readonly thread: string } = JSON.parse(await opened.text());
      const forked = await forkThread(endpoint, thread);
      if (!forked.ok) throw new Error(`${session.name}: ${forked.error.message}`);
      const connection = connectThread({ ...endpoint, thread: forked.value.id });
      const ended = new Promise<unknown>((resolve) => {
        connection.subscribe(() => {
          const last = connection.snapshot().thread.state.log.last();
          if (last?.kind !== 'status' || last.status.seq <= forked.value.seq || isAtWork(last.status.status)) return;
          resolve(last.status.error_message ?? last.status.status);
        });
      });
      await connection.post('And now?');
      expect([session.name, await ended, stub.journal.refused]).toEqual([session.name, 'completed', []]);
      expect([session.name, stub.left]).toEqual([session.name, 0]);
      connection.close();
    }
  },
  PATIENCE_MS,
);
