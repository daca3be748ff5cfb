import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { LEDGER_REFUSALS, routeRefusals } from '../../test/route-refusals.ts';
import { field, startServer } from '../../test/start-server.ts';
import { openApi } from './open-api.ts';
import { type Refusal, refusalsOf } from './operation.ts';
import { operations } from './operations.ts';

test('every route is described, and nothing else is', async () => {
  const { server } = await startServer({ renderers: '' });
  const routes = server.routes.map(({ method, path }) => `${method} ${path}`);
  expect(Object.keys(operations).toSorted()).toEqual(routes.toSorted());
});

/** Given by what a route was handed, which no name in it leads to. */
const HANDED: Readonly<Record<string, readonly Refusal[]>> = {
  'POST /api/sessions': ['413 session_too_large', '422 session_unreadable', '503 unavailable'],
  'POST /api/threads/:id/try-now': ['409 files_elsewhere'],
  'GET /api/threads/:id/files': ['409 files_elsewhere'],
  'POST /api/sessions/:id/open': ['413 session_too_large', '422 session_unreadable', '503 unavailable'],
};

/** Of all that changes a part of a thread, before its route is asked; `sessions.test.ts` tries each. */
function isOfGate(route: string): boolean {
  return /^(?!GET )\w+ \/api\/threads\/:id\/(?!fork$|title$|people\/|links)/.test(route);
}

test('each route has the codes that its own code refuses with, and no other', () => {
  const given = routeRefusals(join(import.meta.dirname, '..'));
  expect([...given.keys()].toSorted()).toEqual(Object.keys(operations).toSorted());
  const unlike = [...given].flatMap(([route, { refusals: own, asksLedger }]) => {
    const operation = operations[route];
    if (operation === undefined) return [];
    const gate: readonly Refusal[] = isOfGate(route) ? ['409 read_only_session'] : [];
    const refusals = new Set<Refusal>([...own, ...gate, ...(HANDED[route] ?? [])]);
    const described = refusalsOf(route.split(' ')[0] ?? '', operation);
    return [
      ...[...refusals].filter((refusal) => !described.includes(refusal)).map((refusal) => `${route} omits ${refusal}`),
      ...operation.refusals
        .filter((refusal) => !refusals.has(refusal) && !(asksLedger && LEDGER_REFUSALS.includes(refusal)))
        .map((refusal) => `${route} never gives ${refusal}`),
    ];
  });
  expect(unlike).toEqual([]);
});

test('every code of the ledger is described, with its status, by a route that hands it on', () => {
  const described = new Set(Object.values(operations).flatMap(({ refusals }) => refusals));
  expect(LEDGER_REFUSALS.filter((refusal) => !described.has(refusal))).toEqual([]);
});

test('a body is required where the route refuses an absent one', async () => {
  const { call } = await startServer();
  const described = z.object({ paths: z.record(z.string(), z.record(z.string(), operationShape)) });
  const { paths } = described.parse(openApi(''));
  const asked = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { requestBody }]) =>
      requestBody === undefined ? [] : [{ path, method: method.toUpperCase(), required: requestBody.required }],
    ),
  );
  expect(new Set(asked.map(({ required }) => required))).toEqual(new Set([true, false]));
  for (const { path, method, required } of asked) {
    const { json } = await call(method, path.replace(/\{\w+\}/g, 'x'), { raw: '' });
    expect([method, path, field(json, 'error', 'code') === 'bad_body']).toEqual([method, path, required]);
  }
});

const operationShape = z.object({ requestBody: z.object({ required: z.boolean() }).optional() });

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
