import { callText, fields, list, Tokens, word } from './token.ts';
import type { Fields, Token } from './token.ts';

export function qwenTokens(records: readonly unknown[]): readonly Token[] {
  const tokens = new Tokens();
  for (const record of records.map(fields)) {
    const lane = record['isSidechain'] === true ? `child:${String(record['agentId'])}` : '';
    const parts = partsOf(record['message']);
    if (record['type'] === 'user') tokens.say('user', parts.map(({ text }) => word(text) ?? '').join(''), lane);
    if (record['type'] === 'assistant') for (const part of parts) modelPart(tokens, part, lane);
    if (record['type'] === 'tool_result') for (const part of parts) response(tokens, fields(part['functionResponse']));
    if (record['subtype'] !== 'chat_compression') continue;
    const [summary] = list(fields(record['systemPayload'])['compressedHistory']).flatMap(partsOf);
    tokens.say('summary', word(summary?.['text']) ?? '', lane);
  }
  return tokens.all;
}

function partsOf(message: unknown): readonly Fields[] {
  return list(fields(message)['parts']).map(fields);
}

function modelPart(tokens: Tokens, part: Fields, lane: string): void {
  tokens.say(part['thought'] === true ? 'reasoning' : 'words', word(part['text']) ?? '', lane);
  const call = fields(part['functionCall']);
  if (part['functionCall'] !== undefined) tokens.call(word(call['id']), callText(call['name'], call['args']), lane);
}

function response(tokens: Tokens, given: Fields): void {
  const { output, error } = fields(given['response']);
  tokens.result(word(given['id']) ?? '', word(output) ?? word(error) ?? '');
}
