import { timeline } from '@toolthread/core';
import { readTranscript } from '@toolthread/transcripts';
import {
  chmodSync,
  closeSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { execFileSync, spawnSync } from 'node:child_process';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ClaudeSession, smallSession } from '../../test/claude-session.ts';
import { folder, MAIN, PATIENCE_MS, surroundings } from '../../test/run-cli.ts';
import { runHere } from '../../test/run-here.ts';

const file = smallSession().write(folder(), 'session.jsonl');
const to = async (form: string): Promise<string> => (await runHere(['export', file, '--to', form])).stdout;

describe('toolthread export', { timeout: PATIENCE_MS }, () => {
  it('[L1] jsonl: imported again, the same timeline', async () => {
    const before = readTranscript(readFileSync(file));
    const again = readTranscript(await to('jsonl'));
    expect(again.format).toBe('ledger');
    expect(timeline(again).items.toArray()).toEqual(timeline(before).items.toArray());
    expect(again.account).toEqual(before.account);
  });

  it.each(['md', 'text', 'html', 'jsonl', 'anthropic', 'openai'])(
    '[L4] says that a line could not be read: %s',
    async (form) => {
      const path = join(folder(), 'torn.jsonl');
      writeFileSync(
        path,
        `${readFileSync(file, 'utf8')}{"type":"user","uuid":"torn\n${readFileSync(file, 'utf8').split('\n')[0]}\n`,
      );
      const { stdout, stderr, code } = await runHere(['export', path, '--to', form]);
      expect(code).toBe(0);
      expect(stderr).toBe('1 malformed line could not be read. "toolthread inspect" says why.\n');
      if (form === 'md' || form === 'text')
        expect(stdout.trimEnd().split('\n').at(-1)).toContain('1 malformed line could not');
    },
  );

  it('refuses a pipe that nobody reads, and an empty name', async () => {
    const pipe = join(folder(), 'pipe');
    execFileSync('sh', ['-c', 'mkfifo "$1"', 'sh', pipe]);
    const waiting = await runHere(['export', file, '--to', 'text', '-o', pipe]);
    expect([waiting.code, waiting.stderr]).toEqual([1, expect.stringContaining('is a pipe that nobody reads.')]);
    const unnamed = await runHere(['export', file, '--to', 'text', '-o', '']);
    expect([unnamed.code, unnamed.stderr]).toEqual([
      1,
      expect.stringContaining('The name of the file to write is empty.'),
    ]);
  });

  it('md: a conversation to unfold', async () => {
    const markdown = await to('md');
    expect(markdown).toMatch(
      /^# Parser upgrade\n\n\*claude-code · \/home\/me\/parser · m-1 · 2026-02-02 02:40\*\n\n\*\*You\*\* · 2026-02-02 02:40\n\n> Upgrade the parser\n\n<details><summary>🔧 2 tool calls · 1 failed<\/summary>/,
    );
    expect(markdown).toContain('`Read(file_path=package.json)` → `version 3`');
  });

  it('[L7] md --full: what a file calls its records is code, as what is in them', async () => {
    const evil = '![x](http://evil/x.png)\n\n<img src=x onerror=evil()>\n\n</details> *evil* `evil`';
    const common = { uuid: 'z', sessionId: 's', timestamp: '2026-01-01T00:00:01Z' };
    const hostile = [
      JSON.stringify({ ...common, type: evil }),
      JSON.stringify({ ...common, type: 'system', subtype: evil, content: evil }),
      `{"type": "${evil.replaceAll('\n', ' ')}`,
    ];
    const path = join(folder(), 'hostile.jsonl');
    writeFileSync(path, `${readFileSync(file, 'utf8')}${hostile.join('\n')}\n`);
    const { stdout } = await runHere(['export', path, '--to', 'md', '--full']);
    const lines = stdout.split('\n');
    const told = lines.flatMap((line, index) => (line.includes('evil') ? [index] : []));
    expect(told.length).toBeGreaterThanOrEqual(3);
    // Four columns in, after an empty line or after another such line: code for every reader of Markdown.
    const before = told.map((index) => lines[index - 1] ?? '');
    expect(told.filter((index) => !lines[index]?.startsWith('    '))).toEqual([]);
    expect(before.filter((line) => line !== '' && !line.startsWith('    '))).toEqual([]);
  });

  it('text: words with blocks', async () => {
    expect(await to('text')).toContain(
      '<tool id="c1" state="failed">Bash(command=npm test)\nExit code 1\nFAIL test/lint\nsecond line</tool>',
    );
  });

  it('[issue 11] -o onto a link that leads nowhere says so, and makes nothing', async () => {
    const [link, target] = [join(folder(), 'link.md'), join(folder(), 'nowhere.md')];
    symlinkSync(target, link);
    for (const force of [[], ['--force']]) {
      const { code, stderr } = await runHere(['export', file, '--to', 'md', '-o', link, ...force]);
      expect([code, stderr]).toEqual([
        1,
        `toolthread: ${link} is a link to something that does not exist. Nothing was written.\n  Give another file with -o, or remove the link.\n`,
      ]);
    }
    expect(existsSync(target)).toBe(false);
  });

  it('html: one file without a script', async () => {
    const html = await to('html');
    expect(html).toMatch(/^<!doctype html>/);
    expect(html).toContain('<title>Parser upgrade</title>');
    expect(html).toContain('FAIL test/lint');
    expect(html).toContain('--tt-ground');
    expect(html).not.toMatch(/<script|<link/);
  });

  it('anthropic: every call has its result in the next message', async () => {
    const written = await to('anthropic');
    expect(written).not.toMatch(/cache_control|Continue\./);
    expect(JSON.parse(written)).toMatchObject([
      { role: 'user', content: [{ type: 'text', text: 'Upgrade the parser' }] },
      {
        role: 'assistant',
        content: [{ type: 'text' }, { type: 'tool_use', id: 'c1', name: 'Bash', input: { command: 'npm test' } }],
      },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c1', is_error: true }] },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'c2' }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c2' }] },
      { role: 'assistant', content: [{ type: 'text' }] },
    ]);
  });

  it('openai: calls and tool messages', async () => {
    const messages: { role: string; tool_call_id?: string }[] = JSON.parse(await to('openai'));
    expect(messages.map(({ role }) => role).slice(0, 5)).toEqual(['user', 'assistant', 'tool', 'assistant', 'tool']);
    expect(messages.filter(({ role }) => role === 'tool').map(({ tool_call_id: id }) => id)).toEqual(['c1', 'c2']);
  });

  it('of a child run alone, its own messages; of nothing that was said, none', async () => {
    const inner = new ClaudeSession('/x', 'child').user('find it').calls('x1', 'Grep', {}).result('x1', 'two places');
    const lines = inner.lines.map((line) => line.replace('"isSidechain":false', '"isSidechain":true,"agentId":"a1"'));
    const child = new ClaudeSession().raw(lines.join('\n')).write(folder(), 'agent-a1.jsonl');
    const roles = async (path: string, form: string): Promise<string[]> => {
      const messages: { role: string }[] = JSON.parse((await runHere(['export', path, '--to', form])).stdout);
      return messages.map(({ role }) => role);
    };
    expect(await roles(child, 'anthropic')).toEqual(['user', 'assistant', 'user']);
    expect(await roles(child, 'openai')).toEqual(['user', 'assistant', 'tool']);
    const silent = new ClaudeSession()
      .raw('{"type":"summary","summary":"x","leafUuid":"y"}')
      .write(folder(), 's.jsonl');
    for (const form of ['anthropic', 'openai']) expect(await roles(silent, form)).toEqual([]);
  });

  it('-o writes a file and says so; a place that cannot be written is told', async () => {
    const out = join(folder(), 'out.md');
    const { code, stdout, stderr } = await runHere(['export', file, '--to', 'md', '-o', out]);
    expect([code, stdout]).toEqual([0, '']);
    expect(stderr).toMatch(/out\.md: \d+B\n/);
    expect(existsSync(out)).toBe(true);
    const failed = await runHere(['export', file, '--to', 'md', '-o', join(folder(), 'no', 'such', 'folder.md')]);
    expect([failed.code, failed.stderr]).toEqual([
      1,
      expect.stringContaining('cannot be written: a part of the path does not exist.'),
    ]);
  });

  it('[issue 11, files 8] -o - is the standard output', async () => {
    const cwd = folder();
    const { code, stdout, stderr } = await runHere(['export', file, '--to', 'md', '-o', '-'], { cwd });
    expect([code, stdout, stderr]).toEqual([0, await to('md'), '']);
    expect(readdirSync(cwd)).toEqual([]);
  });

  describe('-o', () => {
    const source = (): string => smallSession().write(folder(), 'session.jsonl');

    it('replaces nothing, unless it is told to', async () => {
      const out = join(folder(), 'notes.md');
      writeFileSync(out, 'my notes');
      const { code, stderr } = await runHere(['export', file, '--to', 'md', '-o', out]);
      expect([code, stderr]).toEqual([1, expect.stringMatching(/exists already\. Nothing was written\.\n.*--force/)]);
      expect(readFileSync(out, 'utf8')).toBe('my notes');
      expect((await runHere(['export', file, '--to', 'md', '-o', out, '--force'])).code).toBe(0);
      expect(readFileSync(out, 'utf8')).toContain('Parser upgrade');
      expect(readdirSync(dirname(out))).toEqual(['notes.md']);
    });

    it.each<[string, (path: string) => string]>([
      ['its own name', (path) => path],
      ['another way to it', (path) => join(dirname(path), '..', basename(dirname(path)), 'session.jsonl')],
      ['a symbolic link', (path) => linked(path, symlinkSync)],
      ['a hard link', (path) => linked(path, linkSync)],
      ['a file of its folder', (path) => besides(path)],
      ["an agent's file beside it", (path) => olderAgent(path)],
    ])('never the session itself, even with --force: %s', async (_, name) => {
      const path = source();
      const out = name(path);
      const before = readFileSync(out, 'utf8');
      const { code, stderr } = await runHere(['export', path, '--to', 'md', '-o', out, '--force']);
      expect([code, stderr]).toEqual([1, expect.stringContaining('is the session itself. Nothing was written.')]);
      expect(readFileSync(out, 'utf8')).toBe(before);
    });

    it("[issue 11] nor the rollout of an agent that is read with it; another session's file is replaced", async () => {
      const day = folder();
      const path = rollout(day, 'parent', [
        ['function_call', { name: 'spawn_agent', arguments: '{"message":"Weave."}', call_id: 'call_1' }],
        ['function_call_output', { call_id: 'call_1', output: '{"agent_id":"child"}' }],
      ]);
      const child = rollout(day, 'child', [['message', assistant('Woven.')]]);
      const other = rollout(day, 'other', [['message', assistant('Else.')]]);
      const before = readFileSync(child, 'utf8');
      const { stderr } = await runHere(['export', path, '--to', 'md', '-o', child, '--force']);
      expect(stderr).toContain('is the session itself. Nothing was written.');
      expect(readFileSync(child, 'utf8')).toBe(before);
      expect((await runHere(['export', path, '--to', 'md', '-o', other, '--force'])).code).toBe(0);
      expect(readFileSync(other, 'utf8')).toContain('Woven.');
    });

    it('[issue 11] nor the file that is the standard input', () => {
      const path = source();
      const before = readFileSync(path, 'utf8');
      const input = openSync(path, 'r');
      const args = [MAIN, 'export', '-', '--to', 'md', '--force', '-o', path];
      const { status, stderr } = spawnSync(process.execPath, args, {
        stdio: [input, 'pipe', 'pipe'],
        env: surroundings({}),
      });
      closeSync(input);
      expect([status, String(stderr)]).toEqual([
        1,
        expect.stringContaining('is the session itself. Nothing was written.'),
      ]);
      expect(readFileSync(path, 'utf8')).toBe(before);
    });

    it('a link to another file is followed, and stays a link', async () => {
      const place = folder();
      writeFileSync(join(place, 'real.md'), 'old');
      symlinkSync('real.md', join(place, 'link.md'));
      expect((await runHere(['export', file, '--to', 'md', '-o', join(place, 'link.md'), '--force'])).code).toBe(0);
      expect(readFileSync(join(place, 'real.md'), 'utf8')).toContain('Parser upgrade');
      expect(lstatSync(join(place, 'link.md')).isSymbolicLink()).toBe(true);
    });

    it.each([0o600, 0o640, 0o644, 0o666, 0o400])('[attack 9] --force keeps the mode of the file: %i', async (mode) => {
      const out = join(folder(), 'notes.md');
      writeFileSync(out, 'my notes');
      chmodSync(out, mode);
      expect((await runHere(['export', file, '--to', 'md', '-o', out, '--force'])).code).toBe(0);
      expect(readFileSync(out, 'utf8')).toContain('Parser upgrade');
      expect(statSync(out).mode & 0o777).toBe(mode);
    });

    it('what is no file takes what comes', async () => {
      expect((await runHere(['export', file, '--to', 'md', '-o', '/dev/null'])).code).toBe(0);
    });
  });

  it('a form that does not exist, or none', async () => {
    expect((await runHere(['export', file, '--to', 'pdf'])).stderr).toMatch(
      /There is no format "pdf"\.\n {2}Choose a format with --to: html, md/,
    );
    expect((await runHere(['export', file])).stderr).toContain('Choose a format with --to: html, md, text');
    expect((await runHere(['export'])).stderr).toContain('Which file?');
  });
});

