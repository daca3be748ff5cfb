import { createServer } from 'node:http';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { packPackages } from './pack-packages.ts';
import { publishPackages } from './publish-packages.ts';

it('publishes in the given order what is not there yet', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'toolthread-publish-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const built = ['two', 'one'].map((name) => {
    mkdirSync(join(folder, name));
    writeFileSync(
      join(folder, name, 'package.json'),
      JSON.stringify({ name: `@toolthread/${name}`, version: '1.0.0' }),
    );
    return { name, folder: join(folder, name) };
  });
  const tarballs = await packPackages(built, join(folder, 'tarballs'));
  const published = await registry(folder);
  const said: string[] = [];
  await publishPackages(tarballs.slice(0, 1), (line) => said.push(line));
  await publishPackages(tarballs, (line) => said.push(line));
  expect(published).toEqual(['@toolthread/two', '@toolthread/one']);
  expect(said).toEqual([
    '@toolthread/two@1.0.0 is published',
    '@toolthread/two@1.0.0 is there already',
    '@toolthread/one@1.0.0 is published',
  ]);
});

/** A registry of npm for this test: it keeps what is published, and tells it. */
async function registry(folder: string): Promise<string[]> {
  const documents = new Map<string, string>();
  const published: string[] = [];
  const server = createServer((request, response) => {
    const name = decodeURIComponent((request.url ?? '').slice(1).split('?')[0] ?? '');
    let body = '';
    request.on('data', (bytes) => (body += String(bytes)));
    request.on('end', () => {
      if (request.method === 'PUT') {
        published.push(name);
        documents.set(name, body);
      }
      response.writeHead(documents.has(name) ? 200 : 404, { 'content-type': 'application/json' });
      response.end(request.method === 'PUT' ? '{}' : (documents.get(name) ?? '{}'));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port }: AddressInfo = Object(server.address());
  writeFileSync(join(folder, '.npmrc'), `registry=http://127.0.0.1:${port}/\n//127.0.0.1:${port}/:_authToken=token\n`);
  vi.stubEnv('npm_config_userconfig', join(folder, '.npmrc'));
  vi.stubEnv('npm_config_registry', `http://127.0.0.1:${port}/`);
  vi.stubEnv('npm_config_cache', join(folder, 'cache'));
  onTestFinished(() => void vi.unstubAllEnvs());
  return published;
}
