/** Calls that the provider ran, for the reader. The items themselves are kept for the provider. */
import type { ContentPart, Outcome } from '@toolthread/core';
import { fieldsOf, isFields, listOf, textOf } from '@toolthread/core/json';
import type { Fields } from '@toolthread/core/json';
import { writtenArguments } from '../wire/decode/written-arguments.ts';

export interface HostedResult {
  readonly outcome: Outcome;
  readonly parts: readonly ContentPart[];
}

export interface HostedCall {
  readonly name: string;
  readonly arguments: string;
  /** Absent if it is an item of its own. */
  readonly result?: HostedResult;
}

/** `hostedCall({ type: 'web_search_call', … })?.name === 'web_search'` */
export function hostedCall(item: Fields): HostedCall | undefined {
  switch (item['type']) {
    case 'web_search_call':
      return { name: 'web_search', arguments: writtenArguments(item['action']), result: resultOf(item, sources(item)) };
    case 'file_search_call':
      return {
        name: 'file_search',
        arguments: writtenArguments({ queries: item['queries'] ?? [] }),
        result: resultOf(item, listOf(item['results']).map(found)),
      };
    case 'code_interpreter_call':
      return {
        name: 'code_interpreter',
        arguments: writtenArguments({ code: item['code'] ?? '' }),
        result: resultOf(item, listOf(item['outputs']).flatMap(codeOutput)),
      };
    case 'image_generation_call': {
      const prompt = textOf(item['revised_prompt']);
      return {
        name: 'image_generation',
        arguments: writtenArguments(prompt === undefined ? {} : { prompt }),
        result: resultOf(item, image(item)),
      };
    }
    case 'mcp_call': {
      const output = textOf(item['error']) ?? textOf(fieldsOf(item['error'])['message']) ?? textOf(item['output']);
      const parts: ContentPart[] = output === undefined ? [] : [{ type: 'text', text: output }];
      return {
        name: textOf(item['name']) ?? '',
        arguments: textOf(item['arguments']) ?? '',
        result: resultOf(item, parts),
      };
    }
    case 'shell_call':
      return { name: 'shell', arguments: writtenArguments(item['action']) };
    case 'tool_search_call':
      return { name: 'tool_search', arguments: writtenArguments(item['arguments']) };
    default:
      return undefined;
  }
}

/** The item that answers a call of this type, if it is not the call itself. */
export const OUTPUT_OF: ReadonlyMap<string, string> = new Map([
  ['shell_call', 'shell_call_output'],
  ['tool_search_call', 'tool_search_output'],
]);

/** `hostedResult({ type: 'shell_call_output', … })` */
export function hostedResult(item: Fields): HostedResult | undefined {
  switch (item['type']) {
    case 'shell_call_output': {
      const runs = listOf(item['output']).map(fieldsOf);
      const late = runs.some((run) => fieldsOf(run['outcome'])['type'] === 'timeout');
      const texts = runs.flatMap((run) => [run['stdout'], run['stderr']]).flatMap((text) => textOf(text) ?? []);
      return { outcome: late ? 'failed' : 'done', parts: textParts(texts) };
    }
    case 'tool_search_output': {
      const names = listOf(item['tools']).flatMap((tool) => textOf(fieldsOf(tool)['name']) ?? []);
      return { outcome: 'done', parts: textParts([names.join('\n')]) };
    }
    default:
      return undefined;
  }
}

function resultOf(item: Fields, parts: readonly ContentPart[]): HostedResult {
  const failed = item['status'] === 'failed' || isFields(item['error']) || typeof item['error'] === 'string';
  if (failed) return { outcome: 'failed', parts };
  return { outcome: item['status'] === 'incomplete' ? 'interrupted' : 'done', parts };
}

function sources(item: Fields): ContentPart[] {
  const listed = [...listOf(fieldsOf(item['action'])['sources']), ...listOf(item['results'])];
  return listed.flatMap((source): ContentPart[] => {
    const { url, title, name } = fieldsOf(source);
    const uri = textOf(url);
    const named = textOf(title) ?? textOf(name) ?? uri;
    return named === undefined ? [] : [{ type: 'reference', name: named, ...(uri === undefined ? {} : { uri }) }];
  });
}

function found(result: unknown): ContentPart {
  const { filename, text } = fieldsOf(result);
  return { type: 'text', text: [textOf(filename), textOf(text)].filter((words) => words !== undefined).join('\n') };
}

function codeOutput(output: unknown): ContentPart[] {
  const { logs, url } = fieldsOf(output);
  if (typeof logs === 'string') return textParts([logs]);
  if (typeof url === 'string') return [{ type: 'image', media_type: '', source: { kind: 'url', url } }];
  return [];
}

function image(item: Fields): ContentPart[] {
  const data = textOf(item['result']);
  if (data === undefined || data === '') return [];
  const mediaType = `image/${textOf(item['output_format']) ?? 'png'}`;
  return [{ type: 'image', media_type: mediaType, source: { kind: 'base64', data } }];
}

function textParts(texts: readonly string[]): ContentPart[] {
  return texts.filter((text) => text !== '').map((text) => ({ type: 'text', text }));
}
