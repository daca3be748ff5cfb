import type { JsonObject } from '../../ledger/json/json.ts';
import type { Request } from '../../ledger/thread-state.ts';
import { asksApproval } from '../../ledger/queries/asks-approval.ts';

/** All forms in which an interrupt can be settled, as a JSON Schema: what it refuses the server refuses, and nothing else. */
export function responseSchema(request: Request): JsonObject {
  return asksApproval(request) ? decisionSchema(request) : answersSchema(request);
}

/** The longest reason that the server accepts with a decision. */
const REASON: JsonObject = { type: 'string', maxLength: 10_000 };

function decisionSchema({ keepsAlways }: Request): JsonObject {
  const words = ['once', 'thread', ...(keepsAlways ? ['always'] : []), 'deny'];
  return {
    anyOf: [
      form({ decision: { enum: words } }, { reason: REASON }),
      form(
        {
          decision: { const: 'edit' },
          arguments: {
            anyOf: [{ type: 'object' }, { type: 'string' }],
            description: 'What shall run instead: an object, or one as JSON text.',
          },
        },
        { reason: REASON },
      ),
      plainDecision({ type: 'boolean' }),
    ],
  };
}

/** As many answers as there are questions, or each with its question; a question can be declined, too. */
function answersSchema({ questions }: Request): JsonObject {
  const texts = questions.map(({ question }) => question);
  const list = { type: 'array', items: { type: 'string' }, minItems: texts.length, maxItems: texts.length };
  return {
    anyOf: [
      ...(texts.length === 1 ? [{ type: 'string' }] : []),
      list,
      ...(texts.length === 0 ? [] : [answersBy(texts)]),
      form({ decision: { const: 'deny' } }, { reason: REASON }),
      plainDecision({ const: false }),
    ],
  };
}

function answersBy(questions: readonly string[]): JsonObject {
  const values = { type: 'array', items: { type: 'string' }, maxItems: 100 };
  const items = form({ question: { enum: [...new Set(questions)] }, values }, { text: { type: 'string' } });
  return form({ answers: { type: 'array', items, minItems: 1, maxItems: 100 } }, {});
}

/** As the AI SDK's pages write it; other fields are ignored. */
function plainDecision(approved: JsonObject): JsonObject {
  return { type: 'object', properties: { approved, reason: { type: 'string' } }, required: ['approved'] };
}

function form(required: JsonObject, optional: JsonObject): JsonObject {
  return {
    type: 'object',
    properties: { ...required, ...optional },
    required: Object.keys(required),
    additionalProperties: false,
  };
}
