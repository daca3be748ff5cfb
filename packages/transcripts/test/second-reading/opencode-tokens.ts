import { callText, fields, list, Tokens, word } from './token.ts';
import type { Fields, Token } from './token.ts';

export function opencodeTokens(document: unknown): readonly Token[] {
  const tokens = new Tokens();
  session(tokens, fields(document), '');
  for (const child of list(fields(document)['children']).map(fields))
    session(tokens, child, `child:${word(fields(child['info'])['id']) ?? ''}`);
  return tokens.all;
}

function session(tokens: Tokens, document: Fields, lane: string): void {
  for (const message of list(document['messages']).map(fields)) {
    const info = fields(message['info']);
    const parts = list(message['parts']).map(fields);
    if (info['role'] === 'user') tokens.say('user', parts.map(prompt).join(''), lane);
    else if (info['summary'] === true)
      tokens.say(
        'summary',
        parts.flatMap((part) => (part['type'] === 'text' ? (word(part['text']) ?? []) : [])).join('\n\n'),
        lane,
      );
    else for (const part of parts) turn(tokens, part, lane);
  }
}

function prompt(part: Fields): string {
  if (part['type'] === 'subtask') return `@${word(part['agent']) ?? 'agent'} ${word(part['prompt']) ?? ''}`;
  return part['type'] === 'text' && !isAdded(part) ? (word(part['text']) ?? '') : '';
}

function isAdded(part: Fields): boolean {
  return part['synthetic'] === true || part['ignored'] === true;
}

function turn(tokens: Tokens, part: Fields, lane: string): void {
  const text = word(part['text']) ?? '';
  if (part['type'] === 'text' && !isAdded(part)) tokens.say('words', text, lane);
  if (part['type'] === 'reasoning') tokens.say('reasoning', text, lane);
  if (part['type'] !== 'tool') return;
  const state = fields(part['state']);
  const id = `${lane} ${String(part['id'])}`;
  tokens.call(id, callText(part['tool'], state['input'] ?? state['raw']), lane);
  const printed =
    state['status'] === 'completed' ? state['output'] : (word(fields(state['metadata'])['output']) ?? state['error']);
  if (typeof printed === 'string') tokens.result(id, printed);
}
