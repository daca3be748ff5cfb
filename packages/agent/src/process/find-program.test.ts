/** [A2 2] No program that the server starts by its name is one that an agent put there. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join, relative } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { tempFolder } from '../../test/use-tool.ts';
import { confine } from '../sandbox/confine.ts';
import { findBubblewrap } from '../sandbox/find-bubblewrap.ts';
import { findProgram, safePath } from './find-program.ts';

function plant(folder: string, name = 'tool'): string {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), '#!/bin/sh\necho planted\n', { mode: 0o755 });
  return folder;
}

test('[A2 2] a folder that agents write to is passed over, by whatever way it is named', () => {
  const [workspace, data, own] = [tempFolder(), tempFolder(), plant(tempFolder())];
  const links = tempFolder();
  const venv = plant(join(workspace, '.venv/bin'));
  symlinkSync(workspace, join(links, 'workspace'));
  symlinkSync(venv, join(links, 'bin'));
  const linked = tempFolder();
  symlinkSync(join(venv, 'tool'), join(linked, 'tool'));
  for (const planted of [
    venv,
    plant(workspace),
    plant(join(workspace, 'node_modules/.bin')),
    plant(join(data, 'workspaces/x')),
    plant(data),
    join(links, 'workspace/.venv/bin'),
    join(links, 'bin'),
    linked,
    `${workspace}/../${relative(dirname(workspace), workspace)}/.venv/bin`,
    relative(process.cwd(), own),
    relative(process.cwd(), venv),
    '.',
    '',
  ]) {
    const path = [planted, own].join(delimiter);
    expect([planted, findProgram('tool', { path, writable: [workspace, data] })]).toEqual([planted, join(own, 'tool')]);
    expect(findProgram('tool', { path: planted, writable: [join(links, 'workspace'), data] })).toBeUndefined();
  }
});

test('[A2 2] a folder beside the workspace is none of it, and one that is not there yet is', () => {
  const parent = tempFolder();
  const workspace = join(parent, 'project');
  const beside = plant(join(parent, 'project-tools'));
  const path = [join(workspace, 'bin'), beside].join(delimiter);
  expect(safePath({ path, writable: [workspace] })).toBe(beside);
  mkdirSync(workspace);
  expect(safePath({ path, writable: [workspace] })).toBe(beside);
  expect(findProgram('tool', { path, writable: [workspace] })).toBe(join(beside, 'tool'));
});

test('[A2 2] where nothing is left, it is not the folder one stands in', () => {
  expect(safePath({ path: '', writable: [] })).toBe('/usr/bin:/bin');
  expect(safePath({ path: `.${delimiter}bin`, writable: [] })).toBe('/usr/bin:/bin');
});

test('a folder by the name of a program is none', () => {
  const [first, second] = [tempFolder(), plant(tempFolder())];
  mkdirSync(join(first, 'tool'));
  expect(findProgram('tool', { path: [first, second].join(delimiter), writable: [] })).toBe(join(second, 'tool'));
});

test('[A2 2] a planted bwrap is not the sandbox: in the workspace, in the data folder, or in a workspace of before', async () => {
  const [workspace, data, before] = [tempFolder(), tempFolder(), tempFolder()];
  const folders = [join(workspace, '.venv/bin'), join(data, 'workspaces/x'), before];
  const own = process.env['PATH'] ?? '';
  onTestFinished(() => void (process.env['PATH'] = own));
  const bubblewrap = await findBubblewrap();
  for (const folder of folders) {
    writeFileSync(join(plant(folder, 'bwrap'), 'bwrap'), '#!/bin/sh\necho confined\n', { mode: 0o755 });
    process.env['PATH'] = `${folder}${delimiter}${own}`;
    const confined = await confine({ workspace, cwd: workspace, network: false, hides: [data] });
    const program = confined.ok ? confined.argv(['true'], { mounts: undefined, sockets: [] })[0] : undefined;
    expect(program).toBe(bubblewrap.ok ? bubblewrap.program : undefined);
  }
});
