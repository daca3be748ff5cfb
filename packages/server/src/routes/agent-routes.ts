import { type EventDraft, HUMAN } from '@toolthread/core';
import type { Hono } from 'hono';
import type { AgentChoices } from '../agents/agent-choices.ts';
import { answerWritten } from '../http/answer-written.ts';
import { type Http, refuse } from '../http/http.ts';
import { problem } from '../http/problem.ts';
import { agentBody } from '../http/body/read-body.ts';
import { readForThread } from '../http/body/read-for-thread.ts';
import type { Services } from './services.ts';

/** Who answers: what there is to choose from, and what a person chose for a thread. */
export function agentRoutes(app: Hono<Http>, { ledger }: Services, choices: AgentChoices | undefined): void {
  app.get('/api/agents', async (c) => (choices === undefined ? refuse(c, NO_CHOICE) : c.json(await choices.list())));

  app.post('/api/threads/:id/agent', async (c) => {
    const asked = await readForThread(c, ledger, agentBody);
    if (!asked.ok) return refuse(c, asked.problem);
    if (choices === undefined || asked.state.agent === 'elsewhere') return refuse(c, NO_CHOICE);
    const judged = await choices.judge(asked.body);
    if (!judged.ok) return refuse(c, problem(422, 'bad_choice', judged.problem));
    const by = c.get('by');
    const chosen: EventDraft = { type: 'agent.chosen', ...judged.choice, ...(by === HUMAN ? {} : { by }) };
    const written = await ledger.append(asked.id, [chosen]);
    return answerWritten(c, written);
  });
}

const NO_CHOICE = problem(404, 'no_choice', 'There is nothing to choose here: this server has one agent.');
