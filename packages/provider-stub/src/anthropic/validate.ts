/** Anthropic Messages: what the service refuses, in its own words. */
import { newReport } from '../problem.ts';
import type { Problem, Report } from '../problem.ts';
import { hasLoneSurrogate, isList, isShape, listOf, shapeOf, stringOf, unknownKeys, words } from '../shape.ts';
import type { Shape } from '../shape.ts';
import { checkBlock } from './check-block.ts';
import { checkPairs } from './check-pairs.ts';
import { checkTools } from './check-tools.ts';

const FIELDS = words(`
  model max_tokens messages system tools tool_choice thinking stream stop_sequences temperature top_p top_k
  metadata service_tier container cache_control output_config inference_geo speed diagnostics user_profile_id
  workspace_id context_management mcp_servers
`);
const ROLES = ['user', 'assistant', 'system'];
const MAX_BREAKPOINTS = 4;
const MAX_MESSAGES = 100_000;

/** `validate({ model: 'm', max_tokens: 1, messages: [] })` gives one problem. */
export function validate(body: unknown): Problem[] {
  const report = newReport();
  if (!isShape(body)) return [{ rule: 'body', message: 'Input should be a valid dictionary' }];
  if (hasLoneSurrogate(body)) {
    report.add({ rule: 'surrogate', message: 'The request body is not valid JSON: no low surrogate in string' });
  }
  for (const key of unknownKeys(body, FIELDS)) {
    report.add({ rule: 'unknown-field', message: `${key}: Extra inputs are not permitted` });
  }
  if (stringOf(body['model']) === '') report.add({ rule: 'model', message: 'model: Field required' });
  checkLimit(body, report);
  checkSystem(body['system'], report);
  checkTools(body, report);
  checkMessages(body, report);
  checkBreakpoints(body, report);
  return report.problems;
}

function checkLimit(body: Shape, report: Report): void {
  const limit = body['max_tokens'];
  if (limit === undefined) report.add({ rule: 'max-tokens', message: 'max_tokens: Field required' });
  else if (typeof limit !== 'number' || !Number.isInteger(limit) || limit < 1) {
    report.add({ rule: 'max-tokens', message: 'max_tokens: Input should be greater than or equal to 1' });
  }
  const thinking = shapeOf(body['thinking']);
  if (thinking['type'] !== 'enabled') return;
  const budget = thinking['budget_tokens'];
  if (typeof budget !== 'number' || budget < 1024) {
    const message = 'thinking.enabled.budget_tokens: Input should be greater than or equal to 1024';
    report.add({ rule: 'thinking-budget', message });
  } else if (typeof limit === 'number' && limit <= budget) {
    report.add({ rule: 'thinking-budget', message: '`max_tokens` must be greater than `thinking.budget_tokens`.' });
  }
}

function checkSystem(system: unknown, report: Report): void {
  if (system === undefined || typeof system === 'string') return;
  if (!isList(system)) {
    report.add({ rule: 'system', message: 'system: Input should be a valid list' });
    return;
  }
  for (const [index, block] of system.entries()) {
    checkBlock(shapeOf(block), { path: `system.${index}`, role: 'system', between: false }, report);
  }
}

function checkMessages(body: Shape, report: Report): void {
  const messages = body['messages'];
  if (!isList(messages)) {
    report.add({ rule: 'messages', message: 'messages: Field required' });
    return;
  }
  if (messages.length === 0) report.add({ rule: 'messages', message: 'messages: at least one message is required' });
  if (messages.length > MAX_MESSAGES) {
    report.add({ rule: 'messages', message: `messages: at most ${MAX_MESSAGES} messages are allowed` });
  }
  for (const [index, message] of messages.entries()) checkMessage(shapeOf(message), index, report);
  checkPairs(messages.map(shapeOf), shapeOf(body['thinking'])['type'] === 'enabled', report);
}

function checkMessage(message: Shape, index: number, report: Report): void {
  const path = `messages.${index}`;
  const { role, content } = message;
  for (const key of unknownKeys(message, ['role', 'content'])) {
    report.add({ rule: 'unknown-field', message: `${path}.${key}: Extra inputs are not permitted` });
  }
  if (typeof role !== 'string' || !ROLES.includes(role)) {
    report.add({ rule: 'role', message: `${path}.role: Input should be 'user' or 'assistant'` });
    return;
  }
  if (role === 'system' && index === 0) {
    const message = `${path}.role: a \`system\` message cannot come first; use the top-level \`system\` parameter`;
    report.add({ rule: 'system-first', message });
  }
  if (content === '' || (isList(content) && content.length === 0)) {
    const message = `${path}: all messages must have non-empty content except for the optional final assistant message`;
    report.add({ rule: 'empty-content', message });
    return;
  }
  if (typeof content === 'string') {
    if (content.trim() === '') report.add({ rule: 'empty-text', message: WHITESPACE });
    return;
  }
  if (!isList(content)) {
    report.add({ rule: 'content', message: `${path}.content: Input should be a valid list` });
    return;
  }
  const types = content.map((block) => shapeOf(block)['type']);
  for (const [at, block] of content.entries()) {
    const between = isThinking(types[at - 1]) && isThinking(types[at + 1]);
    checkBlock(shapeOf(block), { path: `${path}.content.${at}`, role, between }, report);
  }
}

const WHITESPACE = 'messages: text content blocks must contain non-whitespace text';

function isThinking(type: unknown): boolean {
  return type === 'thinking' || type === 'redacted_thinking';
}

function checkBreakpoints(body: Shape, report: Report): void {
  const blocks = [body['system'], ...listOf(body['messages']).map((message) => shapeOf(message)['content'])];
  const marked = [body, ...listOf(body['tools']), ...blocks.flatMap(listOf)].flatMap((block) => [
    block,
    ...listOf(shapeOf(block)['content']),
  ]);
  const found = marked.filter((block) => isShape(shapeOf(block)['cache_control'])).length;
  if (found > MAX_BREAKPOINTS) {
    const message = `A maximum of ${MAX_BREAKPOINTS} blocks with cache_control may be provided. Found ${found}.`;
    report.add({ rule: 'breakpoints', message });
  }
}
