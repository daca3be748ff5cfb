import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { callStatus, threadOf, timeline } from '@toolthread/core';
import type { Call } from '@toolthread/core';
import type { Json } from '@toolthread/core/json';
import { scriptedModel } from '@toolthread/providers/scripted';
import { expect, test } from 'vitest';
import { MemoryLedger } from '../../test/memory-ledger.ts';
import { outcomes, runOn, statuses, told } from '../../test/run-on.ts';
import { tempFolder } from '../../test/use-tool.ts';
import { realClock } from '../clock.ts';
import type { RunOptions } from '../run/run.ts';
import type { RunEnd } from '../run/run.ts';
import { recoverRun } from '../state/recover-run.ts';
import { demoPolicy, demoPrompts, demoScript, demoTools, isDemoTeamThread, prepareDemoWorkspace } from './index.ts';
import type { DemoPiece } from './scene.ts';
import { speedChart } from './speed-chart.ts';

const [UPGRADE, PUBLISH, STOP, FAILURE, HOSTILE, CHILDREN, CIRCLES] = demoPrompts.map(({ prompt }) => prompt);

interface Demo {
  readonly workspace: string;
  readonly ledger: MemoryLedger;
  run(signal?: AbortSignal): Promise<RunEnd>;
}

async function demo(prompt = '', more: Partial<RunOptions> = {}): Promise<Demo> {
  const workspace = tempFolder();
  await prepareDemoWorkspace(workspace);
  const ledger = MemoryLedger.withPrompt(prompt, () => Date.now());
  const run: Demo['run'] = (signal) =>
    runOn(ledger, {
      model: scriptedModel(demoScript, { speed: Infinity }),
      tools: demoTools,
      policy: demoPolicy,
      more: { workspace, ...more },
      ...(signal === undefined ? {} : { signal }),
    });
  return { workspace, ledger, run };
}

function calls(ledger: MemoryLedger): Call[] {
  const { byPlace } = ledger.state.calls;
  return [...byPlace.entries()].map(([, call]) => call).sort((a, b) => a.step - b.step || a.part - b.part);
}

function answer(ledger: MemoryLedger, values: readonly string[][]): void {
  const [request] = ledger.of('request.opened').slice(-1);
  const answers = (request?.questions ?? []).map(({ question }, n) => ({ question, values: values[n] ?? [] }));
  ledger.add({ type: 'request.resolved', request: request?.request ?? '', decision: 'answered', answers });
}

const finalText = (ledger: MemoryLedger): string => {
  const item = timeline(threadOf(ledger.events))
    .items.toArray()
    .findLast(({ kind }) => kind === 'answer');
  if (item?.kind !== 'answer') return '';
  return item.segments
    .toArray()
    .map((segment) => (segment.kind === 'text' ? segment.text : ''))
    .join('');
};

test('the tour: parallel calls, a retry 2 of 3, a failure, a diff, an image, a question; then it goes on to a long answer', async () => {
  const { workspace, ledger, run } = await demo(UPGRADE);
  expect(await run()).toEqual({ ended: 'awaiting_user' });
  expect(ledger.of('agent.tool.called').filter(({ step }) => step === 1)).toHaveLength(4);
  expect(ledger.of('agent.tool.retrying')).toMatchObject([{ attempt: 2, max_attempts: 3 }]);
  expect(outcomes(ledger).map((one) => one.split(' ')[1])).toEqual(
    'done done done failed done done done waiting'.split(' '),
  );
  const results = ledger.of('agent.tool.completed');
  expect(results.flatMap(({ parts = [] }) => parts).some(({ type }) => type === 'image')).toBe(true);
  expect(results.map(({ structured }) => kindOf(structured))).toContain('diff');
  expect(told(ledger).find((text) => text.includes('2 failed'))).toContain('FAIL a quoted value');
  expect(
    ledger
      .of('agent.tool.output.delta')
      .map(({ text }) => text)
      .join(''),
  ).toContain('5 passed, 0 failed');

  answer(ledger, [['2.2.0'], ['The changelog', 'A line in the README']]);
  expect(await run()).toEqual({ ended: 'completed' });
  expect(readFileSync(join(workspace, 'package.json'), 'utf8')).toContain('"version": "2.2.0"');
  expect(readFileSync(join(workspace, 'CHANGELOG.md'), 'utf8')).toContain('## 2.2.0');
  expect(readFileSync(join(workspace, 'README.md'), 'utf8')).toContain('Version 2.2.0');
  expect(execFileSync('node', ['test/run.mjs'], { cwd: workspace, encoding: 'utf8' })).toContain('5 passed');
  expect([...finalText(ledger)].length).toBeGreaterThan(320);
  expect(finalText(ledger)).toContain('version 2.2.0');
  expect(ledger.state.anomalies.first.toArray()).toEqual([]);
});

