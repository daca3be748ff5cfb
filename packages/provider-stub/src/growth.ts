import { isList, listOf, shapeOf, stringOf } from './shape.ts';
import type { Shape } from './shape.ts';

/**
 * Says why the later messages do not begin with the earlier ones; `undefined` if they do. Only the last of the earlier ones may
 * have grown, at its end: a user's, or a turn of the model that goes on. Compares bytes, keys in their order.
 */
export function growth(earlier: readonly Shape[], later: readonly Shape[]): string | undefined {
  for (const [index, message] of earlier.entries()) {
    const next = later[index];
    if (next === undefined) return `message ${index} is gone`;
    const was = JSON.stringify(message);
    const is = JSON.stringify(next);
    if (was === is) continue;
    if (index === earlier.length - 1 && grew(message, next)) continue;
    return `message ${index} changed: ${difference(was, is)}`;
  }
  return undefined;
}

/** Only at the end: more parts, or more words in the last. */
function grew(before: Shape, after: Shape): boolean {
  const key = isList(before['parts']) ? 'parts' : 'content';
  const { [key]: was, ...rest } = before;
  const { [key]: is, ...others } = after;
  if (!JSON.stringify(others).startsWith(JSON.stringify(rest).slice(0, -1)) || !beginsAlike(before, after))
    return false;
  if (typeof was === 'string') return is === was || firstText(is).startsWith(was);
  const old = listOf(was);
  const now = listOf(is);
  return old.every((part, index) => {
    const same = JSON.stringify(part) === JSON.stringify(now[index]);
    return same || (index === old.length - 1 && textGrew(shapeOf(part), shapeOf(now[index])));
  });
}

/** New fields come last: the calls of a turn behind its words. */
function beginsAlike(before: Shape, after: Shape): boolean {
  return Object.keys(before).every((key, index) => Object.keys(after)[index] === key);
}

function textGrew({ text: was, ...rest }: Shape, { text: is, ...others }: Shape): boolean {
  return (
    stringOf(was) !== '' && stringOf(is).startsWith(stringOf(was)) && JSON.stringify(rest) === JSON.stringify(others)
  );
}

function firstText(content: unknown): string {
  return typeof content === 'string' ? content : stringOf(shapeOf(listOf(content)[0])['text']);
}

function difference(was: string, is: string): string {
  let at = 0;
  while (at < was.length && was[at] === is[at]) at += 1;
  const from = Math.max(0, at - 20);
  return `…${was.slice(from, at + 60)}… became …${is.slice(from, at + 60)}…`;
}
