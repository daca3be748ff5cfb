import { expect, test } from 'vitest';
import { field, startServer } from './start-server.ts';

test('a page of the list has 500 threads at most: who asks for more is told so', async () => {
  const { call } = await startServer();
  expect((await call('GET', '/api/threads?limit=500')).status).toBe(200);
  for (const limit of ['501', '0', '1.5', 'x']) {
    const { status, json } = await call('GET', `/api/threads?limit=${limit}`);
    expect([limit, status, field(json, 'error', 'message')]).toEqual([limit, 400, 'limit is a number from 1 to 500.']);
  }
});
