import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { builtPage } from './built-page.ts';
import { seedThread } from './seed-thread.ts';
import { withServer } from './with-server.ts';

const BUDGET = 150_000;
const FILES = 18;

let thread: string;
const stage = withServer({
  program: 'demo',
  seed: async (data) => {
    thread = await seedThread(data, 'Weighed', [
      { type: 'message.posted', author: '@human', delivery: 'now', parts: [{ type: 'text', text: 'What is heavy?' }] },
      { type: 'agent.step.started', step: 1 },
      { type: 'agent.part.completed', step: 1, part: 0, kind: 'text', text: 'The **first load**.' },
      { type: 'agent.step.completed', step: 1, finish_reason: 'stop' },
    ]);
  },
});

/** The two ways to arrive: the file that the address asks for, and what is drawn with nothing but the first load. */
const ways = {
  home: { page: 'new-thread-page', path: () => '/', shown: '.tt-composer textarea', late: 'home' },
  'a thread': { page: 'thread', path: () => `/t/${thread}`, shown: '.tt-markdown strong', late: 'acting' },
} as const;

for (const way of ['home', 'a thread'] as const) {
  test(`the first load of ${way} stays within its budget, asks nobody else for anything, and is enough; the rest comes in few files`, async () => {
    const { page: name, path, shown, late } = ways[way];
    const folder = await builtPage();
    const html = readFileSync(join(folder, 'index.html'), 'utf8');
    const named = [...html.matchAll(/(?:src|href)="\.\/([^"]+)"/g)].map(([, file]) => file ?? '');
    const own = readdirSync(join(folder, 'assets')).filter((file) => new RegExp(`^${name}-[\\w-]{8}\\.js$`).test(file));
    expect(own).toHaveLength(1);
    const files = withImports(folder, [...named, `assets/${own[0]}`]);
    const sizes = files.map((file) => gzipSync(readFileSync(join(folder, file)), { level: 9 }).length);
    const total = sizes.reduce((sum, size) => sum + size, gzipSync(html).length);
    console.log(
      `first load of ${way}: ${(total / 1000).toFixed(1)} KB gzipped (${files.length} files, budget ${BUDGET / 1000} KB)`,
    );
    expect(files.some((file) => file.endsWith('.js')) && files.some((file) => file.endsWith('.css'))).toBe(true);
    expect(total).toBeLessThan(BUDGET);
    expect(html).not.toMatch(/https?:\/\/|<style|style=|<script(?![^>]*src=)/);

    // What was not weighed never comes, and the page is there all the same.
    const page = await stage.enter();
    await page.locator('.tt-composer textarea').waitFor();
    await page.route('**/assets/*', (route) =>
      files.some((file) => route.request().url().endsWith(file)) ? route.continue() : route.abort(),
    );
    await page.goto('about:blank');
    await page.goto(`${stage.server.url}${path()}`);
    await page.locator(shown).waitFor();

    // What comes after it comes in few files, too.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.reload();
    await expect.poll(() => asked.some((url) => url.includes(`/assets/${late}-`))).toBe(true);
    expect(asked.filter((url) => url.includes('/assets/')).length).toBeLessThan(FILES);
  });
}

/** With all that they import at once. */
function withImports(folder: string, files: readonly string[]): string[] {
  const found = new Set<string>();
  const add = (file: string): void => {
    if (found.has(file)) return;
    found.add(file);
    if (!file.endsWith('.js')) return;
    const code = readFileSync(join(folder, file), 'utf8');
    for (const [, name] of code.matchAll(/(?:from|import)\s*["']\.\/([^"']+)["']/g)) add(`assets/${name}`);
  };
  for (const file of files) add(file);
  return [...found];
}
