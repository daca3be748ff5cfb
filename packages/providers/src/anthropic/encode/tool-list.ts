import type { ToolSchema } from '@toolthread/core/context';
import { isJsonObject, listOf } from '@toolthread/core/json';
import type { Json, JsonObject } from '@toolthread/core/json';
import { sendable } from '../../wire/encode/sendable.ts';
import { wellFormed } from '../../wire/text/well-formed.ts';
import { wireName } from '../../wire/encode/wire-name.ts';
import { RULES } from '../rules.ts';

/** A history with calls is refused where no tool is declared. Nobody can call this one. */
export const PLACEHOLDER: JsonObject = {
  name: '_none',
  description: 'There are no tools. Do not call this.',
  input_schema: { type: 'object', properties: {} },
};

/** The tools that run here, then those that the provider runs, in its own words. A name can be declared once. */
export function toolList(tools: readonly ToolSchema[], serverTools: Json | undefined): JsonObject[] {
  const known = new Set<string>();
  const here = tools.flatMap((tool) => {
    const name = wireName(tool.name, RULES.names);
    if (known.has(name)) return [];
    known.add(name);
    return [{ name, description: wellFormed(tool.description), input_schema: schemaOf(tool) }];
  });
  return [...here, ...listOf(serverTools).filter(isJsonObject)];
}

/** At the top the provider takes neither alternatives nor anything but an object; the tool still checks what it gets. */
function schemaOf({ parameters }: ToolSchema): Json {
  const schema = sendable(parameters);
  if (schema === undefined || !isJsonObject(schema)) return { type: 'object' };
  const { oneOf: _one, anyOf: _any, allOf: _all, ...rest } = schema;
  return { ...rest, type: 'object' };
}
