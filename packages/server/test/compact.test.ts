/** What a person wants of the agent beside words: a shorter context, the next attempt now. */
import { compactThread, hasWork, policyByTool, recoverRun, runAgent } from '@toolthread/agent';
import { type Script, scriptedModel } from '@toolthread/providers/scripted';
import type { Agent } from '@toolthread/server';
import { expect, test } from 'vitest';
import { openRoom, type Room } from './room.ts';
import { field, until, unwrap } from './start-server.ts';

const script: Script = ({ prompt, attempt }) => {
  if (prompt.startsWith('user:')) return [{ type: 'text', text: 'What was.' }];
  if (prompt === 'wait')
    return [
      { type: 'pause', ms: 60_000_000_000 },
      { type: 'text', text: 'Later.' },
    ];
  if (prompt === 'fail' && attempt === 1)
    return [{ type: 'end', reason: 'error', error: { message: 'Overloaded', retryable: true } }];
  return [{ type: 'text', text: 'word '.repeat(400) }];
};

const equipment = { tools: [], policy: policyByTool({}, 'allow'), limits: { backoffMs: 3_600_000 } };

async function openTalk(): Promise<Room> {
  const model = scriptedModel(script);
  const agent: Agent = {
    hasWork,
    recover: recoverRun,
    run: (input) => runAgent({ ...input, ...equipment, model: scriptedModel(script, { speed: 1000 }) }),
    compact: (input) => compactThread({ ...input, ...equipment, model }),
  };
  return openRoom({ agent });
}

/** What was said last, once the run that answered it is over. */
async function answered(room: Room): Promise<string | undefined> {
  const { log, scopes } = await room.state();
  const last = [...log].findLast(({ kind }) => kind === 'message' || kind === 'step');
  if (last?.kind !== 'step' || scopes.get('')?.status !== 'completed') return undefined;
  const said = [...log].findLast(({ kind }) => kind === 'message');
  const [part] = said?.kind === 'message' ? said.message.parts : [];
  return part?.type === 'text' ? part.text : undefined;
}

const code = (json: unknown): unknown => field(field(json, 'error'), 'code');
const compact = (room: Room): ReturnType<Room['call']> => room.call('POST', room.path('/compact'), { body: {} });
const tryNow = (room: Room): ReturnType<Room['call']> => room.call('POST', room.path('/try-now'), { body: {} });

test('[issue 13] Compact now: the summary is an event like the loop’s own; what there is nothing of is refused in words', async () => {
  const room = await openTalk();
  for (const words of ['one', 'two', 'three']) {
    await room.say(words);
    await until(async () => ((await answered(room)) === words ? true : undefined), `an answer to ${words}`);
  }
  const { status, json } = await compact(room);
  expect(status).toBe(200);
  const state = unwrap(await room.ledger.state(room.thread));
  const made = state.scopes.get('')?.compaction;
  expect(json).toEqual({ tokens_before: made?.tokens_before, tokens_after: made?.tokens_after });
  expect(made?.summary).toContain('What was.');
  const again = await compact(room);
  expect([again.status, code(again.json)]).toEqual([409, 'nothing_to_compact']);
});

test('[issue 13] Compact now is refused in words while somebody works, and where the agent cannot', async () => {
  const room = await openTalk();
  await room.say('wait');
  await room.untilStatus('running');
  const busy = await compact(room);
  expect([busy.status, code(busy.json)]).toEqual([409, 'busy']);
  await room.call('POST', room.path('/stop'), { body: {} });
  const other = await openRoom({ agent: { hasWork, recover: recoverRun, run: async () => undefined } });
  expect(code((await compact(other)).json)).toBe('cannot_compact');
});

test('[issue 13] Try now ends the wait for the next attempt, which the run would wait for; without a wait it is refused', async () => {
  const room = await openTalk();
  expect(code((await tryNow(room)).json)).toBe('not_waiting');
  await room.say('fail');
  await until(async () => ((await tryNow(room)).status === 204 ? true : undefined), 'a wait');
  await room.untilStatus('completed');
  const steps = [...unwrap(await room.ledger.state(room.thread)).steps.entries()].map(([, { end }]) => end);
  expect(steps.map((end) => [end?.discarded, end?.retry?.attempt])).toEqual([
    [true, 2],
    [false, undefined],
  ]);
  // As every act of a person is.
  const events = await room.events();
  expect(events.filter(({ type }) => type === 'run.retry.requested')).toMatchObject([{ step: 1, by: '@human' }]);
  expect(steps[0]?.retry?.by).toBe('@human');
});
