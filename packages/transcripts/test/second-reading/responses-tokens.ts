import { callText, fields, list, texts, Tokens, word } from './token.ts';
import type { Fields, Token } from './token.ts';

/** Items of OpenAI's Responses API. */
export function responsesTokens(items: readonly Fields[]): readonly Token[] {
  const tokens = new Tokens();
  for (const item of items) {
    const id = word(item['call_id']);
    const summed = list(item['summary']).map((one) => texts([one]));
    if (item['type'] === 'reasoning') tokens.say('reasoning', summed.join('\n\n'));
    if (item['role'] === 'user') tokens.say('user', texts(item['content']));
    if (item['role'] === 'assistant')
      for (const part of list(item['content'])) tokens.say('words', word(fields(part)['text']) ?? '');
    if (item['type'] === 'function_call') tokens.call(id, callText(item['name'], item['arguments']));
    if (item['type'] === 'function_call_output') tokens.result(id ?? '', texts(item['output']));
  }
  return tokens.all;
}
