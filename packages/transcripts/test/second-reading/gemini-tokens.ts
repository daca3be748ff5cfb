import { callText, fields, list, Tokens, word } from './token.ts';
import type { Fields, Token } from './token.ts';

/** The messages as they are at the end: each in the place where it first came, as it came last. */
export function geminiTokens(records: readonly unknown[]): readonly Token[] {
  let messages: Fields[] = [];
  for (const record of records.map(fields)) {
    const all = record['messages'] ?? fields(record['$set'])['messages'];
    const back = word(record['$rewindTo']);
    if (Array.isArray(all)) messages = all.map(fields);
    else if (back !== undefined)
      messages = messages.slice(
        0,
        Math.max(
          0,
          messages.findIndex((one) => one['id'] === back),
        ),
      );
    else if (word(record['type']) !== undefined && word(record['id']) !== undefined) {
      const place = messages.findIndex((one) => one['id'] === record['id']);
      messages = place === -1 ? [...messages, record] : messages.with(place, record);
    }
  }
  const tokens = new Tokens();
  for (const one of messages) message(tokens, one);
  return tokens.all;
}

function message(tokens: Tokens, said: Fields): void {
  if (said['type'] === 'user') tokens.say('user', spoken(said['displayContent']) || spoken(said['content']));
  if (said['type'] !== 'gemini') return;
  for (const thought of list(said['thoughts']).map(fields)) {
    const subject = word(thought['subject']);
    const rest = word(thought['description']) ?? '';
    tokens.say('reasoning', subject === undefined ? rest : `**${subject}**\n\n${rest}`);
  }
  for (const part of Array.isArray(said['content']) ? said['content'] : [said['content']])
    tokens.say('words', spoken(part));
  for (const call of list(said['toolCalls']).map(fields)) {
    const id = `${String(said['id'])} ${String(call['id'])}`;
    tokens.call(id, callText(call['name'], call['args']));
    const isOver = ['success', 'error', 'cancelled'].includes(String(call['status']));
    if (isOver && Array.isArray(call['result'])) tokens.result(id, list(call['result']).map(responseText).join(''));
  }
}

function spoken(content: unknown): string {
  if (typeof content === 'string') return content;
  if (Array.isArray(content)) return content.map(spoken).join('');
  return word(fields(content)['text']) ?? '';
}

function responseText(part: unknown): string {
  const { response } = fields(fields(part)['functionResponse']);
  if (response === undefined) return spoken(part);
  return word(fields(response)['output']) ?? word(fields(response)['error']) ?? '';
}
