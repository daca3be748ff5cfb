/** The tokens of every fixture that has any, counted a second time by other code, from the files alone. */
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { usageSum } from '@toolthread/core/summary';
import { expect, it } from 'vitest';
import { summaryOfFile } from '../sessions/session-summary.ts';

const FIXTURES = join(import.meta.dirname, '../../../../packages/transcripts/fixtures');

/** Input without what came from the cache, read from it, written to it, output with the reasoning, reasoning. */
type Tokens = readonly [input: number, read: number, written: number, output: number, reasoning: number];

// oxlint-disable-next-line typescript/no-explicit-any -- Other code, and nothing of the readers' help.
type Loose = any;

function linesOf(path: string): Loose[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((text) => {
      try {
        return [JSON.parse(text)];
      } catch {
        return [];
      }
    });
}

/** The last report of each response. */
function ofClaudeCode(path: string): Tokens[] {
  const folder = dirname(path);
  const name = basename(path, '.jsonl');
  const beside = [
    ...globSync(`${name}/subagents/*.jsonl`, { cwd: folder }),
    ...globSync('agent-*.jsonl', { cwd: folder }).filter((file) => linesOf(join(folder, file))[0].sessionId === name),
  ];
  return [path, ...beside.map((file) => join(folder, file))].flatMap((file) => {
    const last = new Map<string, Loose>();
    for (const { type, uuid, message } of linesOf(file))
      if (type === 'assistant' && message?.usage !== undefined) last.set(message.id ?? uuid, message.usage);
    return [...last.values()].map((usage): Tokens => [
      usage.input_tokens,
      usage.cache_read_input_tokens ?? 0,
      usage.cache_creation_input_tokens ?? 0,
      usage.output_tokens,
      0,
    ]);
  });
}

/** Each total once. */
function ofCodex(path: string): Tokens[] {
  const reports = new Map<string, Loose>();
  for (const { payload } of linesOf(path))
    if (payload?.type === 'token_count' && payload.info?.total_token_usage !== undefined)
      reports.set(JSON.stringify(payload.info.total_token_usage), payload.info.last_token_usage);
  return [...reports.values()].map((last): Tokens => [
    last.input_tokens - last.cached_input_tokens,
    last.cached_input_tokens,
    0,
    last.output_tokens,
    last.reasoning_output_tokens,
  ]);
}

/** Each message once. */
function ofGemini(path: string): Tokens[] {
  const whole = path.endsWith('.json') ? JSON.parse(readFileSync(path, 'utf8')).messages : linesOf(path);
  const last = new Map<string, Loose>();
  for (const { id, tokens } of whole) if (tokens !== undefined) last.set(id, tokens);
  return [...last.values()].map((tokens): Tokens => [
    tokens.input - tokens.cached,
    tokens.cached,
    0,
    tokens.output + tokens.thoughts,
    tokens.thoughts,
  ]);
}

/** Of all branches. */
function ofPi(path: string): Tokens[] {
  return linesOf(path)
    .map(({ message }) => message?.usage)
    .filter((usage) => usage !== undefined)
    .map((usage): Tokens => [usage.input, usage.cacheRead, usage.cacheWrite, usage.output, 0]);
}

function ofOpencode(path: string): Tokens[] {
  const { messages } = JSON.parse(readFileSync(path, 'utf8'));
  return messages
    .flatMap(({ parts }: Loose) => parts.filter(({ type }: Loose) => type === 'step-finish'))
    .map(({ tokens }: Loose): Tokens => [
      tokens.input,
      tokens.cache.read,
      tokens.cache.write,
      tokens.output + tokens.reasoning,
      tokens.reasoning,
    ]);
}

it.each([
  ['claude-code/everyday.jsonl', ofClaudeCode],
  ['claude-code/sidechain.jsonl', ofClaudeCode],
  ['claude-code/small.jsonl', ofClaudeCode],
  ['claude-code/with-folder/cloth.jsonl', ofClaudeCode],
  ['codex/enveloped.jsonl', ofCodex],
  ['gemini/document.json', ofGemini],
  ['gemini/lines.jsonl', ofGemini],
  ['pi/linear.jsonl', ofPi],
  ['pi/small.jsonl', ofPi],
  ['pi/branches.jsonl', ofPi],
  ['opencode/export.json', ofOpencode],
])('%s', async (name, count) => {
  const path = join(FIXTURES, name);
  const responses = count(path);
  const counted = [0, 1, 2, 3, 4].map((place) => responses.reduce((sum, tokens) => sum + (tokens[place] ?? 0), 0));
  const read = await summaryOfFile(path);
  const summary = read !== null && 'what' in read ? null : read;
  const sum = usageSum(summary?.usage ?? [], () => undefined);
  const { input_tokens, cache_read_tokens, cache_write_tokens, output_tokens, reasoning_tokens } = sum;
  expect(counted[3]).toBeGreaterThan(0);
  expect([input_tokens, cache_read_tokens, cache_write_tokens, output_tokens, reasoning_tokens]).toEqual(counted);
  // As `sessions` counts.
  expect(sum.calls).toBe(summary?.calls);
  expect([sum.failed, sum.worked_ms]).toEqual([summary?.failed, summary?.workedMs]);
});
