import { callText, fields, list, texts, Tokens, word } from './token.ts';
import type { Fields, Token } from './token.ts';

export function ampTokens(document: unknown): readonly Token[] {
  const tokens = new Tokens();
  for (const message of list(fields(document)['messages']).map(fields)) {
    const blocks = list(message['content']).map(fields);
    if (message['role'] === 'user') tokens.say('user', texts(blocks.filter(({ type }) => type === 'text')));
    for (const block of blocks) {
      if (block['type'] === 'tool_result') tokens.result(word(block['toolUseID']) ?? '', runText(block));
      if (block['type'] === 'summary') tokens.say('summary', word(fields(block['summary'])['summary']) ?? '');
      if (message['role'] !== 'assistant') continue;
      if (block['type'] === 'text') tokens.say('words', word(block['text']) ?? '');
      if (block['type'] === 'thinking') tokens.say('reasoning', word(block['thinking']) ?? '');
      if (block['type'] === 'tool_use') tokens.call(word(block['id']), callText(block['name'], block['input']));
    }
  }
  return tokens.all;
}

/** A run that has not ended has given nothing, and an error is no result. */
function runText(block: Fields): string {
  const run = fields(block['run']);
  const { result } = run;
  if (run['status'] === 'in-progress' || result === undefined) return '';
  const { output, content, diff } = fields(result);
  return word(result) ?? word(output) ?? word(content) ?? word(diff) ?? JSON.stringify(result);
}
