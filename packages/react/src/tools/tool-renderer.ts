import type { Call } from '@toolthread/core';
import type { ComponentType } from 'react';

/** How the results of some tools are drawn. The first that matches a call draws it. */
export interface ToolRenderer {
  readonly name: string;
  matches(call: Call): boolean;
  /** What stands in the brackets after the tool's name, where the arguments themselves are hard to read. */
  summary?(call: Call): string | undefined;
  /** The words of the result, where they are not simply its text: inline or below the call, by the usual rule. */
  words?(call: Call): string | undefined;
  /** What stands below the words. */
  readonly Result?: ComponentType<{ readonly call: Call }>;
}

/**
 * A renderer for one tool.
 *
 * @example
 * const chart = rendererFor('draw_chart', ({ call }) => <figure>{call.name}</figure>);
 * chart.matches(exampleCall); //=> false
 */
export function rendererFor(tool: string, Result: ComponentType<{ readonly call: Call }>): ToolRenderer {
  return { name: tool, matches: (call) => call.name === tool, Result };
}
