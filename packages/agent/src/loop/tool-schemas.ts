import type { ToolSchema } from '@toolthread/core/context';
import type { Json } from '@toolthread/core/json';
import type { Redactor } from '../redact/redactor.ts';
import type { Tool } from '../tool/tool.ts';

/** `await toolSchemas(tools, redactor)`: the tools as the model gets them. They are redacted, because an MCP server knows secrets and writes its own descriptions. */
export function toolSchemas(tools: Iterable<Tool>, redactor: Redactor): Promise<readonly ToolSchema[]> {
  return Promise.all([...tools].map((tool) => schemaOf(tool, redactor)));
}

async function schemaOf({ name, description, parameters }: Tool, redactor: Redactor): Promise<ToolSchema> {
  const entries: [string, Json][] = [];
  for (const [key, value] of Object.entries(parameters)) entries.push([key, await redactor.json(value)]);
  return { name, description: redactor.text(description), parameters: Object.fromEntries(entries) };
}
