/** What a person says while a run is under way: heard at the next step, or kept for its end; changed until it is heard. */
import { queuedMessages } from '@toolthread/core/summary';
import type { LedgerEvent } from '@toolthread/core';
import type { Model } from '@toolthread/core/context';
import { scriptedModel } from '@toolthread/providers/scripted';
import { describe, expect, test } from 'vitest';
import { Crash, MemoryLedger } from '../../test/memory-ledger.ts';
import { call, outcomes, runOn, say, statuses, tool } from '../../test/run-on.ts';
import { hasWork } from '../state/has-work.ts';
import { recoverRun } from '../state/recover-run.ts';
import { textValue } from '../tool/tool-value.ts';

const edit = tool('edit', ({ word = '' }) => textValue(word));
const WORKS = [[call('edit', { word: 'a' })], [call('edit', { word: 'b' })], [say('done')], [say('and that')]];

/** A model that notes what it was told, step by step: the newest words of the person. */
function listening(script: typeof WORKS = WORKS): { model: Model; heard: string[] } {
  const heard: string[] = [];
  const speaking = scriptedModel(script, { speed: Infinity });
  return {
    heard,
    model: {
      ...speaking,
      stream: (request, signal) => {
        heard.push(request.messages.findLast(({ role, content }) => role === 'user' && content !== '')?.content ?? '');
        return speaking.stream(request, signal);
      },
    },
  };
}

const started = ({ type }: LedgerEvent): boolean => type === 'agent.tool.started';

/** The `seq` of a message that can still be changed. */
function queued(ledger: MemoryLedger): number {
  return queuedMessages(ledger.state)[0]?.message.seq ?? 0;
}

describe('the queue for what is to follow', () => {
  test('it interrupts nothing, is not heard before the run would end, and is answered then', async () => {
    const ledger = MemoryLedger.withPrompt('first');
    ledger.when(started, () => ledger.say('second', 'followUp'));
    const { model, heard } = listening();
    expect(await runOn(ledger, { model, tools: [edit] })).toEqual({ ended: 'completed' });
    expect(outcomes(ledger).slice(0, 2)).toEqual(['c1_0 done', 'c2_0 done']);
    expect(heard.slice(0, 4)).toEqual(['first', 'first', 'first', 'second']);
    expect(statuses(ledger)).toEqual(['running', 'completed', 'running', 'completed']);
  });

  test('a stop is a stop: what waits goes on waiting, and follows the next run that completes', async () => {
    const ledger = MemoryLedger.withPrompt('first');
    ledger.when(started, () => {
      ledger.say('second', 'followUp');
      ledger.add({ type: 'run.stop.requested' });
    });
    expect(await runOn(ledger, { script: WORKS, tools: [edit] })).toEqual({ ended: 'cancelled' });
    expect(hasWork(ledger.state)).toBe(false);
    ledger.say('go on');
    const { model, heard } = listening([[say('gone on')], [say('and second')]]);
    expect(await runOn(ledger, { model })).toEqual({ ended: 'completed' });
    expect(heard).toEqual(['go on', 'second']);
  });

  test('[L6] killed after any event, it is heard once, and last', async () => {
    const say2 = (ledger: MemoryLedger): void => ledger.when(started, () => ledger.say('second', 'followUp'));
    const whole = MemoryLedger.withPrompt('first');
    say2(whole);
    await runOn(whole, { script: WORKS, tools: [edit] });
    for (let dies = 3; dies < whole.events.length; dies += 1) {
      const ledger = MemoryLedger.withPrompt('first');
      say2(ledger);
      await expect(runOn(ledger, { script: WORKS, tools: [edit], append: ledger.append(dies) })).rejects.toBeInstanceOf(
        Crash,
      );
      ledger.add(...recoverRun(ledger.state));
      if (hasWork(ledger.state)) await runOn(ledger, { script: WORKS, tools: [edit] });
      expect(ledger.of('agent.status').at(-1)?.status).toBe('completed');
      const posted = ledger.of('message.posted').filter(({ delivery }) => delivery === 'followUp');
      expect(queuedMessages(ledger.state)).toEqual([]);
      const last = ledger.state.log.toArray().findLast((entry) => entry.kind === 'message');
      if (posted.length > 0) expect(last).toMatchObject({ message: { delivery: 'followUp' } });
    }
  });
});

describe('until it is heard it can be changed', () => {
  const change = (ledger: MemoryLedger, text: string | undefined): void =>
    ledger.add({
      type: 'message.changed',
      message: queued(ledger),
      parts: text === undefined ? [] : [{ type: 'text', text }],
    });

  test.each(['steer', 'followUp'] as const)('said with %s', async (delivery) => {
    const ledger = MemoryLedger.withPrompt('first');
    ledger.when(started, () => {
      ledger.say('second', delivery);
      change(ledger, 'rather this');
    });
    const { model, heard } = listening();
    await runOn(ledger, { model, tools: [edit] });
    expect(heard).toContain('rather this');
    expect(heard).not.toContain('second');
  });

  test.each(['steer', 'followUp'] as const)(
    'taken back, said with %s: as if nothing had been said',
    async (delivery) => {
      const ledger = MemoryLedger.withPrompt('first');
      ledger.when(started, () => {
        ledger.say('second', delivery);
        change(ledger, undefined);
      });
      const { model, heard } = listening();
      expect(await runOn(ledger, { model, tools: [edit] })).toEqual({ ended: 'completed' });
      expect(heard).toEqual(['first', 'first', 'first']);
      expect(outcomes(ledger)).toEqual(['c1_0 done', 'c2_0 done']);
      expect(hasWork(ledger.state)).toBe(false);
    },
  );

  test('in the moment in which a step begins, it is the one or the other, and the ledger says which', async () => {
    for (const moment of ['before', 'after'] as const) {
      const ledger = MemoryLedger.withPrompt('first');
      const { model, heard } = listening([[say('ok')], [say('ok')]]);
      const append = ledger.append();
      await runOn(ledger, {
        model,
        append: (drafts) => {
          const begins = drafts.some(({ type }) => type === 'agent.step.started');
          if (begins && moment === 'before') change(ledger, 'changed');
          const written = append(drafts);
          if (begins && moment === 'after') change(ledger, 'changed');
          return written;
        },
      });
      const late = ledger.state.anomalies.count > 0;
      expect(heard[0]).toBe(late ? 'first' : 'changed');
    }
  });
});