function kindOf(structured: Json | undefined): unknown {
  return typeof structured === 'object' && structured !== null && 'kind' in structured ? structured['kind'] : undefined;
}

test('the tour can be taken again in the same workspace, and a free answer is understood', async () => {
  const { ledger, run } = await demo(UPGRADE);
  await run();
  answer(ledger, [['4.0.0'], []]);
  await run();
  ledger.say(UPGRADE ?? '');
  expect(await run()).toEqual({ ended: 'awaiting_user' });
  answer(ledger, []);
  expect(await run()).toEqual({ ended: 'completed' });
  expect(finalText(ledger)).toContain('version 3.0.0');
});

test('the approval: allowed it publishes what was executed, denied it does not', async () => {
  const allowed = await demo(PUBLISH);
  expect(await allowed.run()).toEqual({ ended: 'awaiting_user' });
  const [request] = allowed.ledger.of('request.opened');
  expect(request).toMatchObject({
    kind: 'approval',
    proposed_arguments: '{"package":"tiny-parser","version":"2.1.0","tag":"latest"}',
  });
  const resolved = { type: 'request.resolved', request: request?.request ?? '' } as const;
  const executed = '{"package":"tiny-parser","version":"2.1.0","tag":"next"}';
  allowed.ledger.add({ ...resolved, decision: 'edit', executed_arguments: executed });
  await allowed.run();
  expect(finalText(allowed.ledger)).toContain('tiny-parser 2.1.0 is published as next.');
  const denied = await demo(PUBLISH);
  await denied.run();
  denied.ledger.add({ ...resolved, decision: 'deny', reason: 'not today' });
  await denied.run();
  expect(finalText(denied.ledger)).toContain('**not** published. The user denied this call: not today');
  expect(readFileSync(join(denied.workspace, 'registry/tiny-parser.json'), 'utf8')).not.toContain('published');
});

test('the stop: the process is gone, what it printed stays, and the thread goes on', async () => {
  const { ledger, run } = await demo(STOP, { clock: realClock });
  const stop = new AbortController();
  ledger.when(
    ({ type }) => type === 'agent.tool.output.delta',
    () => stop.abort(),
  );
  expect(await run(stop.signal)).toEqual({ ended: 'cancelled' });
  expect(outcomes(ledger)).toEqual(['c1_1 interrupted']);
  expect(told(ledger)[0]).toContain('tick 1 of 60');
  expect(statuses(ledger)).toEqual(['running', 'cancelled']);
  ledger.say('thanks');
  expect(await run()).toEqual({ ended: 'completed' });
  expect(finalText(ledger)).toContain('I am the demo agent');
});

test('killed in the middle of a call: interrupted, and the scene goes on by what it sees', async () => {
  const { ledger } = await demo(STOP);
  ledger.add(
    { type: 'agent.status', status: 'running', run: 'r1' },
    { type: 'agent.step.started', step: 1, run: 'r1' },
    {
      type: 'agent.tool.called',
      step: 1,
      part: 0,
      call: 'c1_0',
      name: 'run_shell_command',
      arguments: '{"command":"x"}',
    },
    { type: 'agent.step.completed', step: 1, finish_reason: 'tool_calls' },
    { type: 'agent.tool.started', step: 1, call: 'c1_0' },
  );
  ledger.add(...recoverRun(ledger.state));
  await runOn(ledger, { model: scriptedModel(demoScript, { speed: Infinity }), tools: demoTools, policy: demoPolicy });
  expect(calls(ledger).map(callStatus)).toEqual(['interrupted']);
  expect(finalText(ledger)).toContain('The command was cut off');
});

test('the lost connection: one discarded attempt, then an answer', async () => {
  const { ledger, run } = await demo(FAILURE);
  expect(await run()).toEqual({ ended: 'completed' });
  expect(ledger.of('agent.step.completed').map(({ discarded }) => discarded === true)).toEqual([true, false]);
  expect(finalText(ledger)).toContain('this is the answer');
});

test('[L7] the hostile output is recorded to the byte', async () => {
  const { ledger, run } = await demo(HOSTILE);
  expect(await run()).toEqual({ ended: 'completed' });
  const text = told(ledger)[0] ?? '';
  for (const piece of [
    '<script>',
    'onerror=',
    '</tool>',
    'javascript:',
    'tracker.example',
    '\u001b[31mred',
    '\u001b]0;owned\u0007',
  ]) {
    expect(text).toContain(piece);
  }
});

