import { parseLedger, timeline, threadOf } from '@toolthread/core';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openLedger } from '@toolthread/store';
import { readTranscript } from '@toolthread/transcripts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ClaudeSession, rewoundSession, smallSession } from '../../test/claude-session.ts';
import { folder, PATIENCE_MS, runCli } from '../../test/run-cli.ts';
import { runHere } from '../../test/run-here.ts';
import { findWords } from './find-words.ts';
import { itemTexts } from './session-texts.ts';

const home = folder();
smallSession().write(home, '.claude/projects/-home-me-parser', 's-1.jsonl');
new ClaudeSession('/home/me/other')
  .user('An unrelated Café')
  .calls('c1', 'Bash', { command: 'echo needle' })
  .result('c1', `line one\n${'x'.repeat(300)} NEEDLE at the end`)
  .write(home, '.claude/projects/-home-me-other', 's-2.jsonl');

describe('toolthread search', { timeout: PATIENCE_MS }, () => {
  it('finds words in what was said, in calls and in results, however they are written', async () => {
    const { code, stdout } = await runCli(['search', 'needle'], { home });
    expect(code).toBe(0);
    expect(stdout).toBe(`An unrelated Café
~/.claude/projects/-home-me-other/s-2.jsonl
  Bash: Bash(command=echo needle) line one ${'x'.repeat(125)}…
`);
    expect((await runHere(['search', 'CAFÉ'], { home })).stdout).toContain('you: An unrelated Café');
  });

  it('finds what stands behind the cut of a call, and in the runs of subagents; a file that is skipped is named', async () => {
    const at = folder();
    const project = join(at, '.claude/projects/-home-me-x');
    new ClaudeSession()
      .user('go')
      .calls('c1', 'Write', { file_path: 'a.ts', content: `${'filler '.repeat(400)} deepword` })
      .result('c1', 'ok')
      .calls('t1', 'Task', { prompt: 'find it' })
      .result('t1', 'done')
      .write(project, 's-1.jsonl');
    const child = new ClaudeSession('/home/me/x', 'child').user('find it').says('childword is here');
    const lines = child.lines.map((line) => line.replace('"isSidechain":false', '"isSidechain":true,"agentId":"a1"'));
    new ClaudeSession().raw(lines.join('\n')).write(project, 's-1', 'subagents', 'agent-a1.jsonl');
    writeFileSync(join(project, 'broken.jsonl'), 'deepword, but no session\n');
    const deep = await runHere(['search', 'deepword'], { home: at });
    expect(deep.stdout).toContain('Write: ');
    expect(deep.stderr).toMatch(/1 file could not be searched:\n.*broken\.jsonl is in no format/);
    // Nobody writes into it: it would be waited for.
    execFileSync('sh', ['-c', 'mkfifo "$1"', 'sh', join(project, 'agent-pipe.jsonl')]);
    expect((await runCli(['search', 'nowhereword'], { home: at })).stdout).toBe('');
  });

  it('[issue 11] does not search what a rule hides or what cannot be read, and its help says what shows that', async () => {
    const at = folder();
    const hidden = { type: 'system', subtype: 'stop_hook_summary', uuid: 'h-1', stopReason: 'hiddenword' };
    const path = new ClaudeSession()
      .user('go')
      .says('gone')
      .raw(JSON.stringify(hidden))
      .raw('{"type":"user","uuid":"tornword')
      .write(at, '.claude/projects/-home-me-x', 's-1.jsonl');
    const shown = (await runHere(['open', path, '--full'], { home: at })).stdout;
    for (const word of ['hiddenword', 'tornword']) {
      expect((await runHere(['search', word], { home: at })).stdout).toBe('');
      expect(shown).toContain(word);
    }
    expect((await runHere(['search', '--help'])).stdout.replaceAll('\n', ' ')).toContain(
      'Records that a rule hides, and lines that cannot be read, are not searched: "toolthread open FILE --full" shows them.',
    );
  });

  it('[issue 11] finds one word in the run of a Codex agent, which is in a file of its own', async () => {
    const at = folder();
    const put = (id: string, source: object | undefined, ...items: readonly object[]): void => {
      const day = join(at, '.codex/sessions/2026/02/02');
      mkdirSync(day, { recursive: true });
      const lines = [
        { type: 'session_meta', payload: { id, source } },
        ...items.map((payload) => ({ type: 'response_item', payload })),
      ].map((record) => JSON.stringify({ timestamp: '2026-02-02T00:00:00Z', ...record }));
      writeFileSync(join(day, `rollout-2026-02-02T00-00-00-${id}.jsonl`), lines.join('\n'));
    };
    const asked = (text: string): object => ({
      type: 'message',
      role: 'user',
      content: [{ type: 'input_text', text }],
    });
    const call = { type: 'function_call', name: 'spawn_agent', arguments: '{}', call_id: 'c1' };
    const output = { type: 'function_call_output', call_id: 'c1', output: '{"agent_id":"t2"}' };
    put('t1', undefined, asked('Bake.'), call, output);
    put('t2', { subagent: { thread_spawn: { parent_thread_id: 't1' } } }, asked('Grind the rye.'));
    const { stdout } = await runHere(['search', 'rye'], { home: at });
    expect(stdout).toContain('-t1.jsonl\n');
    expect(stdout).toContain('Grind the rye.');
    expect(stdout).not.toContain('-t2.jsonl');
  });

  it('[issue 13] finds what a person left by going back, and says so', async () => {
    const at = folder();
    rewoundSession().write(at, '.claude/projects/-home-me-loom', 's-1.jsonl');
    const { stdout } = await runHere(['search', 'Dyed green'], { home: at });
    expect(stdout).toContain('  answer: An earlier version: Dyed green.\n');
    const json = await runHere(['search', 'Dyed green', '--json'], { home: at });
    expect(JSON.parse(json.stdout)).toMatchObject({ whose: 'answer', version: expect.any(Number) });
    expect((await runHere(['search', 'Washed'], { home: at })).stdout).toContain('  answer: Washed.\n');
  });

  it('[6] newest first by what the sessions record, as in `sessions`, whatever the times of the files', async () => {
    const at = folder();
    for (const [place, name] of ['middle', 'oldest', 'newest'].entries()) {
      const session = new ClaudeSession('/home/me/x', name);
      const words = { oldest: 1, middle: 2, newest: 3 }[name] ?? 0;
      for (let n = 0; n < words; n += 1) session.user(`haystack ${name}`);
      const file = session.write(at, '.claude/projects/-home-me-x', `${name}.jsonl`);
      utimesSync(file, 1_780_000_000, 1_780_000_000 - place);
    }
    const titles = async (...args: string[]): Promise<string[]> =>
      (await runHere(args, { home: at })).stdout.match(/"title":"[^"]*"/g) ?? [];
    const listed = await titles('sessions', '--json');
    expect(listed).toEqual(['newest', 'middle', 'oldest'].map((name) => `"title":"haystack ${name}"`));
    expect(await titles('search', 'haystack', '--json', '--limit', '1')).toEqual(listed);
  });

  it('all words must stand together; quotes keep them so', async () => {
    expect((await runHere(['search', 'parser', 'version'], { home })).stdout).toContain(
      'answer: The parser is at **version 3**',
    );
    const none = await runHere(['search', 'parser', 'needle'], { home });
    expect([none.code, none.stdout, none.stderr]).toEqual([
      1,
      '',
      expect.stringContaining('Nothing holds "parser" and "needle".'),
    ]);
    expect((await runHere(['search', 'FAIL test/lint'], { home })).stdout).toContain('Bash: ');
    const filter = await runHere(['search', 'tool:shell', 'parser'], { home });
    expect(filter.stderr).toContain('toolthread search --tool shell');
  });

  it('--json, --limit and colours', async () => {
    const { stdout } = await runHere(['search', 'parser', '--json', '--limit', '1'], { home });
    expect(stdout.trim().split('\n')).toHaveLength(1);
    expect(JSON.parse(stdout)).toMatchObject({
      agent: 'claude-code',
      title: 'Parser upgrade',
      whose: 'you',
      around: 'Upgrade the parser',
    });
    const coloured = await runHere(['search', 'parser', '--limit', '1'], { home, env: { FORCE_COLOR: '1' } });
    expect(coloured.stdout).toContain('\u001b[1;33mparser\u001b[0m');
  });

  it('[issue 14] own threads too, and by tool, outcome, author, agent and day', async () => {
    const data = folder();
    const opened = await openLedger({ file: join(data, 'ledger.db') });
    if (!opened.ok) throw new Error(opened.error.message);
    const created = await opened.value.createThread({ title: 'Mine' });
    const thread = (created.ok && created.value[0]?.thread) || '';
    const parts = [{ type: 'text', text: 'my own needle' }] as const;
    await opened.value.append(thread, [
      { type: 'message.posted', author: '@human', by: 'Anna', parts, delivery: 'now' },
    ]);
    await opened.value.close();
    const found = async (...args: string[]): Promise<string[]> => {
      const { stdout } = await runHere(['search', '--json', '--data', data, ...args], { home });
      return stdout.match(/"whose":"[^"]*"/g) ?? [];
    };
    expect(await found('needle')).toEqual(['"whose":"Anna"', '"whose":"Bash"']);
    expect(await found('needle', '--author', 'anna')).toEqual(['"whose":"Anna"']);
    expect(await found('--tool', 'bash', '--outcome', 'done', 'needle')).toEqual(['"whose":"Bash"']);
    expect(await found('needle', '--agent', 'claude')).toEqual(['"whose":"Bash"']);
    expect(await found('needle', '--until', '2000-01-01')).toEqual([]);
    const text = await runHere(['search', 'own needle', '--data', data], { home });
    expect(text.stdout).toBe(`Mine\nthread ${thread}\n  Anna: my own needle\n`);
    const bad = await runHere(['search', 'x', '--since', 'tomorrow'], { home });
    expect([bad.code, bad.stderr]).toEqual([
      1,
      expect.stringContaining('--since needs a day like 2026-11-01, not "tomorrow".'),
    ]);
  });

  it('words that mean something to a pattern are words', async () => {
    expect((await runHere(['search', '**version'], { home })).stdout).toContain('answer: ');
    expect((await runHere(['search', '[a-z'], { home })).code).toBe(1);
    expect((await runHere(['search'], { home })).stderr).toContain('Which words?');
  });
});

