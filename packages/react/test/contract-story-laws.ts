/** What must hold of a foreign back end's story, however it is told. */
import { callStatus, scopesAtWork, timeline } from '@toolthread/core';
import type { Call, Thread } from '@toolthread/core';
import { answerText, contentsText, entryLines } from '@toolthread/core/lines';
import { textOf } from '@toolthread/core/json';
import type { Message } from '@toolthread/core/contract';
import type { StoryCall, StoryEvent, StoryTurn } from '@toolthread/core/testing';

/** What is known of a turn. */
export interface Heard {
  readonly turn: StoryTurn;
  readonly stored: readonly Message[];
  readonly live: readonly StoryEvent[];
}

interface Token {
  readonly kind: 'question' | 'call' | 'words' | 'status' | 'orphan';
  readonly text: string;
  readonly status?: string;
}

function tokens(thread: Thread): Token[] {
  return [...timeline(thread).items].flatMap((item): Token[] => {
    switch (item.kind) {
      case 'message':
        return [{ kind: 'question', text: contentsText(item.parts) }];
      case 'answer':
        return [{ kind: 'words', text: answerText(item) }];
      case 'status':
        return [{ kind: 'status', text: `${item.code} ${item.text}` }];
      case 'orphan':
        return [{ kind: 'orphan', text: JSON.stringify(item.result) }];
      case 'group':
        return [
          ...[...item.entries].flatMap((entry): Token[] => {
            if (entry.kind === 'call')
              return [{ kind: 'call', text: saidOf(entry.call), status: callStatus(entry.call) }];
            return entry.kind === 'commentary' ? [{ kind: 'words', text: entry.text }] : [];
          }),
          ...(item.live === '' ? [] : [{ kind: 'words' as const, text: item.live }]),
        ];
      case 'reasoning':
      case 'request':
      case 'compaction':
      case 'changes':
      case 'section':
      case 'gone':
        return [];
      default:
        return item satisfies never;
    }
  });
}

function saidOf(call: Call): string {
  const { name, arguments: args, inline = '', below = '', problem = '', note = '' } = entryLines(call);
  return `${name}(${args}) [${[inline, below, problem, note].join('|')}]`;
}

/** Each law that is broken, in words. */
export function brokenLaws(thread: Thread, told: readonly Heard[]): string[] {
  const drawn = tokens(thread);
  const problems = [
    ...told.flatMap((heard) => heard.turn.calls.flatMap((call) => callLaws(drawn, heard, call))),
    ...orderLaws(drawn, told),
    ...told.flatMap((heard, index) => turnLaws(sectionOf(drawn, heard.turn.number), withMissing(told, index))),
    ...workLaws(thread, drawn, told),
  ];
  return problems.length === 0
    ? []
    : [...problems, ...drawn.map(({ kind, text, status }) => `${kind} ${status ?? ''} ${text}`)];
}

