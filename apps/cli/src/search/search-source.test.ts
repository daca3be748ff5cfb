import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SearchHit } from '@toolthread/server';
import { openLedger } from '@toolthread/store';
import type { Ledger } from '@toolthread/store';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ClaudeSession, smallSession } from '../../test/claude-session.ts';
import { folder, PATIENCE_MS } from '../../test/run-cli.ts';
import { ledgerIn } from '../data-folder.ts';
import { idOf } from '../sessions/served/session-desk.ts';
import { forgetting } from './forgetting.ts';
import { searchSource } from './search-source.ts';

const SECRET = 'sk-ant-api03-zqx81-not-a-real-key-0123456789';

interface Stage {
  readonly home: string;
  readonly data: string;
  readonly ledger: Ledger;
  /** Once all is in the index. */
  readonly find: (words: string, sessions?: boolean) => Promise<readonly SearchHit[]>;
  readonly forgotten: () => Promise<void>;
}

async function stage(): Promise<Stage> {
  const [home, data] = [folder(), folder()];
  const opened = await openLedger({ file: ledgerIn(data, {}) });
  if (!opened.ok) throw new Error(opened.error.message);
  const env = { ...process.env, HOME: home, XDG_CACHE_HOME: join(home, '.cache'), ANTHROPIC_API_KEY: SECRET };
  const errors: unknown[] = [];
  const search = searchSource(env, data, (error) => errors.push(error));
  const forgets: Promise<void>[] = [];
  const ledger = forgetting(opened.value, (thread) => void forgets.push(search.forget(thread)));
  onTestFinished(async () => {
    await search.close();
    await opened.value.close();
    expect(errors).toEqual([]);
  });
  const find: Stage['find'] = async (words, sessions = true) => {
    await search.refresh();
    const found = await search.search({ words, sessions, limit: 30 });
    if (!found.ok) throw new Error(found.code);
    return found.hits;
  };
  return { home, data, ledger, find, forgotten: async () => void (await Promise.all(forgets)) };
}

async function said(ledger: Ledger, text: string): Promise<string> {
  const created = await ledger.createThread({ title: 'Mine' });
  const thread = (created.ok && created.value[0]?.thread) || '';
  await ledger.append(thread, [
    { type: 'message.posted', author: '@human', parts: [{ type: 'text', text }], delivery: 'now' },
  ]);
  return thread;
}

/** Of the index, and what lies beside it. */
function bytesOf(data: string): string {
  const files = ['', '-wal'].map((end) => join(data, `search.db${end}`));
  return files.map((file) => (existsSync(file) ? readFileSync(file, 'latin1') : '')).join('');
}

describe('search in all of it', { timeout: PATIENCE_MS }, () => {
  it('[issue 13] finds sessions and threads, leads to the place, and keeps up with what grows', async () => {
    const { home, ledger, find } = await stage();
    const path = smallSession().write(home, '.claude/projects/-home-me-parser', 's-1.jsonl');
    const thread = await said(ledger, 'My own zebra');
    expect(await find('FAIL lint')).toMatchObject([
      { kind: 'session', id: idOf(path), agent: 'claude-code', project: '/home/me/parser', title: 'Parser upgrade' },
    ]);
    expect(await find('zebra')).toMatchObject([
      { kind: 'thread', id: thread, agent: 'toolthread', places: [{ place: '0', whose: 'you', marks: [[7, 12]] }] },
    ]);
    expect(await find('lint', false)).toEqual([]);
    appendFileSync(path, new ClaudeSession('/home/me/parser', 's-1').user('and a giraffe').text);
    expect(await find('giraffe')).toMatchObject([{ id: idOf(path) }]);
    await ledger.append(thread, [
      { type: 'message.posted', author: '@human', parts: [{ type: 'text', text: 'an okapi' }], delivery: 'now' },
    ]);
    expect(await find('"an okapi"')).toMatchObject([{ id: thread, places: [{ place: '1' }] }]);
  });

  it('[issue 13] the words of a thread that is deleted leave the index, and those of one in the bin are not found', async () => {
    const { data, ledger, find, forgotten } = await stage();
    const [gone, binned] = [await said(ledger, 'quagga one'), await said(ledger, 'quagga two')];
    expect((await find('quagga')).map(({ id }) => id).toSorted()).toEqual([gone, binned].toSorted());
    await ledger.append(binned, [{ type: 'thread.placed', place: 'bin' }]);
    await ledger.deleteThread(gone);
    await forgotten();
    expect(await find('quagga')).toEqual([]);
    expect(bytesOf(data)).not.toContain('quagga');
  });

  it('[issue 13] a key of this computer is in no hit, and not in the index', async () => {
    const { home, data, find } = await stage();
    new ClaudeSession()
      .user(`The wombat key is ${SECRET}, keep it`)
      .write(home, '.claude/projects/-home-me-x', 's.jsonl');
    const [hit] = await find('wombat');
    expect(hit?.places[0]?.around).toContain('wombat key is');
    expect(JSON.stringify(hit)).not.toContain(SECRET);
    expect(await find(SECRET)).toEqual([]);
    expect(bytesOf(data)).not.toContain(SECRET.slice(0, 30));
  });

  it('calls of a member that does not show them are not found', async () => {
    const { ledger, find } = await stage();
    const thread = await said(ledger, 'Ask the shy member');
    await ledger.append(thread, [
      { type: 'scope.opened', scope: 'agent:shy', kind: 'member', name: 'shy', show_tool_calls: false },
      { type: 'agent.step.started', scope: 'agent:shy', step: 1 },
      {
        type: 'agent.tool.called',
        scope: 'agent:shy',
        step: 1,
        part: 0,
        call: 'c1',
        name: 'read',
        arguments: '{"path":"aardvark.txt"}',
      },
    ]);
    expect(await find('aardvark')).toEqual([]);
    expect(await find('shy member')).toHaveLength(1);
  });
});
