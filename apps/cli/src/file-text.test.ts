/** Every file that the server or a command reads as a whole may be anything: it is told in words, and nobody waits for it. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folder } from '../test/run-cli.ts';
import { fileText } from './file-text.ts';
import { notedDatabase } from './noted-database.ts';
import { readConfig } from './serve/config/read-config.ts';
import { ownNodeName } from './serve/config/own-node-name.ts';
import { namedServers } from './serve/connect-servers.ts';
import { systemTrouble } from './system-trouble.ts';
import { readOwnerToken } from './tokens/owner-token.ts';
import { readTokenList } from './tokens/token-list.ts';
import { readPrices } from './usage/read-prices.ts';
import { adoptRoot, giveRootId, giveRootOwner, rootId, rootMarks, rootOwner } from './workspaces/root-id.ts';

const WRONG: readonly (readonly [kind: string, make: (path: string) => void, words: string])[] = [
  ['a pipe', (path) => execFileSync('sh', ['-c', 'mkfifo "$1"', 'sh', path]), 'it is not a regular file'],
  ['a device without an end', (path) => symlinkSync('/dev/zero', path), 'it is not a regular file'],
  ['a terminal', (path) => symlinkSync('/dev/ptmx', path), 'it is not a regular file'],
  ['a folder', (path) => mkdirSync(path), 'it is a folder'],
  ['a loop of links', (path) => symlinkSync(path, path), 'its links lead in a circle'],
  ['a link that leads nowhere', (path) => symlinkSync(`${path}.gone`, path), 'a part of the path does not exist'],
  ['too large', (path) => (writeFileSync(path, ''), truncateSync(path, 3e9)), 'it is too large'],
  ['no text', (path) => writeFileSync(path, Buffer.from([0x7b, 0xff, 0x7d])), 'it is not valid UTF-8 text'],
];

const said = (read: () => unknown): unknown => {
  try {
    return read();
  } catch (error) {
    return systemTrouble('x', error).what;
  }
};

describe.each(WRONG)('[43] a file that is read as a whole is %s', (_, make, words) => {
  const made = (name: string): string => {
    const data = folder();
    make(join(data, name));
    return data;
  };

  it('is no text, and that is said', () => {
    expect(said(() => fileText(join(made('any'), 'any')))).toBe(`x: ${words}.`);
  });

  it('as settings, prices, tokens, and servers', async () => {
    expect(readConfig(undefined, made('toolthread.json'))).toMatchObject({
      ok: false,
      reason: expect.stringContaining(words),
    });
    expect(readPrices(join(made('p'), 'p'), {})).toMatchObject({ ok: false, what: expect.stringContaining(words) });
    expect(readTokenList(made('tokens.json'))).toMatchObject({ ok: false, reason: expect.stringContaining(words) });
    expect(await namedServers({ data: made('mcp.json'), workspace: undefined })).toMatchObject({
      servers: [],
      problems: [expect.stringContaining(words)],
    });
  });

  it('as what the server keeps for itself', async () => {
    expect(readOwnerToken(made('token'), {})).toBeUndefined();
    expect(said(() => ownNodeName(made('node'), {}))).toContain(words);
    expect(said(() => notedDatabase(made('ledger.postgres')))).toContain(words);
    expect(rootId(made('.toolthread-root'))).toBeUndefined();
    expect(said(() => giveRootId(made('.toolthread-root')))).toContain(words);
    expect(said(() => giveRootOwner(made('.toolthread-database'), 'mine'))).toContain(words);
    expect(await rootMarks(made('.toolthread-database'))).toMatchObject({ id: '' });
  });

  it('and gives way to the mark of a new owner, unless it is a folder', () => {
    const root = made('.toolthread-database');
    const adopted = said(() => adoptRoot(root, 'mine'));
    if (words === 'it is a folder') expect(adopted).toContain(words);
    else expect(rootOwner(root)).toBe('mine');
    expect(readdirSync(root)).toEqual(['.toolthread-database']);
  });
});

it('a text is read, also behind a link, and with the mark of its encoding', () => {
  const at = folder();
  writeFileSync(join(at, 'a'), '\ufeff{"é":1}');
  symlinkSync('a', join(at, 'b'));
  expect(fileText(join(at, 'b'))).toBe('{"é":1}');
  expect(fileText(join(at, 'none'))).toBeUndefined();
});
