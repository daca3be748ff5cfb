import type { PricesAnswer, UsageAsked, UsageSource } from '@toolthread/server';
import { usageSum } from '@toolthread/core/summary';
import { expect, test } from 'vitest';
import { field, startServer } from './start-server.ts';

const none = usageSum([], () => undefined);
const one = { name: 'm-1', ...none, calls: 2 };

class MemoryUsage implements UsageSource {
  asked: UsageAsked[] = [];
  problem: string | undefined;

  async usage(asked: UsageAsked): ReturnType<UsageSource['usage']> {
    this.asked.push(asked);
    if (this.problem !== undefined) return { ok: false, message: this.problem };
    const groups = { day: [one], model: [one], project: [], agent: [], tool: [] };
    const prices = [{ date: '2026-11-16', own: false }];
    return { ok: true, usage: { prices, total: none, unpriced: [], undated: none, skipped: 0, ...groups } };
  }

  async prices(models: readonly string[]): Promise<PricesAnswer> {
    if (this.problem !== undefined) return { ok: false, message: this.problem };
    const price = { input: 3, output: 15 };
    const lists = [{ date: '2026-11-16', own: false }];
    return { ok: true, lists, models: models.map((model) => ({ model, price: model === 'm-1' ? price : null })) };
  }
}

test('[issue 13] what was used, of days; of sessions only for whoever sits at this computer', async () => {
  const usage = new MemoryUsage();
  const { call } = await startServer({ usage, hosts: ['agent.example'] });
  const { status, json } = await call('GET', '/api/usage?since=2026-11-01&until=2026-11-16');
  expect([status, field(json, 'model')]).toEqual([200, [one]]);
  await call('GET', '/api/usage', { headers: { host: 'agent.example' } });
  expect(usage.asked).toEqual([
    { sessions: true, since: '2026-11-01', until: '2026-11-16' },
    { sessions: false, since: '', until: '' },
  ]);
});

test('what cannot be summed up is refused in words', async () => {
  const usage = new MemoryUsage();
  const { call } = await startServer({ usage });
  const code = (json: unknown): unknown => field(field(json, 'error'), 'code');
  for (const day of ['x', '2026-02-30', '2026-1-1'])
    expect(code((await call('GET', `/api/usage?since=${day}`)).json)).toBe('bad_day');
  usage.problem = 'prices.json is not a list of prices.';
  const refused = await call('GET', '/api/usage');
  expect([refused.status, code(refused.json)]).toEqual([503, 'no_prices']);
  expect(code((await call('GET', '/api/prices?model=m-1')).json)).toBe('no_prices');
  usage.problem = undefined;
  const many = Array.from({ length: 51 }, () => 'model=m').join('&');
  for (const query of [many, `model=${'m'.repeat(301)}`])
    expect(code((await call('GET', `/api/prices?${query}`)).json)).toBe('bad_models');
  const without = await startServer();
  expect(code((await without.call('GET', '/api/prices')).json)).toBe('no_usage');
  expect(code((await without.call('GET', '/api/usage')).json)).toBe('no_usage');
});

test('[issue 13] what models cost, by the lists that the usage is counted with; nobody knows is said', async () => {
  const { call } = await startServer({ usage: new MemoryUsage() });
  const { status, json } = await call('GET', '/api/prices?model=m-1&model=m-2');
  expect([status, json]).toEqual([
    200,
    {
      lists: [{ date: '2026-11-16', own: false }],
      models: [
        { model: 'm-1', price: { input: 3, output: 15 } },
        { model: 'm-2', price: null },
      ],
    },
  ]);
});