test('two child agents at the same time: each in a scope of its own, and their last words in the answer', async () => {
  const { ledger, run } = await demo(CHILDREN);
  expect(await run()).toEqual({ ended: 'completed' });
  expect(outcomes(ledger).every((one) => one.endsWith(' done'))).toBe(true);
  expect(finalText(ledger)).toContain('- There are 5 tests.\n- The version is 2.1.0.');
  const scopes = ledger.of('scope.opened').map(({ kind, name }) => `${kind} ${name}`);
  expect(scopes).toEqual(['child counter', 'child reader']);
  // Neither waits for the other, however long the steps of one take.
  const begun = ledger.of('agent.tool.started').filter(({ scope }) => scope === undefined);
  const ended = ledger.of('agent.tool.completed').filter(({ scope }) => scope === undefined);
  expect([begun.length, ended.length]).toEqual([2, 2]);
  expect(Math.max(...begun.map(({ seq }) => seq))).toBeLessThan(Math.min(...ended.map(({ seq }) => seq)));
});

test('the circle: after the third time the user is asked; stopped, the run ends by its guard', async () => {
  const { ledger, run } = await demo(CIRCLES);
  expect(await run()).toEqual({ ended: 'awaiting_user' });
  expect(outcomes(ledger).map((one) => one.split(' ')[1])).toEqual(['failed', 'failed', 'failed']);
  answer(ledger, [['End the run']]);
  expect(await run()).toEqual({ ended: 'completed' });
  expect(ledger.of('agent.continuation').at(-1)).toMatchObject({ stop_reason: 'guard' });
});

test('any other prompt is answered in a few words, however it looks', async () => {
  for (const prompt of ['hi', '', '__proto__', 'x'.repeat(100_000), ' upgrade THE parser and make the tests pass. ']) {
    const [piece] = demoScript({ prompt, turn: 9, attempt: 1, results: [] }).slice(-1);
    expect(piece).toMatchObject({ type: 'text' });
  }
  const { ledger, run } = await demo('what are you?');
  expect(await run()).toEqual({ ended: 'completed' });
  expect(finalText(ledger)).toContain('ANTHROPIC_API_KEY');
});

test('the workspace is prepared once: what somebody changed in it stays', async () => {
  const { workspace } = await demo();
  writeFileSync(join(workspace, 'README.md'), 'mine');
  await prepareDemoWorkspace(workspace);
  expect(readFileSync(join(workspace, 'README.md'), 'utf8')).toBe('mine');
  expect(existsSync(join(workspace, 'docs/speed.png'))).toBe(true);
});

test('the chart is a PNG, drawn here, the same every time', () => {
  const chart = speedChart();
  expect(chart.subarray(0, 8)).toEqual(Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]));
  expect([chart.readUInt32BE(16), chart.readUInt32BE(20)]).toEqual([480, 240]);
  expect(speedChart().equals(chart)).toBe(true);
});

test('a prompt does the same in German, and says it in German, in as many paragraphs', () => {
  const [english, german] = (['en', 'de'] as const).map((language) =>
    demoPrompts.filter((offered) => offered.language === language).map(({ prompt }) => prompt),
  );
  const played = (prompt: string): readonly DemoPiece[] =>
    [0, 1, 2, 3, 4, 5].flatMap((turn) =>
      [1, 2].flatMap((attempt) => demoScript({ prompt, turn, attempt, results: [] })),
    );
  const shapeOf = (piece: DemoPiece): string => {
    if (piece.type === 'call') return piece.name;
    return 'text' in piece ? `${piece.type} of ${piece.text.split('\n\n').length}` : piece.type;
  };
  const shape = (prompt: string): unknown => [
    played(prompt).map(shapeOf),
    isDemoTeamThread(threadOf(MemoryLedger.withPrompt(prompt, () => 0).events).state),
  ];
  expect(german?.map(shape)).toEqual(english?.map(shape));
  expect(shape('Wer bist du?')).toEqual(shape('Who are you?'));
  expect(new Set([...(german ?? []), ...(english ?? [])]).size).toBe(16);
  const said = (prompts: readonly string[] = []): readonly string[] =>
    prompts.flatMap(played).flatMap((piece) => ('text' in piece ? [piece.text] : []));
  expect(said(german).filter((text) => said(english).includes(text))).toEqual([]);
});

test.each([
  ['Wer bist du?', 'Ich bin der Demo-Agent'],
  ['Schöne Grüße', 'Ich bin der Demo-Agent'],
  ['was kannst du', 'Ich bin der Demo-Agent'],
  ['Who are you?', 'I am the demo agent'],
  ['What is new in the den of the lion, in a word', 'I am the demo agent'],
  ['thanks', 'I am the demo agent'],
])('%j is answered in its own language', (prompt, words) => {
  const [piece] = demoScript({ prompt, turn: 0, attempt: 1, results: [] }).slice(-1);
  expect(piece).toMatchObject({ type: 'text', text: expect.stringContaining(words) });
});
