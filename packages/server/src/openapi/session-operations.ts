import { z } from 'zod';
import { openSessionBody, sessionFileBody } from '../http/body/read-body.ts';
import { json } from './operation.ts';
import type { Operation } from './operation.ts';

export const SINCE = 'Only those in which something happened since, in milliseconds since 1970.';

const session = z.strictObject({
  id: z.string(),
  agent: z.string(),
  title: z.string(),
  project: z.string(),
  model: z.string().nullable(),
  calls: z.int(),
  failed: z.int(),
  tokens: z.number(),
  worked_ms: z.number(),
  started_at: z.number().nullable(),
  ended_at: z.number(),
  state: z.enum(['working', 'open', 'waiting', 'failed', 'stopped', 'done']),
  thread: z.string().nullable(),
});
const searchHit = z.strictObject({
  kind: z.enum(['thread', 'session']),
  id: z.string(),
  agent: z.string(),
  title: z.string(),
  project: z.string(),
  at: z.number(),
  places: z.array(
    z.strictObject({
      place: z.string().nullable(),
      version: z.int().optional(),
      whose: z.string(),
      around: z.string(),
      marks: z.array(z.array(z.int())),
    }),
  ),
  more: z.boolean(),
});
const usageSum = z.strictObject({
  input_tokens: z.number(),
  output_tokens: z.number(),
  cache_read_tokens: z.number(),
  cache_write_tokens: z.number(),
  reasoning_tokens: z.number(),
  calls: z.number(),
  failed: z.number(),
  worked_ms: z.number(),
  waited_ms: z.number(),
  cost: z.number(),
  unpriced_tokens: z.number(),
});
/** For a million tokens. */
const price = z.strictObject({
  input: z.number(),
  output: z.number(),
  cacheRead: z.number().optional(),
  cacheWrite: z.number().optional(),
});
const namedUsage = z.array(usageSum.extend({ name: z.string().nullable() }));

/** What is asked of this computer as a whole: sessions of other agents, and what is found and counted in them and in all threads. */
export const sessionOperations: Readonly<Record<string, Operation>> = {
  'GET /api/sessions': {
    does: 'A page of the sessions that other agents left on this computer, the newest first; on that computer only.',
    query: {
      agent: 'Only those of this agent: claude-code, codex, …',
      project: 'Only those of this project, as the list names it.',
      words: 'Only those with these words in the title, project, agent or model.',
      state: 'Only those that are working, open, waiting, failed, stopped or done.',
      since: { integer: SINCE },
      limit: { integer: 'How many: 100 by default, at most 500.' },
      before: 'Where the page begins: the value of next from the page before.',
    },
    answers: {
      200: json(
        z.strictObject({
          sessions: z.array(session),
          next: z.string().nullable(),
          skipped: z.int(),
          home: z.string().nullable(),
          agents: z.array(z.string()),
          projects: z.array(z.string()),
        }),
      ),
    },
    refusals: ['404 no_sessions', '400 bad_limit', '400 bad_cursor', '400 bad_since'],
  },
  'POST /api/sessions': {
    does: 'A thread that shows the session in a file that is sent whole, as text. The same file gives the same thread.',
    body: sessionFileBody,
    answers: { 200: json(z.strictObject({ thread: z.string() })) },
    refusals: ['404 no_sessions', '413 session_too_large', '422 session_unreadable', '503 unavailable'],
  },
  'POST /api/sessions/:id/open': {
    does: 'A thread that shows the session, and follows its file while somebody reads it. The same each time, unless the file was rewritten. A version that a search found in the session has its place in the thread.',
    body: openSessionBody,
    answers: { 200: json(z.strictObject({ thread: z.string(), version: z.int().optional() })) },
    refusals: [
      '404 no_sessions',
      '404 no_such_session',
      '413 session_too_large',
      '422 session_unreadable',
      '503 unavailable',
    ],
  },
  'GET /api/search': {
    does: 'Finds what was said in all threads, and on the computer itself in the sessions of other agents, the newest first.',
    query: {
      words:
        'Words that must all be in one message, answer or call. Words in quotes must be together. One word has at least three letters. Filters: tool:shell, outcome:failed, author:anna, agent:demo, since:2026-11-01, until:2026-11-30.',
      limit: { integer: 'How many threads and sessions, from 1 to 100: 30 by default.' },
    },
    answers: {
      200: json(z.strictObject({ hits: z.array(searchHit), more: z.boolean(), read: z.int(), total: z.int() })),
    },
    refusals: ['400 bad_limit', '400 bad_words', '503 unavailable'],
  },
  'GET /api/usage': {
    does: 'Tokens, cost, calls and time of all threads, and on the computer itself of the sessions of other agents, by day, model, project, agent and tool.',
    query: {
      since: 'From this day on: 2026-11-16.',
      until: 'Up to this day, with it.',
    },
    answers: {
      200: json(
        z.strictObject({
          prices: z.array(z.strictObject({ date: z.string(), own: z.boolean() })),
          total: usageSum,
          unpriced: z.array(z.strictObject({ model: z.string().nullable(), tokens: z.number() })),
          undated: usageSum,
          skipped: z.int(),
          day: namedUsage,
          model: namedUsage,
          project: namedUsage,
          agent: namedUsage,
          tool: namedUsage,
        }),
      ),
    },
    refusals: ['404 no_usage', '400 bad_day', '503 no_prices'],
  },
  'GET /api/prices': {
    does: 'What models cost, by the lists that the usage is counted with.',
    query: { model: 'A model; as often as there are models, at most 50.' },
    answers: {
      200: json(
        z.strictObject({
          lists: z.array(z.strictObject({ date: z.string(), own: z.boolean() })),
          models: z.array(z.strictObject({ model: z.string(), price: price.nullable() })),
        }),
      ),
    },
    refusals: ['404 no_usage', '400 bad_models', '503 no_prices'],
  },
};
