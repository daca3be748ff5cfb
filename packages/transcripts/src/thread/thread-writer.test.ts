import { callStatus, foldAll, timeline, threadOf } from '@toolthread/core';
import type { Entry } from '@toolthread/core';
import { describe, expect, it } from 'vitest';
import { outline } from '../../test/outline.ts';
import { ImportWriter } from './import-writer.ts';
import { RewindableEntries } from './rewindable-entries.ts';
import { ThreadWriter } from './thread-writer.ts';

function thread(): { readonly thread: ThreadWriter; outline: () => readonly string[]; anomalies: () => number } {
  const ledger = new ImportWriter();
  return {
    thread: new ThreadWriter(ledger),
    outline: () => outline(threadOf(ledger.events)),
    anomalies: () => foldAll(ledger.events).anomalies.count,
  };
}

const text = (words: string) => [{ type: 'text', text: words } as const];
const call = (id: string | undefined, name = 'tool') => ({ id, name, arguments: '{}' });

describe('results find their calls', () => {
  it('when they come first, or never, or twice', () => {
    const { thread: writer, outline: seen, anomalies } = thread();
    expect(writer.result('early', { outcome: 'done', parts: text('early') })).toEqual({ fate: 'folded' });
    expect(writer.result('early', { outcome: 'done' })).toEqual({ fate: 'hidden', rule: 'other-result' });
    const step = writer.startStep();
    writer.call(step, call('early'));
    writer.call(step, call('never'));
    writer.call(step, call('twice'));
    writer.result('twice', { outcome: 'failed', error: 'no' });
    expect(writer.result('twice', { outcome: 'failed' })).toEqual({ fate: 'hidden', rule: 'repeated-result' });
    expect(writer.result('twice', { outcome: 'done' })).toEqual({ fate: 'hidden', rule: 'other-result' });
    writer.close();
    expect(seen()).toEqual(['> tool done: early', '> tool lost', '> tool failed']);
    expect(writer.calls.counts()).toEqual({
      toolCalls: 3,
      answered: 2,
      unanswered: 1,
      orphanResults: 0,
      resultBeforeCall: 1,
      errors: 1,
    });
    expect(anomalies()).toBe(0);
  });

  it('where an id is used again in a later step, or twice in one', () => {
    const { thread: writer, outline: seen, anomalies } = thread();
    for (const round of ['first', 'second']) {
      writer.call(writer.startStep(), call('c'));
      writer.result('c', { outcome: 'done', parts: text(round) });
    }
    const step = writer.startStep();
    writer.call(step, call('c'));
    writer.call(step, call('c'));
    writer.result('c', { outcome: 'done', parts: text('third') });
    writer.result('c', { outcome: 'done', parts: text('fourth') });
    expect(writer.result('c', { outcome: 'done' })).toEqual({ fate: 'hidden', rule: 'other-result' });
    expect(seen()).toEqual(['first', 'second', 'third', 'fourth'].map((round) => `> tool done: ${round}`));
    expect(writer.calls.counts()).toMatchObject({ toolCalls: 4, answered: 4 });
    expect(anomalies()).toBe(0);
  });

  it('a call without an id gets one of its own', () => {
    const { thread: writer, outline: seen } = thread();
    const step = writer.startStep();
    const [one, two] = [writer.call(step, call(undefined)), writer.call(step, call(undefined))];
    writer.result(two, { outcome: 'done', parts: text('two') });
    writer.result(one, { outcome: 'done', parts: text('one') });
    expect(seen()).toEqual(['> tool done: one', '> tool done: two']);
  });

  it('a stop interrupts what is open, twins too, and that answers nothing', () => {
    const { thread: writer, outline: seen } = thread();
    const step = writer.startStep();
    for (const id of ['a', 'b', 'b']) writer.call(step, call(id));
    writer.result('a', { outcome: 'done' });
    writer.interruptOpenCalls();
    writer.interruptOpenCalls();
    expect(seen()).toEqual(['> tool done', '> tool interrupted', '> tool interrupted']);
    expect(writer.calls.counts()).toMatchObject({ answered: 1, unanswered: 2 });
  });
});

it('a hundred thousand calls of one id cost no square of it', () => {
  const { thread: writer } = thread();
  const step = writer.startStep();
  for (let index = 0; index < 100_000; index += 1) writer.call(step, call('same'));
  for (let index = 0; index < 100_000; index += 1) writer.result('same', { outcome: 'done' });
  expect(writer.calls.counts()).toMatchObject({ toolCalls: 100_000, answered: 100_000 });
});

