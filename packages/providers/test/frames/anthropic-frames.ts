/** Frames of a response of Anthropic, for tests. */
export const begin = { type: 'message_start', message: { content: [], usage: { input_tokens: 10, output_tokens: 1 } } };
export const open = (index: number, block: object): object => ({
  type: 'content_block_start',
  index,
  content_block: block,
});
export const delta = (index: number | undefined, change: object): object => ({
  type: 'content_block_delta',
  index,
  delta: change,
});
export const close = (index: number): object => ({ type: 'content_block_stop', index });
export const stop = (reason: string, rest: object = {}): object[] => [
  { type: 'message_delta', delta: { stop_reason: reason, ...rest }, usage: { output_tokens: 5 } },
  { type: 'message_stop' },
];
export const words = (index: number, ...texts: string[]): object[] => [
  open(index, { type: 'text', text: '' }),
  ...texts.map((text) => delta(index, { type: 'text_delta', text })),
  close(index),
];
export const call = (index: number, id: string, ...json: string[]): object[] => [
  open(index, { type: 'tool_use', id, name: 'save', input: {} }),
  ...json.map((partial) => delta(index, { type: 'input_json_delta', partial_json: partial })),
  close(index),
];
