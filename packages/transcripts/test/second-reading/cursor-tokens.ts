import { callText, fields, list, texts, Tokens, word } from './token.ts';
import type { Token } from './token.ts';

/** Cursor writes no ids and no results. */
export function cursorTokens(records: readonly unknown[]): readonly Token[] {
  const tokens = new Tokens();
  for (const { role, message } of records.map(fields)) {
    const { content } = fields(message);
    if (role === 'user') tokens.say('user', typed(texts(content)));
    if (role !== 'assistant') continue;
    if (typeof content === 'string') tokens.say('words', content);
    for (const block of list(content).map(fields)) {
      if (block['type'] === 'text') tokens.say('words', word(block['text']) ?? '');
      if (block['type'] === 'tool_use') tokens.call(undefined, callText(block['name'], block['input']));
    }
  }
  return tokens.all;
}

function typed(text: string): string {
  const [, after] = text.split('<user_query>');
  return after?.split('</user_query>')[0] ?? text;
}
