/** [A2 9] What the server's starter left open is not open in a command. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { tempFolder } from '../../test/use-tool.ts';
import { findBubblewrap } from '../sandbox/find-bubblewrap.ts';

const bubblewrap = await findBubblewrap();
const PROGRAM = process.env['TEST_COMMANDS'] ?? join(import.meta.dirname, '../../test/run-commands-main.ts');

function outsideFolder(): string {
  const folder = join(import.meta.dirname, `../../../../node_modules/.cache/inherited-${process.pid}-${Date.now()}`);
  mkdirSync(folder, { recursive: true });
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

describe.skipIf(process.platform !== 'linux')('[A2 9] of descriptors that were open when the server started', () => {
  const sandboxes = bubblewrap.ok ? (['bubblewrap', 'off'] as const) : (['off'] as const);
  test.each(sandboxes)('none is open in a command, with the sandbox: %s', (sandbox) => {
    const [workspace, outside] = [tempFolder(), outsideFolder()];
    writeFileSync(join(outside, 'key'), 'canary');
    const numbers = [3, 4, 5, 9, 16, 30, 63, 200, 201, 777];
    const command = [
      ...numbers.map((n) => `cat /proc/self/fd/${n}/key /proc/self/fd/${n}; echo x > /proc/self/fd/${n}/new`),
      'readlink /proc/self/fd/*',
    ].join('; ');
    // Folders and files, to read and to write, below and above the ones that Node itself closes.
    const opening = numbers.map((n) => (n % 2 === 0 ? `exec ${n}<${outside}` : `exec ${n}<>${outside}/key`)).join('; ');
    const run = [process.execPath, PROGRAM, workspace, JSON.stringify([command]), sandbox];
    const { stdout, stderr } = spawnSync('/bin/bash', ['-c', `${opening}; exec "$@"`, 'bash', ...run], {
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    expect(stdout).toContain('"kind":"shell"');
    expect(stdout).not.toContain('canary');
    expect(stdout).not.toContain(outside);
    expect(existsSync(join(outside, 'new'))).toBe(false);
  });
});
