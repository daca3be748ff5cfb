import { stepKey } from '@toolthread/core/queries';
import type { ThreadState } from '@toolthread/core';
import { requestMarks } from '@toolthread/core/context';
import type { ModelRequest, RequestMark, ToolSchema } from '@toolthread/core/context';
import type { AgentConfigured } from '@toolthread/core/events';
import { fieldsOf, isJsonObject, listOf, parsedJson } from '@toolthread/core/json';
import type { Blobs } from '../blobs.ts';
import { closingSince, LAST_WORDS } from './last-words-asked.ts';
import { stepRequest } from './step-request.ts';

/** What a step asked its model, made again from the ledger. */
export interface SentRequest {
  /** The model that it was sent to; undefined if the ledger does not say. */
  readonly config: AgentConfigured | undefined;
  readonly request: ModelRequest;
  /** What was repaired, cut or added in it. */
  readonly marks: readonly (RequestMark | { readonly kind: 'last_words'; readonly text: string })[];
  /** What the ledger does not contain: then the request shown here is not all that was sent. */
  readonly unknown: readonly UnknownPart[];
}

/** `model`: it is not known which one. `system` and `tools`: they were not stored. `bytes`: those of a file or image are gone. */
export type UnknownPart = 'model' | 'system' | 'tools' | 'bytes';

/**
 * What a step asked its model, by the rule that the loop itself sends by. `state` is the thread as it was when the step began; undefined
 * if it has no such step.
 *
 * @example
 * const sent = await sentRequest(exampleState, { scope: undefined, step: 1 }, undefined);
 * sent?.unknown; //=> ['model', 'system', 'tools']
 */
export async function sentRequest(
  state: ThreadState,
  { scope, step }: { readonly scope: string | undefined; readonly step: number },
  blobs: Blobs | undefined,
): Promise<SentRequest | undefined> {
  const begun = state.steps.get(stepKey(scope, step));
  if (begun === undefined) return undefined;
  const { config, run } = begun;
  const isLast = run !== undefined && closingSince(state, scope, run) !== undefined;
  const system = await textOf(config?.system_blob, blobs);
  const tools = toolsIn(await textOf(config?.tools_blob, blobs));
  const told = { system, tools: tools ?? [], purpose: isLast ? 'last words' : 'work' } as const;
  const request = await stepRequest(state, scope, told, blobs);
  return {
    config,
    request,
    marks: [
      ...requestMarks(state, scope, request.messages),
      ...(isLast ? [{ kind: 'last_words', text: LAST_WORDS } as const] : []),
    ],
    unknown: [
      ...(config === undefined ? (['model'] as const) : []),
      ...(system === undefined && config?.system_hash !== NO_WORDS ? (['system'] as const) : []),
      ...(tools === undefined ? (['tools'] as const) : []),
      ...(request.messages.some(lacksBytes) ? (['bytes'] as const) : []),
    ],
  };
}

/** The hash of an empty text. */
const NO_WORDS = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

async function textOf(hash: string | undefined, blobs: Blobs | undefined): Promise<string | undefined> {
  const bytes = hash === undefined ? undefined : await blobs?.get(hash);
  return bytes === undefined ? undefined : new TextDecoder().decode(bytes);
}

function toolsIn(text: string | undefined): readonly ToolSchema[] | undefined {
  if (text === undefined) return undefined;
  return listOf(parsedJson(text)).flatMap((tool) => {
    const { name, description, parameters } = fieldsOf(tool);
    if (typeof name !== 'string' || typeof description !== 'string') return [];
    return parameters !== undefined && isJsonObject(parameters) ? [{ name, description, parameters }] : [];
  });
}

function lacksBytes({ parts }: ModelRequest['messages'][number]): boolean {
  return parts.some((part) => {
    const contents = part.type === 'content' ? [part.content] : part.type === 'result' ? part.parts : [];
    return contents.some((one) => (one.type === 'image' || one.type === 'file') && one.source.kind === 'blob');
  });
}
