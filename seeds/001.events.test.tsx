/** Seed 001, "Event-to-message mapping": events that come one at a time, and stored messages between them. */
import { foldThread, newThread, threadOf, timeline } from '@toolthread/core';
import { renderText } from '@toolthread/core/blocks';
import { contractReader, fromContractEvents, fromMessages } from '@toolthread/core/contract';
import type { Message } from '@toolthread/core/contract';
import { ContractThread } from '@toolthread/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { answer, call, event, result, run, user } from './001.records.ts';

test('one event at a time: the same as all at once, and four thousand chunks cost what they cost', () => {
  const chunks = Array.from({ length: 4_000 }, (_, index) =>
    event('agent.stream.chunk', { content: 'word ', chunk_index: index }),
  );
  const events = [...run.slice(0, 6), ...chunks, ...run.slice(7)];
  const reader = contractReader();
  const drafts = events.map((each) => reader.push(each));
  // One event of the ledger comes first: the thread itself.
  expect(drafts.flat().length).toBe(fromContractEvents(events).length - 1);
  // A chunk is itself and its account, and brings nothing of those before it: the cost is linear.
  for (const some of drafts.slice(6, 4_006)) {
    expect(some.map(({ type }) => type)).toEqual(['agent.text.delta', 'source.record']);
    expect(JSON.stringify(some).length).toBeLessThan(300);
  }
});

test('before, between and after stored messages: nothing is renumbered, nothing is told twice', () => {
  const told = (...records: readonly unknown[]): string => {
    const reader = contractReader();
    let thread = newThread('t1');
    for (const record of records) {
      for (const draft of reader.push(record)) {
        const { seq, at } = thread.state;
        thread = foldThread(thread, { at, ...draft, v: 1, thread: 't1', seq: seq + 1 });
      }
    }
    return renderText(timeline(thread), { form: 'expanded' });
  };
  const turn = [
    'You: Which programs know dbplus?',
    '',
    '🔧 1 tool call (hide details)',
    "  SearchEntities(query: 'dbplus')",
    '',
    'Three **programs** do.',
  ];
  const next = { ...user, id: 'u2' };
  const again = run.map((each) => ({ ...each, execution_id: 'e2' }));
  expect(told(user, ...run)).toBe(turn.join('\n'));
  for (let cut = 0; cut <= run.length; cut += 1) {
    const words = told(user, ...run.slice(0, cut), call, result, answer, ...run.slice(cut));
    expect([cut, words.match(/SearchEntities\(|Three/g)]).toEqual([cut, ['SearchEntities(', 'Three']]);
  }
  expect(told(user, ...run, next, ...again)).toBe([...turn, '', ...turn].join('\n'));
  // No event told the result: the stored message does.
  const [line = ''] = turn.filter((each) => each.includes("(query: 'dbplus')"));
  const found = `${line}\n    Found 3 entities\n    {"entities":["a","b","c"]}`;
  expect(told(user, ...run, call, result, answer)).toBe(turn.join('\n').replace(line, found));
  expect(told(user, call, ...run.slice(3))).toBe(
    turn.join('\n').replace("(query: 'dbplus')", "(query: 'dbplus', types: ['program'])"),
  );
});

test('stored messages that come twice are one; in a back end that counts anew in each turn, each turn is there', () => {
  const drawn = (messages: readonly Message[], events: readonly object[] = []): string => {
    const html = renderToStaticMarkup(<ContractThread messages={messages} events={events} />);
    return html.replaceAll(/<[^>]*>/g, '\n');
  };
  const unnamed = [user, { ...call, metadata: { tool_calls: [{ name: 'SearchEntities' }] } }, answer];
  for (const turn of [[user, call, result, answer], unnamed]) {
    const twice = turn.flatMap((each) => [each, structuredClone(each)]);
    for (const events of [[], run]) expect(drawn(twice, events)).toBe(drawn(turn, events));
    const later = turn.map((each) => ({
      ...each,
      content: each.content.replace('programs', 'entities'),
      timestamp: '2026-01-16T11:05:00Z',
    }));
    expect(drawn([...turn, ...later]).match(/1 tool call|Which \w+|Three/g)).toEqual([
      'Which programs',
      '1 tool call',
      'Three',
      'Which entities',
      '1 tool call',
      'Three',
    ]);
  }
});

test('after fromMessages: the answer is there, and a result finds its stored call', () => {
  const history = fromMessages([user, call]);
  let thread = threadOf(history);
  const reader = contractReader({ after: thread.state });
  for (const each of run.slice(3)) {
    for (const draft of reader.push(each)) {
      const { id, seq, at } = thread.state;
      thread = foldThread(thread, { at, ...draft, v: 1, thread: id, seq: seq + 1 });
    }
  }
  expect(renderText(timeline(thread), { form: 'collapsed' })).toBe(
    [user.content.replace(/^/, 'You: '), '', '🔧 1 tool call (show details)', '', answer.content].join('\n'),
  );
  expect(thread.state.anomalies.count).toBe(0);
});
