import type { Hono } from 'hono';
import type { AgentChoice, AgentChoices } from '../../agents/agent-choices.ts';
import { type Http, refuse } from '../../http/http.ts';
import { ledgerProblem, problem } from '../../http/problem.ts';
import type { ErrandAnswer } from '../../nodes/errand.ts';
import type { Services } from '../services.ts';
import type { FileSource } from './file-source.ts';

/** For whoever writes a message, and may write one: names of files say much of who has them. */
export function fileRoutes(
  app: Hono<Http>,
  files: FileSource | undefined,
  services: Services,
  choices: AgentChoices | undefined,
): void {
  app.get('/api/files', async (c) => {
    if (c.get('may') !== 'all') return refuse(c, READ_ONLY);
    if (files?.findFirst === undefined) return refuse(c, NO_FILES);
    const { words = '', ...wanted } = c.req.query();
    if (words.length > LONGEST) return refuse(c, TOO_LONG);
    const judged = await choices?.judge(choiceIn(wanted));
    if (judged?.ok === false) return refuse(c, problem(422, 'bad_choice', judged.problem));
    const found = await files.findFirst(judged?.choice ?? {}, words, MOST);
    return found.ok ? c.json({ files: found.files, more: found.more }) : refuse(c, noWorkspace(found.problem));
  });

  app.get('/api/threads/:id/files', async (c) => {
    if (c.get('may') !== 'all') return refuse(c, READ_ONLY);
    if (files === undefined) return refuse(c, NO_FILES);
    const words = c.req.query('words') ?? '';
    if (words.length > LONGEST) return refuse(c, TOO_LONG);
    const wanted = { thread: c.req.param('id'), words };
    const elsewhere = await services.runner.others?.ask({ kind: 'files', ...wanted });
    const found = elsewhere ?? (await findFiles(services, files, wanted));
    return found.ok ? c.json(found.value) : refuse(c, found.problem);
  });
}

/** In the folder that is here. */
export async function findFiles(
  { ledger }: Pick<Services, 'ledger'>,
  files: FileSource | undefined,
  { thread, words }: { readonly thread: string; readonly words: string },
): Promise<ErrandAnswer> {
  if (files === undefined) return { ok: false, problem: NO_FILES };
  const state = await ledger.state(thread);
  if (!state.ok) return { ok: false, problem: ledgerProblem(state.error) };
  if (state.value.agent === 'elsewhere') return { ok: false, problem: ELSEWHERE };
  const found = await files.find(state.value, words, MOST);
  if (!found.ok) return { ok: false, problem: noWorkspace(found.problem) };
  return { ok: true, value: { files: found.files, more: found.more } };
}

function choiceIn(query: { readonly [name: string]: string }): AgentChoice {
  const names = ['agent', 'provider', 'model', 'workspace'] as const;
  return Object.fromEntries(names.flatMap((name) => (query[name] === undefined ? [] : [[name, query[name]]])));
}

const MOST = 20;
const LONGEST = 300;

const noWorkspace = (words: string) => problem(409, 'no_workspace', words);
const NO_FILES = problem(404, 'no_files', 'This server does not list files.');
const ELSEWHERE = problem(404, 'no_files', 'The agent of this thread works elsewhere: its files are not here.');
const READ_ONLY = problem(403, 'read_only', 'You may only read here.');
const TOO_LONG = problem(400, 'bad_words', `Words to find a file by have at most ${LONGEST} characters.`);
