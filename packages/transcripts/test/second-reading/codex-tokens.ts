import { blockText, callText, contentText, fenced, fields, list, texts, Tokens, word } from './token.ts';
import type { Fields, Token } from './token.ts';

const ADDED =
  /^\s*(# AGENTS\.md instructions.*\s<INSTRUCTIONS>|<skill>\n|<(environment_context|INSTRUCTIONS|user_instructions|permissions instructions|turn_aborted|subagent_notification|goal_context|codex_internal_context|recommended_plugins|user_shell_command)[^]*<\/\2>\s*$)/;

/** By the items, and by events for calls and words that have no item. */
export function codexTokens(all: readonly unknown[]): readonly Token[] {
  const tokens = new Tokens();
  const turns: number[] = [];
  const records = ownLines(all.map(fields));
  const items = new Set(records.map((record) => fields(record['payload'])).flatMap(calledId));
  const known = records.map((record) => fields(record['payload'])).flatMap(wordsOfItem);
  for (const record of records) {
    const payload = record['payload'] === undefined ? record : fields(record['payload']);
    const kind = record['payload'] === undefined ? 'response_item' : record['type'];
    if (kind === 'response_item') {
      if (payload['type'] === 'message' && payload['role'] === 'user') turns.push(tokens.all.length);
      item(tokens, payload);
      if (turns.at(-1) === tokens.all.length) turns.pop();
    }
    if (kind === 'event_msg') {
      eventCall(tokens, payload, items);
      if (payload['type'] === 'user_message' || payload['type'] === 'item_completed') turns.push(tokens.all.length);
      eventWords(tokens, payload, known);
      if (turns.at(-1) === tokens.all.length) turns.pop();
    }
    if (kind === 'compacted') tokens.say('summary', summary(payload));
    if (payload['type'] !== 'thread_rolled_back') continue;
    const gone = turns.splice(-Number(payload['num_turns'] ?? 1));
    if (gone[0] !== undefined) tokens.cut(gone[0]);
  }
  return tokens.all;
}

/** A subagent's file repeats its parent's lines: its own turns have ids that were made later than its own. */
function ownLines(records: readonly Fields[]): readonly Fields[] {
  const metas = records.flatMap((record, at) => (record['type'] === 'session_meta' ? [at] : []));
  const meta = fields(records[metas[0] ?? 0]?.['payload']);
  if (metas.length < 2 || fields(meta['source'])['subagent'] === undefined) return records;
  const from = records.findIndex((record, at) => {
    const turn = word(fields(record['payload'])['turn_id']);
    return at > (metas[1] ?? 0) && turn !== undefined && turn.slice(0, 13) >= (word(meta['id']) ?? '').slice(0, 13);
  });
  return from === -1 ? [] : records.slice(from);
}

/** All words of an item, each as events would tell them. */
function wordsOfItem(payload: Fields): readonly string[] {
  if (payload['type'] !== 'message' && payload['type'] !== 'reasoning') return [];
  const lists = [...list(payload['content']), ...list(payload['summary'])];
  return [texts(payload['content']), ...lists.map((one) => word(fields(one)['text']) ?? '')];
}

const TOLD_BY = {
  agent_message: 'words',
  AgentMessage: 'words',
  agent_reasoning: 'reasoning',
  Reasoning: 'reasoning',
  user_message: 'user',
  UserMessage: 'user',
} as const;

/** Words that no item has: its line is lost, or was never written. */
function eventWords(tokens: Tokens, event: Fields, known: readonly string[]): void {
  const told = event['type'] === 'item_completed' ? fields(event['item']) : event;
  const kind = Object.entries(TOLD_BY).find(([type]) => type === told['type'])?.[1];
  const raw = word(told['message']) ?? word(told['text']) ?? texts(told['content'] ?? told['summary_text']);
  if (kind === undefined || ADDED.test(raw) || known.some((words) => isSaidIn(words, raw))) return;
  tokens.say(kind, kind === 'user' ? requestIn(raw) : raw);
}

/** An item may have more around a person's words. */
function isSaidIn(words: string, raw: string): boolean {
  return (
    words.trim() === raw.trim() ||
    (words.split('\n').length > 1 + raw.trim().split('\n').length && words.includes(raw.trim()))
  );
}

/** Without the editor's context, which is before the request. */
function requestIn(text: string): string {
  const [context = '', request] = text.split('## My request for Codex:');
  return request !== undefined && /^\s*# (Context|Files)/.test(context) ? request : text;
}

function calledId(payload: Fields): readonly string[] {
  const isCall = String(payload['type']).endsWith('_call');
  return isCall ? [word(payload['call_id']) ?? word(payload['id']) ?? ''] : [];
}

function eventCall(tokens: Tokens, event: Fields, items: ReadonlySet<string>): void {
  const told = event['type'] === 'item_completed' ? fields(event['item']) : event;
  const id = word(told['call_id']) ?? word(told['id']) ?? '';
  if (items.has(id) || id === '') return;
  const { server, tool, arguments: args } = told['invocation'] === undefined ? told : fields(told['invocation']);
  if (told['type'] === 'mcp_tool_call_end' || told['type'] === 'McpToolCall')
    tokens.call(id, callText(`${String(server)}.${String(tool)}`, args));
  if (told['type'] !== 'exec_command_end' && told['type'] !== 'CommandExecution') return;
  const name = told['source'] === 'user_shell' ? 'user_shell' : 'exec_command';
  tokens.call(id, callText(name, { command: list(told['command']) }));
}

function item(tokens: Tokens, payload: Fields): void {
  const id = word(payload['call_id']) ?? word(payload['id']);
  switch (payload['type']) {
    case 'message':
      return message(tokens, payload);
    case 'reasoning': {
      const summed = list(payload['summary']).map((one) => word(fields(one)['text']) ?? '');
      const raw = list(payload['content']).map((one) => word(fields(one)['text']) ?? '');
      return tokens.say('reasoning', (summed.length > 0 ? summed : raw).join('\n\n'));
    }
    case 'function_call':
    case 'custom_tool_call': {
      const space = word(payload['namespace']);
      const name = `${space === undefined ? '' : `${space}.`}${String(payload['name'])}`;
      return tokens.call(id, callText(name, payload['arguments'] ?? payload['input']));
    }
    case 'local_shell_call':
      return tokens.call(id, callText('local_shell', payload['action']));
    case 'image_generation_call':
      return tokens.call(id, callText('image_generation', { prompt: payload['revised_prompt'] }));
    case 'tool_search_call':
      return tokens.call(id, callText('tool_search', payload['arguments']));
    case 'web_search_call':
      return tokens.call(id, callText('web_search', payload['action']));
    case 'function_call_output':
    case 'custom_tool_call_output':
      return tokens.result(id ?? '', outputText(payload['output']));
    default:
      return undefined;
  }
}

function message(tokens: Tokens, payload: Fields): void {
  const { content } = payload;
  const blocks = typeof content === 'string' ? [content] : list(content);
  if (payload['role'] === 'assistant')
    for (const block of blocks) tokens.say('words', word(fields(block)['refusal']) ?? blockText(block, fenced));
  if (payload['role'] !== 'user') return;
  const spoken = blocks.map((block) => blockText(block));
  const own = spoken.filter((text) => !ADDED.test(text) && !/^<\/?image/.test(text));
  tokens.say('user', requestIn(own.join('')));
}

/** Older rollouts have JSON in the text: the words are its `output`. */
function outputText(output: unknown): string {
  if (typeof output !== 'string')
    return Array.isArray(output) ? contentText(output) : texts(fields(output)['content'] ?? [output]);
  if (!output.startsWith('{"output":')) return output;
  try {
    return word(fields(JSON.parse(output))['output']) ?? '';
  } catch {
    return output;
  }
}

function summary(payload: Fields): string {
  const said = word(payload['message']);
  if (said !== undefined) return said;
  const users = list(payload['replacement_history'])
    .map(fields)
    .filter((one) => one['role'] === 'user');
  return texts(users.at(-1)?.['content']);
}
