import { callText, fields, list, texts, Tokens, word } from './token.ts';
import type { Fields, Token } from './token.ts';

/** The branch from the last entry up to the root; the first version has no ids, and no branches. */
export function piTokens(records: readonly unknown[]): readonly Token[] {
  const entries = records.map(fields).filter((entry) => entry['type'] !== 'session');
  const tokens = new Tokens();
  for (const entry of branch(entries)) {
    if (entry['type'] === 'compaction') tokens.say('summary', word(entry['summary']) ?? '');
    if (entry['type'] === 'message') message(tokens, fields(entry['message']));
  }
  return tokens.all;
}

function branch(entries: readonly Fields[]): readonly Fields[] {
  const byId = new Map(entries.map((entry) => [word(entry['id']) ?? '', entry]));
  if (byId.has('')) return entries;
  const chain: Fields[] = [];
  for (let at = entries.at(-1); at !== undefined; at = byId.get(word(at['parentId']) ?? '')) chain.unshift(at);
  return chain;
}

function message(tokens: Tokens, said: Fields): void {
  switch (said['role']) {
    case 'user':
      return tokens.say('user', texts(said['content']));
    case 'assistant': {
      const blocks =
        typeof said['content'] === 'string' ? [{ type: 'text', text: said['content'] }] : list(said['content']);
      for (const block of blocks.map(fields)) {
        if (block['type'] === 'text') tokens.say('words', texts([block]));
        if (block['type'] === 'thinking') tokens.say('reasoning', word(block['thinking']) ?? '');
        if (block['type'] === 'toolCall') tokens.call(word(block['id']), callText(block['name'], block['arguments']));
      }
      return undefined;
    }
    case 'toolResult':
      return tokens.result(word(said['toolCallId']) ?? '', texts(said['content']));
    case 'bashExecution':
      return tokens.call(undefined, callText('user_shell', { command: said['command'] }));
    case 'compactionSummary':
      return tokens.say('summary', word(said['summary']) ?? '');
    default:
      return undefined;
  }
}
