/** What people may send. Unknown fields are refused: a misspelt one must not be dropped in silence. */
import type { ContentPart } from '@toolthread/core';
import { zodProblems } from '@toolthread/agent';
import { exactTextSteps, type Json, type JsonBounds, JsonGauge, keysOf } from '@toolthread/core/json';
import { excessText, LONGEST_REASON, MOST_BODY_BYTES } from '@toolthread/core/text';
import { eventLoop, inTurns, ROLES } from '@toolthread/store';
import { z } from 'zod';
import type { HttpContext } from '../http.ts';
import { jsonSteps } from './json-steps.ts';
import { type Problem, problem } from '../problem.ts';

/** What a route takes, and how much of it. */
export interface Body<T> {
  readonly schema: z.ZodType<T>;
  readonly bytes: number;
  /** Numbers, texts, lists and objects; 10,000 where nobody says. */
  readonly values?: number;
}

/** A title, and what is around it. */
const FEW_BYTES = 4000;
/** Arguments or answers, with everything in them escaped. */
const SETTLEMENT_BYTES = 2_000_000;
/** Some hundred rules. */
const POLICY_BYTES = 200_000;

const source = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('base64'), data: z.base64() }),
  z.strictObject({ kind: z.literal('blob'), hash: z.string().regex(/^[0-9a-f]{64}$/), size: z.int().nonnegative() }),
]);
const bytes = { media_type: z.string().max(200), source, name: z.string().max(1000).exactOptional() };
const part: z.ZodType<ContentPart> = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), text: z.string() }),
  z.strictObject({ type: z.literal('image'), ...bytes }),
  z.strictObject({ type: z.literal('file'), ...bytes }),
  z.strictObject({
    type: z.literal('reference'),
    name: z.string().max(1000),
    uri: z.string().max(4000).exactOptional(),
  }),
]);
/** The id that a page gives to what is said. */
export const clientId: z.ZodString = z.string().regex(/^[\w.:-]{1,128}$/);
export const BAD_ID: Problem = problem(
  400,
  'bad_body',
  'The id of a new message has 1 to 128 letters, digits and the characters . : - _ (ids with a slash are the server’s own).',
);
const title = z.string().trim().min(1).max(300);

/** The list of threads shows it: no title makes the list long. */
export function isTitle(text: string): boolean {
  return title.safeParse(text).success;
}

export const newThreadBody = body(
  z.strictObject({ title: title.exactOptional(), agent: z.literal('elsewhere').exactOptional() }),
  FEW_BYTES,
);

/** What each draft is, the ledger's own check says. */
export const draftsBody = body(
  z.strictObject({
    // Not as records: these would lose a `__proto__` in silence.
    drafts: z.array(z.unknown()).min(1).max(500),
    expected_seq: z.int().nonnegative().exactOptional(),
  }),
  MOST_BODY_BYTES,
);

export const titleBody = body(z.strictObject({ title }), FEW_BYTES);

export const listPlace = z.enum(['list', 'archive', 'bin']);

export const placeBody = body(
  z
    .strictObject({ place: listPlace.exactOptional(), pinned: z.boolean().exactOptional() })
    .refine(({ place, pinned }) => place !== undefined || pinned !== undefined, 'Give place, or pinned, or both.'),
  FEW_BYTES,
);

const chosenName = z.string().min(1).max(200);

export const agentBody = body(
  z.strictObject({
    agent: chosenName.exactOptional(),
    provider: chosenName.exactOptional(),
    model: chosenName.exactOptional(),
    workspace: z.string().min(1).max(1000).exactOptional(),
    approval: z.enum(['ask', 'read-only', 'auto-edit']).exactOptional(),
  }),
  FEW_BYTES,
);

