/**
 * [M1] [B.6 46] One value goes through every road there is, and is looked for at every end. The value is a key of the provider, a variable of
 * the environment and what an MCP server was told; it is in files in every form that we know.
 */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startStub } from '@toolthread/provider-stub';
import type { Turn } from '@toolthread/provider-stub';
import { afterEach, describe, expect, it } from 'vitest';
import { ClaudeSession } from '../../test/claude-session.ts';
import { folder, PATIENCE_MS, runCli, startCli, printedBy } from '../../test/run-cli.ts';
import { runHere } from '../../test/run-here.ts';

const CANARY = `sk-canary-${randomBytes(15).toString('base64url')}`;
const TOKEN = 'a-token-for-the-test-0123456789';
const SERVER = fileURLToPath(import.meta.resolve('../../test/telling-server.mjs'));

const hex = Buffer.from(CANARY).toString('hex');
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const FORMS: readonly string[] = [
  CANARY,
  [...CANARY].toReversed().join(''),
  hex,
  hex.toUpperCase(),
  hex.replace(/(..)(?=.)/g, '$1:'),
  hex.replace(/(..)/g, '%$1'),
  hex.replace(/(..)/g, '\\x$1'),
  hex.replace(/(..)/g, '\\u00$1'),
  base64(CANARY),
  base64(`a${CANARY}`),
  base64(`ab${CANARY}`),
  Buffer.from(`user:${CANARY}`).toString('base64url'),
  base64(CANARY).replace(/(.{12})/g, '$1\n'),
  [...Buffer.from(CANARY)].join(', '),
  [...CANARY].join('\u001b[0m'),
  [...CANARY].join('\u200b'),
  `${CANARY.slice(0, 9)}X\b${CANARY.slice(9)}`,
];

