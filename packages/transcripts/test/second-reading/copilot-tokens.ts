import { callText, fields, list, Tokens, word } from './token.ts';
import type { Fields, Token } from './token.ts';

export function copilotTokens(records: readonly unknown[]): readonly Token[] {
  const tokens = new Tokens();
  const called = new Set<unknown>();
  const events = records.map(fields);
  const call = (id: unknown, name: unknown, input: unknown, lane: string): void => {
    if (!called.has(id)) tokens.call(word(id), callText(name, input), lane);
    called.add(id);
  };
  for (const [at, { type, data: told }] of events.entries()) {
    const data = fields(told);
    const parent = word(data['parentToolCallId']);
    const lane = parent === undefined ? '' : `child:${parent}`;
    if (type === 'user.message') tokens.say('user', word(data['content']) ?? '', lane);
    if (type === 'assistant.reasoning') tokens.say('reasoning', word(data['content']) ?? '', lane);
    if (type === 'assistant.message') {
      // A message repeats the reasoning that an event before it told.
      const before = fields(events[at - 1]?.['data'])['content'];
      if (data['reasoningText'] !== before) tokens.say('reasoning', word(data['reasoningText']) ?? '', lane);
      tokens.say('words', word(data['content']) ?? '', lane);
      for (const one of list(data['toolRequests']).map(fields))
        call(one['toolCallId'], one['name'], one['arguments'], lane);
    }
    if (type === 'tool.execution_start') call(data['toolCallId'], data['toolName'], data['arguments'], lane);
    if (type === 'tool.execution_complete') tokens.result(word(data['toolCallId']) ?? '', given(data));
    if (type === 'session.compaction_complete') tokens.say('summary', word(data['summaryContent']) ?? '');
  }
  return tokens.all;
}

function given({ result }: Fields): string {
  return word(result) ?? word(fields(result)['content']) ?? '';
}