/** Not by way of a record: it would lose a `__proto__` in silence, and the rule would say more than was written. */
const where = z.preprocess(
  (given) => (typeof given === 'object' && given !== null && Object.hasOwn(given, '__proto__') ? undefined : given),
  z
    .record(z.string().min(1).max(200), z.string().max(1000))
    .refine((given) => Object.keys(given).length > 0, 'Give at least one argument, or leave where out.'),
);
const ruleBase = { tool: z.string().trim().min(1).max(200), verdict: z.enum(['allow', 'ask', 'deny']) };

/** The rules that shall hold instead of those that the caller saw. */
export const policyBody = body(
  z.strictObject({
    rules: z.array(z.union([z.strictObject({ ...ruleBase, where }), z.strictObject(ruleBase)])).max(500),
    version: z.string().max(100),
    forget_always: z.union([z.boolean(), z.array(z.string().max(200)).max(10_000)]).exactOptional(),
  }),
  POLICY_BYTES,
);

export const forkBody = body(
  z.strictObject({
    title: title.exactOptional(),
    /** The last event of the copy; without it, all of them. */
    up_to: z.int().min(1).exactOptional(),
  }),
  FEW_BYTES,
);

/** What the caller knew, and whether a run that is at work shall be stopped for it. */
const rewinding = {
  /** The last event that the caller has seen: what people did since is not taken back unseen. */
  seen: z.int().nonnegative().exactOptional(),
  stop: z.boolean().exactOptional(),
};

export const rewindBody = body(z.strictObject({ to: z.int().nonnegative(), ...rewinding }), FEW_BYTES);

const words = {
  text: z.string().min(1).exactOptional(),
  parts: z.array(part).min(1).max(100).exactOptional(),
};

interface Words {
  readonly text?: string;
  readonly parts?: readonly ContentPart[];
}

const eitherOr = ({ text, parts }: Words): boolean => (text === undefined) !== (parts === undefined);
const EITHER_OR = 'Give either text or parts.';

export const messageBody = body(
  z
    .strictObject({
      ...words,
      client_id: clientId.exactOptional(),
      delivery: z.enum(['now', 'steer', 'followUp']).default('now'),
      mentions: z.array(z.string().min(1).max(200)).max(100).exactOptional(),
    })
    .refine(eitherOr, EITHER_OR),
  MOST_BODY_BYTES,
);

export const againBody = body(
  z
    .strictObject({
      ...words,
      client_id: clientId.exactOptional(),
      mentions: z.array(z.string().min(1).max(200)).max(100).exactOptional(),
      ...rewinding,
    })
    .refine(({ text, parts }) => text === undefined || parts === undefined, 'Give text or parts, or neither.'),
  MOST_BODY_BYTES,
);

export const wordsBody = body(z.strictObject(words).refine(eitherOr, EITHER_OR), MOST_BODY_BYTES);

/** What was said, as parts. */
export function partsOfWords({ text = '', parts }: Words): readonly ContentPart[] {
  return parts ?? [{ type: 'text', text }];
}

export const answersBody = body(
  z.strictObject({
    answers: z
      .array(
        z.strictObject({
          question: z.string(),
          values: z.array(z.string()).max(100),
          text: z.string().exactOptional(),
        }),
      )
      .min(1)
      .max(100),
  }),
  SETTLEMENT_BYTES,
);

export const decisionBody = body(
  z
    .strictObject({
      decision: z.enum(['once', 'thread', 'always', 'deny', 'edit']),
      /** With `edit`: what shall run instead, as JSON text or as the object itself. */
      arguments: z.unknown().exactOptional(),
      reason: z.string().max(LONGEST_REASON).exactOptional(),
    })
    .refine(
      (body) => (body.decision === 'edit') === (body.arguments !== undefined),
      'Give arguments with edit, and only then.',
    ),
  SETTLEMENT_BYTES,
);

/** `version`: as a search gives it. */
export const openSessionBody = body(z.strictObject({ version: z.int().min(1).optional() }), FEW_BYTES);

