import type { EventDraft } from '@toolthread/core';
import { completionMessages } from '@toolthread/core/context';
import type { Script } from '@toolthread/providers/scripted';
import { expect, test } from 'vitest';
import { MemoryLedger } from '../../test/memory-ledger.ts';
import { call, echo, outcomes, runOn, say, statuses, tool } from '../../test/run-on.ts';
import { hasWork } from '../state/has-work.ts';
import { errorValue, textValue } from '../tool/tool-value.ts';

const fails = tool('fails', () => errorValue('no such file'));
const again: Script = () => [call('fails', { word: 'x' })];
const options = { script: again, tools: [fails], limits: { steps: 20 } };

const answer = (request: string, values: readonly string[], text?: string): EventDraft => ({
  type: 'request.resolved',
  request,
  decision: 'answered',
  answers: [{ question: '?', values, ...(text === undefined ? {} : { text }) }],
});

test('the same call with the same error three times in a row is a question to the user', async () => {
  const ledger = MemoryLedger.withPrompt('go');
  expect(await runOn(ledger, options)).toEqual({ ended: 'awaiting_user' });
  expect(outcomes(ledger)).toHaveLength(3);
  expect(ledger.of('request.opened')).toMatchObject([{ request: 'loop-c3_0', kind: 'question' }]);
  expect(statuses(ledger)).toEqual(['running', 'awaiting_user']);
  expect(hasWork(ledger.state)).toBe(false);
  expect(await runOn(ledger, options)).toEqual({ ended: 'awaiting_user' });
  expect(ledger.of('request.opened')).toHaveLength(1);
});

test('go on: it is asked again only after as many more', async () => {
  const ledger = MemoryLedger.withPrompt('go');
  await runOn(ledger, options);
  ledger.add(answer('loop-c3_0', ['Go on']));
  expect(hasWork(ledger.state)).toBe(true);
  expect(await runOn(ledger, options)).toEqual({ ended: 'awaiting_user' });
  expect(outcomes(ledger)).toHaveLength(6);
  expect(ledger.of('request.opened').map(({ request }) => request)).toEqual(['loop-c3_0', 'loop-c6_0']);
});

test.each(['End the run', 'Stop'])('[B.6 23] %s: the run ends, and the guard says so', async (chosen) => {
  const ledger = MemoryLedger.withPrompt('go');
  await runOn(ledger, options);
  const [asked] = ledger.of('request.opened');
  expect(asked?.questions?.[0]?.options?.map(({ label }) => label)).toEqual(['Go on', 'End the run']);
  ledger.add(answer('loop-c3_0', [chosen]));
  expect(await runOn(ledger, options)).toEqual({ ended: 'completed' });
  expect(ledger.of('agent.continuation')).toMatchObject([{ stop_reason: 'guard', resolved_by: 'guard' }]);
  expect(outcomes(ledger)).toHaveLength(3);
  ledger.say('try another way');
  await runOn(ledger, { ...options, script: [[say('ok')]] });
  expect(completionMessages(ledger.state).at(-1)?.content).toBe('ok');
});

test('words: the model reads them, once, as the user’s', async () => {
  const ledger = MemoryLedger.withPrompt('go');
  await runOn(ledger, options);
  ledger.add(answer('loop-c3_0', [], 'look in src'));
  const script: Script = ({ prompt }) => [say(`You said: ${prompt}`)];
  expect(await runOn(ledger, { ...options, script })).toEqual({ ended: 'completed' });
  expect(completionMessages(ledger.state).at(-1)?.content).toBe('You said: look in src');
  expect(ledger.of('message.posted').map(({ author }) => author)).toEqual(['@human', '@human']);
});

test('whoever writes in the chat instead has answered, too', async () => {
  const ledger = MemoryLedger.withPrompt('go');
  await runOn(ledger, options);
  ledger.say('never mind');
  expect(hasWork(ledger.state)).toBe(true);
  expect(await runOn(ledger, { ...options, script: [[say('fine')]] })).toEqual({ ended: 'completed' });
  expect(ledger.of('request.resolved')).toMatchObject([{ request: 'loop-c3_0', decision: 'withdrawn' }]);
});

test('stopped while the question is open: it is withdrawn', async () => {
  const ledger = MemoryLedger.withPrompt('go');
  await runOn(ledger, options);
  ledger.add({ type: 'run.stop.requested' });
  expect(await runOn(ledger, options)).toEqual({ ended: 'cancelled' });
  expect(ledger.of('request.resolved')).toMatchObject([{ decision: 'withdrawn' }]);
});

test('a short cycle is a loop: three rounds of the same calls with the same results', async () => {
  const ledger = MemoryLedger.withPrompt('go');
  const script: Script = ({ turn }) => [call('echo', { word: turn % 2 === 0 ? 'there' : 'back' })];
  expect(await runOn(ledger, { script, tools: [echo], limits: { steps: 20 } })).toEqual({ ended: 'awaiting_user' });
  expect(outcomes(ledger)).toHaveLength(6);
});

test('a call that fails alike in three responses is a loop, whatever stands beside it', async () => {
  const ledger = MemoryLedger.withPrompt('go');
  const script: Script = ({ turn }) => [call('fails', { word: 'x' }), call('echo', { word: `${turn}` })];
  expect(await runOn(ledger, { script, tools: [fails, echo] })).toEqual({ ended: 'awaiting_user' });
  expect(outcomes(ledger)).toHaveLength(6);
  ledger.add(answer('loop-c3_0', ['Go on']));
  expect(await runOn(ledger, { script, tools: [fails, echo] })).toEqual({ ended: 'awaiting_user' });
  expect(outcomes(ledger)).toHaveLength(12);
});

test('arguments in another order are the same call; another result, or another call between, is no loop', async () => {
  const ledger = MemoryLedger.withPrompt('go');
  const raw = ['{"word":"x","n":1}', '{"n":1,"word":"x"}', '{ "word": "x", "n": 1 }'];
  const script: Script = ({ turn }) => [{ type: 'raw-call', name: 'fails', arguments: raw[turn % 3] ?? '' }];
  expect(await runOn(ledger, { script, tools: [fails], limits: { steps: 20 } })).toEqual({ ended: 'awaiting_user' });
  const polling = MemoryLedger.withPrompt('go');
  let n = 0;
  const poll = tool('poll', () => {
    n += 1;
    return textValue(`${n} %`);
  });
  const asks: Script = ({ turn }) => (turn < 9 ? [call('poll')] : [say('there')]);
  expect(await runOn(polling, { script: asks, tools: [poll] })).toEqual({ ended: 'completed' });
  const between = MemoryLedger.withPrompt('go');
  const mixed: Script = ({ turn }) => {
    if (turn === 9) return [say('there')];
    return [turn % 2 === 0 ? call('fails', { word: 'x' }) : call('echo', { word: `${turn}` })];
  };
  expect(await runOn(between, { script: mixed, tools: [fails, echo] })).toEqual({ ended: 'completed' });
});
