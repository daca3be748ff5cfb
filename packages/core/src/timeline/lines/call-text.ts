/** A call as one line: `name(key=value, …)`. */
import type { Call } from '../../ledger/call.ts';
import { stampOf } from '../../ledger/contract-stamp.ts';
import type { Json } from '../../ledger/json/json.ts';
import type { JsonNode, PartialJson } from '../../ledger/json/growing/partial-json.ts';
import {
  emptyPartialJson,
  feedPartialJson,
  jsonHeadOf,
  jsonNodeOf,
  partialJsonStatus,
} from '../../ledger/json/growing/partial-json.ts';
import { behind } from '../../text/behind.ts';
import { ellipsis, endOf } from '../../text/ellipsis.ts';
import { oneLine } from './cut-result.ts';

const MAX_VALUE_CHARS = 250;
const MAX_ARGUMENTS_CHARS = 1200;
/** UTF-16 units that hold more code points than any limit here, however many of them are pairs or `\r\n`. */
const ENOUGH_UNITS = 4 * MAX_ARGUMENTS_CHARS;

/** The arguments of a call on one line, and whether something was cut. */
export interface ArgumentsText {
  readonly text: string;
  readonly truncated: boolean;
}

/**
 * A call as one line.
 *
 * @example
 * callText(exampleCall); //=> 'search_files(query=parser)'
 */
export function callText(call: Call): string {
  return `${callName(call)}(${callArguments(call).text})`;
}

/**
 * The tool's name on one line, whatever it holds.
 *
 * @example
 * callName(exampleCall); //=> 'search_files'
 */
export function callName({ name }: Call): string {
  return oneLine(name);
}

/**
 * What ran: the arguments a person put in the place of the model's, where one did. Those that are no whole object are shown raw; where a
 * foreign source gives none, its own summary of them is.
 *
 * @example
 * callArguments(exampleCall).text; //=> 'query=parser'
 */
export function callArguments(call: Call): ArgumentsText {
  const written = writtenArguments(call);
  const told = written.text === '' ? stampOf(call.blob).args_summary : undefined;
  return told === undefined ? written : rawArguments(told);
}

function writtenArguments(call: Call): ArgumentsText {
  const node = nodeOf(call);
  if (node?.kind === 'object') return argumentsText(membersOf(node));
  return rawArguments(executedArguments(call) ?? call.arguments);
}

function rawArguments(text: string): ArgumentsText {
  const raw = oneLine(text.slice(0, ENOUGH_UNITS).trim());
  return { text: ellipsis(raw, MAX_ARGUMENTS_CHARS), truncated: endOf(raw, MAX_ARGUMENTS_CHARS) !== undefined };
}

/**
 * The same as data, as far as they have arrived; of a long text that is still coming, its beginning. Undefined if they are no JSON,
 * or were recorded and break off.
 *
 * @example
 * callInput(exampleCall); //=> { query: 'parser' }
 */
export function callInput(call: Call): Json | undefined {
  const node = nodeOf(call);
  return node === undefined ? undefined : jsonHeadOf(node);
}

/** What may still come is read as far as it came. What was recorded as it is and breaks off is not mended: nobody knows the rest. */
function nodeOf(call: Call): JsonNode | undefined {
  const input = inputOf(call);
  const status = partialJsonStatus(input);
  return status === 'malformed' || (status === 'partial' && call.recorded) ? undefined : jsonNodeOf(input);
}

function inputOf(call: Call): PartialJson {
  const executed = executedArguments(call);
  return executed === undefined ? call.input : feedPartialJson(emptyPartialJson, executed);
}

/**
 * The whole of the arguments, each on lines of its own: `key=value`; a list or an object that one line does not hold is written as JSON with
 * indentation. Those that are no object are shown raw.
 *
 * @example
 * wholeArguments(exampleCall); //=> 'query=parser'
 */
export function wholeArguments(call: Call): string {
  return wholeArgumentPieces(call).join('');
}

