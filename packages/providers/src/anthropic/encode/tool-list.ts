import type { ToolSchema } from '@toolthread/core/context';
import { isJsonObject, listOf } from '@toolthread/core/json';
import type { Json, JsonObject } from '@toolthread/core/json';
import { wireTools } from '../../wire/encode/wire-tools.ts';
import { RULES } from '../rules.ts';

/** The provider refuses a history with calls if no tool is declared. `tool_choice` forbids calls of this one. */
export const PLACEHOLDER: JsonObject = {
  name: '_none',
  description: 'There are no tools. Do not call this.',
  input_schema: { type: 'object', properties: {} },
};

/** The tools that run here, then those that the provider runs, as the caller wrote them. */
export function toolList(tools: readonly ToolSchema[], serverTools: Json | undefined): JsonObject[] {
  const here = wireTools(tools, RULES.names).map(({ parameters, ...tool }) => ({
    ...tool,
    input_schema: schemaOf(parameters),
  }));
  return [...here, ...listOf(serverTools).filter(isJsonObject)];
}

/** At the top level the provider takes only an object without alternatives. The tool still checks its arguments. */
function schemaOf(parameters: JsonObject | undefined): JsonObject {
  const { oneOf: _one, anyOf: _any, allOf: _all, ...rest } = parameters ?? {};
  return { ...rest, type: 'object' };
}
