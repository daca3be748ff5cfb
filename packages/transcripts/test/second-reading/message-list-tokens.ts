/** Lists of messages, as two providers take them: a document with the list, the list itself, or a message a line. */
import { callText, fields, list, texts, Tokens, word } from './token.ts';
import type { Fields, Token } from './token.ts';

export function anthropicTokens(records: readonly unknown[]): readonly Token[] {
  const tokens = new Tokens();
  for (const message of messagesIn(records)) {
    const { content } = message;
    const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : list(content).map(fields);
    for (const block of blocks.map(fields))
      if (block['type'] === 'tool_result') tokens.result(word(block['tool_use_id']) ?? '', texts(block['content']));
    if (message['role'] === 'user') tokens.say('user', texts(blocks.filter((block) => block['type'] === 'text')));
    if (message['role'] === 'assistant') for (const block of blocks.map(fields)) assistantBlock(tokens, block);
  }
  return tokens.all;
}

function assistantBlock(tokens: Tokens, block: Fields): void {
  if (block['type'] === 'text') tokens.say('words', texts([block]));
  if (block['type'] === 'thinking') tokens.say('reasoning', word(block['thinking']) ?? '');
  if (String(block['type']).endsWith('tool_use'))
    tokens.call(word(block['id']), callText(block['name'], block['input']));
}

/** Chat Completions. */
export function chatTokens(records: readonly unknown[]): readonly Token[] {
  const tokens = new Tokens();
  for (const message of messagesIn(records)) {
    if (message['role'] === 'user') tokens.say('user', texts(message['content']));
    if (message['role'] === 'tool') tokens.result(word(message['tool_call_id']) ?? '', texts(message['content']));
    if (message['role'] === 'function') tokens.result(`named ${word(message['name'])}`, texts(message['content']));
    if (message['role'] === 'assistant') assistantMessage(tokens, message);
  }
  return tokens.all;
}

function assistantMessage(tokens: Tokens, message: Fields): void {
  tokens.say('reasoning', word(message['reasoning_content']) ?? word(message['reasoning']) ?? '');
  tokens.say('words', texts(message['content']));
  tokens.say('words', word(message['refusal']) ?? '');
  for (const call of list(message['tool_calls']).map(fields)) {
    const named = fields(call['function']);
    tokens.call(word(call['id']), callText(named['name'], named['arguments']));
  }
  const only = fields(message['function_call']);
  if (word(only['name']) !== undefined)
    tokens.call(`named ${word(only['name'])}`, callText(only['name'], only['arguments']));
}

export function messagesIn(records: readonly unknown[]): readonly Fields[] {
  const [first] = records;
  const all = Array.isArray(first) ? list(first) : list(fields(first)['messages'] ?? records);
  return all.map(fields);
}
