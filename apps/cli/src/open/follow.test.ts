import { appendFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ClaudeSession } from '../../test/claude-session.ts';
import { OpencodeRows } from '../../test/opencode-rows.ts';
import { folder, PATIENCE_MS, runCli, startCli, printedBy } from '../../test/run-cli.ts';
import { runHere } from '../../test/run-here.ts';

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 20));
}

interface Following {
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** Ends it as Ctrl-C does, and says its exit code. */
  readonly end: (signal?: 'SIGINT' | 'SIGTERM') => Promise<unknown>;
}

/** `toolthread open` while it follows. */
function following(...args: readonly string[]): Following {
  const child = startCli(['open', ...args]);
  return {
    stdout: printedBy(child, 'stdout'),
    stderr: printedBy(child, 'stderr'),
    end: (signal = 'SIGINT') => {
      const closed = new Promise((resolve) => child.once('close', resolve));
      child.kill(signal);
      return closed;
    },
  };
}

describe('toolthread open --follow', { timeout: PATIENCE_MS }, () => {
  it('prints what is final as the file grows, once, and ends with Ctrl-C', async () => {
    const session = new ClaudeSession().user('one').says('first answer');
    const file = session.write(folder(), 'session.jsonl');
    const { stdout, stderr, end } = following('--follow', file);
    await until(() => stdout().includes('❯ one'));
    const grown = new ClaudeSession('/home/me/parser', 'more')
      .user('two')
      .calls('c1', 'Bash', { command: 'ls' })
      .result('c1', 'a b')
      .user('three').text;
    // In two pieces that cut a line, as a writer does that is watched at any moment.
    appendFileSync(file, grown.slice(0, 100));
    await new Promise((resolve) => setTimeout(resolve, 400));
    appendFileSync(file, grown.slice(100));
    await until(() => stdout().includes('❯ three'));
    const code = await end();
    expect([code, stderr()]).toEqual([0, '']);
    const order = ['❯ one', 'first answer', '❯ two', '🔧 1 tool call (show details)', '❯ three'];
    const places = order.map((words) => stdout().indexOf(words));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    for (const words of order) expect(stdout().split(words)).toHaveLength(2);
    expect(stdout()).not.toContain('\u001b');
  });

  it('[strangers 1, 2] what the same turn gets after a pause is printed, each once; with --full, what is hidden too; at the end, what lies beside the file', async () => {
    const home = folder();
    const file = new ClaudeSession()
      .user('one')
      .calls('c1', 'Task', { description: 'first-call' })
      .result('c1', 'first-output')
      .raw('{"type":"mode","mode":"hidden-mode","sessionId":"s-1"}')
      .write(home, 's-1.jsonl');
    const ofAgent = new ClaudeSession('/home/me/parser', 'agent').calls('x1', 'Grep', { pattern: 'agents-call' });
    new ClaudeSession()
      .raw(ofAgent.text.trim().replace('"isSidechain":false', '"isSidechain":true,"agentId":"a1"'))
      .write(home, 's-1', 'subagents', 'agent-a1.jsonl');
    const { stdout, end } = following('--follow', '--full', file);
    await until(() => stdout().includes('first-output'));
    const more = new ClaudeSession('/home/me/parser', 'more')
      .assistant({ type: 'thinking', thinking: 'a-thought', signature: 's' })
      .calls('c2', 'Bash', { command: 'second-call' })
      .result('c2', 'second-output');
    appendFileSync(file, more.text);
    await until(() => stdout().includes('second-output'));
    // What is still open is told at the end.
    appendFileSync(
      file,
      new ClaudeSession('/home/me/parser', 'then').calls('c3', 'Bash', { command: 'third-call' }).text,
    );
    expect(await end()).toBe(0);
    const rows = (text: string): string[] => text.split('\n').map((row) => row.trim());
    const printed = rows(stdout());
    const opened = rows((await runHere(['open', '--full', file])).stdout);
    expect(opened.filter((row) => !printed.includes(row))).toEqual([
      '🔧 3 tool calls · 1 without result (hide details)',
    ]);
    const said = ['agents-call', 'a-thought', 'first-output', 'second-output', 'third-call', 'hidden-mode'];
    const counts = (text: string): number[] => said.map((words) => text.split(words).length);
    expect(counts(stdout())).toEqual(counts(opened.join('\n')));
  });

  it("[issue 11] what a subagent adds to a file of its own is printed while it works, once, and so is what the session's own file gains", async () => {
    const home = folder();
    const session = new ClaudeSession()
      .user('one')
      .calls('c1', 'Task', { description: 'first-call' })
      .result('c1', 'it-works');
    const file = session.write(home, 's-1.jsonl');
    // It began after the call was answered, and is below what it gave.
    const later = Date.UTC(2026, 2, 1);
    const ofAgent = (call: string, command: string): string =>
      new ClaudeSession('/home/me/parser', `agent-${call}`, later)
        .calls(call, 'Bash', { command })
        .result(call, `${command}-output`)
        .text.replaceAll('"isSidechain":false', '"isSidechain":true,"agentId":"a1"');
    const { stdout, end } = following('--follow', '--full', file);
    await until(() => stdout().includes('it-works'));
    const beside = new ClaudeSession().raw(ofAgent('x1', 'agents-first').trim());
    const agentFile = beside.write(home, 's-1', 'subagents', 'agent-a1.jsonl');
    writeFileSync(join(home, 's-1', 'subagents', 'agent-a1.meta.json'), '{"toolUseId":"c1"}');
    await until(() => stdout().includes('agents-first-output'));
    appendFileSync(agentFile, ofAgent('x2', 'agents-second'));
    await until(() => stdout().includes('agents-second-output'));
    appendFileSync(file, new ClaudeSession('/home/me/parser', 'more').user('two').text);
    await until(() => stdout().includes('❯ two'));
    expect(await end()).toBe(0);
    for (const words of ['❯ one', 'it-works', 'agents-first-output', 'agents-second-output', '❯ two'])
      expect([words, stdout().split(words).length]).toEqual([words, 2]);
  });

  it('a file that is written anew is read anew', async () => {
    const file = new ClaudeSession()
      .user('a long question before')
      .user('and another')
      .write(folder(), 'session.jsonl');
    const { stdout, stderr, end } = following('-f', file);
    await until(() => stdout().includes('and another'));
    writeFileSync(file, new ClaudeSession().user('again').text);
    await until(() => stdout().includes('❯ again'));
    writeFileSync(file, new ClaudeSession().user('longer').user('than before').text);
    await until(() => stdout().includes('❯ than before'));
    expect(stdout()).toContain('❯ longer');
    expect(stderr().split('was rewritten. It is read from its beginning.')).toHaveLength(3);
    expect(await end('SIGTERM')).toBe(0);
  });

  it('[issue 11] what comes after a rewind is printed, though as much stood above before', async () => {
    const at = '2026-02-02T03:40:01.000Z';
    const said = (id: string, content: string): object => ({ id, timestamp: at, type: 'user', content });
    const records = [{ sessionId: 's', projectHash: 'h', startTime: at }, said('m1', 'one'), said('m2', 'two')];
    const file = join(folder(), 'session.jsonl');
    const put = (...more: object[]): void =>
      appendFileSync(file, more.map((record) => `${JSON.stringify(record)}\n`).join(''));
    put(...records);
    const { stdout, end } = following('--follow', file);
    await until(() => stdout().includes('❯ two'));
    put({ $rewindTo: 'm1' }, said('m3', 'instead'), said('m4', 'and then'));
    await until(() => stdout().includes('❯ and then'));
    await end();
    for (const words of ['one', 'two', 'instead', 'and then']) expect(stdout().split(`❯ ${words}`)).toHaveLength(2);
    // [L3] What is printed stays there, and it is said that it no longer counts.
    const lines = stdout().split('\n');
    const taken = '↩ Taken back: 2 entries above. They no longer count.';
    expect(lines.filter((row) => row.startsWith('↩'))).toEqual([taken]);
    expect(lines.findIndex((row) => row.includes('❯ two'))).toBeLessThan(lines.indexOf(taken));
    expect(lines.indexOf(taken)).toBeLessThan(lines.findIndex((row) => row.includes('❯ instead')));
  });

  describe('says why it is silent', () => {
    it.each<[string, string | Buffer, RegExp]>([
      ['an unknown format', '{"a":1}\n{"a":2}\n', /is in no format that Toolthread knows\./],
      ['prose', 'Dear diary\nit rained\n', /is in no format that Toolthread knows\./],
      ['a compressed file', gzipSync(new ClaudeSession().user('one').text), /is compressed: it cannot be followed\./],
      ['one document', '[\n{"role":"user","content":"one"}\n]\n', /is one JSON document: it cannot be followed\./],
      ['a document on one line', '{"sessionId":"s","projectHash":"h","messages":[]}', /is one JSON document/],
    ])('of %s', async (_, content, words) => {
      const file = join(folder(), 'file.jsonl');
      writeFileSync(file, content);
      const { code, stderr } = await runCli(['open', '--follow', file]);
      expect(stderr).toMatch(words);
      expect(code).toBe(1);
    });

    it('a new file may be empty; into a pipe its last answer is printed', async () => {
      const file = join(folder(), 'session.jsonl');
      writeFileSync(file, '');
      const { stdout, end } = following('--follow', file);
      appendFileSync(file, new ClaudeSession().user('one').says('the last answer').text);
      await until(() => stdout().includes('the last answer'));
      expect(await end()).toBe(0);
      expect(stdout().split('the last answer')).toHaveLength(2);
    });

    it('[issue 11, files 8] into a pipe an answer is printed while records go on that say nothing, and the same answer again', async () => {
      const file = new ClaudeSession().user('one').says('It is woven.').write(folder(), 'session.jsonl');
      const { stdout, end } = following('--follow', file);
      const silent = (): void => appendFileSync(file, '{"type":"mode","mode":"plan","sessionId":"s-1"}\n');
      const goesOn = setInterval(silent, 50);
      onTestFinished(() => clearInterval(goesOn));
      await until(() => stdout().includes('It is woven.'));
      appendFileSync(file, new ClaudeSession('/home/me/parser', 'more').user('two').says('It is woven.').text);
      await until(() => stdout().split('It is woven.').length >= 3);
      expect(await end()).toBe(0);
      expect(stdout().split('It is woven.')).toHaveLength(3);
    });

    it('[issue 12, files a] into a pipe the answer of a turn with calls is printed, then only what is new', async () => {
      const file = new ClaudeSession()
        .user('one')
        .calls('c1', 'Bash', { command: 'first-call' })
        .result('c1', 'first-output')
        .says('The first words.')
        .write(folder(), 'session.jsonl');
      const { stdout, end } = following('--follow', '--expand', file);
      await until(() => stdout().includes('The first words.'));
      expect(stdout()).toContain('first-output');
      // The words were no answer: the same response goes on with a call.
      const goesOn = new ClaudeSession('/home/me/parser', 'more')
        .calls('c2', 'Bash', { command: 'second-call' })
        .text.replace('msg_more_1', 'msg_main_2');
      appendFileSync(file, goesOn);
      const second = new ClaudeSession('/home/me/parser', 'then').result('c2', 'second-output', true);
      appendFileSync(file, second.says('The last words.').text);
      await until(() => stdout().includes('The last words.'));
      expect(stdout()).toContain('second-output');
      expect(stdout()).not.toContain('tokens');
      appendFileSync(file, new ClaudeSession('/home/me/parser', 'next').user('two').text);
      await until(() => stdout().includes('❯ two'));
      expect(await end()).toBe(0);
      const order = [
        '❯ one',
        'first-call',
        'The first words.',
        'second-call',
        'The last words.',
        'tokens · m-1',
        '❯ two',
      ];
      const places = order.map((words) => stdout().indexOf(words));
      expect(places).toEqual(places.toSorted((a, b) => a - b));
      for (const words of [...order, 'first-output', 'second-output']) expect(stdout().split(words)).toHaveLength(2);
    });

    it('[issue 12, files a] without --expand, too: each call is counted once', async () => {
      const file = new ClaudeSession()
        .user('one')
        .calls('c1', 'Bash', { command: 'ls' })
        .result('c1', 'a')
        .says('The last words.')
        .write(folder(), 'session.jsonl');
      const { stdout, end } = following('--follow', file);
      await until(() => stdout().includes('The last words.'));
      expect(await end()).toBe(0);
      for (const words of ['🔧 1 tool call', 'The last words.', 'tokens · m-1'])
        expect(stdout().split(words)).toHaveLength(2);
    });

    it('[issue 11] what is left at the end is drawn as open draws it', async () => {
      const file = new ClaudeSession()
        .user('one')
        .calls('c1', 'Read', { file_path: 'a' })
        .result('c1', 'text')
        .says('the last answer')
        .write(folder(), 'session.jsonl');
      const { stdout, end } = following('--follow', file);
      await until(() => stdout().includes('one'));
      await end();
      expect(stdout()).toMatch(/^the last answer$/m);
      const opened = await runHere(['open', file]);
      expect(opened.stdout).toMatch(/^the last answer$/m);
    });

    it('a file that goes away, and one that comes in its place', async () => {
      const file = new ClaudeSession().user('before').write(folder(), 'session.jsonl');
      const { stdout, stderr, end } = following('--follow', file);
      await until(() => stdout().includes('before'));
      rmSync(file);
      await until(() => stderr().includes('is gone. Waiting for it'));
      writeFileSync(`${file}.new`, new ClaudeSession().user('after').text);
      renameSync(`${file}.new`, file);
      await until(() => stdout().includes('after'));
      expect(stderr()).toContain('was replaced. It is read from its beginning.');
      expect(await end('SIGTERM')).toBe(0);
    });
  });

  it('[issue 11] a session inside of opencode’s database: what comes and what changes, until Ctrl-C', async () => {
    const rows = new OpencodeRows(folder());
    onTestFinished(() => rows.close());
    const call = (state: object): object => ({
      type: 'tool',
      callID: 'c1',
      tool: 'bash',
      state: { input: {}, ...state },
    });
    rows.session('ses_1').message('msg_1', { role: 'user' }).part('prt_1', { type: 'text', text: 'one' });
    const { stdout, stderr, end } = following('--follow', '--full', `${rows.path}#ses_1`);
    await until(() => stdout().includes('❯ one'));
    rows.message('msg_2', { role: 'assistant' }).part('prt_2', call({ status: 'running' }));
    rows.part('prt_2', call({ status: 'completed', output: 'first-output' }));
    await until(() => stdout().includes('first-output'));
    rows.part('prt_3', { type: 'text', text: 'The first words.' });
    await until(() => stdout().includes('The first words.'));
    rows.exec(`insert into part values ('prt_4', 'msg_2', 'ses_1', 1, 1, '{"type":"text","text":"torn wo')`);
    rows.message('msg_3', { role: 'user' }).part('prt_5', { type: 'text', text: 'two' });
    await until(() => stdout().includes('❯ two'));
    rows.message('msg_4', { role: 'assistant' }).part('prt_6', call({ status: 'running', title: 'last-call' }));
    expect(await end()).toBe(0);
    expect(stderr()).not.toContain('toolthread:');
    const shown = (text: string): string[] => text.split('\n').map((row) => row.trim());
    const opened = shown((await runHere(['open', '--full', `${rows.path}#ses_1`])).stdout);
    expect(opened.filter((row) => !shown(stdout()).includes(row))).toEqual([]);
    for (const words of ['❯ one', 'first-output', 'The first words.', '❯ two', 'torn wo'])
      expect([words, stdout().split(words).length]).toEqual([words, 2]);
  });

  it.each([
    ['a database that is not there', '/nowhere/opencode.db#ses_1', /There is no file \/nowhere\/opencode\.db\./],
    ['a session that is not in it', '#ses_9', /There is no session ses_9 in /],
  ])('%s', async (_, path, words) => {
    const rows = new OpencodeRows(folder()).session('ses_1');
    onTestFinished(() => rows.close());
    const { code, stderr } = await runCli(['open', '--follow', path.startsWith('#') ? rows.path + path : path]);
    expect([code, stderr]).toEqual([1, expect.stringMatching(words)]);
  });

  it('a file that is not there', async () => {
    const { code, stderr } = await runCli(['open', '--follow', '/nowhere/x.jsonl']);
    expect([code, stderr]).toEqual([1, expect.stringContaining('There is no file')]);
  });
});
