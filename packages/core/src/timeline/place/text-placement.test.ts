import { describe, expect, it } from 'vitest';
import type { EventDraft, LedgerEvent } from '../../ledger/ledger-event.ts';
import type { Item } from '../item.ts';
import { timeline, threadOf } from '../timeline.ts';

function shown(...drafts: readonly EventDraft[]): Item[] {
  const all: EventDraft[] = [{ type: 'agent.step.started', step: 1 }, ...drafts];
  const events = all.map((draft, index): LedgerEvent => ({ ...draft, v: 1, thread: 't', seq: index + 1, at: index }));
  return timeline(threadOf(events))
    .items.toArray()
    .filter((item) => item.kind !== 'gone');
}

const words = (part: number, text: string): EventDraft => ({
  type: 'agent.text.delta',
  step: 1,
  part,
  offset: 0,
  text,
});
const called = (part: number, runs: 'here' | 'provider' = 'here'): EventDraft => ({
  type: 'agent.tool.called',
  step: 1,
  part,
  call: `c${part}`,
  name: 'search',
  arguments: '{}',
  runs,
});
const ended: EventDraft = { type: 'agent.step.completed', step: 1, finish_reason: 'stop' };
const LONG = 'word '.repeat(320);

function answerOf(items: readonly Item[]): string | undefined {
  const answer = items.find((item) => item.kind === 'answer');
  if (answer === undefined) return undefined;
  return [...answer.segments].map((segment) => (segment.kind === 'text' ? segment.text : '[content]')).join('');
}

function commentaryOf(items: readonly Item[]): string[] {
  const groups = items.filter((item) => item.kind === 'group');
  return groups.flatMap((group) =>
    [...group.entries].flatMap((entry) => (entry.kind === 'commentary' ? [entry.text] : [])),
  );
}

