import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { ClaudeSession, smallSession } from '../../test/claude-session.ts';
import { folder, PATIENCE_MS, runCli } from '../../test/run-cli.ts';
import { runHere } from '../../test/run-here.ts';

type Report = {
  readonly records: number;
  readonly shown: number;
  readonly folded: number;
  readonly hidden: { readonly [rule: string]: number };
} & {
  readonly [name: string]: unknown;
};

async function report(file: string): Promise<Report> {
  const { stdout } = await runCli(['inspect', file, '--json']);
  const value: Report = JSON.parse(stdout);
  return value;
}

/** Real transcripts with counts made by another program, where a developer has them. */
const REAL = process.env['TOOLTHREAD_TRANSCRIPTS'] ?? '';
const expected: { readonly [file: string]: { readonly [name: string]: unknown } } =
  REAL === '' ? {} : JSON.parse(readFileSync(join(REAL, 'expected.json'), 'utf8'));

describe('toolthread inspect', { timeout: PATIENCE_MS }, () => {
  it('[L4] counts the calls that open counts, and says which ones were run elsewhere', async () => {
    const path = join(folder(), 'rollout.jsonl');
    const items = [
      { type: 'function_call', name: 'shell', arguments: '{}', call_id: 'a' },
      { type: 'function_call_output', call_id: 'a', output: 'x' },
      { type: 'web_search_call', id: 'w', status: 'completed', action: { query: 'oak' } },
    ];
    const lines = items.map((payload, second) =>
      JSON.stringify({ timestamp: `2026-01-01T00:00:0${second}.000Z`, type: 'response_item', payload }),
    );
    writeFileSync(path, lines.join('\n'));
    expect(await report(path)).toMatchObject({ toolCalls: 1, callsElsewhere: 1, answered: 1, unanswered: 0 });
    expect((await runHere(['open', path])).stdout).toContain('2 tool calls · 1 of them run elsewhere');
  });

  it('[L4] --json counts everything, and the account adds up', async () => {
    const session = smallSession()
      .result('gone', 'whose?')
      .calls('c3', 'Bash', { command: 'sleep' })
      .raw('{"type":"file-history-snapshot","messageId":"m"}{"type":"new-thing","sessionId":"s-1"}')
      .raw('not json');
    const found = await report(session.write(folder(), 'session.jsonl'));
    expect(found).toMatchObject({
      format: 'claude-code',
      title: 'Parser upgrade',
      records: 12,
      malformedLines: 1,
      concatenatedLines: 1,
      toolCalls: 3,
      answered: 2,
      unanswered: 1,
      orphanResults: 1,
      errors: 1,
      hidden: { 'file-history-snapshot': 1, 'unknown:new-thing': 1 },
    });
    const hidden = Object.values(found.hidden).reduce((sum, count) => sum + count, 0);
    expect(found.shown + found.folded + hidden).toBe(found.records);
  });

  it('without --json, a list that people read', async () => {
    const { stdout } = await runHere(['inspect', smallSession().write(folder(), 'session.jsonl')]);
    expect(stdout).toMatch(/^format +claude-code$/m);
    expect(stdout).toMatch(/^tool calls +2$/m);
    expect(stdout).toMatch(/^malformed lines +0$/m);
  });

  it('of a ledger, of messages, of a compressed file', async () => {
    const golden = join(import.meta.dirname, '../../../../packages/core/fixtures/falsy-results.jsonl');
    expect(await report(golden)).toMatchObject({ format: 'ledger', orphanResults: 0 });
    const chat = join(folder(), 'chat.json');
    writeFileSync(chat, JSON.stringify([{ role: 'assistant', content: '<tool>a()\nok</tool>' }]));
    expect(await report(chat)).toMatchObject({ format: 'tool-text', records: 1, toolCalls: 1, answered: 1 });
    const packed = join(folder(), 'session.jsonl.gz');
    writeFileSync(packed, gzipSync(smallSession().text));
    expect(await report(packed)).toMatchObject({ format: 'claude-code', records: 8 });
  });

  it('[29] no label that people read is a name of a program', async () => {
    const golden = join(import.meta.dirname, '../../../../packages/core/fixtures/falsy-results.jsonl');
    for (const file of [smallSession().write(folder(), 'session.jsonl'), golden]) {
      const labels = (await runHere(['inspect', file])).stdout.split('\n').map((row) => row.split('  ', 1)[0] ?? '');
      expect(labels.filter((label) => /[a-z][A-Z]/.test(label))).toEqual([]);
    }
  });

  it('[20] what failed is counted as `sessions` counts it; what was denied is told apart', async () => {
    const home = folder();
    const denied = "The user doesn't want to proceed with this tool use. The tool use was rejected.";
    const session = smallSession().calls('c9', 'Edit', { file_path: 'x' }).result('c9', denied, true);
    const file = session.write(home, '.claude/projects/-home-me-parser', 's-1.jsonl');
    expect(await report(file)).toMatchObject({ failed: 1, denied: 1, errors: 2 });
    const { stdout } = await runHere(['inspect', file]);
    expect(stdout).toMatch(/^failed +1\ndenied +1\nresults marked as errors +2$/m);
    expect((await runHere(['sessions'], { home })).stdout).toContain('3 tool calls · 1 failed');
  });

  it('[issue 11] a stopped call has neither failed nor was it denied; its result may be marked as an error, and the help says so', async () => {
    const session = smallSession().calls('c9', 'Write', { file_path: 'x' });
    const file = session.result('c9', 'Permission prompt was aborted.', true).write(folder(), 'session.jsonl');
    expect(await report(file)).toMatchObject({ failed: 1, denied: 0, errors: 2 });
    const { stdout } = await runHere(['inspect', '--help']);
    expect(stdout.replaceAll('\n', ' ')).toMatch(/"results marked as errors"[^.]* calls that were stopped\./);
  });

  it('[29] a file of no known format is accounted too, and the exit code says that it is none', async () => {
    const file = new ClaudeSession().raw('{"a":1}').raw('{"b":2}').write(folder(), 'x.jsonl');
    expect(await report(file)).toMatchObject({ format: null, records: 2, hidden: { 'unknown:format': 2 } });
    for (const args of [[], ['--json']]) {
      const ran = await runHere(['inspect', file, ...args]);
      expect([ran.code, ran.stderr]).toEqual([1, expect.stringContaining('is in no format that Toolthread knows.')]);
    }
  });

  it('a file that is not there', async () => {
    expect((await runHere(['inspect', '/nowhere', '--json'])).stderr).toContain('There is no file /nowhere.');
  });

  it.each(Object.keys(expected))('agrees with the counts of another program: %s', async (file) => {
    expect(await report(join(REAL, file))).toMatchObject(expected[file] ?? {});
  });

  it('[issue 11] inspect and open count damage in the same way', async () => {
    const torn = '{"type":"user","uuid":';
    const text = `${smallSession().text}${torn}{x}{y}\n${torn}\n`;
    const path = join(folder(), 'damaged.jsonl');
    writeFileSync(path, text);
    const [counted, opened] = await Promise.all([runHere(['inspect', path, '--json']), runHere(['open', path])]);
    const { malformedLines, malformed } = JSON.parse(counted.stdout);
    expect(malformedLines).toBe(2);
    const reasons = Object.entries<number>(malformed);
    // Each line counts once, whatever is wrong with it: the reasons add up to the lines.
    expect(reasons.reduce((sum, [, count]) => sum + count, 0)).toBe(2);
    expect(opened.stdout).toContain(' · 2 malformed lines\n');
    for (const [reason, count] of reasons)
      expect(opened.stdout).toContain(count === 1 ? `\n  ${reason}\n` : `\n  ${reason} (${count} times)\n`);
  });

  const CALLS = ['toolCalls', 'callsElsewhere', 'answered', 'unanswered', 'orphanResults', 'failed', 'denied'] as const;

  it.each(['codex/enveloped.jsonl', 'gemini/document.json', 'opencode/export.json', 'claude-code/everyday.jsonl'])(
    '[issue 11] a session that was exported as a ledger has the calls that it had, and its head and foot: %s',
    async (name) => {
      const from = join(import.meta.dirname, '../../../../packages/transcripts/fixtures', name);
      const ledger = join(folder(), 'ledger.jsonl');
      await runHere(['export', from, '--to', 'jsonl', '-o', ledger]);
      const [before, after] = await Promise.all([report(from), report(ledger)]);
      for (const count of CALLS) expect([count, after[count]]).toEqual([count, before[count]]);
      const [opened, again] = await Promise.all([runHere(['open', from]), runHere(['open', ledger])]);
      expect(again.stdout).toBe(opened.stdout);
    },
  );
});
