import { z } from 'zod';
import { type Answer, type Operation, refusalsOf } from './operation.ts';
import { operations } from './operations.ts';

/** The description of every route, as OpenAPI 3.1. `basePath` is where the server is reached. */
export function openApi(basePath: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const [route, operation] of Object.entries(operations)) {
    const [method = '', path = ''] = route.split(' ');
    const named = path.replace(/:(\w\w*)/g, '{$1}');
    (paths[named] ??= {})[method.toLowerCase()] = described(method, path, operation);
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Toolthread', version: '1', description: 'Threads of agents over HTTP.' },
    servers: [{ url: basePath === '' ? '/' : basePath }],
    security: [{ token: [] }],
    paths,
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } }, schemas: { Problem: PROBLEM } },
  };
}

const PROBLEM = z.toJSONSchema(z.strictObject({ error: z.strictObject({ code: z.string(), message: z.string() }) }), {
  target: 'draft-2020-12',
});

function described(method: string, path: string, operation: Operation): object {
  const { does, isFor, body, query = {}, answers } = operation;
  const names = [...path.matchAll(/:(\w\w*)/g)].map(([, name = '']) => name);
  const parameters = [
    ...names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
    ...Object.entries(query).map(([name, means]) => ({
      name,
      in: 'query',
      description: typeof means === 'string' ? means : means.integer,
      schema: { type: typeof means === 'string' ? 'string' : 'integer' },
    })),
  ];
  return {
    operationId: `${method.toLowerCase()}${path.replace(/\/api|[^\w][^\w]*(\w)/g, (_, letter: string = '') => letter.toUpperCase())}`,
    summary: does,
    ...(isFor === 'anybody' ? { security: [] } : {}),
    parameters,
    ...(body === undefined ? {} : { requestBody: asked(body.schema) }),
    responses: {
      ...Object.fromEntries(Object.entries(answers).map(([status, answer]) => [status, given(answer)])),
      ...refused(method, operation),
    },
  };
}

/** An absent body is `{}`: it is required where that is refused. */
function asked(schema: z.ZodType): object {
  const sent = z.toJSONSchema(schema, { target: 'draft-2020-12', io: 'input', unrepresentable: 'any' });
  return { required: !schema.safeParse({}).success, content: { 'application/json': { schema: sent } } };
}

function asJson(schema: z.ZodType): object {
  return {
    'application/json': { schema: z.toJSONSchema(schema, { target: 'draft-2020-12', unrepresentable: 'any' }) },
  };
}

function given(answer: Answer): object {
  switch (answer.kind) {
    case 'json':
      return { description: 'Done.', content: asJson(answer.schema) };
    case 'page or events':
      return { description: 'A page, or an event stream.', content: { ...asJson(answer.schema), ...STREAM } };
    case 'events':
      return { description: 'An event stream.', content: STREAM };
    case 'bytes':
      return { description: 'The bytes.', content: { 'application/octet-stream': {}, 'image/*': {} } };
    case 'text':
      return { description: 'A text.', content: { [answer.type]: { schema: { type: 'string' } } } };
    case 'nothing':
      return { description: 'Nothing.' };
    default:
      return answer satisfies never;
  }
}

const STREAM = { 'text/event-stream': { schema: { type: 'string' } } };

/** By status, with the codes that tell apart why. */
function refused(method: string, operation: Operation): Record<string, object> {
  const codes = new Map<string, string[]>();
  for (const refusal of refusalsOf(method, operation)) {
    const [status = '', code = ''] = refusal.split(' ');
    codes.set(status, [...(codes.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...codes].map(([status, all]) => {
      const schema = {
        allOf: [
          { $ref: '#/components/schemas/Problem' },
          { properties: { error: { properties: { code: { enum: all } } } } },
        ],
      };
      return [status, { description: all.join(', '), content: { 'application/json': { schema } } }];
    }),
  );
}
