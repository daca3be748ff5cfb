import type { Json } from '@toolthread/core/json';

/** Parsing this many characters takes a few milliseconds, even where V8 makes a table of its own for each object. */
const STEP_CHARACTERS = 50_000;

/** A list or object that is not parsed at once: `value` has what is before `from`. */
interface Entered {
  readonly value: Json[] | Record<string, Json>;
  from: number;
  hasMembers: boolean;
}

/**
 * `JSON.parse` of a long text, in steps: after each of them others may have a turn. A list or object is parsed by runs of its members. One that is longer than a step is
 * entered, however deep it is.
 *
 * @example
 * jsonSteps('[1]').next(); //=> { done: true, value: [1] }
 */
export function* jsonSteps(text: string, most: number = STEP_CHARACTERS): Generator<undefined, Json> {
  if (text.length <= most) return JSON.parse(text);
  const whole: Json[] = [];
  // The outermost lists and objects at this place; the first one stands for a list of the whole text.
  const entered: Entered[] = [{ value: whole, from: 0, hasMembers: false }];
  // Where all that are open here begin, and the last comma between the members of each.
  const open: { readonly at: number; comma: number }[] = [{ at: 0, comma: 0 }];
  let due = most;
  let isInString = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (isInString) {
      if (sign === '\\') at += 1;
      else isInString = sign !== '"';
    } else if (sign === '"') isInString = true;
    else if (sign === '[' || sign === '{') open.push({ at, comma: 0 });
    else if (sign === ',') lastOf(open).comma = at;
    else if (sign === ']' || sign === '}') {
      const ended = entered.length === open.length ? entered.pop() : undefined;
      open.pop();
      if (ended !== undefined) {
        if ((sign === ']') !== Array.isArray(ended.value)) throw new SyntaxError();
        take(text, ended, at);
        lastOf(entered).from = at + 1;
      }
    }
    if (at < due) continue;
    // Only what has grown long is looked at: what is complete is parsed, and what is not is entered.
    for (let last = lastOf(entered); at - last.from >= most; last = lastOf(entered)) {
      const { comma } = open[entered.length - 1] ?? lastOf(open);
      if (comma > last.from) take(text, last, comma);
      const next = open[entered.length];
      if (next === undefined) break;
      if (at - last.from >= most) entered.push(enter(text, last, next.at));
    }
    const { from } = lastOf(entered);
    due = (at - from < most ? from : at) + most;
    yield undefined;
  }
  take(text, lastOf(entered), text.length);
  const [value] = whole;
  if (value === undefined || whole.length > 1 || entered.length > 1) throw new SyntaxError();
  return value;
}

function lastOf<T>(list: readonly T[]): T {
  const last = list.at(-1);
  if (last === undefined) throw new SyntaxError();
  return last;
}

/** Parses the members up to there. */
function take(text: string, entered: Entered, to: number): void {
  const members = membersOf(text, entered, to);
  add(entered, members);
  entered.hasMembers ||= members !== '';
  entered.from = to;
}

/** Its place is held by an empty one, which is then filled. */
function enter(text: string, parent: Entered, at: number): Entered {
  const value = text[at] === '[' ? [] : {};
  add(parent, membersOf(text, parent, at, 'null'), value);
  parent.hasMembers = true;
  return { value, from: at + 1, hasMembers: false };
}

function add({ value }: Entered, members: string, instead?: Json): void {
  if (Array.isArray(value)) {
    const items: Json[] = JSON.parse(`[${members}]`);
    for (const item of items) value.push(instead ?? item);
    return;
  }
  const fields: Record<string, Json> = JSON.parse(`{${members}}`);
  for (const [key, field] of Object.entries(fields)) {
    // As `JSON.parse` does with `__proto__`, too.
    Object.defineProperty(value, key, {
      value: instead ?? field,
      writable: true,
      enumerable: true,
      configurable: true,
    });
  }
}

/** Without the comma after those that were taken before. */
function membersOf(text: string, { from, hasMembers }: Entered, to: number, end = ''): string {
  const rest = text.slice(from, to).replace(BLANK, '') + end;
  if (!hasMembers || rest === '') return rest;
  const members = rest.slice(1).replace(BLANK, '');
  if (rest[0] !== ',' || members === '') throw new SyntaxError();
  return members;
}

const BLANK = /^[ \t\n\r]*/;
