import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LEDGER_REFUSALS } from './route-refusals.ts';
import { startServer } from './start-server.ts';

const text = readFileSync(new URL('../../../docs/server.md', import.meta.url), 'utf8');

test('every route stands in the docs, and no other does', async () => {
  const { server } = await startServer({ renderers: '' });
  const told = [...text.matchAll(/^\| `([A-Z]+ \/\S+)` \|/gm)].map(([, route]) => route);
  const routes = new Set(server.routes.map(({ method, path }) => `${method} ${path}`));
  expect(new Set(told)).toEqual(routes);
});

test('a handler of Next that is mounted as told gets what every route, and every browser that asks beforehand, sends', async () => {
  const { server } = await startServer();
  const block = /^export const GET = [^]*?;\nexport const [^;]*;$/m.exec(text)?.[0] ?? '';
  const exported = [...block.matchAll(/\b([A-Z]+) =/g)].map(([, method]) => method);
  const methods = new Set(server.routes.map(({ method }) => method));
  expect(new Set(exported)).toEqual(new Set([...methods, 'OPTIONS']));
});

test('every code of a refusal stands in the docs', () => {
  const sources = readdirSync(join(import.meta.dirname, '../src'), { recursive: true, withFileTypes: true })
    .filter(({ name }) => name.endsWith('.ts') && !name.includes('.test.'))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));
  const codes = sources.flatMap((source) =>
    [...source.matchAll(/problem\(\s*\d{3},\s*'(\w+)'/g)].map(([, code]) => code),
  );
  expect(codes.length).toBeGreaterThan(20);
  // The ledger's are handed on by `ledgerProblem`, and named nowhere else.
  const ofLedger = LEDGER_REFUSALS.map((refusal) => refusal.split(' ')[1]);
  expect([...new Set([...codes, ...ofLedger])].filter((code) => !text.includes(`\`${code}\``))).toEqual([]);
});
