import { RUN_STATUSES, STOP_REASONS } from '@toolthread/core';
import { DRAWN_IMAGES } from '@toolthread/core/json';
import { z } from 'zod';
import {
  answersBody,
  decisionBody,
  draftsBody,
  emptyBody,
  forkBody,
  listPlace,
  placeBody,
  messageBody,
  newThreadBody,
  titleBody,
  wordsBody,
} from '../http/body/read-body.ts';
import { ACTIONS } from '../access/may.ts';
import { agUiBody } from '../http/body/ag-ui-body.ts';
import { chatBody } from '../http/body/chat-body.ts';
import { json } from './operation.ts';
import type { Operation, Refusal } from './operation.ts';
import { eventSchema } from './event-schema.ts';
import { agentOperations } from './agent-operations.ts';
import { fileOperations } from './file-operations.ts';
import { lookOperations } from './look-operations.ts';
import { peopleOperations } from './people-operations.ts';
import { rewindOperations } from './rewind-operations.ts';
import { runOperations } from './run-operations.ts';
import { sessionOperations, SINCE } from './session-operations.ts';
import { settingsOperations } from './settings-operations.ts';
import { spendingOperations } from './spending-operations.ts';

const event = eventSchema(z.string());
const thread = z.strictObject({
  id: z.string(),
  title: z.string().nullable(),
  status: z.enum(Object.keys(RUN_STATUSES)).nullable(),
  stop: z.enum(Object.keys(STOP_REASONS)).nullable(),
  turn: z.enum(['open', 'asks', 'failed', 'stopped', 'answered', 'over']).nullable(),
  seq: z.int(),
  calls: z.int(),
  failed: z.int(),
  waiting: z.int(),
  approvals: z.int(),
  may: z.array(z.enum(ACTIONS)).nullable(),
  unfinished: z.boolean(),
  damage: z.string().optional(),
  created_at: z.number(),
  updated_at: z.number(),
  pinned: z.boolean(),
  place: listPlace,
  placed_at: z.number().nullable(),
  worked_ms: z.number(),
  agent: z.string().nullable(),
  model: z.string().nullable(),
  project: z.string().nullable(),
});
const message = z.looseObject({ id: z.string(), role: z.string(), content: z.string(), timestamp: z.string() });
const uiMessage = z.looseObject({ id: z.string(), role: z.string(), parts: z.array(z.unknown()) });
const written = json(z.strictObject({ event }));

/** Every route that looks into a thread. */
const READS: readonly Refusal[] = ['404 no_such_thread', '409 damaged', '503 unavailable'];
/** And every one that appends to it. */
const WRITES: readonly Refusal[] = [...READS, '400 unwritable_event', '409 read_only_session'];

const AFTER = 'The last event that the reader has; without it, none. The header Last-Event-ID says the same.';

