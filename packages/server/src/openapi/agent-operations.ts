import { z } from 'zod';
import { agentBody } from '../http/body/read-body.ts';
import { eventSchema } from './event-schema.ts';
import { json } from './operation.ts';
import type { Operation } from './operation.ts';

const choice = z.strictObject({
  agent: z.string().optional(),
  provider: z.string().optional(),
  model: z.string().optional(),
  workspace: z.string().optional(),
  approval: z.enum(['ask', 'read-only', 'auto-edit']).optional(),
});
const provider = z.strictObject({
  name: z.string(),
  kind: z.enum(['provider', 'local server']),
  state: z.enum(['found', 'missing', 'refused', 'unreachable']),
  by: z.array(z.string()),
  keyless: z.literal(true).optional(),
  problem: z.string().optional(),
  models: z.array(z.string()),
});
const agents = z.strictObject({
  agents: z.array(z.string()),
  providers: z.array(provider),
  workspaces: z.array(z.string()),
  below: z.array(z.string()),
  usual: choice,
});
const event = eventSchema(z.literal('agent.chosen'));

/** Who answers: what there is to choose from, and a person's choice. */
export const agentOperations: Readonly<Record<string, Operation>> = {
  'GET /api/agents': {
    does: 'Who may answer in a thread, with which models and where: what a person can choose. No key is in it.',
    answers: { 200: json(agents) },
    refusals: ['404 no_choice'],
  },
  'POST /api/threads/:id/agent': {
    does: 'A person chooses who answers from the next run on: agent, model, folder, and what runs without asking. It is the whole choice.',
    body: agentBody,
    answers: { 200: json(z.strictObject({ event })) },
    refusals: [
      '404 no_such_thread',
      '404 no_choice',
      '409 damaged',
      '409 read_only_session',
      '400 unwritable_event',
      '422 bad_choice',
      '503 unavailable',
    ],
  },
};
