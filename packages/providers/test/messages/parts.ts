/** Messages in few words, for tests. */
import type { ContentPart, ProviderBlob } from '@toolthread/core';
import { completionMessage } from '@toolthread/core/context';
import type { CallPart, CompletionMessage, CompletionPart, ResultPart, ToolSchema } from '@toolthread/core/context';
import type { Json } from '@toolthread/core/json';

export const text = (words: string): CompletionPart => ({ type: 'text', text: words });

export const call = (id: string, args = '{}', rest: Partial<CallPart> = {}): CallPart => {
  return { type: 'call', id, name: 'save', arguments: args, runs: 'here', ...rest };
};

export const result = (
  callId: string,
  parts: readonly ContentPart[] = [{ type: 'text', text: 'ok' }],
  isError = false,
): ResultPart => ({ type: 'result', callId, name: 'save', parts, isError, runs: 'here' });

export const user = (...parts: CompletionPart[]): CompletionMessage => completionMessage('user', parts, 'user');

export const assistant = (...parts: CompletionPart[]): CompletionMessage =>
  completionMessage('assistant', parts, 'assistant');

/** `signedBy(target)({ signature: 's' })` */
export const signedBy =
  (target: Omit<ProviderBlob, 'data'>) =>
  (data: Json): { blob: ProviderBlob } => ({ blob: { ...target, data } });

export const GO: CompletionMessage = user(text('Go.'));

export const TOOLS: readonly ToolSchema[] = [{ name: 'save', description: 'Saves.', parameters: { type: 'object' } }];

export const PNG = 'iVBORw0KGgo=';

export const image = (data = PNG): ContentPart => {
  return { type: 'image', media_type: 'image/png', source: { kind: 'base64', data } };
};
