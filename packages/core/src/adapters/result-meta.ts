import type { CallResult } from '../ledger/call.ts';
import type { ContentPart } from '../ledger/content-part.ts';
import { aiSdkOutput } from './ai-sdk/ai-sdk-output.ts';

/** What a protocol is told of a result: what the call gave, or the words of its error. */
export type ToldResult = { readonly output: unknown } | { readonly error: string };

/** What the protocols have no word for: how a call ended, and the very result where a reader would make another one of what is told. */
export function resultMeta(result: CallResult, told: ToldResult): object {
  const { outcome, durationMs, parts, structured, error } = result;
  const exact = {
    ...(parts.length === 0 ? {} : { parts }),
    ...(structured === undefined ? {} : { structured }),
    ...(error === undefined ? {} : { error }),
  };
  return {
    outcome,
    ...(durationMs === undefined ? {} : { durationMs }),
    ...(isReadBack(told, exact) || parts.some(isHeavy) ? {} : { exact }),
  };
}

/** A client sends everything it has with every request, so media are left out. */
function isHeavy(part: ContentPart): boolean {
  return (part.type === 'image' || part.type === 'file') && part.source.kind === 'base64';
}

/** Whether a reader makes the very result of what is told. */
function isReadBack(told: ToldResult, exact: object): boolean {
  if ('error' in told) {
    const read = { parts: [{ type: 'text', text: told.error }], error: { message: told.error } };
    return JSON.stringify(read) === JSON.stringify(exact);
  }
  const { parts, structured } = aiSdkOutput(told.output);
  // A text is data as well: nobody sees the difference.
  const isText = typeof structured === 'string' && JSON.stringify({ parts }) === JSON.stringify(exact);
  return isText || JSON.stringify({ parts, structured }) === JSON.stringify(exact);
}
