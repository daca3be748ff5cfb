/** Replies as three services stream them: the same fields, in the same order, in the same number of events. */
import type { Reply } from './reply.ts';

type Frame = { readonly [key: string]: unknown };

export function anthropicFrames({ thought, words, calls }: Reply): Frame[] {
  const usage = { input_tokens: 843, cache_creation_input_tokens: 0, cache_read_input_tokens: 0, output_tokens: 16 };
  const message = { model: 'claude-opus-4-7', id: 'msg_1', type: 'message', role: 'assistant', content: [] };
  const block = (index: number, start: Frame, deltas: readonly Frame[]): Frame[] => [
    { type: 'content_block_start', index, content_block: start },
    ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
    { type: 'content_block_stop', index },
  ];
  const thinking = [
    ...thought.map((text) => ({ type: 'thinking_delta', thinking: text })),
    { type: 'signature_delta', signature: 'c2lnbmVk'.repeat(40) },
  ];
  return [
    { type: 'message_start', message: { ...message, stop_reason: null, stop_sequence: null, usage } },
    { type: 'ping' },
    ...block(0, { type: 'thinking', thinking: '', signature: '' }, thinking),
    ...block(
      1,
      { type: 'text', text: '' },
      words.map((text) => ({ type: 'text_delta', text })),
    ),
    ...calls.flatMap(({ id, name, pieces }, index) =>
      block(2 + index, { type: 'tool_use', id, name, input: {} }, [
        { type: 'input_json_delta', partial_json: '' },
        ...pieces.map((piece) => ({ type: 'input_json_delta', partial_json: piece })),
      ]),
    ),
    { type: 'message_delta', delta: { stop_reason: 'tool_use', stop_sequence: null }, usage: { output_tokens: 512 } },
    { type: 'message_stop' },
  ];
}

export function chatFrames({ words, calls }: Reply): Frame[] {
  const chunk = (delta: Frame, finish: string | null = null): Frame => ({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1_794_830_400,
    model: 'gpt-5-2026-01-01',
    service_tier: 'default',
    system_fingerprint: 'fp_1',
    choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
    usage: null,
  });
  return [
    chunk({ role: 'assistant', content: '', refusal: null }),
    ...words.map((content) => chunk({ content })),
    ...calls.flatMap(({ id, name, pieces }, index) => [
      chunk({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] }),
      ...pieces.map((piece) => chunk({ tool_calls: [{ index, function: { arguments: piece } }] })),
    ]),
    chunk({}, 'tool_calls'),
    { ...chunk({}), choices: [], usage: { prompt_tokens: 30, completion_tokens: 512, total_tokens: 542 } },
  ];
}

export function responsesFrames({ words, calls }: Reply): Frame[] {
  const response = { id: 'resp_1', object: 'response', created_at: 1_794_830_400, model: 'gpt-5.5', output: [] };
  const message = { id: 'msg_1', type: 'message', role: 'assistant' };
  const part = { type: 'output_text', annotations: [], logprobs: [], text: '' };
  const text = words.join('');
  const place = { item_id: 'msg_1', output_index: 0, content_index: 0 };
  const usage = { input_tokens: 30, output_tokens: 512, total_tokens: 542 };
  const frames: Frame[] = [
    { type: 'response.created', response: { ...response, status: 'in_progress' } },
    { type: 'response.in_progress', response: { ...response, status: 'in_progress' } },
    { type: 'response.output_item.added', output_index: 0, item: { ...message, status: 'in_progress', content: [] } },
    { type: 'response.content_part.added', ...place, part },
    ...words.map((delta) => ({
      type: 'response.output_text.delta',
      ...place,
      delta,
      logprobs: [],
      obfuscation: 'x7Gh2',
    })),
    { type: 'response.output_text.done', ...place, text, logprobs: [] },
    { type: 'response.content_part.done', ...place, part: { ...part, text } },
    {
      type: 'response.output_item.done',
      output_index: 0,
      item: { ...message, status: 'completed', content: [{ ...part, text }] },
    },
    ...calls.flatMap(({ id, name, pieces }, index) => callItem(id, name, pieces, 1 + index)),
    { type: 'response.completed', response: { ...response, status: 'completed', usage } },
  ];
  return frames.map((frame, sequence_number) => ({ ...frame, sequence_number }));
}

function callItem(id: string, name: string, pieces: readonly string[], output_index: number): Frame[] {
  const item = { id: `fc_${output_index}`, type: 'function_call', call_id: id, name };
  const place = { item_id: item.id, output_index };
  const whole = pieces.join('');
  return [
    { type: 'response.output_item.added', output_index, item: { ...item, status: 'in_progress', arguments: '' } },
    ...pieces.map((delta) => ({
      type: 'response.function_call_arguments.delta',
      ...place,
      delta,
      obfuscation: 'x7Gh2',
    })),
    { type: 'response.function_call_arguments.done', ...place, arguments: whole },
    { type: 'response.output_item.done', output_index, item: { ...item, status: 'completed', arguments: whole } },
  ];
}

/** As it comes over the network: one event a chunk, now and then two, now and then half of one. */
export function bytesOf(frames: readonly Frame[], named: boolean, end: string): Uint8Array[] {
  const text = frames
    .map((frame) => `${named ? `event: ${String(frame['type'])}\n` : ''}data: ${JSON.stringify(frame)}\n\n`)
    .join('');
  const bytes = new TextEncoder().encode(text + end);
  const chunks: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += 1_400) chunks.push(bytes.slice(at, at + 1_400));
  return chunks;
}
