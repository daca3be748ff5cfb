import type { Environment } from './session-places.ts';
import type { SessionSummary } from './session-summary.ts';

/**
 * `(await summaryRedactor(env))(summary)`: without the secrets of the environment. A title is what somebody said first, and every other name is
 * from the file. Loaded only where one was read.
 */
export async function summaryRedactor(env: Environment): Promise<(summary: SessionSummary) => SessionSummary> {
  const { Redactor, secretVariables } = await import('@toolthread/agent/redact');
  const redactor = new Redactor(secretVariables(env).flatMap(({ secrets }) => secrets));
  return (summary) => ({
    ...summary,
    title: redactor.text(summary.title),
    project: redactor.text(summary.project),
    model: summary.model === null ? null : redactor.text(summary.model),
    usage: summary.usage.map(({ model, tool, ...counts }) => ({
      ...counts,
      ...(model === undefined ? {} : { model: redactor.text(model) }),
      ...(tool === undefined ? {} : { tool: redactor.text(tool) }),
    })),
  });
}
