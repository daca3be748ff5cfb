import { thrownWords } from '@toolthread/core/text';
import { fieldsOf } from '@toolthread/core/json';
import type { JsonObject } from '@toolthread/core/json';
import { closedSchema } from './closed-schema.ts';
import type { InputSchema } from './define-tool.ts';

/** What a model is told of a tool's arguments. Throws, in words for the programmer, if the schema cannot say it. */
export function parametersOf<Input>(tool: string, schema: InputSchema<Input>): JsonObject {
  // A program without types can give anything here, and so can one with two versions of a library.
  const standard = fieldsOf(fieldsOf(schema)['~standard']);
  if (typeof standard['validate'] !== 'function')
    throw new Error(`The input of the tool "${tool}" is not a schema: give one of zod 4, like z.object({ … }).`);
  if (typeof fieldsOf(standard['jsonSchema'])['input'] !== 'function')
    throw new Error(
      `The input of the tool "${tool}" is a schema that cannot be written as JSON Schema (${String(standard['vendor'])}). zod can do so from version 4.2 on.`,
    );
  const parameters = written(tool, schema);
  if (parameters['type'] !== undefined && parameters['type'] !== 'object')
    throw new Error(`The input of the tool "${tool}" must be an object, like z.object({ … }): arguments have names.`);
  return closedSchema(parameters);
}

function written<Input>(tool: string, schema: InputSchema<Input>): JsonObject {
  try {
    const { $schema: _, ...parameters } = schema['~standard'].jsonSchema.input({ target: 'draft-2020-12' });
    return JSON.parse(JSON.stringify(parameters));
  } catch (error) {
    throw new Error(`The input of the tool "${tool}" cannot be written as JSON Schema: ${thrownWords(error)}`, {
      cause: error,
    });
  }
}
