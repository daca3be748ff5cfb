/** Events of a Responses stream in few words, for tests. */
type Fields = { readonly [key: string]: unknown };

const response = (more: Fields = {}): Fields => ({
  id: 'resp_1',
  created_at: 1_794_830_400,
  model: 'gpt-5.5-2026-04-23',
  status: 'in_progress',
  ...more,
});

export const created: Fields = { type: 'response.created', response: response() };
export const added = (output_index: number, item: Fields): Fields => ({
  type: 'response.output_item.added',
  output_index,
  item,
});
export const done = (output_index: number, item: Fields): Fields => ({
  type: 'response.output_item.done',
  output_index,
  item,
});

/** `delta('output_text', 0, 'Hel', { content_index: 0 })` */
export const delta = (of: string, output_index: number, text: string, more: Fields = {}): Fields => ({
  type: `response.${of}.delta`,
  item_id: `${of.startsWith('function') ? 'fc' : 'msg'}_${output_index}`,
  output_index,
  delta: text,
  ...more,
});

const USAGE = {
  input_tokens: 30,
  input_tokens_details: { cached_tokens: 20 },
  output_tokens: 7,
  output_tokens_details: { reasoning_tokens: 4 },
};

export const completed = (more: Fields = {}): Fields => ({
  type: 'response.completed',
  response: response({ status: 'completed', usage: USAGE, ...more }),
});

export const incomplete = (reason: string): Fields => ({
  type: 'response.incomplete',
  response: response({ status: 'incomplete', incomplete_details: { reason } }),
});

export const failed = (error: Fields): Fields => ({
  type: 'response.failed',
  response: response({ status: 'failed', error }),
});

/** A whole item of words, as it streams. */
export const words = (at: number, pieces: readonly string[], more: Fields = {}): Fields[] => {
  const item = { id: `msg_${at}`, type: 'message', role: 'assistant', ...more };
  const content = [{ type: 'output_text', text: pieces.join(''), annotations: [] }];
  return [
    added(at, { ...item, content: [] }),
    ...pieces.map((piece) => delta('output_text', at, piece, { content_index: 0 })),
    done(at, { content, ...item }),
  ];
};

/** A whole function call, as it streams. */
export const call = (at: number, pieces: readonly string[], more: Fields = {}): Fields[] => {
  const item = { id: `fc_${at}`, type: 'function_call', call_id: `call_${at}`, name: 'save', ...more };
  return [
    added(at, { ...item, arguments: '' }),
    ...pieces.map((piece) => delta('function_call_arguments', at, piece)),
    {
      type: 'response.function_call_arguments.done',
      item_id: `fc_${at}`,
      output_index: at,
      arguments: pieces.join(''),
    },
    done(at, { ...item, arguments: pieces.join(''), status: 'completed' }),
  ];
};

/** Reasoning that only its own model can read. */
export const reasoning = (at: number, more: Fields = {}): Fields[] => {
  const item = { id: `rs_${at}`, type: 'reasoning', summary: [], ...more };
  return [added(at, item), done(at, { ...item, encrypted_content: `gAAAA${at}` })];
};
