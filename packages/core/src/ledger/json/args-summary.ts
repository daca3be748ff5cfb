/** A call's arguments in a few words: the first three, each cut at 30 characters. */
import type { JsonNode } from './growing/json-node.ts';

const ARGUMENTS = 3;
const LIMIT = 30;
const MARK = '...';
/** Units that hold more than `LIMIT` characters, however they are made: nothing after them is read. */
const ENOUGH = 2 * LIMIT + 4;

/** A value as far as it is looked at. */
type View =
  | { readonly kind: 'string'; readonly head: string }
  | { readonly kind: 'word'; readonly text: string }
  | { readonly kind: 'array'; readonly items: Iterable<View> }
  | { readonly kind: 'object'; readonly entries: Iterable<readonly [string, View]> };

/** `argsSummary({ query: 'dbplus', types: ['program'] }) === "query: 'dbplus', types: ['program']"` */
export function argsSummary(args: unknown): string {
  return args === undefined || args === null ? '' : summaryOf(viewOf(args));
}

/** The same, of arguments that may still be coming, in the order they were written: reads no more than it shows. */
export function argsSummaryOf(node: JsonNode): string {
  return node.kind === 'null' ? '' : summaryOf(viewOfNode(node));
}

function summaryOf(view: View): string {
  if (view.kind === 'string' || view.kind === 'word') return cut(viewText(view, ENOUGH));
  const parts: string[] = [];
  for (const [key, value] of view.kind === 'array' ? numbered(view.items) : view.entries) {
    parts.push(`${cut(key.slice(0, ENOUGH))}: ${cut(viewText(value, ENOUGH))}`);
    if (parts.length === ARGUMENTS) break;
  }
  return parts.join(', ');
}

function* numbered(items: Iterable<View>): Iterable<readonly [string, View]> {
  let index = 0;
  for (const item of items) {
    yield [String(index), item];
    index += 1;
  }
}

/** Strings, and strings in lists, in single quotes; all else is JSON. Each level takes from `room`, which bounds them. */
function viewText(view: View, room: number): string {
  switch (view.kind) {
    case 'string':
      return `'${view.head}'`;
    case 'word':
      return view.text;
    case 'array':
      return `[${joined(view.items, room - 1, viewText)}]`;
    case 'object':
      return jsonTextOf(view, room);
    default:
      return view satisfies never;
  }
}

function jsonTextOf(view: View, room: number): string {
  switch (view.kind) {
    case 'string':
      return JSON.stringify(view.head);
    case 'word':
      return view.text;
    case 'array':
      return `[${joined(view.items, room - 1, jsonTextOf)}]`;
    case 'object':
      return `{${joined(view.entries, room - 1, ([key, value], left) => {
        const name = `${JSON.stringify(key.slice(0, ENOUGH))}:`;
        return name + jsonTextOf(value, left - name.length);
      })}}`;
    default:
      return view satisfies never;
  }
}

function joined<T>(members: Iterable<T>, room: number, show: (member: T, room: number) => string): string {
  let text = '';
  if (room <= 0) return text;
  for (const member of members) {
    text += (text === '' ? '' : ',') + show(member, room - text.length);
    if (text.length >= room) break;
  }
  return text;
}

/** On code points, so that no character is cut in two. */
function cut(text: string): string {
  const characters = Array.from(text);
  return characters.length > LIMIT ? characters.slice(0, LIMIT - MARK.length).join('') + MARK : text;
}

function viewOf(value: unknown): View {
  if (typeof value === 'string') return { kind: 'string', head: value.slice(0, ENOUGH) };
  if (Array.isArray(value)) return { kind: 'array', items: itemViews(value) };
  if (typeof value === 'object' && value !== null) return { kind: 'object', entries: entryViews(value) };
  const isPlain = typeof value === 'boolean' || typeof value === 'bigint' || Number.isFinite(value);
  return { kind: 'word', text: isPlain ? String(value) : 'null' };
}

function* itemViews(items: readonly unknown[]): Iterable<View> {
  for (const item of items) yield viewOf(item);
}

/** Accessors are not called: they are not data. */
function* entryViews(object: object): Iterable<readonly [string, View]> {
  for (const key of Object.keys(object)) yield [key, viewOf(Object.getOwnPropertyDescriptor(object, key)?.value)];
}

function viewOfNode(node: JsonNode): View {
  switch (node.kind) {
    case 'string':
      return { kind: 'string', head: node.head.slice(0, ENOUGH) };
    case 'number':
      return viewOf(node.value);
    case 'boolean':
      return viewOf(node.value);
    case 'null':
      return viewOf(null);
    case 'array':
      return { kind: 'array', items: mapped(node.items, viewOfNode) };
    case 'object':
      return { kind: 'object', entries: mapped(node.entries, ([key, value]) => [key, viewOfNode(value)] as const) };
    default:
      return node satisfies never;
  }
}

function* mapped<T, U>(values: Iterable<T>, change: (value: T) => U): Iterable<U> {
  for (const value of values) yield change(value);
}