const LABEL = /(?:n: '|result of |no )(\d\.\d)/g;
const labelsIn = (text: string): string[] => Array.from(text.matchAll(LABEL), ([, label]) => label ?? '');

/** Which calls the events told, of that kind. */
function labelsOf({ turn, live }: Heard, type: string): Set<string> {
  const all = turn.live.map((event) => JSON.stringify(event));
  return new Set(
    live.flatMap((event) => {
      const place = turn.live.indexOf(event);
      const known = place === -1 ? all.indexOf(JSON.stringify(event)) : place;
      return event.type === type ? [turn.labels[known] ?? ''] : [];
    }),
  );
}

function callLaws(drawn: readonly Token[], heard: Heard, { label, ending }: StoryCall): string[] {
  const { turn, stored } = heard;
  const { how } = turn;
  const isStarted = labelsOf(heard, 'agent.tool.started').has(label);
  const isCompleted = labelsOf(heard, 'agent.tool.completed').has(label);
  const isMade = stored.some(({ metadata }) =>
    metadata?.tool_calls?.some(({ args_summary }) => args_summary === `n: '${label}'`),
  );
  const isResult = stored.some(({ id }) => id === `t-${label}-${turn.number}`);
  const calls = drawn.filter(({ kind, text }) => kind === 'call' && text.includes(`n: '${label}'`));
  const orphans = drawn.filter(({ kind, text }) => kind === 'orphan' && labelsIn(text).includes(label));
  const isTold = isStarted || isMade;
  const problems: string[] = [];
  if (calls.length !== (isTold ? 1 : 0)) problems.push(`call ${label} is drawn ${calls.length} times, told: ${isTold}`);
  if (isTold && orphans.length > 0) problems.push(`the result of ${label} stands alone`);
  for (const { text, status = '' } of calls) {
    const others = labelsIn(text).filter((each) => each !== label);
    if (others.length > 0) problems.push(`call ${label} has the result of ${others.join()}`);
    const isKnown = isCompleted || isResult;
    const ends = isKnown
      ? allowedOf(ending, heard, isCompleted, isResult)
      : ['called', 'running', 'lost', 'interrupted'];
    if (!ends.includes(status)) problems.push(`call ${label} is ${status}, not ${ends.join(' or ')}`);
    const said = ending === 'done' ? `result of ${label}` : `no ${label}`;
    const isSaid = isResult || (isCompleted && (ending !== 'done' || !how.isBare));
    if (isSaid && !text.includes(said)) problems.push(`call ${label} does not say ${said}`);
  }
  return problems;
}

function allowedOf(
  ending: StoryCall['ending'],
  { turn: { how } }: Heard,
  isCompleted: boolean,
  isResult: boolean,
): string[] {
  if (ending === 'done') return ['done'];
  const isSure = !isResult || how.storesFailures || (isCompleted && how.isTimed);
  return [...(ending === 'denied' ? ['denied'] : []), 'failed', ...(isSure ? [] : ['done'])];
}

function orderLaws(drawn: readonly Token[], told: readonly Heard[]): string[] {
  const places = drawn.flatMap(({ kind, text }): string[] => {
    if (kind === 'question') return [`${text.slice('Question '.length)}.0`];
    const [, answer] = /Answer \*\*(\d)/.exec(text) ?? [];
    if (kind === 'words') return answer === undefined ? [] : [`${answer}.9`];
    return kind === 'call' ? labelsIn(text).slice(0, 1) : [];
  });
  const asked = told.filter(({ stored }) => stored.length > 0).map(({ turn }) => `${turn.number}.0`);
  const questions = places.filter((place) => place.endsWith('.0'));
  return [
    ...(places.join(' ') === places.toSorted().join(' ') ? [] : [`the order is ${places.join(' ')}`]),
    ...(questions.join() === asked.join() ? [] : [`the questions are ${questions.join()}, asked: ${asked.join()}`]),
  ];
}

function sectionOf(drawn: readonly Token[], number: number): readonly Token[] {
  const first = drawn.findIndex(({ kind, text }) => kind === 'question' && text === `Question ${number}`);
  const next = drawn.findIndex(({ kind }, index) => kind === 'question' && index > first);
  return first === -1 ? [] : drawn.slice(first, next === -1 ? undefined : next);
}

/** A turn, and those after it whose questions are not stored: they are below it. */
function withMissing(told: readonly Heard[], index: number): readonly Heard[] {
  const next = told.findIndex(({ stored }, place) => place > index && stored.length > 0);
  return told.slice(index, next === -1 ? undefined : next);
}

function turnLaws(section: readonly Token[], all: readonly Heard[]): string[] {
  const [first] = all;
  if (first === undefined || first.stored.length === 0) return [];
  const { turn, stored, live } = first;
  const problems: string[] = [];
  const said = `Answer **${turn.number}**, I think.`;
  const words = section.filter(({ kind }) => kind === 'words').map(({ text }) => text);
  const isOther = (text: string): boolean => /Answer \*\*(\d)/.exec(text)?.[1] !== `${turn.number}` && all.length > 1;
  const answers = words.filter((text) => (text.includes('Answ') || text.includes('think.')) && !isOther(text));
  const pieces = new Set(
    live.flatMap(({ type, payload }) =>
      type === 'agent.stream.chunk' && said.includes(textOf(payload['content']) ?? '') ? [payload['content']] : [],
    ),
  );
  const isWhole = stored.some(({ content }) => content === said) || [...pieces].join('').length === said.length;
  if (answers.length > 1) problems.push(`turn ${turn.number} has ${answers.length} answers`);
  if (isWhole && answers.join() !== said)
    problems.push(`turn ${turn.number} does not say its answer, but ${answers.join()}`);
  if (
    words.filter((text) => text.includes('I look.')).length >
    all.flatMap(({ turn: each }) => each.stored).filter(({ content }) => content === 'I look.').length
  )
    problems.push(`turn ${turn.number} says words twice`);
  const isAllTold = turn.calls.every(({ label }) =>
    section.some(({ kind, text }) => kind === 'call' && text.includes(`n: '${label}'`)),
  );
  if (isAllTold && words.some((text) => text.startsWith('{')))
    problems.push(`turn ${turn.number} shows arguments as words`);
  for (const [code, message, event] of [
    ['failed', 'error', 'failed'],
    ['steps_limit', 'stop', 'steps_limit'],
  ] as const) {
    const isEnd = (each: Heard): boolean =>
      each.stored.some(({ id }) => id.startsWith(message)) ||
      each.live.some(({ payload }) => payload['status'] === event || payload['stop_reason'] === event);
    const expected = all.filter(isEnd).length;
    const count = section.filter(({ kind, text }) => kind === 'status' && text.startsWith(code)).length;
    if (count !== expected) problems.push(`turn ${turn.number} says ${count} times that it ended: ${code}`);
  }
  const others = section.filter(({ kind, text }) => kind === 'status' && !/^(?:failed|steps_limit)/.test(text));
  for (const { text } of others) problems.push(`turn ${turn.number} says ${text}`);
  return problems;
}

function workLaws(thread: Thread, drawn: readonly Token[], told: readonly Heard[]): string[] {
  const last = told.findLast(({ stored, live }) => stored.length + live.length > 0);
  const isOver =
    last === undefined ||
    last.live.length === 0 ||
    last.stored.length === last.turn.stored.length ||
    last.live.some(({ payload }) => payload['status'] === 'completed' || payload['status'] === 'failed');
  const isAtWork =
    scopesAtWork(thread.state).length > 0 ||
    [...timeline(thread).items].some((item) => item.kind === 'group' && item.active);
  if (
    !isOver &&
    last.stored.length <= 1 &&
    last.live.some(({ payload }) => payload['status'] === 'processing') &&
    !last.live.some(({ payload }) => payload['should_stop'] === true) &&
    !isAtWork
  )
    return ['nobody is at work'];
  if (!isOver) return [];
  const running = drawn.filter(({ status }) => status === 'running');
  return [...(isAtWork ? ['somebody is at work'] : []), ...running.map(({ text }) => `${text} runs`)];
}
