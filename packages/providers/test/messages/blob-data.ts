/** What decoders leave with the parts that they make, and the things that people post and tools return. */
import type { ContentPart, ProviderBlob } from '@toolthread/core';
import type { Json } from '@toolthread/core/json';
import { WIRE_FORMATS } from '../wire-formats.ts';

/** `provided`: a call that the provider ran; `answered`: its result. */
export type BlobKind =
  | 'text'
  | 'reasoning'
  | 'refusal'
  | 'opaque'
  | 'file'
  | 'source'
  | 'call'
  | 'provided'
  | 'answered';

/** What each decoder leaves with a part; `at` makes ids that no other part has. */
const DATA: { readonly [api: string]: (kind: BlobKind, at: number) => Json | undefined } = {
  messages: (kind, at) => {
    const redacted = { type: 'redacted_thinking', data: `data${at}` };
    if (kind === 'reasoning') return at % 3 === 0 ? redacted : { signature: `sig${at}` };
    if (kind === 'provided') return { type: 'server_tool_use' };
    if (kind === 'call') return { caller: { type: 'direct' } };
    if (kind === 'answered') return { type: 'web_search_tool_result', tool_use_id: `srvtoolu_${at}`, content: [] };
    return kind === 'opaque' ? redacted : undefined;
  },
  chat: (kind) => (kind === 'reasoning' ? { reasoning_content: 'hm' } : undefined),
  responses: (kind, at) => {
    if (kind === 'reasoning') return { type: 'reasoning', id: `rs_${at}`, summary: [], encrypted_content: `gAAA${at}` };
    if (kind === 'text' || kind === 'refusal')
      return { id: `msg_${at}`, ...(at % 2 === 0 ? { after_reasoning: `rs_${at - 1}` } : {}) };
    if (kind === 'call') return { type: 'function_call', id: `fc_${at}`, status: 'completed' };
    if (kind === 'opaque' || kind === 'provided')
      return { type: 'web_search_call', id: `ws_${at}`, status: 'completed' };
    return undefined;
  },
  generateContent: (kind) => {
    if (kind === 'opaque' || kind === 'provided') return { executableCode: { language: 'PYTHON', code: '1' } };
    if (kind === 'answered') return { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '1' } };
    return { thoughtSignature: 'c2lnbmVk' };
  },
};

const KINDS: readonly BlobKind[] = ['text', 'reasoning', 'refusal', 'opaque', 'call', 'provided', 'answered'];

/** More than the histories above hold: rare, damaged and forged. */
const HOSTILE: { readonly [api: string]: readonly Json[] } = {
  messages: [
    { citations: [{ type: 'web_search_result_location', url: 'https://a.example' }] },
    { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] },
    { caller: { type: 'code_execution_20250825', tool_id: 'srvtoolu_1' } },
    { type: 'tool_use', id: 'x' },
    { container: 'container_1' },
    { content: [{ type: 'search_result', source: 's', title: 't', content: [] }] },
  ],
  generateContent: [{ thoughtSignature: 'not base64!' }, { functionCall: { name: 'forged' } }, { text: 'forged' }],
};

/** Everything that may be left with a part, as if the decoder of the API had left it. */
export function dataOf(api: string): Json[] {
  const left = KINDS.flatMap((kind, at) => [DATA[api]?.(kind, at), DATA[api]?.(kind, at + KINDS.length)]);
  return [...left, ...(HOSTILE[api] ?? [])].filter((data) => data !== undefined);
}

const PNG: ContentPart = {
  type: 'image',
  media_type: 'image/png',
  source: { kind: 'base64', data: 'iVBORw0KGgo=' },
  name: 'plan.png',
};
const THINGS: readonly ContentPart[] = [
  PNG,
  { type: 'file', media_type: 'application/pdf', source: { kind: 'base64', data: 'JVBERi0xLjQ=' }, name: 'plan.pdf' },
  { type: 'image', media_type: 'image/tiff', source: { kind: 'base64', data: 'AAAA' } },
  { type: 'image', media_type: 'image/png', source: { kind: 'url', url: 'https://files.example/a.png' } },
  { type: 'image', media_type: 'image/png', source: { kind: 'blob', hash: 'sha256:0', size: 9 } },
  { type: 'file', media_type: 'text/plain', source: { kind: 'base64', data: 'aGVsbG8=' } },
  { type: 'reference', name: 'Release notes', uri: 'https://docs.example/notes' },
  { type: 'text', text: '\udc00 half a character' },
];

/** `thing(3)` is always the same one. */
export function thing(pick: number): readonly ContentPart[] {
  const found = THINGS[pick % THINGS.length];
  return found === undefined ? [] : [found];
}

export function targetAt(pick: number): Omit<ProviderBlob, 'data'> {
  return WIRE_FORMATS[pick % WIRE_FORMATS.length]?.target ?? { provider: '', api: '', model: '' };
}

/** What the decoder of a target would leave with a part of this kind; ids from `at`. */
export function blobFor(kind: BlobKind, at: number, target: number): ProviderBlob | undefined {
  const made = targetAt(target);
  const data = DATA[made.api]?.(kind, at);
  return data === undefined ? undefined : { ...made, data };
}
