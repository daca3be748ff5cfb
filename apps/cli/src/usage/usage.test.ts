import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { EventDraft } from '@toolthread/core';
import { announcing, createHub, createRunner, createServer } from '@toolthread/server';
import { openLedger } from '@toolthread/store';
import { describe, expect, it } from 'vitest';
import { folder, PATIENCE_MS } from '../../test/run-cli.ts';
import { runHere } from '../../test/run-here.ts';
import type { Ran } from '../../test/run-cli.ts';
import type { UsageReport } from './usage-report.ts';

const HOSTILE = 'm\u001b[2J\u202e-2';

function put(path: string, text: string): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

interface Told {
  readonly at: string;
  readonly type: 'user' | 'assistant';
  readonly message: object;
}

/** A file of Claude Code. */
function session(cwd: string, told: readonly Told[]): string {
  return told
    .map(({ at, type, message }, index) => {
      const timestamp = `2026-02-${at}.000Z`;
      return `${JSON.stringify({ type, uuid: `${cwd}-${index}`, sessionId: cwd, cwd, timestamp, message })}\n`;
    })
    .join('');
}

const said = (at: string, content: unknown): Told => ({ at, type: 'user', message: { role: 'user', content } });
const result = (at: string, id: string, isError = false): Told =>
  said(at, [{ type: 'tool_result', tool_use_id: id, content: 'x', is_error: isError }]);

function answered(at: string, id: string, model: string, block: object): Told {
  const usage = {
    input_tokens: 1_000_000,
    cache_creation_input_tokens: 200_000,
    cache_read_input_tokens: 3_000_000,
    output_tokens: 100_000,
  };
  return { at, type: 'assistant', message: { id, role: 'assistant', model, content: [block], usage } };
}

/** Two sessions around a midnight, and a thread of our own with a model that no list has. */
async function home(): Promise<string> {
  const at = folder();
  const model = 'claude-sonnet-4-5-20250929';
  const call = (id: string, name: string, input = {}) => ({ type: 'tool_use', id, name, input });
  const question = { questions: [{ question: 'Which?', header: 'W', options: [], multiSelect: false }] };
  const parser = session('/home/me/parser', [
    said('01T23:00:00', 'upgrade it'),
    // One response in three lines, each with the usage of all of it.
    answered('01T23:01:00', 'r1', model, { type: 'text', text: 'I look.' }),
    answered('01T23:01:01', 'r1', model, call('c1', 'Bash')),
    answered('01T23:01:02', 'r1', model, call('c2', 'AskUserQuestion', question)),
    result('01T23:02:00', 'c1', true),
    result('01T23:11:02', 'c2'),
    said('02T01:00:00', 'and then?'),
    answered('02T01:00:30', 'r2', model, { type: 'text', text: 'Done.' }),
  ]);
  put(join(at, '.claude/projects/-p/one.jsonl'), parser);
  const other = session(`${at}/lint`, [
    said('02T10:00:00', 'lint it'),
    answered('02T10:00:10', 'r1', HOSTILE, call('c1', 'Ba\u001b]0;x\u0007sh')),
    result('02T10:00:20', 'c1'),
  ]);
  put(join(at, '.claude/projects/-q/two.jsonl'), other);
  await ownThread(join(at, '.data', 'toolthread'));
  return at;
}

/** Of one's own thread, everything that was said and done is taken back. */
async function rewindOwn(data: string, ...more: readonly EventDraft[]): Promise<void> {
  const opened = await openLedger({ file: join(data, 'ledger.db'), now: () => Date.parse('2026-02-02T12:01:10Z') });
  if (!opened.ok) throw new Error(opened.error.message);
  const listed = await opened.value.listThreads({ limit: 10 });
  const own = listed.ok ? listed.value.find(({ title }) => title === 'Own') : undefined;
  const appended = await opened.value.append(own?.id ?? '', [{ type: 'thread.rewound', to: 3 }, ...more]);
  if (!appended.ok) throw new Error(appended.error.message);
  await opened.value.close();
}