it('the title is the last name, or else the first words', () => {
  const { thread: writer } = thread();
  expect(writer.title).toBeUndefined();
  writer.post(text('First words\nand more'));
  writer.post(text('Other words'));
  expect(writer.title).toBe('First words and more');
  writer.name('  ');
  writer.name('One name');
  writer.name('Another name');
  expect(writer.title).toBe('Another name');
});

describe('entries that are taken back', () => {
  function entries(): { list: RewindableEntries<string>; seen: () => readonly string[]; anomalies: () => number } {
    const { thread: writer, outline: seen, anomalies } = thread();
    const tell = (entry: string): void => {
      if (entry.startsWith('result')) writer.result('c', { outcome: 'done', parts: text(entry) });
      else if (entry.startsWith('call')) writer.call(writer.startStep(), call('c'));
      else writer.post(text(entry));
    };
    const list = new RewindableEntries<string>(
      writer,
      tell,
      () => ({ line: 1 }),
      (entry) => entry,
    );
    return { list, seen, anomalies };
  }

  it('leave the others as they were, in the middle of a step too', () => {
    const { list, seen, anomalies } = entries();
    for (const entry of ['one', 'call', 'result', 'two', 'three']) list.append(entry);
    expect(list.replace(4, [])).toBe(true);
    expect(seen()).toEqual(['@human: one', '> tool done: result', '@human: two']);
    expect(list.replace(2, ['result again'])).toBe(true);
    expect(seen()).toEqual(['@human: one', '> tool done: result again']);
    expect(list.replace(0, ['new'])).toBe(true);
    expect(seen()).toEqual(['@human: new']);
    expect(list.from(0)).toEqual(['new']);
    expect(anomalies()).toBe(0);
  });

  it('may be taken back only so often', () => {
    const { list } = entries();
    for (let index = 0; index < 100; index += 1) list.append(`entry ${index}`);
    let times = 0;
    while (
      list.replace(
        0,
        Array.from({ length: 100 }, () => 'again'),
      ) &&
      times < 1000
    )
      times += 1;
    expect(times).toBeLessThan(200);
    expect(list.length).toBe(100);
  });
});

it('a failed attempt is told, and does not count', () => {
  const { thread: writer, outline: seen } = thread();
  writer.failedAttempt('overloaded');
  writer.text(writer.step(), 'Well.');
  writer.close();
  expect(seen()).toEqual(['x overloaded', '= Well.']);
});

it('a child stands under the call of the file’s id', () => {
  const ledger = new ImportWriter();
  const writer = new ThreadWriter(ledger);
  writer.call(writer.startStep(), call('c'));
  writer.openChild('child:x', 'helper', 'c');
  writer.text(writer.startStep('child:x'), 'Hello.');
  writer.close();
  const [group] = timeline(threadOf(ledger.events)).items;
  const entry: Entry | undefined = group?.kind === 'group' ? group.entries.at(0) : undefined;
  expect(entry?.kind === 'call' && [callStatus(entry.call), entry.children[0]?.name]).toEqual(['lost', 'helper']);
});

describe('[issue 11] when it happened', () => {
  const at = (writer: ThreadWriter, type: string): number | undefined =>
    writer.ledger.events.findLast((event) => event.type === type)?.at;

  it('a step ends with its last words or result, whenever the next record comes', () => {
    const { thread: writer } = thread();
    writer.moveTo(1000);
    const step = writer.startStep();
    writer.moveTo(2000);
    writer.call(step, call('c'));
    writer.moveTo(3000);
    writer.result('c', { outcome: 'done' });
    writer.moveTo(90_000);
    writer.post(text('And now?'));
    expect([at(writer, 'agent.step.completed'), at(writer, 'message.posted')]).toEqual([3000, 90_000]);
  });

  it('what is told late has its own time, and what follows has the time of now', () => {
    const { thread: writer } = thread();
    writer.moveTo(5000);
    writer.tellAt(1000, () => writer.text(writer.step(), 'Earlier.'));
    writer.post(text('Later.'));
    expect([at(writer, 'agent.part.completed'), at(writer, 'message.posted')]).toEqual([1000, 5000]);
  });

  it('a record without a time has that of the one before it', () => {
    const { thread: writer } = thread();
    writer.moveTo(5000);
    writer.moveTo(undefined);
    writer.post(text('Now.'));
    expect(at(writer, 'message.posted')).toBe(5000);
  });
});
