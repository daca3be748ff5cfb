import { z } from 'zod';
import { emptyBody, policyBody } from '../http/body/read-body.ts';
import { json } from './operation.ts';
import type { Operation } from './operation.ts';

const mcpServer = z.strictObject({
  name: z.string(),
  tools: z.array(z.string()),
  connecting: z.literal(true).optional(),
  problem: z.string().optional(),
});
const policy = z.strictObject({
  file: z.string(),
  rules: z.array(
    z.strictObject({
      tool: z.string(),
      verdict: z.enum(['allow', 'ask', 'deny']),
      where: z.record(z.string(), z.string()).optional(),
    }),
  ),
  always: z.int(),
  allowed: z.array(
    z.strictObject({
      id: z.string(),
      tool: z.string(),
      at: z.string(),
      expires_at: z.string(),
      shown: z.string().optional(),
      workspace: z.string().optional(),
    }),
  ),
  version: z.string().optional(),
  problem: z.string().optional(),
});
const settings = z.strictObject({ mcp: z.array(mcpServer), mcpProblems: z.array(z.string()), policy });

/** How the server is set up: for whoever sits at its computer. */
export const settingsOperations: Readonly<Record<string, Operation>> = {
  'GET /api/settings': {
    does: 'How the server is set up, on the computer itself: its MCP servers with their tools and problems as they are now, and the rules of its policy.',
    answers: { 200: json(settings) },
    refusals: ['404 no_settings'],
  },
  'PUT /api/settings/policy': {
    does: 'Replaces the rules of the policy, on the computer itself: all of them, in place of those that the caller saw. They hold from the next call on.',
    body: policyBody,
    answers: { 200: json(z.strictObject({ policy })) },
    refusals: ['404 no_settings', '409 policy_changed', '409 policy_not_written'],
  },
  'POST /api/settings/mcp/:name/reconnect': {
    does: 'Tries to reach an MCP server again, on the computer itself. One that answers is left as it is.',
    body: emptyBody,
    answers: { 200: json(z.strictObject({ server: mcpServer })) },
    refusals: ['404 no_settings', '404 no_such_server'],
  },
};