async function ownThread(data: string): Promise<void> {
  let now = Date.parse('2026-02-02T12:00:00Z');
  const opened = await openLedger({ file: join(data, 'ledger.db'), now: () => now });
  if (!opened.ok) throw new Error(opened.error.message);
  const created = await opened.value.createThread({ title: 'Own' });
  const thread = created.ok ? (created.value[0]?.thread ?? '') : '';
  // The folder is the one that a person chose.
  await opened.value.append(thread, [{ type: 'agent.chosen', workspace: '/home/me/parser' }]);
  const usage = { input_tokens: 400, output_tokens: 30, reasoning_tokens: 20 };
  const drafts: readonly EventDraft[] = [
    { type: 'agent.configured', provider: 'local', api: 'chat', model: 'local-7b' },
    { type: 'agent.step.started', step: 1 },
    { type: 'agent.tool.called', step: 1, part: 0, call: 'k', name: 'read_file', arguments: '{}' },
    { type: 'request.opened', request: 'q', kind: 'approval', call: 'k', step: 1 },
    { type: 'request.resolved', request: 'q', decision: 'once' },
    { type: 'agent.tool.completed', call: 'k', outcome: 'done', parts: [] },
    { type: 'agent.step.completed', step: 1, finish_reason: 'tool_calls', usage },
  ];
  for (const draft of drafts) {
    now += 10_000;
    const appended = await opened.value.append(thread, [draft]);
    if (!appended.ok) throw new Error(appended.error.message);
  }
  // One that shows a session, as the page opens it.
  const shown = await opened.value.createThread({ title: 'Shown', source: { format: 'pi' }, agent: 'elsewhere' });
  const [, ...rest] = drafts;
  const copied = await opened.value.append(shown.ok ? (shown.value[0]?.thread ?? '') : '', rest);
  if (!copied.ok) throw new Error(copied.error.message);
  await opened.value.close();
}

/** A fork of one's own thread: a copy of all of it, and one response more. */
async function forkedThread(data: string): Promise<void> {
  let now = Date.parse('2026-02-03T12:00:00Z');
  const opened = await openLedger({ file: join(data, 'ledger.db'), now: () => now });
  if (!opened.ok) throw new Error(opened.error.message);
  const hub = createHub();
  const ledger = announcing(opened.value, hub);
  const listed = await ledger.listThreads({ limit: 10 });
  const own = listed.ok ? listed.value.find(({ title }) => title === 'Own') : undefined;
  const runner = createRunner({
    ledger,
    agent: { hasWork: () => false, run: async () => undefined, recover: () => [] },
  });
  const server = createServer({ ledger, hub, runner, token: 'a-long-secret-0123456789' });
  const answer = await server.fetch(
    new Request(`http://127.0.0.1/api/threads/${own?.id ?? ''}/fork`, {
      method: 'POST',
      headers: { authorization: 'Bearer a-long-secret-0123456789', 'content-type': 'application/json' },
      body: '{}',
    }),
  );
  const { id }: { readonly id: string } = JSON.parse(await answer.text());
  const usage = { input_tokens: 70, output_tokens: 5 };
  const drafts: readonly EventDraft[] = [
    { type: 'agent.step.started', step: 2 },
    { type: 'agent.tool.called', step: 2, part: 0, call: 'k2', name: 'read_file', arguments: '{}' },
    { type: 'agent.tool.completed', call: 'k2', step: 2, outcome: 'done', parts: [] },
    { type: 'agent.step.completed', step: 2, finish_reason: 'tool_calls', usage },
  ];
  for (const draft of drafts) {
    now += 10_000;
    const appended = await ledger.append(id, [draft]);
    if (!appended.ok) throw new Error(appended.error.message);
  }
  await server.close();
  await runner.close();
  await ledger.close();
}

const usage = (at: string, args: readonly string[], env: { readonly [name: string]: string } = {}): Promise<Ran> =>
  runHere(['usage', ...args], { home: at, env: { XDG_CONFIG_HOME: join(at, '.config'), COLUMNS: '80', ...env } });

async function report(at: string, ...args: readonly string[]): Promise<UsageReport> {
  const { code, stdout, stderr } = await usage(at, ['--json', ...args]);
  expect([code, stderr]).toEqual([0, '']);
  return JSON.parse(stdout);
}