function linked(path: string, link: (to: string, at: string) => void): string {
  const at = join(folder(), 'out.md');
  link(path, at);
  return at;
}

function besides(path: string): string {
  const own = join(path.replace(/\.jsonl$/, ''), 'subagents');
  mkdirSync(own, { recursive: true });
  const agent = join(own, 'agent-a1.jsonl');
  writeFileSync(agent, '{}');
  return agent;
}

/** Of older versions: it is beside the session's own file, and names the session in its first line. */
function olderAgent(path: string): string {
  const agent = join(dirname(path), 'agent-b2.jsonl');
  const message = { role: 'user', content: 'Look around.' };
  const record = { isSidechain: true, agentId: 'b2', sessionId: 's-1', type: 'user', message, uuid: 'b2-1' };
  writeFileSync(agent, `${JSON.stringify(record)}\n`);
  return agent;
}

function assistant(text: string): object {
  return { role: 'assistant', content: [{ type: 'output_text', text }] };
}

function rollout(day: string, id: string, items: readonly (readonly [string, object])[]): string {
  const path = join(day, `rollout-2026-02-03T10-00-00-${id}.jsonl`);
  const timestamp = '2026-02-03T10:00:00.000Z';
  const about = { id, timestamp, cwd: '/home/me/parser', originator: 'codex', cli_version: '0.150.0' };
  const records = [
    { timestamp, type: 'session_meta', payload: about },
    ...items.map(([type, fields]) => ({ timestamp, type: 'response_item', payload: { type, ...fields } })),
  ];
  writeFileSync(path, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
  return path;
}