/** What gives it away: itself and its codes, once everything between their letters is gone. */
const TELLING = [CANARY, FORMS[1] ?? '', hex, ...[0, 1, 2].map((n) => base64('a'.repeat(n) + CANARY).slice(4, -8))];
function leaksIn(text: string): readonly string[] {
  // oxlint-disable-next-line no-control-regex -- these are what is looked for
  const bare = text.replace(/\u001b\[[\d;]*m|[\u200b\n]|\\n|\\u001b\[\d*m|\\u200b/g, '');
  const digits = bare.toLowerCase().replace(/[:%\s]|\\+x|\\+u00/g, '');
  return TELLING.filter((form) => bare.includes(form) || digits.includes(form));
}

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

const call = (name: string, input: object): Turn => ({
  say: [{ type: 'call', name, arguments: JSON.stringify(input) }],
});
const ERROR = { type: 'error', error: { type: 'api_error', message: `invalid x-api-key ${CANARY}` } };
const TURNS: readonly Turn[] = [
  { raw: `event: error\ndata: ${JSON.stringify(ERROR)}\n\n` },
  call('read_file', { path: 'notes' }),
  call('search_files', { pattern: 'sk-canary' }),
  call('run_shell_command', {
    command: 'cat notes; cat notes >&2; env; cat /proc/self/environ /proc/$PPID/cmdline; exit 3',
  }),
  call('run_shell_command', { command: ['cat', 'notes', CANARY] }),
  call('read_file', { path: CANARY }),
  call('read_file', { wrong: CANARY }),
  call('fetch_url', { url: `http://127.0.0.1:1/?key=${CANARY}` }),
  call(CANARY, { word: 'x' }),
  call('telling__tells', { word: CANARY }),
  call('telling__refuses', {}),
  call('telling__dies', {}),
  call('save_file', { path: 'copied', content: FORMS.join('\n') }),
  {
    say: [
      { type: 'thinking', text: `The key is ${CANARY}.` },
      { type: 'text', text: `I was asked with ${FORMS.slice(0, 12).join(' ')}.` },
    ],
  },
];

/** A home with a session in which the key is in every field that words have, also cut in two by a response that grows. */
function leftSession(): string {
  const home = folder();
  const half = CANARY.length >> 1;
  new ClaudeSession()
    .user(`Deploy with ${CANARY}`)
    .assistant({ type: 'thinking', thinking: `The key is ${CANARY}.`, signature: 'c2ln' })
    .says(`It is ${CANARY} now.`)
    .says(`It is ${CANARY} now.\n\nOr: ${CANARY.slice(0, half)}`)
    .says(`It is ${CANARY} now.\n\nOr: ${CANARY}, and more words.`)
    .calls('c1', 'Bash', { command: `curl -H 'x-api-key: ${CANARY}'`, [CANARY]: 1 })
    .result('c1', FORMS.join('\n'), true)
    .calls(CANARY, CANARY, {})
    .result(CANARY, [{ type: 'text', text: FORMS.join('\n') }])
    .says('Nothing of it.')
    .title(`Deploy with ${CANARY}`)
    .write(home, '.claude/projects/-p', 's-1.jsonl');
  return home;
}

interface Served {
  readonly url: string;
  readonly printed: () => string;
}

async function served(
  env: { readonly [name: string]: string },
  data: string,
  workspace: string,
  home: string,
): Promise<Served> {
  const child = startCli(['serve', '--port', '0', '--data', data, '--workspace', workspace, '--no-open'], {
    home,
    env: { OPENAI_API_KEY: '', GEMINI_API_KEY: '', ...env, TOOLTHREAD_TOKEN: TOKEN },
  });
  ends.push(async () => {
    child.kill('SIGTERM');
    await once(child, 'exit');
  });
  const [out, err] = [printedBy(child, 'stdout'), printedBy(child, 'stderr')];
  for (;;) {
    const [url] = /http:\/\/[^/#\s]+/.exec(out()) ?? [];
    if (url !== undefined) return { url, printed: () => out() + err() };
    if (child.exitCode !== null) throw new Error(`the program ended: ${err()}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

describe('[M1] [B.6 46] the canary', { timeout: PATIENCE_MS * 2 }, () => {
  it('is in no ledger, no request, no log, no stream and no export', async () => {
    const [data, workspace] = [folder(), folder()];
    writeFileSync(join(workspace, 'notes'), `${FORMS.join('\n')}\n`);
    writeFileSync(join(workspace, 'AGENTS.md'), `Always use ${CANARY}.\n`);
    const telling = { command: process.execPath, args: [SERVER], env: { KEY: CANARY } };
    const broken = { command: process.execPath, args: ['-e', `throw new Error(${JSON.stringify(CANARY)})`] };
    writeFileSync(join(data, 'mcp.json'), JSON.stringify({ mcpServers: { telling, broken } }));
    writeFileSync(join(data, 'policy.json'), JSON.stringify({ version: 1, rules: [{ tool: '*', verdict: 'allow' }] }));
    const stub = await startStub({});
    ends.push(() => stub.close());
    const end: Turn = { say: [{ type: 'text', text: 'The end.' }] };
    stub.script([...TURNS, end, end]);
    const env = {
      ANTHROPIC_API_KEY: CANARY,
      DEPLOY_SECRET: CANARY,
      ANTHROPIC_BASE_URL: stub.url('anthropic'),
    };
    const { url, printed } = await served(env, data, workspace, leftSession());
    const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };
    const get = async (path: string): Promise<string> =>
      (await fetch(`${url}${path}`, { headers: { ...headers, accept: 'application/json' } })).text();
    const post = async (path: string, body: object): Promise<string> =>
      (await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).text();
    const { id }: { readonly id: string } = JSON.parse(await post('/api/threads', {}));
    await post(`/api/threads/${id}/messages`, { text: 'Go through every road.' });
    // Where there is no sandbox, a shell asks.
    let events = '';
    while (!events.includes('"status":"completed"') && !events.includes('"status":"failed"')) {
      await new Promise((resolve) => setTimeout(resolve, 200));
      events = await get(`/api/threads/${id}/events`);
      for (const [, request] of events.matchAll(/"request":"(a-[^"]+)"/g)) {
        await post(`/api/threads/${id}/approvals/${request}`, { decision: 'once' });
      }
    }
    const controller = new AbortController();
    const stream = await fetch(`${url}/api/threads/${id}/events`, {
      headers: { ...headers, accept: 'text/event-stream' },
      signal: controller.signal,
    });
    let streamed = '';
    const decoder = new TextDecoder();
    for await (const chunk of stream.body ?? []) {
      streamed += decoder.decode(chunk, { stream: true });
      if (streamed.includes('"status":"completed"') || streamed.includes('"status":"failed"')) break;
    }
    controller.abort();
    // A session that another agent left here: in the list, opened, and continued in a fork.
    const sessions = await get('/api/sessions');
    const { sessions: listed }: { readonly sessions: readonly { readonly id: string }[] } = JSON.parse(sessions);
    const opened: { readonly thread: string } = JSON.parse(await post(`/api/sessions/${listed[0]?.id}/open`, {}));
    const imported = await get(`/api/threads/${opened.thread}/events`);
    const fork: { readonly id: string } = JSON.parse(await post(`/api/threads/${opened.thread}/fork`, {}));
    await post(`/api/threads/${fork.id}/messages`, { text: 'Go on.' });
    let continued = '';
    while (!continued.includes('The end.')) {
      await new Promise((resolve) => setTimeout(resolve, 200));
      continued = await get(`/api/threads/${fork.id}/events`);
    }
    const requests = stub.journal.entries.map(({ text }) => text).join('\n');
    const ledger = join(folder(), 'thread.jsonl');
    const all: { readonly events: readonly object[] } = JSON.parse(events);
    writeFileSync(ledger, all.events.map((event) => `${JSON.stringify(event)}\n`).join(''));
    const files = globSync('**/*', { cwd: data })
      .filter((name) => name !== 'mcp.json' && statSync(join(data, name)).isFile())
      .map((name) => readFileSync(join(data, name), 'latin1'));
    const messages = await get(`/api/threads/${id}/messages`);
    const titles = await get('/api/threads');
    const processes = execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' }).split('\n');
    // The one that failed to start has it in its arguments, as its owner wrote it there.
    const running = processes.filter((line) => !line.includes('throw new Error')).join('\n');
    // Every road was gone to its end.
    expect(events).toContain('"status":"completed"');
    for (const road of [
      'invalid x-api-key',
      'Exit code 3',
      'telling refused',
      'telling is gone',
      'There is no tool',
      'I was asked with',
    ]) {
      expect([road, (events + messages).includes(road)]).toEqual([road, true]);
    }
    expect(requests).toContain('Always use [redacted]');
    expect(sessions).toContain('Deploy with [redacted]');
    for (const text of [imported, continued, requests])
      expect(
        ['Deploy with', 'It is [redacted] now.', 'and more words', 'Nothing of it.'].map((words) =>
          text.includes(words),
        ),
      ).toEqual([true, true, true, true]);
    expect(requests.split('[redacted]').length).toBeGreaterThan(50);
    const places = {
      events,
      streamed,
      sessions,
      imported,
      continued,
      requests,
      messages,
      titles,
      printed: printed(),
      running,
      files: files.join('\n'),
    };
    for (const [place, text] of Object.entries(places)) expect([place, leaksIn(text)]).toEqual([place, []]);
    for (const form of ['html', 'md', 'text', 'jsonl', 'anthropic', 'openai']) {
      const { code, stdout } = await runHere(['export', ledger, '--to', form]);
      expect([form, code, leaksIn(stdout)]).toEqual([form, 0, []]);
    }
    expect(stub.journal.refused).toEqual([]);
  });

  it('is in no export of a session that another agent wrote, and not in the list of names', async () => {
    const home = folder();
    const session = new ClaudeSession()
      .user('go')
      .says(`It is ${CANARY}.`)
      .calls('c1', 'Bash', { command: `echo ${CANARY}` });
    const file = session.result('c1', FORMS.join('\n')).write(home, 'session.jsonl');
    for (const form of ['html', 'md', 'text', 'jsonl', 'anthropic', 'openai']) {
      const { code, stdout } = await runHere(['export', file, '--to', form], { env: { MY_TOKEN: CANARY } });
      expect([form, code, leaksIn(stdout)]).toEqual([form, 0, []]);
      expect(stdout).toContain('[redacted]');
      if (form !== 'html' && form !== 'md' && form !== 'text')
        for (const line of form === 'jsonl' ? stdout.trim().split('\n') : [stdout]) JSON.parse(line);
      expect(leaksIn((await runHere(['export', file, '--to', form])).stdout)).not.toEqual([]);
    }
    mkdirSync(join(home, 'data'));
    writeFileSync(
      join(home, 'data', 'mcp.json'),
      JSON.stringify({ mcpServers: { files: { command: 'x', env: { KEY: CANARY } } } }),
    );
    const env = { MY_TOKEN: CANARY, DATABASE_URL: `postgres://a:${CANARY}@b/c`, PLAIN_PASSWORD: 'postgres' };
    const { code, stdout, stderr } = await runCli(['serve', '--show-secret-names', '--data', join(home, 'data')], {
      env,
    });
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('MY_TOKEN\n');
    expect(stdout).toContain('DATABASE_URL\n');
    expect(stdout).toContain('mcp.json: files: KEY\n');
    expect(stdout).toContain('PLAIN_PASSWORD   (stays visible: its value is too short or too common to remove)\n');
    expect(stdout).toContain("this server's token\n");
    expect(leaksIn(stdout)).toEqual([]);
  });
});