/** The same in pieces, each of which but the first begins with a newline: of a long value there is no copy. */
export function wholeArgumentPieces(call: Call): readonly string[] {
  const node = nodeOf(call);
  if (node?.kind !== 'object') return behind('', executedArguments(call) ?? call.arguments);
  return Array.from(node.entries).flatMap(([key, value], index) =>
    behind(`${index === 0 ? '' : '\n'}${oneLine(key)}=`, value.kind === 'string' ? value.text : indented(value, '')),
  );
}

/** What a line may well hold of a list or an object. */
const LINE_CHARS = 72;

function indented(node: JsonNode, margin: string): string {
  const members = membersIn(node);
  if (members.length === 0) return nodeText(node, Infinity);
  // Of a longer one, no more than that is read.
  const line = nodeText(node, LINE_CHARS);
  if (margin.length + line.length <= LINE_CHARS) return line;
  const inside = `${margin}  `;
  const rows = members.map(([name, value]) => `${inside}${name}${indented(value, inside)}`);
  const [first, last] = node.kind === 'array' ? '[]' : '{}';
  return [first, rows.join(',\n'), `${margin}${last}`].join('\n');
}

/** What is in a list or an object, in the order given, each behind its name. */
function membersIn(node: JsonNode): readonly (readonly [name: string, value: JsonNode])[] {
  if (node.kind === 'array') return Array.from(node.items, (item) => ['', item] as const);
  return node.kind === 'object'
    ? Array.from(node.entries, ([key, value]) => [`${JSON.stringify(key)}: `, value] as const)
    : [];
}

/** Undefined unless a person edited the call before it ran. */
export function executedArguments(call: Call): string | undefined {
  return call.request?.settled?.executedArguments;
}

/** In the order given, 250 code points a value and 1,200 together: `argumentsText([['path', 'a.ts']]).text === 'path=a.ts'`. */
export function argumentsText(members: Iterable<readonly [key: string, value: string]>): ArgumentsText {
  let text = '';
  let truncated = false;
  for (const [key, value] of members) {
    const line = oneLine(value.slice(0, ENOUGH_UNITS));
    if (endOf(line, MAX_VALUE_CHARS) !== undefined) truncated = true;
    if (text !== '') text += ', ';
    text += `${oneLine(key.slice(0, ENOUGH_UNITS))}=${ellipsis(line, MAX_VALUE_CHARS)}`;
    // What is longer than any limit is cut below; the rest need not be read.
    if (text.length > ENOUGH_UNITS) break;
  }
  if (endOf(text, MAX_ARGUMENTS_CHARS) === undefined) return { text, truncated };
  return { text: ellipsis(text, MAX_ARGUMENTS_CHARS), truncated: true };
}

function* membersOf(node: Extract<JsonNode, { kind: 'object' }>): Iterable<readonly [string, string]> {
  for (const [key, value] of node.entries)
    yield [key, value.kind === 'string' ? value.text : nodeText(value, ENOUGH_UNITS)];
}

/**
 * As `compactText`, of a value that may still be coming; numbers keep the digits the model wrote. It stops once it is
 * longer than any limit, so that drawing while arguments stream does not cost all of them; the parser bounds the depth.
 */
function nodeText(node: JsonNode, enough: number): string {
  switch (node.kind) {
    case 'string':
      return JSON.stringify(node.text.slice(0, enough));
    case 'number':
      return node.text;
    case 'boolean':
      return String(node.value);
    case 'null':
      return 'null';
    case 'array': {
      let text = '';
      for (const item of node.items) {
        if (text.length > enough) break;
        text += (text === '' ? '' : ', ') + nodeText(item, enough);
      }
      return `[${text}]`;
    }
    case 'object': {
      let text = '';
      for (const [key, value] of [...node.entries].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))) {
        if (text.length > enough) break;
        text += `${text === '' ? '' : ', '}${JSON.stringify(key)}: ${nodeText(value, enough)}`;
      }
      return `{${text}}`;
    }
    default:
      return node satisfies never;
  }
}
