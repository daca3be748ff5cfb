import { once } from 'node:events';
import { join } from 'node:path';
import { openLedger, threadsIn } from '@toolthread/store';
import { describe, expect, it, onTestFinished } from 'vitest';
import { hasTerminal, inTerminal } from '../../test/in-terminal.ts';
import { folder, MAIN, PATIENCE_MS, printedBy, runCli, startCli } from '../../test/run-cli.ts';
import { runHere } from '../../test/run-here.ts';

/** A data folder with two threads. */
async function twoThreads(): Promise<{ readonly data: string; readonly ids: readonly string[] }> {
  const data = folder();
  const opened = await openLedger({ file: join(data, 'ledger.db') });
  if (!opened.ok) throw new Error(opened.error.message);
  const ids: string[] = [];
  for (const title of ['Old \u001b[2Jparser', 'Kept']) {
    const created = await opened.value.createThread({ title });
    if (!created.ok) throw new Error(created.error.message);
    ids.push(created.value[0]?.thread ?? '');
  }
  await opened.value.close();
  return { data, ids };
}

async function left(data: string): Promise<readonly string[]> {
  const threads = await threadsIn(join(data, 'ledger.db'));
  return threads.ok ? (threads.value ?? []).map(({ id }) => id) : [];
}

describe('[12.9] toolthread delete', { timeout: PATIENCE_MS }, () => {
  it('deletes one thread with --yes, and nothing without where nobody can be asked', async () => {
    const { data, ids } = await twoThreads();
    const [first = '', second = ''] = ids;
    for (const [args, words] of [
      [[first], '--yes'],
      [[], 'Which thread?'],
      [['nobody', '--yes'], `There is no thread nobody in ${join(data, 'ledger.db')}.`],
    ] as const) {
      const refused = await runHere(['delete', '--data', data, ...args]);
      expect([refused.code, refused.stdout]).toEqual([1, '']);
      expect(refused.stderr).toContain(words);
    }
    expect(await left(data)).toHaveLength(2);
    const { code, stdout, stderr } = await runCli(['delete', first, '--data', data, '--yes']);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^Deleted Old .*parser \(1 event\)\.\n$/);
    expect(await left(data)).toEqual([second]);
  });

  it('the server deletes it, where one runs', async () => {
    const { data, ids } = await twoThreads();
    const [first = '', second = ''] = ids;
    const server = startCli(['serve', '--port', '0', '--data', data, '--no-open', '--base-path', '/agent']);
    const exit = once(server, 'exit');
    onTestFinished(async () => {
      server.kill();
      await exit;
    });
    const printed = printedBy(server, 'stdout');
    await expect.poll(printed, { timeout: PATIENCE_MS }).toContain('http://');
    const { code, stdout, stderr } = await runHere(['delete', first, '--data', data, '--yes']);
    expect([code, stderr, stdout]).toEqual([0, '', expect.stringContaining('Deleted Old')]);
    expect(await left(data)).toContain(second);
    expect(await left(data)).not.toContain(first);
    const wrong = await runHere(['delete', second, '--data', data, '--yes'], {
      env: { TOOLTHREAD_TOKEN: 'x'.repeat(20) },
    });
    expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('Nothing was deleted.')]);
    expect(await left(data)).toContain(second);
  });

  it.skipIf(!hasTerminal)('asks once in a terminal, and shows a title harmlessly', async () => {
    const { data, ids } = await twoThreads();
    const [first = ''] = ids;
    const command = `'${process.execPath}' '${MAIN}' delete ${first} --data '${data}'`;
    for (const [keys, code, count] of [
      ['\n', 1, 2],
      ['no\n', 1, 2],
      ['y\n', 0, 1],
    ] as const) {
      const asked = await inTerminal(command, {}, { when: '[y/N]', keys });
      expect(asked.code).toBe(code);
      expect(asked.seen).not.toContain('\u001b[2J');
      expect(await left(data)).toHaveLength(count);
    }
  });
});
