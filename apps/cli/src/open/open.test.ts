import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { ClaudeSession, smallSession } from '../../test/claude-session.ts';
import { OpencodeRows } from '../../test/opencode-rows.ts';
import { folder, MAIN, PATIENCE_MS, runCli, startCli, printedBy } from '../../test/run-cli.ts';
import { runHere } from '../../test/run-here.ts';

const file = smallSession().write(folder(), 'session.jsonl');

describe('toolthread open', { timeout: PATIENCE_MS }, () => {
  it('draws a session with its groups folded', async () => {
    const { code, stdout, stderr } = await runCli(['open', file]);
    expect(stdout).toBe(`Parser upgrade
claude-code · /home/me/parser · m-1 · 2026-02-02 02:40

❯ Upgrade the parser
  2026-02-02 02:40

🔧 2 tool calls · 1 failed (show details)

The parser is at **version 3**.

\`\`\`ts
parse(text);
\`\`\`
Assistant · 50 tokens · m-1 · 2026-02-02 02:40

2 tool calls · 1 failed · 6s · 150 output tokens
8 records: 5 shown, 3 folded, 0 hidden
136B of it is folded or cut. --expand opens the groups, --full shows everything.
`);
    expect([code, stderr]).toEqual([0, '']);
  });

  it('[issue 11] - is what is piped, and nothing of it is left behind; it cannot be followed', async () => {
    const [home, temporary] = [folder(), folder()];
    const env = { ...process.env, HOME: home, XDG_CACHE_HOME: home, TMPDIR: temporary, TZ: 'UTC' };
    const shown = execFileSync(process.execPath, [MAIN, 'open', '-'], { input: readFileSync(file), env });
    expect(shown.toString()).toContain('8 records: 5 shown, 3 folded, 0 hidden');
    const { stderr } = spawnSync(process.execPath, [MAIN, 'open', '-'], { input: '', env, encoding: 'utf8' });
    expect(stderr).toMatch(/^toolthread: Standard input is empty\.\n/);
    expect(readdirSync(temporary)).toEqual([]);
    expect(await runHere(['open', '-', '--follow'])).toMatchObject({ code: 1, stdout: '' });
  });

  it('[L4] [issue 11] names every file of a subagent that was not read, and why lines are malformed', async () => {
    const home = folder();
    const session = new ClaudeSession().user('one').raw('{"type":"user","mess').raw('{"type":"user","mes');
    const path = session.write(home, 's-1.jsonl');
    const subagents = join(home, 's-1/subagents');
    mkdirSync(subagents, { recursive: true });
    symlinkSync('nowhere', join(subagents, 'agent-a1.jsonl'));
    execFileSync('sh', ['-c', 'mkfifo "$1"', 'sh', join(subagents, 'agent-a2.jsonl')]);
    writeFileSync(join(subagents, 'agent-a3.jsonl.gz'), gzipSync('x').subarray(0, 8));
    const { code, stdout } = await runHere(['open', path]);
    expect(code).toBe(0);
    expect(stdout).toContain(` · 5 malformed lines
  cut off (2 times)
  agent-a1.jsonl is not read: it is a link
  agent-a2.jsonl is not read: it is not a regular file
  agent-a3.jsonl.gz cannot be read: `);
  });

  it('[L4] [issue 11] of opencode’s database, what is torn is counted, and --full shows its words', async () => {
    const rows = new OpencodeRows(folder());
    rows.session('ses_1').message('msg_1', { role: 'user' }).part('prt_1', { type: 'text', text: 'one' });
    rows.exec(`insert into part values ('prt_2', 'msg_1', 'ses_1', 1, 1, '{"text":"torn wo'),
      ('prt_3', 'msg_0', 'ses_1', 1, 1, '{"type":"text","text":"words without a message"}')`);
    rows.close();
    const shown = await runHere(['open', '--full', `${rows.path}#ses_1`]);
    expect(shown.stdout).toMatch(/malformed: not JSON · line \d\n {2}\{"text":"torn wo\n/);
    expect(shown.stdout).toMatch(/hidden: unknown:none · record \d\n.*words without a message/);
    expect(shown.stdout).toMatch(/ · 1 malformed line\n {2}not JSON\n/);
    const { stdout } = await runHere(['inspect', '--json', `${rows.path}#ses_1`]);
    expect(JSON.parse(stdout)).toMatchObject({
      malformedLines: 1,
      malformed: { 'not JSON': 1 },
      hidden: { 'unknown:none': 1 },
    });
  });

  it('[L3] --expand opens them: each call with its result, a failed one as failed', async () => {
    const { stdout } = await runHere(['open', file, '--expand']);
    expect(stdout).toContain('🔧 2 tool calls · 1 failed (hide details)\n  I look where it is used.\n');
    expect(stdout).toContain(
      '  Bash(command=npm test) · failed\n    Exit code 1\n    FAIL test/lint\n    second line\n',
    );
    expect(stdout).toContain('  Read(file_path=package.json) → version 3\n');
  });

  describe('everything can be seen', () => {
    const long = 'an argument that is long enough '.repeat(400);
    const output = Array.from({ length: 300 }, (_, n) => `output line ${n} ${'x'.repeat(20)}`).join('\n');
    const session = new ClaudeSession()
      .user('go')
      .assistant({ type: 'thinking', thinking: 'a thought of mine', signature: 's' })
      .calls('c1', 'Write', { file_path: 'a.ts', content: `${long}\nsecond line` })
      .result('c1', output)
      .raw(
        '{"type":"system","subtype":"compact_boundary","uuid":"b1","sessionId":"s-1","compactMetadata":{"trigger":"auto","preTokens":9}}',
      )
      .raw(
        '{"type":"user","isCompactSummary":true,"uuid":"b2","sessionId":"s-1","message":{"role":"user","content":"This is the summary of it"}}',
      )
      .user('and on')
      .says('done');
    const path = session.write(folder(), 'session.jsonl');
    const letters = (text: string): string => text.replace(/\s+/g, ' ');

    it.each([
      ['open', ['open', path, '--full']],
      ['Markdown', ['export', path, '--to', 'md', '--full']],
    ])('%s --full', async (_, args) => {
      const { stdout } = await runHere(args);
      const text = letters(stdout);
      for (const words of [
        long.trim(),
        'second line',
        'a thought of mine',
        'output line 299',
        'This is the summary of it',
      ])
        expect(text).toContain(words);
      for (let n = 0; n < 300; n += 1) expect(text).toContain(`output line ${n} `);
      expect(stdout).not.toMatch(/truncated|folded or cut/);
      expect(stdout).toMatch(/2026-02-02 02:40/);
      expect(stdout).toContain('m-1');
    });

    it('[issue 11] a session that another one started says so', async () => {
      const meta = {
        id: 'child-1',
        cwd: '/x',
        source: { subagent: { thread_spawn: { parent_thread_id: 'parent-1' } } },
      };
      const lines = [
        { type: 'session_meta', payload: meta },
        {
          type: 'response_item',
          payload: { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'go' }] },
        },
      ].map((record) => JSON.stringify({ timestamp: '2026-02-02T02:40:00Z', ...record }));
      const rollout = join(folder(), 'rollout-1.jsonl');
      writeFileSync(rollout, `${lines.join('\n')}\n`);
      const [opened, md, text] = await Promise.all([
        runHere(['open', rollout]),
        runHere(['export', rollout, '--to', 'md']),
        runHere(['export', rollout, '--to', 'text']),
      ]);
      for (const { stdout } of [opened, md, text]) expect(stdout).toContain('codex · subagent of parent-1 · /x');
    });

    it('[issue 11] [L4] what a rule hides is shown with --full, with the name of the rule', async () => {
      const session = new ClaudeSession().user('go').says('done');
      const meta = { type: 'user', uuid: 'x1', isMeta: true, message: { role: 'user', content: 'a hidden reminder' } };
      const hidden = session.raw(JSON.stringify(meta)).write(folder(), 'hidden.jsonl');
      const [full, md, text, open, plain] = await Promise.all([
        runHere(['open', hidden, '--full']),
        runHere(['export', hidden, '--to', 'md', '--full']),
        runHere(['export', hidden, '--to', 'text', '--full']),
        runHere(['open', hidden]),
        runHere(['export', hidden, '--to', 'text']),
      ]);
      for (const { stdout } of [full, md, text]) {
        expect(stdout).toContain('hidden: meta · record at line');
        expect(stdout).toContain('a hidden reminder');
      }
      for (const { stdout } of [open, plain]) expect(stdout).not.toContain('a hidden reminder');
    });

    it('text --full: arguments as they are, with their own lines', async () => {
      const { stdout } = await runHere(['export', path, '--to', 'text', '--full']);
      for (const words of ['a thought of mine', 'output line 299', 'This is the summary of it', 'second line'])
        expect(stdout).toContain(words);
      expect(stdout).toContain(`Write(\nfile_path=a.ts\ncontent=${long}\nsecond line\n)`);
      expect(stdout).toMatch(/^You \(2026-02-02 02:40\): go$/m);
    });

    it('without it, what is cut says how much, and how to see it', async () => {
      const [expanded, text] = await Promise.all([
        runHere(['open', path, '--expand']),
        runHere(['export', path, '--to', 'text']),
      ]);
      expect(expanded.stdout).toMatch(/Write\(.*…\) · arguments truncated, 12\.\dKB/);
      expect(expanded.stdout).toMatch(/\d+ more lines\)|truncated, \d/);
      expect(expanded.stdout).toMatch(/\n\d+\.\dKB of it is folded or cut\. .*--full shows everything\.\n$/);
      expect(text.stdout).toMatch(
        /\[\d+\.\dKB of it is cut or left out here\. "toolthread export --full" writes all of it\.\]\n$/,
      );
    });
  });

  it('a narrow window cuts nothing off: no row is wider, and no word is lost', async () => {
    const wide = await runHere(['open', file, '--expand']);
    const { stdout } = await runHere(['open', file, '--expand'], { env: { COLUMNS: '32' } });
    for (const row of stdout.split('\n')) expect([...row].length).toBeLessThanOrEqual(32);
    const letters = (text: string): string => text.replace(/\s/g, '');
    expect(letters(stdout)).toBe(letters(wide.stdout));
  });

  it('colours only where a person looks or asks, and never against NO_COLOR', async () => {
    const [piped, forced, refused] = await Promise.all([
      runHere(['open', file]),
      runHere(['open', file], { env: { FORCE_COLOR: '1' } }),
      runHere(['open', file], { env: { FORCE_COLOR: '1', NO_COLOR: '1' } }),
    ]);
    expect(piped.stdout).not.toContain('\u001b');
    expect(forced.stdout).toContain('\u001b[31m🔧 2 tool calls · 1 failed\u001b[0m');
    expect(refused.stdout).toBe(piped.stdout);
  });

  it('[L7] what a session says is shown and not obeyed', async () => {
    const hostile = '\u001b]0;title\u0007\u001b[2J\u202egnp\u{e0041}\u0008\r';
    const session = new ClaudeSession(hostile)
      .user(hostile)
      .calls('c1', hostile, { [hostile]: hostile })
      .result('c1', `${hostile}\n${hostile}`, true)
      .result('gone', hostile)
      .says(hostile)
      .title(hostile);
    const hostileFile = session.write(folder(), 'session.jsonl');
    for (const args of [
      ['open', hostileFile],
      ['open', hostileFile, '--expand'],
      ['inspect', hostileFile],
    ]) {
      const { stdout } = await runHere(args);
      expect(stdout.replaceAll('\n', '')).not.toMatch(/\p{Cc}|\p{Bidi_Control}|[\u{e0000}-\u{e007f}]/u);
      expect(stdout).toContain('␛');
    }
    const { stderr } = await runHere(['open', `\u001b[2J\u202e`]);
    expect(stderr).toContain('␛[2J⟨U+202E⟩');
  });

  it('[L4] damage is told, and costs nothing else', async () => {
    const torn = smallSession().raw('{"type":"user","mess').raw('{"type":"brand-new-thing","sessionId":"s-1"}');
    const { stdout } = await runHere(['open', torn.write(folder(), 'session.jsonl')]);
    expect(stdout).toContain('🔧 2 tool calls · 1 failed');
    expect(stdout).toContain('9 records: 5 shown, 3 folded, 1 hidden · 1 malformed line\n');
  });

  it('a call without a result, in a file that is at its end, is lost', async () => {
    const open = new ClaudeSession().user('go').calls('c1', 'Bash', { command: 'sleep 9' });
    const { stdout } = await runHere(['open', open.write(folder(), 'session.jsonl'), '--expand']);
    expect(stdout).toContain('🔧 1 tool call · 1 without result (hide details)\n  Bash(command=sleep 9) · no result');
  });

  it('the runs of subagents stand under their calls', async () => {
    const home = folder();
    const child = new ClaudeSession('/home/me/parser', 'child')
      .user('find it')
      .calls('x1', 'Grep', { pattern: 'parse' })
      .result('x1', 'two places');
    const lines = child.lines.map((line) => line.replace('"isSidechain":false', '"isSidechain":true,"agentId":"a1"'));
    const main = new ClaudeSession()
      .user('look')
      .calls('t1', 'Task', { prompt: 'find it', description: 'search' })
      .result('t1', 'done')
      .write(home, 's-1.jsonl');
    new ClaudeSession().raw(lines.join('\n')).write(home, 's-1', 'subagents', 'agent-a1.jsonl');
    const { stdout } = await runHere(['open', main, '--expand']);
    expect(stdout).toMatch(/Task\(.*\)\n {4}↳ search\n( {6}.*\n)+ {4}done\n/);
    expect(stdout).toContain('Grep(pattern=parse) → two places');
  });

  it.each([
    ['missing', () => join(folder(), 'none.jsonl'), /There is no file .*none\.jsonl\.\n {2}Run "toolthread sessions"/],
    ['folder', () => folder(), /is a folder\.\n {2}Give a file in it\./],
    ['empty', () => written(''), /is empty\.\n/],
    ['binary', () => written(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 1])), /holds binary data\.\n/],
    [
      'some prose',
      () => written('hello there\n'),
      /is in no format that Toolthread knows\.\n {2}Run "toolthread inspect"/,
    ],
    ['other JSON', () => written('{"a": 1}\n'), /is in no format that Toolthread knows\./],
  ])('a %s file: what is wrong, and what to do', async (_, make, expected) => {
    const { code, stdout, stderr } = await runHere(['open', make()]);
    expect(stderr).toMatch(expected);
    expect([code, stdout]).toEqual([1, '']);
  });

  it('an option that does not exist, and no file', async () => {
    expect((await runHere(['open', file, '--colour'])).stderr).toMatch(/--colour\.[^]*toolthread open --help/);
    expect((await runHere(['open'])).stderr).toContain('Which file?');
  });

  it('a reader that has enough ends it quietly', async () => {
    const long = new ClaudeSession();
    for (let turn = 0; turn < 3000; turn += 1) long.user(`question ${turn} ${'x'.repeat(100)}`);
    const child = startCli(['open', long.write(folder(), 'session.jsonl')]);
    const stderr = printedBy(child, 'stderr');
    child.stdout?.once('data', () => child.stdout?.destroy());
    const code = await new Promise((resolve) => child.once('close', resolve));
    expect([code, stderr()]).toEqual([0, '']);
  });
});

function written(content: string | Buffer): string {
  const path = join(folder(), 'file');
  writeFileSync(path, content);
  return path;
}
