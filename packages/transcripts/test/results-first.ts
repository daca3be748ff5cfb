/** Files in which a result is before its call. */
import { parsedJson } from '@toolthread/core/json';
import type { Fixture } from './fixtures.ts';
import { fields, list, word } from './second-reading/token.ts';
import type { Fields } from './second-reading/token.ts';

/** The file with one record of results moved directly before the record of their calls, for each such record; and with all of them moved. */
export function resultsFirst({ name, bytes }: Pick<Fixture, 'name' | 'bytes'>): readonly string[] {
  const text = bytes.toString('utf8').replace(/^\ufeff/, '');
  const isLines = name.endsWith('.jsonl');
  const document: unknown = isLines ? undefined : JSON.parse(text);
  const records = isLines ? text.split('\n') : recordsOf(document).map((record) => JSON.stringify(record));
  const written = (moved: readonly string[]): string =>
    isLines ? moved.join('\n') : JSON.stringify(withRecords(document, moved));
  const results = records.filter((record) => callPlace(records, record) !== undefined);
  if (results.length === 0) return [];
  return [
    ...results.map((result) => written(resultFirst(records, result))),
    written(results.reduce(resultFirst, records)),
  ];
}

function resultFirst(records: readonly string[], result: string): readonly string[] {
  const to = callPlace(records, result);
  return to === undefined ? records : records.toSpliced(records.indexOf(result), 1).toSpliced(to, 0, result);
}

/** Where the calls are of a record that holds their results and nothing else. An id that occurs twice does not name one call. */
function callPlace(records: readonly string[], record: string): number | undefined {
  const { calls, results, hasMore } = namesIn(parsedJson(record));
  if (results.length === 0 || calls.length > 0 || hasMore) return undefined;
  const all = records.map((one) => namesIn(parsedJson(one)));
  const isOnce = (id: string, kind: 'calls' | 'results'): boolean =>
    all.flatMap((one) => one[kind]).filter((one) => one === id).length === 1;
  const place = all.findIndex((one) => results.every((id) => one.calls.includes(id)));
  const isClear = results.every((id) => isOnce(id, 'calls') && isOnce(id, 'results'));
  return isClear && place !== -1 && place < records.indexOf(record) ? place : undefined;
}

function recordsOf(document: unknown): readonly unknown[] {
  return Array.isArray(document) ? document : list(fields(document)['messages']);
}

function withRecords(document: unknown, records: readonly string[]): unknown {
  const messages = records.map((record): unknown => JSON.parse(record));
  return Array.isArray(document) ? messages : { ...fields(document), messages };
}

interface Names {
  readonly calls: readonly string[];
  readonly results: readonly string[];
  /** Something is beside a result. */
  readonly hasMore: boolean;
}

/** The ids of calls and results anywhere in a record. */
function namesIn(value: unknown): Names {
  const record = fields(value);
  const members = Array.isArray(value) ? value : Object.values(record);
  const below = members.filter((member) => typeof member === 'object').map(namesIn);
  const results = [resultId(record) ?? below.flatMap((one) => one.results)].flat();
  const isMixed = Array.isArray(value) && results.length > 0 && below.some((one) => one.results.length === 0);
  return {
    calls: [...callIds(record), ...below.flatMap((one) => one.calls)],
    results,
    hasMore: isMixed || below.some((one) => one.hasMore),
  };
}

function callIds({ type, id, call_id, payload, tool_calls, toolRequests, functionCall }: Fields): readonly string[] {
  const own = type === 'tool_use' || type === 'toolCall' ? id : undefined;
  const item = /^(function|custom_tool|local_shell|tool_search)_call$/.test(String(type)) ? call_id : undefined;
  const told = type === 'ToolCall' ? fields(payload)['id'] : undefined;
  const listed = list(tool_calls).map((call) => fields(call)['id']);
  const asked = list(toolRequests).map((call) => fields(call)['toolCallId']);
  return [own, item, told, ...listed, ...asked, fields(functionCall)['id']].flatMap((one) => word(one) ?? []);
}

function resultId(record: Fields): string | undefined {
  const { type, role, payload, data, metadata, functionResponse } = record;
  if (type === 'tool_result') return word(record['tool_use_id']) ?? word(record['toolUseID']);
  if (role === 'toolResult') return word(record['toolCallId']);
  if (role === 'tool') return word(record['tool_call_id']) ?? word(fields(metadata)['tool_call_id']);
  if (type === 'ToolResult') return word(fields(payload)['tool_call_id']);
  if (type === 'tool.execution_complete') return word(fields(data)['toolCallId']);
  if (/_call_output$|^tool_search_output$/.test(String(type))) return word(record['call_id']);
  return word(fields(functionResponse)['id']);
}
