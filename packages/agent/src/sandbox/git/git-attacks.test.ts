/** [H1] Nothing that a command in the sandbox leaves behind is run by git outside of it. */
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { attacks, prelude, prepare, visit } from '../../../test/git-attacks.ts';
import { tempFolder, useTool } from '../../../test/use-tool.ts';
import { runShellCommand } from '../../tools/run-shell-command.ts';
import { findBubblewrap } from '../find-bubblewrap.ts';

const bubblewrap = await findBubblewrap();

describe.skipIf(!bubblewrap.ok)('[H1] [B.6 42] [B.3 19] git runs nothing of it outside', () => {
  test.each(attacks)('with $from: $name', async ({ from, command }) => {
    const folder = tempFolder();
    const workspace = prepare(from, folder);
    const canary = join(folder, 'canary');
    await useTool(runShellCommand, { command: prelude(canary) + command }, { workspace, approved: false });
    await visit(workspace);
    expect(existsSync(canary)).toBe(false);
  });
});

describe.skipIf(!bubblewrap.ok)('[H1] nor where a person allowed it to write to the repository', () => {
  test.each(attacks.filter(({ from }) => from !== 'no repository'))('with $from: $name', async ({ from, command }) => {
    const folder = tempFolder();
    const workspace = prepare(from, folder);
    const canary = join(folder, 'canary');
    await useTool(runShellCommand, { command: prelude(canary) + command, git: true }, { workspace, approved: true });
    await visit(workspace);
    expect(existsSync(canary)).toBe(false);
  });
});

describe('without a sandbox each of them works: the tests above can fail', () => {
  test.each(attacks)('with $from: $name', async ({ from, command }) => {
    const folder = tempFolder();
    const workspace = prepare(from, folder);
    const canary = join(folder, 'canary');
    spawnSync('/bin/sh', ['-c', prelude(canary) + command], { cwd: workspace, stdio: 'ignore' });
    rmSync(canary, { force: true });
    for (let n = 0; n < 100 && !existsSync(canary); n += 1) await visit(workspace);
    expect(existsSync(canary)).toBe(true);
  });
});