describe('the four rules', () => {
  it('1: the provider’s phase decides, while it streams and after', () => {
    const answer: EventDraft = { type: 'agent.text.delta', step: 1, part: 0, offset: 0, text: 'Yes.', phase: 'answer' };
    expect(answerOf(shown(answer))).toBe('Yes.');
    const aside: EventDraft = {
      type: 'agent.text.delta',
      step: 1,
      part: 0,
      offset: 0,
      text: LONG,
      phase: 'commentary',
    };
    expect(commentaryOf(shown(aside, ended))).toEqual([LONG]);
  });

  it('1: a phase that comes late takes words out of the group: they are drawn once', () => {
    const answer: EventDraft = { type: 'agent.part.completed', step: 1, part: 1, kind: 'text', phase: 'answer' };
    const items = shown(called(0), words(1, 'Yes.'), answer, ended);
    expect(answerOf(items)).toBe('Yes.');
    expect(commentaryOf(items)).toEqual([]);
  });

  it('2: a call takes back an answer of several texts: each of them is commentary', () => {
    expect(commentaryOf(shown(words(0, LONG), words(1, 'More.'), words(2, 'And more.'), called(3), ended))).toEqual([
      LONG,
      'More.',
      'And more.',
    ]);
  });

  it('1: a source between two texts of a phase stands between them', () => {
    const phased = (part: number, text: string): EventDraft => ({
      type: 'agent.text.delta',
      step: 1,
      part,
      offset: 0,
      text,
      phase: 'answer',
    });
    const source: EventDraft = {
      type: 'agent.part.completed',
      step: 1,
      part: 1,
      kind: 'source',
      content: { type: 'reference', name: 'a page' },
    };
    expect(answerOf(shown(phased(0, 'one '), source, phased(2, 'two')))).toBe('one [content]two');
  });

  it('2: a call that follows makes the words before it commentary, even when they stood as the answer', () => {
    expect(answerOf(shown(words(0, LONG)))).toBe(LONG);
    const items = shown(words(0, LONG), called(1));
    expect(answerOf(items)).toBeUndefined();
    expect(commentaryOf(items)).toEqual([LONG]);
  });

  it('2: words after a call that needs our result are commentary too', () => {
    expect(commentaryOf(shown(called(0), words(1, 'and so on'), ended))).toEqual(['and so on']);
  });

  it('2: arguments that leaked into the words are drawn at no moment; words that only begin like JSON are', () => {
    const json = '{"query":"parser"}';
    const live = (text: string): unknown => shown(words(0, text)).map((item) => item.kind === 'group' && item.live);
    for (let end = 1; end <= json.length; end += 1) expect(live(json.slice(0, end))).toEqual(['']);
    expect(commentaryOf(shown(words(0, json), called(1)))).toEqual([]);
    expect(answerOf(shown(words(0, json), ended))).toBe(json);
    expect(live('[1] I found it.')).toEqual(['[1] I found it.']);
    expect(commentaryOf(shown(words(0, '[1] I found it.'), called(1)))).toEqual(['[1] I found it.']);
  });

  it('2: words right before a question stay in sight above its card; when it is settled they stand in the group', () => {
    const asked: EventDraft = { type: 'request.opened', request: 'r1', kind: 'question', call: 'c1', questions: [] };
    const before = [words(0, 'Two ways are open.'), called(1), asked];
    const [group, card] = shown(...before);
    expect(commentaryOf(shown(...before))).toEqual([]);
    expect(group).toMatchObject({ kind: 'group', tally: { calls: 1 } });
    expect(card).toMatchObject({ kind: 'request', lead: [{ text: 'Two ways are open.' }] });
    const settled = shown(...before, { type: 'request.resolved', request: 'r1', decision: 'answered', answers: [] });
    expect(commentaryOf(settled)).toEqual(['Two ways are open.']);
    expect(settled.some(({ kind }) => kind === 'request')).toBe(false);
  });

  it('2: words before an approval go into the group as ever', () => {
    const asked: EventDraft = { type: 'request.opened', request: 'r1', kind: 'approval', call: 'c1', questions: [] };
    expect(commentaryOf(shown(words(0, 'I look.'), called(1), asked))).toEqual(['I look.']);
  });

  it('3: words after a call that the provider ran are the answer when the step closes', () => {
    const items = shown(words(0, 'I search.'), called(1, 'provider'), words(2, 'Found it.'), ended);
    expect(commentaryOf(items)).toEqual(['I search.']);
    expect(answerOf(items)).toBe('Found it.');
  });

  it('4: short words of an open step stay in the live line', () => {
    const [group] = shown(words(0, 'Let me see.'));
    expect(group).toMatchObject({ kind: 'group', live: 'Let me see.' });
  });

  it('4: marks of structure, or more code points than the bar, make them the answer', () => {
    expect(answerOf(shown(words(0, 'a\n\nb\n\nc')))).toBe('a\n\nb\n\nc');
    expect(answerOf(shown(words(0, 'Found:\n- one\n- two')))).toBe('Found:\n- one\n- two');
    expect(answerOf(shown(words(0, 'w'.repeat(481))))).toBe('w'.repeat(481));
    expect(answerOf(shown(words(0, 'w'.repeat(480))))).toBeUndefined();
  });

  it('4: more is asked for after a long result, until somebody speaks', () => {
    const result = (length: number): EventDraft => ({
      type: 'agent.tool.completed',
      step: 1,
      call: 'c0',
      outcome: 'done',
      parts: [{ type: 'text', text: 'r'.repeat(length) }],
    });
    const said: EventDraft = { type: 'message.posted', author: '@human', delivery: 'steer', parts: [] };
    const step2: EventDraft = { type: 'agent.step.started', step: 2 };
    const talk: EventDraft = { type: 'agent.text.delta', step: 2, part: 0, offset: 0, text: 'w'.repeat(481) };
    expect(answerOf(shown(called(0), result(1_000), step2, talk))).toBeDefined();
    expect(answerOf(shown(called(0), result(1_001), step2, talk))).toBeUndefined();
    expect(answerOf(shown(called(0), result(1_001), said, step2, talk))).toBeDefined();
  });

  it('4: more is asked for where long texts ended as commentary; a bar does not move while its words come', () => {
    const aside = 'a'.repeat(400);
    const step2: EventDraft = { type: 'agent.step.started', step: 2 };
    const talk = (text: string): EventDraft => ({ type: 'agent.text.delta', step: 2, part: 0, offset: 0, text });
    const before = [words(0, aside), called(1, 'provider'), words(2, aside), called(3)];
    expect(answerOf(shown(...before, step2, talk('w'.repeat(640))))).toBeUndefined();
    expect(answerOf(shown(...before, step2, talk('w'.repeat(641))))).toBeDefined();
    const failed: EventDraft = { type: 'agent.step.completed', step: 1, finish_reason: 'error', discarded: true };
    const again = shown(words(0, aside), failed, step2, talk('w'.repeat(481)));
    expect(answerOf(again)).toBeDefined();
  });

  it('4: words that go on after a person spoke stand where they began, and only there', () => {
    const spoken: EventDraft = { type: 'message.posted', author: '@human', parts: [], delivery: 'steer' };
    const more: EventDraft = { type: 'agent.text.delta', step: 1, part: 1, offset: 7, text: ' now.' };
    const items = shown(called(0, 'provider'), words(1, 'Let me '), spoken, more, words(2, ' Or then.'));
    const live = items.flatMap((item) => (item.kind === 'group' ? [item.live] : []));
    expect(live).toEqual(['', 'Let me  now. Or then.']);
    expect(items.map(({ kind }) => kind)).toEqual(['group', 'group', 'message']);
    const over = shown(words(0, 'Let me '), spoken, words(1, 'see.'), ended);
    expect(over.map(({ kind }) => kind)).toEqual(['answer', 'message']);
    expect(answerOf(over)).toBe('Let me see.');
  });

  it('white space is nowhere: it opens no answer and leaves no entry', () => {
    expect(answerOf(shown(words(0, '\n\n '), ended))).toBeUndefined();
    expect(commentaryOf(shown(words(0, ' \n'), called(1)))).toEqual([]);
  });

  it('[L1] words before a refusal, or before words that the provider called the answer, stand before them', () => {
    const said: EventDraft = { type: 'agent.part.completed', step: 1, part: 0, kind: 'text', text: 'First this. ' };
    const refusal: EventDraft = { type: 'agent.part.completed', step: 1, part: 1, kind: 'refusal', text: 'No.' };
    const answer: EventDraft = { type: 'agent.text.delta', step: 1, part: 1, offset: 0, text: 'No.', phase: 'answer' };
    for (const begins of [said, words(0, 'First this. ')]) {
      for (const end of [refusal, answer]) {
        expect(answerOf(shown(begins, end))).toBe('First this. No.');
        expect(answerOf(shown(begins, end, ended))).toBe('First this. No.');
      }
    }
    expect(commentaryOf(shown(words(0, 'First this. '), answer, called(2)))).toEqual(['First this. ']);
  });
});
