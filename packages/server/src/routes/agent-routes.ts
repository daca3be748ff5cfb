import { type EventDraft, HUMAN } from '@toolthread/core';
import type { Hono } from 'hono';
import type { AgentChoices } from '../agents/agent-choices.ts';
import { type Http, refuse } from '../http/http.ts';
import { ledgerProblem, problem } from '../http/problem.ts';
import { agentBody, readBody } from '../http/read-body.ts';
import type { Services } from './services.ts';

/** Who answers: what there is to choose from, and what a person chose for a thread. */
export function agentRoutes(app: Hono<Http>, { ledger }: Services, choices: AgentChoices | undefined): void {
  app.get('/api/agents', async (c) => (choices === undefined ? refuse(c, NO_CHOICE) : c.json(await choices.list())));

  app.post('/api/threads/:id/agent', async (c) => {
    const body = await readBody(c, agentBody);
    if (!body.ok) return refuse(c, body.problem);
    const id = c.req.param('id');
    const state = await ledger.state(id);
    if (!state.ok) return refuse(c, ledgerProblem(state.error));
    if (choices === undefined || state.value.agent === 'elsewhere') return refuse(c, NO_CHOICE);
    const judged = await choices.judge(body.value);
    if (!judged.ok) return refuse(c, problem(422, 'bad_choice', judged.problem));
    const by = c.get('by');
    const chosen: EventDraft = { type: 'agent.chosen', ...judged.choice, ...(by === HUMAN ? {} : { by }) };
    const written = await ledger.append(id, [chosen]);
    return written.ok ? c.json({ event: written.value[0] }) : refuse(c, ledgerProblem(written.error));
  });
}

const NO_CHOICE = problem(404, 'no_choice', 'There is nothing to choose here: one agent answers, as it was set up.');
