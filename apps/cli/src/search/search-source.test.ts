import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SearchHit } from '@toolthread/server';
import { askedSearch } from '@toolthread/core/lines';
import { readTranscript } from '@toolthread/transcripts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ClaudeSession, rewoundSession, smallSession } from '../../test/claude-session.ts';
import { folder, PATIENCE_MS } from '../../test/run-cli.ts';
import { idOf } from '../sessions/served/session-desk.ts';
import { searchSource } from './search-source.ts';

const SECRET = 'sk-ant-api03-zqx81-not-a-real-key-0123456789';

interface Stage {
  readonly home: string;
  readonly data: string;
  /** Once all is in the index. */
  readonly find: (words: string) => Promise<readonly SearchHit[]>;
}

async function stage(): Promise<Stage> {
  const [home, data] = [folder(), folder()];
  const env = { ...process.env, HOME: home, XDG_CACHE_HOME: join(home, '.cache'), ANTHROPIC_API_KEY: SECRET };
  const errors: unknown[] = [];
  const search = searchSource(env, data, (error) => errors.push(error));
  onTestFinished(async () => {
    await search.close();
    expect(errors).toEqual([]);
  });
  const find: Stage['find'] = async (words) => {
    await search.refresh();
    return (await search.search({ asked: askedSearch(words), limit: 30 })).hits;
  };
  return { home, data, find };
}

/** Of the index, and what is beside it. */
function bytesOf(data: string): string {
  const files = ['', '-wal'].map((end) => join(data, `search.db${end}`));
  return files.map((file) => (existsSync(file) ? readFileSync(file, 'latin1') : '')).join('');
}

describe('search in all of it', { timeout: PATIENCE_MS }, () => {
  it('[issue 13] finds sessions, leads to the place, and keeps up with what grows', async () => {
    const { home, find } = await stage();
    const path = smallSession().write(home, '.claude/projects/-home-me-parser', 's-1.jsonl');
    expect(await find('FAIL lint')).toMatchObject([
      { kind: 'session', id: idOf(path), agent: 'claude-code', project: '/home/me/parser', title: 'Parser upgrade' },
    ]);
    expect(await find('FAIL outcome:failed')).toHaveLength(1);
    // Its tool is called Bash.
    expect(await find('FAIL tool:shell')).toHaveLength(1);
    expect(await find('FAIL tool:read')).toEqual([]);
    expect(await find('FAIL outcome:denied')).toEqual([]);
    appendFileSync(path, new ClaudeSession('/home/me/parser', 's-1').user('and a giraffe').text);
    expect(await find('giraffe')).toMatchObject([{ id: idOf(path) }]);
  });

  it('[issue 13] what a person left by going back is found in its version', async () => {
    const { home, find } = await stage();
    const folder = '.claude/projects/-home-me-loom';
    const path = rewoundSession().write(home, folder, 's-1.jsonl');
    const [left] = await find('Dyed green');
    expect(left).toMatchObject({ id: idOf(path), places: [{ whose: 'answer', around: 'Dyed green.' }] });
    const version = left?.places[0]?.version ?? 0;
    const { events } = readTranscript(readFileSync(path));
    expect(events[version]).toMatchObject({ seq: version + 1, type: 'thread.rewound' });
    expect((await find('Washed'))[0]?.places[0]).not.toHaveProperty('version');
    // The words before the place where they went back are still said, once.
    expect((await find('Woven'))[0]?.places).toHaveLength(1);
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
});
