import { callText, fields, list, texts, Tokens, word } from './token.ts';
import type { Fields, Token } from './token.ts';

/** What stands before a person's words, or in their place, by how it begins. */
const ADDED = [
  '<local-command-',
  '<bash-stdout>',
  '<bash-stderr>',
  'Caveat: The messages below',
  'Stop hook feedback:',
  '[Request interrupted',
  '<task-notification>',
  '<teammate-message',
];

export function claudeCodeTokens(records: readonly unknown[]): readonly Token[] {
  const tokens = new Tokens();
  const seen = new Set<string>();
  const said = new Set<string>();
  const roots = new Map<string, string>();
  const typedAt = new Set<string>();
  const own = records.map(fields).find((record) => record['cwd'] !== undefined || record['uuid'] !== undefined);
  const agent = own?.['isSidechain'] === true ? word(own['agentId']) : undefined;
  for (const record of records.map(fields)) {
    const uuid = word(record['uuid']);
    if (uuid !== undefined && seen.has(uuid)) continue;
    if (uuid !== undefined) seen.add(uuid);
    // The file of one agent is that agent's thread.
    const lane = agent !== undefined && record['agentId'] === agent ? '' : laneOf(record, roots);
    if (record['type'] === 'assistant') assistant(tokens, record, lane, said);
    if (record['type'] === 'user' && !isTypedAgain(record, typedAt)) user(tokens, record, lane);
    const attachment = fields(record['attachment']);
    if (record['type'] === 'attachment' && attachment['type'] === 'queued_command')
      person(tokens, texts(attachment['prompt']), lane);
  }
  return tokens.all;
}

/** A sidechain in the session's own file has no id: it is known by its first record, which the others lead back to. */
function laneOf(record: Fields, roots: Map<string, string>): string {
  const agent = word(record['agentId']);
  if (agent !== undefined) return `child:${agent}`;
  if (record['isSidechain'] !== true) return '';
  const uuid = word(record['uuid']) ?? '';
  const root = roots.get(word(record['parentUuid']) ?? '') ?? uuid;
  roots.set(uuid, root);
  return `child:${root}`;
}

/** A resumed session writes what was typed once more, at the same time, and not always cut into the same records. */
function isTypedAgain(record: Fields, typedAt: Set<string>): boolean {
  const { content } = fields(record['message']);
  const at = word(record['timestamp']);
  const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : list(content);
  const isResult = blocks.some((block) => fields(block)['type'] === 'tool_result');
  if (at === undefined || isResult || record['isSidechain'] === true || record['isMeta'] === true) return false;
  const keys = blocks.map((block) => `${at} ${JSON.stringify(block)}`);
  const isAgain = keys.length > 0 && keys.every((key) => typedAt.has(key));
  for (const key of keys) typedAt.add(key);
  return isAgain;
}

function assistant(tokens: Tokens, record: Fields, lane: string, said: Set<string>): void {
  const message = fields(record['message']);
  const blocks =
    typeof message['content'] === 'string' ? [{ type: 'text', text: message['content'] }] : list(message['content']);
  for (const block of blocks.map(fields)) {
    // Lines of one response may say again what others said.
    const key = JSON.stringify([message['id'] ?? record['uuid'], block['id'] ?? block]);
    if (said.has(key)) continue;
    said.add(key);
    if (block['type'] === 'text') tokens.say('words', texts([block]), lane);
    if (block['type'] === 'thinking') tokens.say('reasoning', word(block['thinking']) ?? '', lane);
    if (String(block['type']).endsWith('tool_use'))
      tokens.call(word(block['id']), callText(block['name'], block['input']), lane);
  }
}

function user(tokens: Tokens, record: Fields, lane: string): void {
  const { content } = fields(record['message']);
  const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : list(content).map(fields);
  for (const block of blocks)
    if (block['type'] === 'tool_result')
      tokens.result(word(fields(block)['tool_use_id']) ?? '', resultText(fields(block)));
  const spoken = blocks.filter((block) => block['type'] === 'text').map((block) => word(fields(block)['text']) ?? '');
  if (record['isCompactSummary'] === true || spoken.some((text) => text.startsWith('This session is being continued')))
    return tokens.say('summary', spoken.join('\n\n'), lane);
  if (record['isMeta'] !== true) person(tokens, spoken.map(typed).join(''), lane);
}

function person(tokens: Tokens, text: string, lane: string): void {
  tokens.say('user', typed(text), lane);
}

/** Without what the program added. A command is its name and its arguments. */
function typed(raw: string): string {
  const text = raw.replace(/^(\s*<(system-reminder|ide_opened_file|ide_selection)>[^]*?<\/\2>)+\s*/, '');
  if (ADDED.some((begin) => text.startsWith(begin))) return '';
  const inside = (tag: string): string => new RegExp(`<${tag}>([^]*?)</${tag}>`).exec(text)?.[1]?.trim() ?? '';
  if (text.startsWith('<command-')) return `${inside('command-name')} ${inside('command-args')}`.trim();
  return text.startsWith('<bash-input>') ? `! ${inside('bash-input')}` : text;
}

function resultText(block: Fields): string {
  return texts(block['content']);
}
