import type { ToolSchema } from '@toolthread/core/context';
import { isJsonObject } from '@toolthread/core/json';
import type { JsonObject } from '@toolthread/core/json';
import { sendable } from './sendable.ts';
import { wireName } from './wire-name.ts';
import type { NameRule } from './wire-name.ts';

/** A tool in a form that every provider can parse, under a name that this provider takes. */
export interface WireTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonObject | undefined;
}

/** Providers refuse a name that is declared twice: the first tool keeps it. `wireTools(request.tools, RULES.names)` */
export function wireTools(tools: readonly ToolSchema[], names: NameRule): WireTool[] {
  const found = new Map<string, WireTool>();
  for (const tool of tools) {
    const name = wireName(tool.name, names);
    const schema = sendable(tool.parameters);
    const parameters = schema !== undefined && isJsonObject(schema) ? schema : undefined;
    if (!found.has(name)) found.set(name, { name, description: tool.description.toWellFormed(), parameters });
  }
  return [...found.values()];
}

/** OpenAI refuses a schema without `type`. */
export function objectSchema(parameters: JsonObject | undefined): JsonObject {
  return { type: 'object', properties: {}, ...parameters };
}
