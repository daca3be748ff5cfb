import { callText, fields, texts, Tokens, word } from './token.ts';
import type { Fields, Token } from './token.ts';

export function kimiTokens(records: readonly unknown[]): readonly Token[] {
  const tokens = new Tokens();
  for (const { message } of records.map(fields)) told(tokens, fields(message), '');
  return tokens.all;
}

function told(tokens: Tokens, message: Fields, lane: string): void {
  const payload = fields(message['payload']);
  switch (message['type']) {
    case 'TurnBegin':
    case 'SteerInput':
      return tokens.say('user', texts(payload['user_input']), lane);
    case 'ContentPart':
      tokens.say('reasoning', word(payload['think']) ?? '', lane);
      return tokens.say('words', word(payload['text']) ?? '', lane);
    case 'ToolCall': {
      const named = fields(payload['function']);
      return tokens.call(word(payload['id']), callText(named['name'], named['arguments']), lane);
    }
    case 'ToolResult': {
      const value = fields(payload['return_value']);
      return tokens.result(word(payload['tool_call_id']) ?? '', texts(value['output']) || texts(value['message']));
    }
    case 'SubagentEvent':
      return told(tokens, fields(payload['event']), `child:${String(payload['agent_id'])}`);
    default:
      return undefined;
  }
}
