import { isLeakedJson } from '../ledger/json/is-leaked-json.ts';
import type { Message } from './message.ts';
import { callsOf, isAnswer, isError, isStop, isThinking, saidIn, timeOf, toolOf } from './is-answer.ts';
import type { Placed } from './places-in-history.ts';

/**
 * The turn of a history that each streamed message belongs to: 0 comes before the first user message; one more than there are is not
 * stored yet. A stretch of the stream, which a user message begins or an answer, an error or a stop ends, is a turn's by the ids they share, else by its
 * question, its calls in their order and its answer, and by its position: what was streamed last answers what was asked last.
 */
export function turnsOfStream(stream: readonly Placed[], history: readonly Message[]): number[] {
  const turns = historyTurns(history);
  const stretches = stretchesOf(stream, history, turns.length - 1);
  const found = bestTurns(stretches, turns);
  return stretches.flatMap(({ messages }, index) => messages.map(() => found[index] ?? turns.length));
}

interface Told {
  readonly messages: readonly Message[];
  readonly question: Message | undefined;
  readonly calls: readonly string[];
  readonly answers: readonly string[];
  /** What is said beside calls. */
  readonly beside: readonly string[];
}

interface Stretch extends Told {
  /** The turn that holds one of its messages by id. */
  readonly anchor: number | undefined;
  /** The turn where it is expected. */
  readonly expected: number;
}

function tell(messages: readonly Message[]): Told {
  const calls = messages.flatMap((message) => (message.role === 'assistant' ? callsOf(message) : []));
  const results = messages.filter(({ role }) => role === 'tool');
  return {
    messages,
    question: messages.find(({ role }) => role === 'user'),
    calls: calls.length > 0 ? calls.map(({ name }) => name) : results.map(toolOf),
    answers: messages.filter(isAnswer).map((message) => saidIn(message).trim()),
    beside: messages.flatMap((message) => (callsOf(message).length > 0 ? [saidIn(message).trim()] : [])),
  };
}

function isEmpty({ calls, answers }: Told): boolean {
  return calls.length === 0 && answers.length === 0;
}

function historyTurns(history: readonly Message[]): Told[] {
  const turns: Message[][] = [[]];
  for (const message of history) {
    if (message.role === 'user') turns.push([]);
    turns.at(-1)?.push(message);
  }
  return turns.map(tell);
}

function stretchesOf(stream: readonly Placed[], history: readonly Message[], last: number): Stretch[] {
  let turn = 0;
  const turnAt = history.map(({ role }) => (turn += role === 'user' ? 1 : 0));
  const isAsked = stream.some(({ message }) => message.role === 'user');
  const parts: Placed[][] = [];
  let isOver = true;
  let before: Message | undefined;
  for (const placed of stream) {
    const { message } = placed;
    const isNext = message.role === 'assistant' || isThinking(message) || (isError(message) && isCancel(before));
    const begins = message.role === 'user' || (isOver && !isAsked && isNext);
    before = message;
    if (begins || parts.length === 0) parts.push([]);
    if (begins) isOver = false;
    parts.at(-1)?.push(placed);
    isOver ||= isAnswer(message) || isError(message) || isStop(message);
  }
  const anchors = parts.map((part) => {
    const place = part.findLast((each) => each.place !== undefined)?.place;
    return place === undefined ? undefined : turnAt[place];
  });
  const firstAnchor = anchors.findIndex((anchor) => anchor !== undefined);
  let shift = firstAnchor === -1 ? last - (parts.length - 1) : (anchors[firstAnchor] ?? 0) - firstAnchor;
  return parts.map((part, index) => {
    const anchor = anchors[index];
    if (anchor !== undefined) shift = anchor - index;
    const told = tell(part.map(({ message }) => message));
    // What was cut before it was a call may be the arguments of one, which the history tells.
    const answers = told.answers.filter((words) => !isLeakedJson(words));
    return { ...told, answers, anchor, expected: index + shift };
  });
}

interface Path {
  readonly score: number;
  readonly turns: { readonly turn: number; readonly count: number; readonly before: Path['turns'] | undefined };
}

/** How far from where it is expected a stretch is looked for, and how many stretches one turn may have. */
const FARTHEST = 20;
const MOST_STRETCHES = 4;

/** For each stretch the turn that is most like it. The turns are in the order of the stretches. */
function bestTurns(stretches: readonly Stretch[], turns: readonly Told[]): number[] {
  const beyond = turns.length;
  const lastTold = stretches.findLastIndex((stretch) => !isEmpty(stretch) || stretch.messages.some(isTold));
  const paths: Map<number, Path>[] = [];
  stretches.forEach((stretch, index) => {
    const ends = new Map<number, Path>();
    const groups = groupsUpTo(stretches, index);
    for (const turn of candidates(stretch, beyond)) {
      const behind = index === lastTold ? behindQuestion(stretch, turn, turns) : 0;
      for (const { told, count } of groups) {
        const best = bestBefore(paths[index - count], turn, beyond);
        const score = best.score + groupLikeness(told, turn, turns) - behind;
        if (score <= (ends.get(turn)?.score ?? -Infinity)) continue;
        ends.set(turn, { score, turns: { turn, count, before: best.path?.turns } });
      }
    }
    paths.push(ends);
  });
  return bestEnd(paths.at(-1), beyond);
}

function isTold(message: Message): boolean {
  return isThinking(message) || isError(message);
}

