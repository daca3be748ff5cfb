import { callText, fields, texts, Tokens, word } from './token.ts';
import type { Fields, Token } from './token.ts';

/** What a lane is being told, piece by piece, until something else comes. */
type Streamed =
  | { readonly kind: 'words' | 'reasoning'; text: string }
  | { readonly kind: 'call'; readonly id: string | undefined; readonly name: unknown; text: string };

export function kimiTokens(records: readonly unknown[]): readonly Token[] {
  const tokens = new Tokens();
  const streamed = new Map<string, Streamed>();
  for (const { message } of records.map(fields)) told(tokens, streamed, fields(message), '');
  for (const lane of streamed.keys()) whole(tokens, streamed, lane);
  return tokens.all;
}

function whole(tokens: Tokens, streamed: Map<string, Streamed>, lane: string): void {
  const one = streamed.get(lane);
  streamed.delete(lane);
  if (one?.kind === 'call') tokens.call(one.id, callText(one.name, one.text || '{}'), lane);
  else if (one !== undefined) tokens.say(one.kind, one.text, lane);
}

function told(tokens: Tokens, streamed: Map<string, Streamed>, { type, payload: fresh }: Fields, lane: string): void {
  const payload = fields(fresh);
  if (type === 'SubagentEvent') {
    whole(tokens, streamed, lane);
    return told(tokens, streamed, fields(payload['event']), `child:${String(payload['agent_id'])}`);
  }
  const text = word(payload['arguments_part']) ?? word(payload['think']) ?? word(payload['text']) ?? '';
  const kind = type === 'ToolCallPart' ? 'call' : word(payload['think']) === undefined ? 'words' : 'reasoning';
  const goesOn = streamed.get(lane)?.kind === kind && (type === 'ToolCallPart' || type === 'ContentPart');
  if (!goesOn && type !== 'StatusUpdate') whole(tokens, streamed, lane);
  const open = streamed.get(lane);
  switch (type) {
    case 'TurnBegin':
    case 'SteerInput':
      return tokens.say('user', texts(payload['user_input']), lane);
    case 'ContentPart':
      if (open !== undefined) open.text += text;
      else if (kind !== 'call') streamed.set(lane, { kind, text });
      return undefined;
    case 'ToolCall': {
      const named = fields(payload['function']);
      const args = word(named['arguments']) ?? '';
      streamed.set(lane, { kind: 'call', id: word(payload['id']), name: named['name'], text: args });
      return undefined;
    }
    case 'ToolCallPart':
      if (open !== undefined) open.text += text;
      return undefined;
    case 'ToolResult': {
      const value = fields(payload['return_value']);
      return tokens.result(word(payload['tool_call_id']) ?? '', texts(value['output']) || texts(value['message']));
    }
    default:
      return undefined;
  }
}