describe('where words stand', () => {
  const golden = join(import.meta.dirname, '../../../../packages/core/fixtures/tour.jsonl');
  const { items } = timeline(threadOf(parseLedger(readFileSync(golden, 'utf8')).events));
  const whose = (...words: string[]): string[] =>
    [...findWords(itemTexts(items), { words })].map((found) => found.whose);

  it('in child runs too', () => {
    expect(whose('Upgrade the parser')).toContain('you');
    expect(whose('tabs count as one column').length).toBeGreaterThan(1);
  });

  it('in every word that is drawn, whatever says it', () => {
    const all = [...findWords(itemTexts(items), { words: [''] })].map((found) => found.whose);
    const wanted = ['you', 'reasoning', 'commentary', 'discarded', 'answer', 'status', 'ask_user', 'edit_file'];
    expect(all).toEqual(expect.arrayContaining(wanted));
  });

  it('not in the heads of groups, nor in how long something took', () => {
    expect(whose('tool calls')).toEqual([]);
    expect(whose('tokens')).toEqual([]);
  });

  it('[strangers] letters are the same composed or not, and a phrase may go on on the next line', () => {
    const word = fc.constantFrom('Café', 'naïve', 'Ångström', '한글', 'ệ', 'plain', 'a.b', 'x+y');
    const form = fc.constantFrom('NFC', 'NFD');
    const space = fc.constantFrom(' ', '\n', '\r\n', '\n\n  ', '\t', '\u00a0');
    fc.assert(
      fc.property(fc.array(fc.tuple(word, space), { minLength: 1, maxLength: 4 }), form, form, (pairs, said, asked) => {
        const words = pairs.map(([each]) => each);
        const text = `So: ${pairs.flat().join('')}and on.`.normalize(said);
        const call = new ClaudeSession().user(text).calls('c1', 'Write', { content: text }).result('c1', text).text;
        const found = findWords(itemTexts(timeline(readTranscript(call)).items), {
          words: [words.join(' ').normalize(asked).toUpperCase()],
        });
        expect(Array.from(found, ({ whose }) => whose)).toEqual(['you', 'Write']);
      }),
    );
    const apart = new ClaudeSession().user('exit code\n1374, exitcode 137').text;
    expect([...findWords(itemTexts(timeline(readTranscript(apart)).items), { words: ['code 137 4'] })]).toEqual([]);
  });

  it('nowhere', () => expect(whose('no such words')).toEqual([]));
});
