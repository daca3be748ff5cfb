import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openLedger } from '@toolthread/store';
import { expect, it, onTestFinished } from 'vitest';
import { ClaudeSession, smallSession } from '../../test/claude-session.ts';
import { folder, PATIENCE_MS } from '../../test/run-cli.ts';
import { runHere } from '../../test/run-here.ts';
import { ledgerIn } from '../data-folder.ts';
import { demoInfo } from '../serve/demo-agent.ts';
import { noteUsualFolder } from '../usual-folder.ts';
import { usageSource } from './usage-source.ts';
import { GROUPINGS } from './used-rows.ts';

it('[issue 13] gives the figures that `toolthread usage` prints', { timeout: PATIENCE_MS }, async () => {
  const [home, data] = [folder(), folder()];
  smallSession().write(home, '.claude/projects/-home-me-parser', 's-1.jsonl');
  new ClaudeSession()
    .user('go')
    .calls('c1', 'Bash', { command: 'x' })
    .result('c1', 'y')
    .write(home, '.claude/projects/-x', 's-2.jsonl');
  const opened = await openLedger({ file: ledgerIn(data, {}) });
  if (!opened.ok) throw new Error(opened.error.message);
  const created = await opened.value.createThread({ title: 'Mine' });
  await opened.value.append((created.ok && created.value[0]?.thread) || '', [
    { type: 'message.posted', author: '@human', parts: [{ type: 'text', text: 'go' }], delivery: 'now' },
    { type: 'agent.step.started', step: 1 },
    { type: 'agent.step.completed', step: 1, finish_reason: 'stop', usage: { input_tokens: 70, output_tokens: 7 } },
  ]);
  await opened.value.close();
  mkdirSync(join(home, '.config/toolthread'), { recursive: true });
  const mine = { date: '2026-01-02', models: { 'claude-x': { input: 3, output: 15 } } };
  writeFileSync(join(home, '.config/toolthread/prices.json'), JSON.stringify(mine));
  const { XDG_CONFIG_HOME: _config, ...env } = process.env;
  const places = { HOME: home, XDG_CACHE_HOME: join(home, '.cache'), XDG_DATA_HOME: join(home, '.data'), TZ: 'UTC' };
  const source = usageSource({ ...env, ...places }, data);
  onTestFinished(() => source.close());
  const answer = await source.usage({ sessions: true, since: '', until: '' });
  if (!answer.ok) throw new Error(answer.message);
  for (const by of GROUPINGS) {
    const printed = await runHere(['usage', '--by', by, '--json', '--data', data], {
      home,
      env: { XDG_CONFIG_HOME: undefined },
    });
    const { groups, total, unpriced } = JSON.parse(printed.stdout);
    expect([answer.usage[by], answer.usage.total, answer.usage.unpriced]).toEqual([groups, total, unpriced]);
  }
  expect(answer.usage.prices.at(-1)).toEqual({ date: '2026-01-02', own: true });
  const prices = await source.prices(['claude-x-20260101', 'claude-opus-4-5', 'nobody-knows', demoInfo.agent]);
  expect(prices.ok && prices.models.map(({ price }) => price?.input ?? null)).toEqual([3, 5, null, 0]);
  noteUsualFolder(data, '/home/me/parser');
  // The folder of the server, for which nobody chose another: the same as that of a session in it.
  const inFolder = await source.usage({ sessions: true, since: '', until: '' });
  expect(inFolder.ok && inFolder.usage.project.map(({ name }) => name)).toEqual(['/home/me/parser']);
  noteUsualFolder(data, undefined);
  const own = await source.usage({ sessions: false, since: '', until: '' });
  expect(own.ok && own.usage.agent.map(({ name, input_tokens }) => [name, input_tokens])).toEqual([['toolthread', 70]]);
});

it(
  '[issue 13] a question that is open is waited for, each time a little longer',
  { timeout: PATIENCE_MS },
  async () => {
    const [home, data] = [folder(), folder()];
    const opened = await openLedger({ file: ledgerIn(data, {}), now: () => Date.now() - 3_600_000 });
    if (!opened.ok) throw new Error(opened.error.message);
    const created = await opened.value.createThread({ title: 'Mine' });
    await opened.value.append((created.ok && created.value[0]?.thread) || '', [
      { type: 'message.posted', author: '@human', parts: [{ type: 'text', text: 'go' }], delivery: 'now' },
      { type: 'agent.step.started', step: 1 },
      { type: 'agent.tool.called', step: 1, part: 0, call: 'c1', name: 'ask', arguments: '{}' },
      { type: 'request.opened', request: 'r1', kind: 'question', step: 1, call: 'c1' },
    ]);
    await opened.value.close();
    const places = { HOME: home, XDG_CACHE_HOME: join(home, '.cache'), XDG_DATA_HOME: join(home, '.data') };
    const source = usageSource({ ...process.env, ...places }, data);
    onTestFinished(() => source.close());
    const waited = async (): Promise<number> => {
      const answer = await source.usage({ sessions: false, since: '', until: '' });
      if (!answer.ok) throw new Error(answer.message);
      return answer.usage.total.waited_ms;
    };
    const first = await waited();
    expect(Math.floor(first / 60_000)).toBe(60);
    expect(await waited()).toBeGreaterThan(first);
  },
);
