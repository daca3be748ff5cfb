/** A root of workspaces belongs to one database: `toolthread serve`, `db adopt` and `db left --forget`, as they are run. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { folder, PATIENCE_MS, printedBy, runCli, startCli } from '../../test/run-cli.ts';
import { runHere } from '../../test/run-here.ts';

const serving = (data: string, shared: string): readonly string[] => [
  'serve',
  '--port',
  '0',
  '--no-open',
  '--log',
  'json',
  '--data',
  data,
  '--shared-workspaces',
  shared,
];

interface Running {
  readonly child: ChildProcess;
  readonly url: string;
  readonly said: () => string;
}

async function running(data: string, shared: string): Promise<Running> {
  const child = startCli(serving(data, shared));
  const [out, err] = [printedBy(child, 'stdout'), printedBy(child, 'stderr')];
  onTestFinished(() => ended(child));
  const address = (): string | undefined => /"url":"(http:[^"]+)"/.exec(out())?.[1];
  await expect.poll(() => address() !== undefined || child.exitCode !== null, { timeout: PATIENCE_MS }).toBe(true);
  if (address() === undefined) throw new Error(err());
  return { child, url: address() ?? '', said: () => out() + err() };
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

describe('a root of workspaces', { timeout: PATIENCE_MS }, () => {
  it('belongs to one database: a restored copy does not start with it, until it is adopted; then the first does not', async () => {
    const [data, shared, elsewhere] = [folder(), folder(), folder()];
    await ended((await running(data, shared)).child);
    // As earlier versions left it: whoever comes first has it.
    rmSync(join(shared, '.toolthread-database'));
    await ended((await running(data, shared)).child);
    const [file, copy] = [join(elsewhere, 'monday.backup'), join(elsewhere, 'copy')];
    expect(await runHere(['db', 'backup', file, '--data', data])).toMatchObject({ code: 0 });
    expect(await runHere(['db', 'restore', file, '--data', copy])).toMatchObject({ code: 0 });
    const refused = await runCli(serving(copy, shared));
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringContaining(`The files in ${shared} belong to another database than this one`),
    ]);
    expect(refused.stderr).toContain('Give another folder.');
    expect(refused.stderr).toContain(`toolthread db adopt ${shared}`);
    await ended((await running(copy, folder())).child);
    expect(await runHere(['db', 'adopt', join(elsewhere, 'none'), '--data', copy])).toMatchObject({ code: 1 });
    const first = await running(data, shared);
    expect(await runHere(['db', 'adopt', shared, '--data', copy])).toMatchObject({ code: 0, stderr: '' });
    // The first runs, and makes nothing more there.
    await expect.poll(async () => (await fetch(`${first.url}/readyz`)).status).toBe(503);
    expect(first.said()).toContain('belong to another database now');
    await ended(first.child);
    await ended((await running(copy, shared)).child);
    expect((await runCli(serving(data, shared))).stderr).toContain(`toolthread db adopt ${shared}`);
  });

  it('that is another at its path stops the server, which says so; one that is gone for good can be forgotten', async () => {
    const [data, elsewhere] = [folder(), folder()];
    const [shared, hidden] = [join(elsewhere, 'shared'), join(elsewhere, 'unmounted')];
    mkdirSync(shared);
    const node = await running(data, shared);
    const id = readFileSync(join(shared, '.toolthread-root'), 'utf8').trim();
    expect((await fetch(`${node.url}/readyz`)).status).toBe(200);
    renameSync(shared, hidden);
    mkdirSync(shared);
    writeFileSync(join(shared, '.toolthread-root'), 'another\n');
    const ready = async (): Promise<string> => (await fetch(`${node.url}/readyz`)).text();
    await expect.poll(ready).toContain('The storage with files of threads is not there.');
    expect(await ready()).not.toContain(shared);
    await ready();
    expect(node.said().match(/"storage lost"/g)).toHaveLength(1);
    await ended(node.child);
    const refused = await runCli(serving(data, shared));
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringContaining('other storage is, with the id another'),
    ]);
    expect(refused.stderr).toContain(`toolthread db left --forget ${id}`);
    const forget = ['db', 'left', '--data', data, '--forget'];
    expect((await runHere([...forget, 'nothing', '--yes'])).stderr).toContain('There is no root nothing.');
    expect((await runHere([...forget, id])).stderr).toContain('With --yes it does not ask.');
    expect((await runCli(serving(data, shared))).code).toBe(1);
    expect(await runHere([...forget, id, '--yes'])).toMatchObject({
      code: 0,
      stdout: `Root ${id} is forgotten: it had folders of 0 threads, and of 0 deleted threads.\n`,
    });
    const again = await running(data, shared);
    expect((await fetch(`${again.url}/readyz`)).status).toBe(200);
    expect((await runHere([...forget, 'another', '--yes'])).code).toBe(1);
  });
});
