import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startServer } from '../../test/start-server.ts';

function shellFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'toolthread-shell-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'dist/assets'), { recursive: true });
  writeFileSync(join(folder, 'secret.txt'), 'secret');
  writeFileSync(join(folder, 'secret.html'), 'secret');
  writeFileSync(join(folder, 'dist/index.html'), '<!doctype html><title>Toolthread</title>');
  writeFileSync(join(folder, 'dist/assets/main.js'), 'export {}');
  writeFileSync(join(folder, 'dist/assets/notes.md'), 'notes');
  return join(folder, 'dist');
}

test('the page is public; its own addresses give it; its files have their types', async () => {
  const { call } = await startServer({ shell: shellFolder() });
  for (const path of ['/', '/index.html', '/threads/abc', '/assets']) {
    const answer = await call('GET', path, { token: null });
    expect([path, answer.status, answer.headers['content-type']]).toEqual([path, 200, 'text/html; charset=utf-8']);
    expect(answer.headers['content-security-policy']).toContain("script-src 'self'");
  }
  const script = await call('GET', '/assets/main.js', { token: null });
  // Its name changes with what is in it; the page's own name does not.
  expect(script.headers['cache-control']).toContain('immutable');
  expect([script.text, script.headers['content-type']]).toEqual(['export {}', 'text/javascript; charset=utf-8']);
});

test('a page that is missing is told in words, at each of its addresses', async () => {
  const empty = mkdtempSync(join(tmpdir(), 'toolthread-shell-'));
  onTestFinished(() => rmSync(empty, { recursive: true, force: true }));
  for (const shell of [empty, join(empty, 'nowhere')]) {
    const { call } = await startServer({ shell });
    for (const path of ['/', '/index.html', '/threads/abc']) {
      const { status, text, headers } = await call('GET', path, { token: null });
      expect([path, status, headers['content-type']]).toEqual([path, 503, 'text/plain; charset=UTF-8']);
      expect(text).toContain('the files of its page are missing');
      expect(text).not.toContain(shell);
    }
    expect((await call('GET', '/api/threads')).status).toBe(200);
  }
});

test('[B.3 29] claude-code-router #1436: no path leads out of the folder, and what is not of the page is not there', async () => {
  const { call } = await startServer({ shell: shellFolder() });
  const paths = [
    '/../secret.txt',
    '/../secret.html',
    '/assets/../../secret.html',
    '/%2e%2e/secret.html',
    '/..%2fsecret.html',
    '/%2e%2e%2fsecret.html',
    '/..%5csecret.html',
    '//secret.html',
    '/assets/notes.md',
    '/assets/main.js%00.html',
    '/missing.js',
  ];
  for (const path of paths) {
    const answer = await call('GET', path, { token: null });
    expect([path, answer.status, answer.text.includes('secret')]).toEqual([path, expect.any(Number), false]);
    expect(answer.text).not.toContain('notes');
  }
  expect((await call('GET', '/missing.js', { token: null })).status).toBe(404);
});

test('what the page may not do without a token stays forbidden beside it, and a foreign link may open it', async () => {
  const { call } = await startServer({ shell: shellFolder() });
  expect((await call('GET', '/api/anything', { token: null })).status).toBe(401);
  expect((await call('GET', '/api/anything')).status).toBe(404);
  const visit = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
  expect((await call('GET', '/', { token: null, headers: visit })).status).toBe(200);
  expect((await call('GET', '/api/threads', { headers: visit })).status).toBe(403);
  expect((await call('GET', '/', { token: null, headers: { host: 'evil.example' } })).status).toBe(403);
});