/** Every route, by its method and path. A route that is missing here, or an answer that is not so, fails the tests. */
export const operations: Readonly<Record<string, Operation>> = {
  'GET /api/openapi.json': {
    does: 'This description.',
    answers: { 200: json(z.looseObject({ openapi: z.string() })) },
    refusals: [],
  },
  'POST /api/session': {
    does: 'Exchanges the token for a cookie that no script can read, and a secret for the page to keep.',
    isFor: 'readers',
    body: emptyBody,
    answers: { 200: json(z.strictObject({ page_secret: z.string() })) },
    refusals: [],
  },
  'GET /api/health': {
    does: 'Says that the server is there.',
    answers: { 200: json(z.strictObject({ status: z.literal('ok') })) },
    refusals: [],
  },
  'GET /healthz': {
    does: 'Says to anybody that the process runs.',
    isFor: 'anybody',
    answers: { 200: { kind: 'text', type: 'text/plain' } },
    refusals: [],
  },
  'GET /readyz': {
    does: 'Says whether the server can do its work, or why it cannot, to anybody: whether the ledger can be read, and whatever else it needs is there.',
    isFor: 'anybody',
    answers: { 200: { kind: 'text', type: 'text/plain' } },
    refusals: ['503 not_ready'],
  },
  'GET /metrics': {
    does: 'What the server counts of itself, as Prometheus reads it.',
    answers: { 200: { kind: 'text', type: 'text/plain' } },
    refusals: ['403 not_allowed'],
  },
  'GET /api/info': {
    does: 'Who answers here, what a newcomer may ask, and what this token may do.',
    answers: {
      200: json(
        z.strictObject({
          agent: z.string(),
          members: z.array(z.string()).optional(),
          folders: z.strictObject({ usual: z.string().optional(), home: z.string().optional() }).optional(),
          prompts: z.array(z.strictObject({ title: z.string(), text: z.string(), language: z.string().optional() })),
          may: z.enum(['all', 'read']),
          renderers: z.string().optional(),
          you: z.string().optional(),
          accounts: z.boolean().optional(),
          link: z.string().optional(),
        }),
      ),
    },
    refusals: [],
  },
  ...peopleOperations,
  ...sessionOperations,
  ...agentOperations,
  ...fileOperations,
  ...settingsOperations,
  ...spendingOperations,
  'POST /api/threads': {
    does: 'Makes a thread.',
    body: newThreadBody,
    answers: { 201: json(thread) },
    refusals: [...READS, '400 unwritable_event', '404 no_such_person'],
  },
  'GET /api/threads': {
    does: 'A page of threads, those that are pinned first, and then the newest.',
    query: {
      place: 'Which list: list (the default), archive or bin.',
      state: 'Only those that are working, waiting, failed, stopped, done or idle.',
      since: { integer: SINCE },
      agent: 'Only those of this agent, as the list names it; empty: those for which nobody chose one.',
      project: 'Only those in this folder, as the list names it; empty: those for which nobody chose one.',
      limit: { integer: 'How many: 100 by default, at most 500.' },
      before: 'Where the page begins: the value of next from the page before.',
    },
    answers: { 200: json(z.strictObject({ threads: z.array(thread), next: z.string().nullable() })) },
    refusals: ['400 bad_limit', '400 bad_cursor', '400 bad_place', '400 bad_state', '400 bad_since', '503 unavailable'],
  },
  'GET /api/threads/:id': { does: 'One thread.', answers: { 200: json(thread) }, refusals: READS },
  'DELETE /api/threads/:id': {
    does: 'Deletes a thread, with its events and the blobs that no other thread names.',
    answers: { 200: json(z.strictObject({ deleted: z.string() })) },
    refusals: ['404 no_such_thread', '409 busy', '503 unavailable'],
  },
  'POST /api/threads/:id/fork': {
    does: 'A new thread with the history of this one, in which the agent of this server works; with up_to, its history up to that event. This one, also a session of another agent, stays as it is.',
    body: forkBody,
    answers: { 201: json(thread) },
    refusals: [...READS, '400 unwritable_event', '404 no_such_event', '404 no_such_person'],
  },
  'POST /api/threads/:id/place': {
    does: 'Pins a thread, or puts it into the archive, the bin or back into the list. From the bin it is deleted for good after 30 days.',
    body: placeBody,
    answers: { 200: written },
    refusals: [...WRITES, '409 busy'],
  },
  'POST /api/threads/:id/title': {
    does: 'Renames a thread; of a session of another agent, only here.',
    body: titleBody,
    answers: { 200: written },
    refusals: [...READS, '400 unwritable_event'],
  },
  'GET /api/threads/:id/events': {
    does: 'Every event, then each new one, as an event stream; with limit a page of them as JSON.',
    query: { after: { integer: AFTER }, limit: { integer: 'How many, as JSON: at most 1000.' } },
    answers: {
      200: { kind: 'page or events', schema: z.strictObject({ events: z.array(event), last_seq: z.int() }) },
    },
    refusals: [...READS, '400 bad_cursor', '400 cursor_ahead', '400 bad_limit'],
  },
  'POST /api/threads/:id/events': {
    does: 'What an agent of your own did, in a thread whose agent is elsewhere. 200: these drafts were written before.',
    body: draftsBody,
    answers: {
      200: json(z.strictObject({ events: z.array(event) })),
      201: json(z.strictObject({ events: z.array(event) })),
    },
    refusals: [
      ...WRITES,
      '400 bad_draft',
      '400 not_yours',
      '403 not_yours',
      '404 no_such_message',
      '404 no_such_blob',
      '409 agent_is_here',
      '409 seq_conflict',
      '409 message_conflict',
      '409 message_taken_back',
      '409 request_not_open',
      '409 nothing_to_stop',
      '409 stale_run',
      '404 no_such_event',
    ],
  },
  'GET /api/threads/:id/messages': {
    does: 'The thread as messages of the UI contract.',
    answers: { 200: json(z.strictObject({ messages: z.array(message) })) },
    refusals: READS,
  },
  'GET /api/threads/:id/contract': {
    does: 'The same messages as a bare list.',
    answers: { 200: json(z.array(message)) },
    refusals: READS,
  },
  'GET /api/threads/:id/contract/events': {
    does: 'The live events of the UI contract, from the first one on, as an event stream.',
    query: { after: 'The id of the last event that the reader has. The header Last-Event-ID says the same.' },
    answers: { 200: { kind: 'events' } },
    refusals: [...READS, '400 bad_cursor', '400 cursor_ahead'],
  },
  'POST /api/threads/:id/messages': {
    does: 'Posts a message. With the same client_id it is the same message.',
    body: messageBody,
    answers: { 201: written },
    refusals: [...WRITES, '404 no_such_blob', '409 message_conflict', '409 message_taken_back', '429 spending_limit'],
  },
  'PUT /api/threads/:id/messages/:seq': {
    does: 'Changes a message that no step has read yet.',
    body: wordsBody,
    answers: { 200: json(z.strictObject({ seq: z.int() })) },
    refusals: [...WRITES, '404 no_such_message', '404 no_such_blob', '400 not_yours', '403 not_yours', '409 too_late'],
  },
  'DELETE /api/threads/:id/messages/:seq': {
    does: 'Takes such a message back.',
    answers: { 200: json(z.strictObject({ seq: z.int() })) },
    refusals: [...WRITES, '404 no_such_message', '400 not_yours', '403 not_yours', '409 too_late'],
  },
  ...lookOperations(READS),
  ...rewindOperations(written, WRITES),
  'POST /api/threads/:id/stop': {
    does: 'Ends the run that is under way. 202: it is stopped, and the ledger cannot be written now.',
    answers: {
      200: json(z.strictObject({ stopping: z.boolean(), event: event.optional() })),
      202: json(z.strictObject({ stopping: z.literal(true), recorded: z.literal(false), message: z.string() })),
    },
    refusals: WRITES,
  },
  'POST /api/threads/:id/continue': {
    does: 'Continues the last run where it was cut off.',
    body: emptyBody,
    answers: { 200: written },
    refusals: [...WRITES, '409 nothing_to_continue', '429 spending_limit'],
  },
  'POST /api/threads/:id/answers/:call': {
    does: 'Answers the questions of a call, or of a request by its own name.',
    body: answersBody,
    answers: { 200: json(z.strictObject({ request: z.string(), event: event.optional() })) },
    refusals: [...WRITES, '404 no_such_question', '400 unknown_question', '409 expired', '409 already_settled'],
  },
  'POST /api/threads/:id/approvals/:request': {
    does: 'Allows, denies or edits a call that waits for approval.',
    body: decisionBody,
    answers: { 200: json(z.strictObject({ request: z.string(), event: event.optional() })) },
    refusals: [
      ...WRITES,
      '404 no_such_request',
      '400 bad_arguments',
      '400 not_kept',
      '422 bad_arguments',
      '409 expired',
      '409 already_settled',
    ],
  },
  'GET /api/threads/:id/changes/:change': {
    does: 'What a run changed in the workspace.',
    answers: {
      200: json(
        z.strictObject({
          files: z.array(z.looseObject({ path: z.string() })),
          unknown: z.array(z.unknown()),
          diff: z.string(),
          cut: z.strictObject({ files: z.int() }).optional(),
          undo: z.string(),
        }),
      ),
    },
    refusals: [...READS, '404 no_such_change'],
  },
  'GET /api/threads/:id/steps/:step/request': {
    does: 'What a step asked its model: the body as it was sent, without secrets, and what was repaired, cut or added in it.',
    query: {
      scope: 'Whose step: `agent:<name>`, `team` or `child:<run>`; without it, the own agent of the thread.',
    },
    answers: {
      200: json(
        z.strictObject({
          request: z.strictObject({
            step: z.int(),
            previous: z.int().nullable(),
            next: z.int().nullable(),
            scope: z.string().nullable(),
            provider: z.string().nullable(),
            api: z.string().nullable(),
            model: z.string().nullable(),
            body: z.looseObject({}),
            marks: z.array(z.strictObject({ kind: z.string(), text: z.string() })),
            unknown: z.array(z.enum(['model', 'system', 'tools', 'bytes', 'wire'])),
          }),
        }),
      ),
    },
    refusals: [
      ...READS,
      '400 bad_step',
      '404 no_requests',
      '404 no_such_step',
      '404 sent_elsewhere',
      '403 request_withheld',
    ],
  },
  'POST /api/threads/:id/changes/:change/undo': {
    does: 'Every file as it was before that change.',
    body: emptyBody,
    answers: { 200: json(z.strictObject({ change: z.string() })) },
    refusals: [
      ...WRITES,
      '404 no_such_change',
      '409 busy',
      '409 not_undoable',
      '409 no_workspace',
      '409 cannot_undo',
      '409 stale_run',
      '409 files_elsewhere',
    ],
  },
  ...runOperations(WRITES),
  'POST /api/chat': {
    does: "Takes what the AI SDK's useChat sends, and answers with a UI message stream.",
    body: chatBody,
    answers: { 200: { kind: 'events' } },
    refusals: [
      ...WRITES,
      '404 no_such_blob',
      '400 bad_answer',
      '403 not_yours',
      '409 busy',
      '409 cannot_regenerate',
      '409 nothing_new',
      '409 message_conflict',
      '409 message_taken_back',
      '409 expired',
      '409 already_settled',
      '429 spending_limit',
    ],
  },
  'GET /api/chat/:id/stream': {
    does: 'The last answer from its start, as a UI message stream, until it ends. 204 if there is none.',
    answers: { 200: { kind: 'events' }, 204: { kind: 'nothing' } },
    refusals: READS,
  },
  'GET /api/chat/:id/messages': {
    does: "The thread as the AI SDK's messages.",
    answers: { 200: json(z.strictObject({ messages: z.array(uiMessage) })) },
    refusals: READS,
  },
  'POST /api/ag-ui': {
    does: 'Takes what a client of AG-UI sends (RunAgentInput), and answers with a run of it as an event stream.',
    body: agUiBody,
    answers: { 200: { kind: 'events' } },
    refusals: [
      ...WRITES,
      '404 no_such_blob',
      '400 bad_answer',
      '400 bad_arguments',
      '400 not_kept',
      '422 bad_arguments',
      '403 not_yours',
      '409 busy',
      '409 cannot_regenerate',
      '409 message_conflict',
      '409 message_taken_back',
      '409 expired',
      '429 spending_limit',
    ],
  },
  'GET /api/blobs/:hash': {
    does: 'Bytes that an event names.',
    query: { type: `The type of a picture to draw: ${DRAWN_IMAGES.join(', ')}.` },
    answers: { 200: { kind: 'bytes' } },
    refusals: ['404 no_such_blob', '503 unavailable'],
  },
  'GET /renderers/:name': {
    does: "The module of the page's own renderers, if there is one. GET /api/info says its name.",
    isFor: 'anybody',
    answers: { 200: { kind: 'text', type: 'text/javascript' }, 404: { kind: 'text', type: 'text/plain' } },
    refusals: [],
  },
};
