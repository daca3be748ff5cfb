import type { EndingFields } from '../../contract/foreign/tool-ending.ts';
import { aiSdkOutput } from './ai-sdk-output.ts';
import type { GivenSoFar } from './given-so-far.ts';

/** `givenEnding('three notes').outcome === 'done'`: how a call ended that gave this. */
export function givenEnding(output: unknown): EndingFields {
  const { error, ...given } = aiSdkOutput(output);
  return error === undefined
    ? { outcome: 'done', ...given }
    : { outcome: 'failed', ...given, error: { message: error } };
}

/** How a call ended that failed with this message, after what it had given. */
export function failedEnding(message: string, given: GivenSoFar | undefined): EndingFields {
  const { parts = [], ...data } = given?.result ?? {};
  return { ...data, outcome: 'failed', parts: [...parts, { type: 'text', text: message }], error: { message } };
}
