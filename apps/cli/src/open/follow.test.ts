import { appendFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ClaudeSession } from '../../test/claude-session.ts';
import { folder, PATIENCE_MS, runCli, startCli, printedBy } from '../../test/run-cli.ts';

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 20));
}

describe('toolthread open --follow', { timeout: PATIENCE_MS }, () => {
  it('prints what is final as the file grows, once, and ends with Ctrl-C', async () => {
    const session = new ClaudeSession().user('one').says('first answer');
    const file = session.write(folder(), 'session.jsonl');
    const child = startCli(['open', '--follow', file]);
    const [stdout, stderr] = [printedBy(child, 'stdout'), printedBy(child, 'stderr')];
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
    child.kill('SIGINT');
    const code = await new Promise((resolve) => child.once('close', resolve));
    expect([code, stderr()]).toEqual([0, '']);
    const order = ['❯ one', 'first answer', '❯ two', '🔧 1 tool call (show details)', '❯ three'];
    const places = order.map((words) => stdout().indexOf(words));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    for (const words of order) expect(stdout().split(words)).toHaveLength(2);
    expect(stdout()).not.toContain('\u001b');
  });

  it('a file that is written anew is read anew', async () => {
    const file = new ClaudeSession()
      .user('a long question before')
      .user('and another')
      .write(folder(), 'session.jsonl');
    const child = startCli(['open', '-f', file]);
    const stdout = printedBy(child, 'stdout');
    await until(() => stdout().includes('and another'));
    writeFileSync(file, new ClaudeSession().user('again').text);
    await until(() => stdout().includes('❯ again'));
    child.kill('SIGTERM');
    expect(await new Promise((resolve) => child.once('close', resolve))).toBe(0);
  });

  it('a file that is not there', async () => {
    const { code, stderr } = await runCli(['open', '--follow', '/nowhere/x.jsonl']);
    expect([code, stderr]).toEqual([1, expect.stringContaining('There is no file')]);
  });
});
