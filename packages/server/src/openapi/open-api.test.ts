import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startServer } from '../../test/start-server.ts';
import { refusalsOf } from './operation.ts';
import { operations } from './operations.ts';

test('every route is described, and nothing else is', async () => {
  const { server } = await startServer();
  const routes = server.routes
    .filter(({ path }) => path.startsWith('/api/'))
    .map(({ method, path }) => `${method} ${path}`);
  expect(Object.keys(operations).toSorted()).toEqual([...new Set(routes)].toSorted());
});

/** Told where no route was found. */
const OF_NO_ROUTE = new Set(['404 no_such_route']);

test('every code that is refused with is described', () => {
  const root = join(import.meta.dirname, '..');
  const sources = globSync('**/*.ts', { cwd: root }).filter((file) => !file.endsWith('.test.ts'));
  const used = sources.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/\bproblem\(\s*(\d+),\s*'(\w+)'/g)].map(
      ([, status, code]) => `${status} ${code}`,
    ),
  );
  const described = new Set<string>(
    Object.entries(operations).flatMap(([route, operation]) => refusalsOf(route.split(' ')[0] ?? '', operation)),
  );
  expect(used.length).toBeGreaterThan(30);
  expect(used.filter((refusal) => !described.has(refusal) && !OF_NO_ROUTE.has(refusal))).toEqual([]);
});

test('the description is served, below the path of the server, to those who have a token', async () => {
  const { call } = await startServer({ basePath: '/agent' });
  expect((await call('GET', '/api/openapi.json', { token: null })).status).toBe(401);
  const { json } = await call('GET', '/agent/api/openapi.json');
  expect(json).toMatchObject({
    openapi: '3.1.0',
    servers: [{ url: '/agent' }],
    paths: {
      '/api/threads/{id}/messages': {
        post: {
          operationId: 'postThreadsIdMessages',
          parameters: [{ name: 'id', in: 'path', required: true }],
          requestBody: { content: { 'application/json': { schema: { type: 'object' } } } },
          responses: {
            201: {},
            409: { description: 'damaged, read_only_session, message_conflict, message_taken_back' },
          },
        },
      },
    },
  });
  // Every reference leads somewhere, and no two operations have one name.
  const text = JSON.stringify(json);
  expect([...new Set([...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, to]) => to))]).toEqual([
    '#/components/schemas/Problem',
  ]);
  const names = [...text.matchAll(/"operationId":"(\w+)"/g)].map(([, name]) => name);
  expect(new Set(names).size).toBe(Object.keys(operations).length);
});
