import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ClaudeCodeRecords, text, toolUse } from '../../test/claude-code-records.ts';
import { outline } from '../../test/outline.ts';
import { readSession } from '../index.ts';

/** Files of a project, by name. */
async function read(files: { readonly [name: string]: readonly string[] }, opened = 's.jsonl'): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'toolthread-agents-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, lines] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), `${lines.join('\n')}\n`);
  }
  const session = await readSession(join(folder, opened));
  if (!session.ok) expect.fail(session.reason);
  expect(session.state.anomalies.count).toBe(0);
  return [...outline(session)];
}

const task = (call: string, prompt: string): object => toolUse(call, 'Task', { prompt, description: `For ${prompt}` });

/** A run that is given a prompt, starts another agent if it is told to, and answers. */
function run(agent: string, prompt: unknown, child?: string): readonly string[] {
  const make = new ClaudeCodeRecords();
  const own = { agentId: agent, isSidechain: true };
  const said = (id: string, block: object): string =>
    make.record('assistant', {
      ...own,
      message: { id: `${agent}${id}`, role: 'assistant', model: 'm', content: [block] },
    });
  const lines = [
    make.user(prompt, own),
    ...(child === undefined
      ? []
      : [
          said('1', task(`${agent}-t`, 'as it was told')),
          make.result(`${agent}-t`, 'ok', { ...own, toolUseResult: { agentId: child } }),
        ]),
    said('2', text(`${agent} is done.`)),
  ];
  return lines.map((line) => line.replaceAll(/"u(\d+)"/g, `"${agent}$1"`));
}

describe('[issue 11] the file of a subagent without its .meta.json', () => {
  const make = new ClaudeCodeRecords();
  const main = [
    make.user('Spin.'),
    make.assistant('m1', task('t1', 'Wool')),
    make.result('t1', 'spun', { toolUseResult: { agentId: 'ccc' } }),
  ];
  const under = (by: string): string[] => ['> Task done: ok', '  [For as it was told]', `  @${by}: Dye.`];

  it.each(['aaa', 'zzz'])('stands under its call, if the file of another one tells it: %s', async (child) => {
    const files = {
      's/subagents/agent-ccc.jsonl': run('ccc', 'Wool, please', child),
      [`s/subagents/agent-${child}.jsonl`]: run(child, 'Dye.'),
    };
    expect(await read({ 's.jsonl': main, ...files })).toEqual([
      '@human: Spin.',
      '> Task done: spun',
      '  [For Wool]',
      '  @agent: Wool, please',
      ...under('ccc').map((row) => `  ${row}`),
      `    = ${child} is done.`,
      '  = ccc is done.',
    ]);
    expect(await read(files, 's/subagents/agent-ccc.jsonl')).toEqual([
      '@human: Wool, please',
      ...under('agent'),
      `  = ${child} is done.`,
      '= ccc is done.',
    ]);
  });

  it('and so does one that the opened run started by one that it started', async () => {
    const files = {
      's/subagents/agent-ccc.jsonl': run('ccc', 'Wool, please', 'bbb'),
      's/subagents/agent-bbb.jsonl': run('bbb', 'Dye.', 'aaa'),
      's/subagents/agent-aaa.jsonl': run('aaa', 'Mix it.'),
    };
    for (const [opened, more] of [
      ['s.jsonl', { 's.jsonl': main }],
      ['s/subagents/agent-ccc.jsonl', {}],
    ] as const) {
      const rows = await read({ ...files, ...more }, opened);
      expect(rows.filter((row) => row.includes('aaa is done.'))).toEqual([expect.stringMatching(/^ {4}/)]);
      expect(rows.filter((row) => row.startsWith('['))).toEqual([]);
    }
  });

  it.each([
    ['by the prompt that both have', 'Wool', 'spun'],
    ['by that prompt in a block', [text('Wool')], 'spun'],
    [
      'by the words of the result',
      'Wool, please',
      [text('spun'), text('agentId: ccc (for resuming to continue this agent)')],
    ],
    [
      'by the words of a start',
      'Wool, please',
      'Async agent launched successfully.\nagentId: ccc (internal ID - do not mention)',
    ],
  ])('stands under its call, %s', async (_, prompt, result) => {
    const words = new ClaudeCodeRecords();
    const lines = [words.user('Spin.'), words.assistant('m1', task('t1', 'Wool')), words.result('t1', result)];
    const rows = await read({ 's.jsonl': lines, 's/subagents/agent-ccc.jsonl': run('ccc', prompt) });
    expect(rows.filter((row) => !row.startsWith('>')).slice(0, 2)).toEqual(['@human: Spin.', '  [For Wool]']);
  });

  it('of two calls with one prompt, each has its own', async () => {
    const twice = new ClaudeCodeRecords();
    const lines = [twice.user('Spin.'), twice.assistant('m1', task('t1', 'Wool'), task('t2', 'Wool'))];
    const rows = await read({
      's.jsonl': lines,
      's/subagents/agent-aaa.jsonl': run('aaa', 'Wool'),
      's/subagents/agent-bbb.jsonl': run('bbb', 'Wool'),
    });
    expect(rows.map((row) => row.replace(/ lost.*/, ''))).toEqual([
      '@human: Spin.',
      ...['aaa', 'bbb'].flatMap((name) => ['> Task', '  [For Wool]', '  @agent: Wool', `  = ${name} is done.`]),
    ]);
  });

  it('no words of another tool tell of an agent', async () => {
    const words = new ClaudeCodeRecords();
    const lines = [...main, words.assistant('m2', toolUse('t2')), words.result('t2', 'agentId: ccc (for resuming it)')];
    const rows = await read({ 's.jsonl': lines, 's/subagents/agent-ccc.jsonl': run('ccc', 'Wool, please') });
    expect(rows.slice(1, 3)).toEqual(['> Task done: spun', '  [For Wool]']);
  });
});