/** A file that another agent left, whole. */
export const sessionFileBody = body(
  z.strictObject({ name: z.string().max(300), text: z.string().min(1) }),
  MOST_BODY_BYTES,
);

export const signInBody = body(
  z.strictObject({ name: z.string().min(1).max(200), password: z.string().min(1).max(1000) }),
  8000,
);

export const roleBody = body(z.strictObject({ role: z.enum(ROLES).exclude(['owner']) }), FEW_BYTES);

export const emptyBody = body(z.strictObject({}), FEW_BYTES);

function body<T>(schema: z.ZodType<T>, bytes: number): Body<T> {
  return { schema, bytes };
}

export type Read<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: Problem };

/** The body, checked. An absent one is `{}`. Each of its steps may be long, so that each has a turn of its own. */
export async function readBody<T>(c: HttpContext, { schema, bytes, values }: Body<T>): Promise<Read<T>> {
  const text = await c.get('receive')(bytes);
  if (typeof text !== 'string') return { ok: false, problem: text };
  const excess = await excessOf(text, values === undefined ? BOUNDS : { ...BOUNDS, values });
  if (excess !== undefined) return refused('bad_body', `The body is too much to read: ${excess}.`);
  let plain: Json;
  try {
    const keys = await keyProblem(text);
    if (keys !== undefined) return keys;
    await eventLoop.next();
    plain = text === '' ? {} : await inTurns(jsonSteps(text));
  } catch {
    return refused('bad_json', 'The body is not JSON.');
  }
  const exact = await inTurns(exactTextSteps(text));
  const json = exact === text ? plain : await inTurns(jsonSteps(exact));
  await eventLoop.next();
  const parsed = schema.safeParse(json);
  if (!parsed.success) return notFitting(schema, json);
  // A number of very many digits is kept as a text of them: that does not make it a text where one is wanted.
  await eventLoop.next();
  if (json !== plain && !schema.safeParse(plain).success) return notFitting(schema, plain);
  return { ok: true, value: parsed.data };
}

function notFitting(schema: z.ZodType, json: Json): ReturnType<typeof refused> {
  return refused('bad_body', zodProblems(schema, json, 'field').join(' ').slice(0, LONGEST_PROBLEM));
}

function refused(code: string, message: string): { readonly ok: false; readonly problem: Problem } {
  return { ok: false, problem: problem(400, code, message) };
}

const LONGEST_PROBLEM = 2000;
/** A hundred parts, each with a handful of fields, and edited arguments. */
const BOUNDS: JsonBounds = { characters: MOST_BODY_BYTES, depth: 200, values: 10_000 };
const PIECE = 100_000;

/** What a parser does with each key that it has not met takes longer than all else. */
const MOST_KEYS = 10_000;

/** Looked for before anything is parsed: a key that occurs twice in an object, and more different keys than anybody needs. */
async function keyProblem(text: string): Promise<ReturnType<typeof refused> | undefined> {
  const different = new Set<string>();
  for (const found of keysOf(text)) {
    if (found === undefined) {
      await eventLoop.next();
      continue;
    }
    const { key, isRepeated } = found;
    if (isRepeated) return refused('bad_json', `The key ${JSON.stringify(key.slice(0, 200))} occurs twice.`);
    different.add(key);
    if (different.size > MOST_KEYS)
      return refused('bad_body', `The body is too much to read: it has more than ${MOST_KEYS} different keys.`);
  }
  return undefined;
}

/** In words, what there is too much of. Nothing is parsed or walked before this is known. */
async function excessOf(text: string, bounds: JsonBounds): Promise<string | undefined> {
  const gauge = new JsonGauge(bounds);
  for (let from = 0; from < text.length && gauge.excess === undefined; from += PIECE) {
    await eventLoop.next();
    gauge.push(text.slice(from, from + PIECE));
  }
  return gauge.excess === undefined ? undefined : excessText(gauge.excess, bounds);
}
