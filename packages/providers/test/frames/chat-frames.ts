/** Chunks of a Chat Completions stream in few words, for tests. */
type Fields = { readonly [key: string]: unknown };

/** `chunk({ content: 'Hello' })` */
export const chunk = (delta: Fields, finish: string | null = null): Fields => ({
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  model: 'gpt-5-2026-01-01',
  choices: [{ index: 0, delta, finish_reason: finish }],
});

/** `piece({ index: 0, id: 'call_1', name: 'save', text: '{' })`: what is left out is not sent. */
export const piece = (made: { index?: number; id?: string; name?: string; text?: string }): Fields => {
  const { index, id, name, text } = made;
  const called = { ...(name === undefined ? {} : { name }), ...(text === undefined ? {} : { arguments: text }) };
  const tool = { ...(index === undefined ? {} : { index }), ...(id === undefined ? {} : { id }), function: called };
  return chunk({ tool_calls: [tool] });
};

export const finish = (reason: string): Fields => chunk({}, reason);

export const usage: Fields = {
  id: 'chatcmpl-1',
  choices: [],
  usage: {
    prompt_tokens: 30,
    completion_tokens: 7,
    total_tokens: 37,
    prompt_tokens_details: { cached_tokens: 20 },
    completion_tokens_details: { reasoning_tokens: 4 },
  },
};
