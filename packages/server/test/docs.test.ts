import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { startServer } from './start-server.ts';

test('every route stands in the docs, and no other does', async () => {
  const { server } = await startServer();
  const text = readFileSync(new URL('../../../docs/server.md', import.meta.url), 'utf8');
  const told = [...text.matchAll(/^\| `([A-Z]+ \/api\/\S+)` \|/gm)].map(([, route]) => route);
  const routes = new Set(server.routes.map(({ method, path }) => `${method} ${path}`));
  expect(new Set(told)).toEqual(routes);
});
