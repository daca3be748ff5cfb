import { messagesIn } from './message-list-tokens.ts';
import { callText, fields, list, texts, Tokens, word } from './token.ts';
import type { Fields, Token } from './token.ts';

/** What the model was told has roles; what the screen showed has kinds. */
export function clineTokens(records: readonly unknown[]): readonly Token[] {
  const messages = messagesIn(records);
  const tokens = new Tokens();
  if (messages.some((message) => message['role'] !== undefined)) history(tokens, messages);
  else screen(tokens, messages);
  return tokens.all;
}

function history(tokens: Tokens, messages: readonly Fields[]): void {
  messages.forEach((message, at) => {
    const { content } = message;
    const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : list(content).map(fields);
    for (const block of blocks.map(fields)) {
      if (block['type'] === 'tool_use') tokens.call(word(block['id']), callText(block['name'], block['input']));
      if (block['type'] === 'tool_result') tokens.result(word(block['tool_use_id']) ?? '', texts(block['content']));
    }
    const own = blocks.map((block) => word(fields(block)['text']) ?? '');
    if (message['role'] === 'assistant') for (const text of own) response(tokens, text, String(at));
    if (message['role'] !== 'user') return;
    const [first = '', ...rest] = own.filter((text) => !text.startsWith('<environment_details>')).map(untagged);
    if (first.endsWith('] Result:')) tokens.result(String(at - 1), rest.join(''));
    else tokens.say('user', [first, ...rest].join(''));
  });
}

function untagged(text: string): string {
  return text.replace(/^<(task|feedback)>\s*([^]*?)\s*<\/\1>$/, '$2');
}

/** Thoughts, words, and at most one call, written as tags. */
function response(tokens: Tokens, text: string, id: string): void {
  const [, thought = '', words = '', name = '', inside = ''] =
    /^(?:<thinking>([^]*?)<\/thinking>)?([^<]*)(?:<(\w+)>([^]*)<\/\3>)?$/.exec(text.trim()) ?? [];
  tokens.say('reasoning', thought);
  tokens.say('words', words);
  if (name === '') return;
  const input = Object.fromEntries(
    Array.from(inside.matchAll(/<(\w+)>\n?([^]*?)\n?<\/\1>/g), ([, key = '', value = '']) => [key, value]),
  );
  if (name === 'attempt_completion') tokens.say('words', input['result'] ?? '');
  else tokens.call(id, callText(name, input));
}

function screen(tokens: Tokens, messages: readonly Fields[]): void {
  const whole = messages.filter((message) => message['partial'] !== true);
  whole.forEach((message, at) => {
    const kind = message['say'] ?? message['ask'];
    const text = word(message['text']) ?? '';
    if (kind === 'task' || kind === 'user_feedback') tokens.say('user', text);
    if (kind === 'reasoning') tokens.say('reasoning', text);
    if (kind === 'text' || kind === 'completion_result') tokens.say('words', text);
    if (kind === 'followup') tokens.say('words', String(fields(JSON.parse(text))['question']));
    // It is asked for, then said: one call.
    if (kind === 'tool' && text !== whole[at - 1]?.['text'])
      tokens.call(String(at), callText(fields(JSON.parse(text))['tool'], text));
    if (kind !== 'command') return;
    tokens.call(String(at), callText('execute_command', { command: text }));
    const end = whole.findIndex((next, place) => place > at && next['say'] !== 'command_output');
    const printed = whole.slice(at + 1, end === -1 ? undefined : end);
    tokens.result(String(at), printed.map((line) => word(line['text']) ?? '').join('\n'));
  });
}
