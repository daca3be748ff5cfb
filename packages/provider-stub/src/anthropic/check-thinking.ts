/**
 * Signed thinking: a signature vouches for the text of a block and for everything before it: the system prompt, the tools and
 * each earlier block. Cache markers are left out of it.
 */
import { createHash } from 'node:crypto';
import type { Problem } from '../problem.ts';
import type { Seal } from '../seal.ts';
import { isShape, listOf, shapeOf, stringOf } from '../shape.ts';
import type { Shape } from '../shape.ts';

/** The running hash of what is before a block. */
export interface Prefix {
  add(role: string, block: Shape): void;
  readonly digest: () => string;
}

export function prefixOf(body: Shape): Prefix {
  const prefix = newPrefix();
  for (const item of listOf(body['messages'])) {
    const { role, content } = shapeOf(item);
    for (const block of blocksOf(content)) prefix.add(stringOf(role), block);
  }
  return prefix;
}

function newPrefix(): Prefix {
  const hash = createHash('sha256');
  return {
    add: (role, block) => void hash.update(JSON.stringify([role, sorted(unmarked(block))])),
    digest: () => hash.copy().digest('hex'),
  };
}

export interface Binding {
  readonly seal: Seal;
  readonly model: string;
  readonly body: Shape;
}

/** `model.text.system.tools.messages`, each of them sealed. */
export function signThinking(text: string, before: Prefix, { seal, model, body }: Binding): string {
  return [
    seal.sign('model', model),
    seal.sign('text', text),
    seal.sign('system', JSON.stringify(unmarked(body['system'] ?? null))),
    seal.sign('tools', JSON.stringify(unmarked(body['tools'] ?? null))),
    seal.sign('messages', before.digest()),
  ].join('.');
}

/** What is wrong with the thinking that came back. Another model's is dropped without a word, as the service does. */
export function checkThinking(binding: Binding): Problem[] {
  const prefix = newPrefix();
  const problems: Problem[] = [];
  for (const [index, item] of listOf(binding.body['messages']).entries()) {
    const { role, content } = shapeOf(item);
    for (const [at, block] of blocksOf(content).entries()) {
      const given = signatureOf(block);
      if (given !== undefined) {
        const want = signThinking(stringOf(block['thinking']), prefix, binding);
        const problem = compare(given, want, block['type'] === 'redacted_thinking', `messages.${index}.content.${at}`);
        if (problem !== undefined) problems.push(problem);
      }
      prefix.add(stringOf(role), block);
    }
  }
  return problems;
}

function signatureOf(block: Shape): string | undefined {
  if (block['type'] === 'thinking') return stringOf(block['signature']);
  return block['type'] === 'redacted_thinking' ? stringOf(block['data']) : undefined;
}

function compare(given: string, want: string, redacted: boolean, path: string): Problem | undefined {
  if (given === want) return undefined;
  const [model, text, ...bound] = given.split('.');
  const [ownModel, ownText, ...ownBound] = want.split('.');
  const what = redacted ? 'Invalid `data` in `redacted_thinking` block' : 'Invalid `signature` in `thinking` block';
  if (bound.length !== ownBound.length) return { rule: 'thinking-forged', message: `${path}: ${what}` };
  if (model !== ownModel) return undefined;
  if (text !== ownText) {
    const message = `${path}: \`thinking\` or \`redacted_thinking\` blocks in the latest assistant message cannot be modified. These blocks must remain as they were in the original response.`;
    return { rule: 'thinking-modified', message };
  }
  const at = bound.findIndex((part, index) => part !== ownBound[index]);
  const which = ['The `system` prompt', 'The `tools` list', 'A message before the block'][at] ?? 'The conversation';
  const message = `${path}: ${what}. The block is bound to a different conversation. Remove the block, or set \`thinking.block_binding.prefix_mismatch_behavior\` to "drop_block". ${which} has changed.`;
  return { rule: 'thinking-bound', message };
}

function blocksOf(content: unknown): Shape[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return listOf(content).map(shapeOf);
}

/** Without cache markers, at any depth. */
export function unmarked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unmarked);
  if (!isShape(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) => (key === 'cache_control' ? [] : [[key, unmarked(item)]])),
  );
}

/** The service compares values, not the order of their keys. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isShape(value)) return value;
  return Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, item]) => [key, sorted(item)]);
}
