import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { german } from '@toolthread/react/labels/de';
import { describe, expect, it, onTestFinished } from 'vitest';
import { smallSession } from '../test/claude-session.ts';
import { folder, PATIENCE_MS, runCli } from '../test/run-cli.ts';
import { runHere } from '../test/run-here.ts';
import { systemTrouble } from './system-trouble.ts';

/** How the system speaks: `EISDIR: illegal operation on a directory, open '/tmp'`. */
const SYSTEMS = /\bE[A-Z]{4,}\b|illegal operation|no such file|getaddrinfo|address already in use|at Object|node:/;

it.each(['ENOENT spawn', 'EACCES spawn', 'ENOTFOUND', 'ECONNREFUSED', 'ETIMEDOUT'])(
  '[issue 13] what the settings say of an MCP server that cannot be reached is known in German: %s',
  (refused) => {
    const [code = '', syscall = ''] = refused.split(' ');
    const error = Object.assign(new Error('refused'), { code, syscall });
    const { what, whatToDo } = systemTrouble('The MCP server {name} could not be reached', error);
    expect(german.told?.[`${what} ${whatToDo}`]).toContain('Der MCP-Server {name} ist nicht erreichbar: ');
  },
);

describe('[24] what the system refuses is said in our words', { timeout: PATIENCE_MS }, () => {
  it('a file that cannot be written', async () => {
    const at = folder();
    const file = smallSession().write(at, 'session.jsonl');
    symlinkSync('circle', join(at, 'circle'));
    for (const [output, words] of [
      [at, `${at} cannot be written: it is a folder.`],
      [join(at, 'no/where'), 'a part of the path does not exist.'],
      [join(file, 'below'), 'a part of the path is a file, not a folder.'],
      [join(at, 'x'.repeat(300)), 'the name is too long.'],
      [join(at, 'circle'), 'its links lead in a circle.'],
      ['/dev/full', 'the disk is full.'],
    ] as const) {
      const { code, stderr } = await runHere(['export', file, '--to', 'md', '-o', output]);
      expect([code, stderr]).toEqual([1, expect.stringContaining(words)]);
      expect(stderr).not.toMatch(SYSTEMS);
      expect(stderr.trim().split('\n')).toHaveLength(2);
    }
  });

  it('a file that cannot be read', async () => {
    const at = folder();
    symlinkSync('circle', join(at, 'circle'));
    for (const name of ['open', 'inspect']) {
      for (const args of [[], ...(name === 'open' ? [['--follow']] : [])]) {
        const { code, stderr } = await runHere([name, join(at, 'circle'), ...args]);
        expect([code, stderr]).toEqual([1, expect.stringContaining('its links lead in a circle.')]);
        expect(stderr).not.toMatch(SYSTEMS);
      }
    }
  });

  it('an address that cannot be listened on', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void taken.close());
    await new Promise((resolve) => taken.once('listening', resolve));
    const { port } = taken.address() as AddressInfo;
    for (const [args, words] of [
      [['--port', String(port)], `Port ${port} of 127.0.0.1 cannot be used: another program uses that port.`],
      [['--host', 'no-such-host.invalid', '--port', '0'], 'no computer of that name is known.'],
      [['--host', '203.0.113.7', '--port', '0'], 'this computer does not have that address.'],
    ] as const) {
      const { code, stdout, stderr } = await runCli(['serve', '--no-open', ...args]);
      expect([code, stdout, stderr]).toEqual([1, '', expect.stringContaining(words)]);
      expect(stderr).not.toMatch(SYSTEMS);
    }
  });

  it('[23] [7] a folder that is none', async () => {
    const at = folder();
    const file = join(at, 'file');
    writeFileSync(file, '');
    mkdirSync(join(at, 'closed'));
    chmodSync(join(at, 'closed'), 0o500);
    for (const [args, words] of [
      [['--data', file], `${file} is a file, not a folder.`],
      [['--data', join(file, 'below')], 'a part of the path is a file, not a folder.'],
      [['--workspace', join(at, 'nope')], `There is no folder ${join(at, 'nope')}.`],
      [['--workspace', file], `${file} is a file, not a folder.`],
      ...(process.getuid?.() === 0 ? [] : [[['--data', join(at, 'closed')], 'this user may not do that.'] as const]),
    ] as const) {
      const { code, stdout, stderr } = await runCli(['serve', '--port', '0', '--no-open', ...args]);
      expect([code, stdout, stderr]).toEqual([1, '', expect.stringContaining(words)]);
      expect(stderr).not.toMatch(SYSTEMS);
      expect(stderr).not.toContain('TOOLTHREAD_TOKEN');
    }
  });

  it('a code that nobody knows is named; what is no error of the system has none', () => {
    const error = Object.assign(new Error('EWEIRD: strange'), { code: 'EWEIRD' });
    expect(systemTrouble('x cannot be read', error).what).toBe('x cannot be read: the system says EWEIRD.');
    expect(systemTrouble('x cannot be read', 'strange').what).toBe('x cannot be read: the reason is not known.');
  });
});