/** The stretches that may be one turn with the one at that index: a question begins another, and so does what comes after a run was cancelled. */
function groupsUpTo(stretches: readonly Stretch[], index: number): { readonly told: Told; readonly count: number }[] {
  const groups: { readonly told: Told; readonly count: number }[] = [];
  for (let first = index; first >= 0 && index - first < MOST_STRETCHES; first -= 1) {
    groups.push({ told: joined(stretches.slice(first, index + 1)), count: index - first + 1 });
    if (stretches[first]?.question !== undefined || stretches[first - 1]?.messages.some(isCancel) === true) break;
  }
  return groups;
}

/** What comes after it is told by another run. */
function isCancel(message: Message | undefined): boolean {
  return message !== undefined && isStop(message) && message.metadata?.continuation?.stop_reason === 'cancelled';
}

function bestBefore(
  ends: ReadonlyMap<number, Path> | undefined,
  turn: number,
  beyond: number,
): { readonly score: number; readonly path: Path | undefined } {
  if (ends === undefined) return { score: 0, path: undefined };
  let found: Path | undefined;
  let best = -Infinity;
  for (const [previous, path] of ends) {
    const score = path.score - leap(previous, turn, beyond);
    if (score <= best) continue;
    best = score;
    found = path;
  }
  return { score: best, path: found };
}

function bestEnd(ends: ReadonlyMap<number, Path> | undefined, beyond: number): number[] {
  let best: Path | undefined;
  for (const [turn, path] of ends ?? []) {
    // The stream is not far behind its history.
    const score = path.score - (beyond - Math.min(turn, beyond - 1)) / 10;
    if (score > (best?.score ?? -Infinity)) best = { ...path, score };
  }
  const found: number[] = [];
  for (let at = best?.turns; at !== undefined; at = at.before)
    for (let count = 0; count < at.count; count += 1) found.push(at.turn);
  return found.toReversed();
}

/** The latest first, and what is stored before what is not. */
function candidates({ anchor, expected }: Stretch, beyond: number): number[] {
  if (anchor !== undefined) return [anchor];
  const found: number[] = [];
  const latest = Math.min(beyond - 1, expected + FARTHEST);
  for (let turn = latest; turn >= Math.max(0, expected - FARTHEST); turn -= 1) found.push(turn);
  return [...found, beyond];
}

/** Turns are not passed over, and the order is kept, as far as ids allow it. */
function leap(previous: number, turn: number, beyond: number): number {
  if (previous === beyond && turn === beyond) return 0;
  return turn > previous ? turn - previous - 1 : 50;
}

/** A question that nothing follows is the one that is being answered, unless all that was told before it is stored before it. */
function behindQuestion(stretch: Stretch, turn: number, turns: readonly Told[]): number {
  const last = turns.at(-1);
  const isAsked = last?.question !== undefined && isEmpty(last) && turn < turns.length - 1;
  const isOpen = isAsked && !last.messages.some((message) => isError(message) || isStop(message));
  if (!isOpen || stretch.anchor !== undefined || stretch.question !== undefined) return 0;
  const asked = timeOf(last.question);
  const isEarlier = stretch.messages.every((message) => timeOf(message) < asked);
  return isEarlier && isWhole(stretch, turns[turn]) ? 0 : 1000;
}

function isWhole(stretch: Told, turn: Told | undefined): boolean {
  return (
    JSON.stringify([stretch.calls, stretch.answers]) === JSON.stringify([turn?.calls, turn?.answers]) &&
    stretch.answers.length > 0
  );
}

function groupLikeness(told: Told, turn: number, turns: readonly Told[]): number {
  const known = turns[turn];
  return known === undefined ? 0 : likenessOf(told, known, turn === turns.length - 1);
}

function joined(group: readonly Stretch[]): Told {
  return {
    messages: [],
    question: group[0]?.question,
    calls: group.flatMap(({ calls }) => calls),
    answers: group.flatMap(({ answers }) => answers),
    beside: [],
  };
}

function likenessOf(told: Told, turn: Told, isLast: boolean): number {
  if (turn.question === undefined && isEmpty(turn)) return -3;
  const asked = told.question === undefined ? 0 : told.question.content === turn.question?.content ? 3 : -6;
  if (isEmpty(turn) || isEmpty(told)) return asked;
  return asked + callsLikeness(told, turn.calls, isLast) + answersLikeness(told.answers, turn);
}

function callsLikeness({ calls, answers }: Told, stored: readonly string[], isLast: boolean): number {
  let next = 0;
  let score = 0;
  for (const name of calls) {
    const at = stored.indexOf(name, next);
    // What the last turn has not stored yet may come.
    if (at === -1) score -= isLast && next === stored.length && next > 0 ? 0 : 2;
    else {
      next = at + 1;
      score += 2;
    }
  }
  // Before its answer, a stretch may have been cut.
  if (next === stored.length || answers.length === 0) return score;
  return score - (calls.length === 0 ? 1 : 0.5);
}

function answersLikeness(told: readonly string[], { answers, beside }: Told): number {
  const left = [...answers];
  let score = 0;
  for (const words of told) {
    // Words that were cut before their call are beside it in the history.
    if (words !== '' && !left.includes(words) && beside.some((each) => each.startsWith(words))) {
      score += 2;
      continue;
    }
    if (left.length === 0) break;
    const at = left.findIndex((each) => each === words);
    // Half a point more than the name of a tool: a turn that is passed over costs one, and so much its calls that were not told.
    if (at !== -1) score += 2.5;
    else score += left.some((each) => each.includes(words) || words.startsWith(each)) ? 1 : -1;
    left.splice(Math.max(at, 0), 1);
  }
  return score;
}