describe('toolthread usage', { timeout: PATIENCE_MS }, () => {
  it('by day: what is told twice counts once, a wait is no work, and what has no price is named', async () => {
    const at = await home();
    const { code, stdout, stderr } = await usage(at, []);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toBe(`day        input cached output reasoning     cost calls failed worked  waited
2026-02-01  1.2M   3.0M 100.0k         0    $6.15     2      1  6m 2s     10m
2026-02-02  2.4M   6.0M 200.0k        20  $6.15+?     2      0 1m 30s     10s
total       3.6M   9.0M 300.0k        20 $12.30+?     4      1 7m 32s 10m 10s

Costs are what the tokens cost by API, at the prices of 2026-11-16.
4.3M tokens have no price, and are in no cost: m␛[2J⟨U+202E⟩-2 (4.3M), local-7b
  (430).
`);
  });

  it.each<{ readonly after: string; readonly more: readonly EventDraft[] }>([
    { after: 'left', more: [] },
    {
      after: 'asked anew',
      more: [{ type: 'message.posted', author: '@human', parts: [{ type: 'text', text: 'again' }], delivery: 'now' }],
    },
  ])(
    '[issue 13] a thread that was rewound to before its first word, and $after, ran and was paid',
    async ({ more }) => {
      const at = await home();
      const before = await report(at, '--agent', 'toolthread', '--by', 'project');
      await rewindOwn(join(at, '.data', 'toolthread'), ...more);
      const { groups, total, unpriced } = await report(at, '--agent', 'toolthread', '--by', 'project');
      expect({ total, unpriced }).toEqual({ total: before.total, unpriced: before.unpriced });
      expect(groups.map(({ name }) => name)).toEqual(before.groups.map(({ name }) => name));
    },
  );

  it('[issue 13] what a fork copied was used in its origin: only what came after it counts', async () => {
    const at = await home();
    const before = await report(at, '--agent', 'toolthread');
    await forkedThread(join(at, '.data', 'toolthread'));
    const { groups } = await report(at, '--agent', 'toolthread');
    expect(groups.slice(0, 1)).toEqual(before.groups);
    expect(groups.slice(1)).toMatchObject([
      { name: '2026-02-03', input_tokens: 70, output_tokens: 5, calls: 1, worked_ms: 30_000, waited_ms: 0 },
    ]);
  });

  it('by model, project, agent and tool: groups come to the total, rows fit, and names are inert', async () => {
    const at = await home();
    const names: { readonly [by: string]: readonly (string | null)[] } = {
      day: ['2026-02-01', '2026-02-02'],
      model: ['claude-sonnet-4-5-20250929', HOSTILE, 'local-7b'],
      project: ['/home/me/parser', `${at}/lint`],
      agent: ['claude-code', 'toolthread'],
      tool: ['AskUserQuestion', 'Ba\u001b]0;x\u0007sh', 'Bash', 'read_file'],
    };
    for (const [by, expected] of Object.entries(names)) {
      const { groups, total } = await report(at, '--by', by);
      expect(groups.map(({ name }) => name)).toEqual(expected);
      const tokens = ['input_tokens', 'cache_read_tokens', 'cache_write_tokens', 'output_tokens'] as const;
      const counts = [
        ...(['calls', 'failed'] as const),
        ...(by === 'tool' ? [] : ([...tokens, 'reasoning_tokens', 'unpriced_tokens', 'cost'] as const)),
        ...(by === 'tool' || by === 'model' ? [] : (['worked_ms', 'waited_ms'] as const)),
      ];
      for (const count of counts)
        expect(groups.reduce((sum, group) => sum + group[count], 0)).toBeCloseTo(total[count], 6);
      const { stdout } = await usage(at, ['--by', by]);
      for (const letter of ['\u001b', '\u0007', '\u202e']) expect(stdout).not.toContain(letter);
      for (const row of stdout.split('\n')) expect(row.length).toBeLessThanOrEqual(80);
      if (by === 'project') expect(stdout).toContain('\n~/lint');
    }
  });

  it('in a narrow window each number has its name beside it', async () => {
    const { stdout } = await usage(await home(), ['--agent', 'toolthread'], { COLUMNS: '40' });
    expect(stdout.split('\n').slice(0, 4)).toEqual([
      '2026-02-02',
      '  input 400, cached 0, output 30,',
      '  reasoning 20, cost ?, calls 1, failed',
      '  0, worked 40s, waited 10s',
    ]);
  });

  it('days are those of the reader, also of what is kept; --since, --until, --agent and --project choose', async () => {
    const at = await home();
    const days = async (zone: string, ...args: readonly string[]) => {
      const { stdout } = await usage(at, ['--json', ...args], { TZ: zone });
      const read: UsageReport = JSON.parse(stdout);
      return read.groups.map(({ name, calls }) => [name, calls]);
    };
    expect(await days('UTC')).toEqual([
      ['2026-02-01', 2],
      ['2026-02-02', 2],
    ]);
    expect(await days('Pacific/Kiritimati')).toEqual([
      ['2026-02-02', 2],
      ['2026-02-03', 2],
    ]);
    expect(await days('America/Los_Angeles', '--until', '2026-02-01')).toEqual([['2026-02-01', 2]]);
    expect(await days('UTC', '--since', '2026-02-02')).toEqual([['2026-02-02', 2]]);
    expect(await days('UTC', '--since', '2026-02-01', '--until', '2026-02-01')).toEqual([['2026-02-01', 2]]);
    expect(await days('UTC', '--agent', 'toolthread')).toEqual([['2026-02-02', 1]]);
    expect(await days('UTC', '--project', 'LINT')).toEqual([['2026-02-02', 1]]);
  });

  it('a second time nothing is read that has not changed', async () => {
    const at = await home();
    const first = await report(at);
    for (const name of ['sessions', 'threads']) {
      const kept = join(at, '.cache/toolthread', `${name}.json`);
      // A mark in what is kept is seen only if nothing is read again.
      writeFileSync(kept, readFileSync(kept, 'utf8').replaceAll('"output_tokens":', '"output_tokens":7'));
    }
    const { total } = await report(at);
    expect(first.total.output_tokens).toBe(300_030);
    expect(total.output_tokens).toBe(3 * 7_100_000 + 730);
    await ownThread(join(at, '.data', 'toolthread'));
    // Of two threads one is new.
    expect((await report(at, '--agent', 'toolthread')).total.output_tokens).toBe(730 + 30);
  });

  it('a file that begins with a copy of another has only the tokens that are its own', async () => {
    const at = folder();
    const model = 'claude-sonnet-4-5';
    const text = (words: string) => ({ type: 'text', text: words });
    const first = [said('03T09:00:00', 'do it'), answered('03T09:00:05', 'r1', model, text('Done.'))];
    const second = [said('04T09:00:00', 'and that'), answered('04T09:00:05', 'r2', model, text('That, too.'))];
    put(join(at, '.claude/projects/-p/a.jsonl'), session('/p', first));
    put(join(at, '.claude/projects/-p/b.jsonl'), session('/p', [...first, ...second]));
    // The same numbers at another time are others.
    put(
      join(at, '.claude/projects/-q/c.jsonl'),
      session('/q', [said('05T09:00:00', 'x'), answered('05T09:00:05', 'r1', model, text('y'))]),
    );
    const { groups } = await report(at);
    expect(groups.map(({ name, output_tokens }) => [name, output_tokens])).toEqual([
      ['2026-02-03', 100_000],
      ['2026-02-04', 100_000],
      ['2026-02-05', 100_000],
    ]);
  });

  it('prices of one’s own are over those that come with the program', async () => {
    const at = await home();
    const own = { date: '2026-03-01', models: { 'local-7b': { input: 1000, output: 0 } } };
    put(join(at, '.config/toolthread/prices.json'), JSON.stringify(own));
    const kept = await usage(at, ['--by', 'model']);
    // Where a line breaks follows from how long the path is.
    expect(kept.stdout).toMatch(/at the prices of 2026-11-16,\s+and\s+over\s+them\s+2026-03-01\s+\(/);
    expect(kept.stdout).toMatch(/local-7b .* \$0\.40 /);
    expect(kept.stdout).toMatch(/claude-sonnet-4-5-20250929 .* \$12\.30 /);
    const given = put(
      join(at, 'given.json'),
      JSON.stringify({ date: '2026-04-01', models: { 'claude-sonnet-4-5': { input: 1, output: 1, cacheRead: 0 } } }),
    );
    const { total, prices, unpriced } = await report(at, '--prices', given);
    expect(total.cost).toBeCloseTo(2 * 1.3, 9);
    expect(prices.map(({ date }) => date)).toEqual(['2026-11-16', '2026-04-01']);
    expect(unpriced.map(({ model }) => model)).toEqual([HOSTILE, 'local-7b']);
  });

  it('what is wrong is said before anything is read', async () => {
    const at = folder();
    const wrong = { date: '2026-01-01', models: { 'a\u001b': { input: -1, output: 1 } } };
    const broken = put(join(at, 'p.json'), JSON.stringify(wrong));
    for (const [args, words] of [
      [['--by', 'week'], '--by needs one of day, model, project, agent, tool, not "week".'],
      [['--since', 'today'], '--since needs a day, not "today".'],
      [['--until', '2026-02-30'], '--until needs a day, not "2026-02-30".'],
      [['--agent', 'nobody'], '--agent needs one of claude-code, '],
      [['--prices', join(at, 'none.json')], 'cannot be read'],
      [['--prices', broken], '"a\\u001b" needs "input" and "output"'],
      [['--data', join(at, 'none')], 'There is no folder'],
      [[], 'No usage matches.\n  0 sessions looked at'],
    ] as const) {
      const { code, stdout, stderr } = await usage(at, args);
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toContain(words);
    }
  });
});
