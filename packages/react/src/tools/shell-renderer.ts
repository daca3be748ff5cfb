import { callResult, callStatus } from '@toolthread/core';
import type { Call } from '@toolthread/core';
import { structuredMember } from './structured-member.ts';
import type { ToolRenderer } from './tool-renderer.ts';

/** Commands: the exit code stands first where it is not 0. The text is drawn as a terminal would. */
export const shellRenderer: ToolRenderer = {
  name: 'shell',
  matches: (call) => exitCode(call) !== undefined || structuredMember(call, 'kind') === 'shell',
  words(call) {
    const code = exitCode(call);
    const failed = code !== undefined && (code !== 0 || callStatus(call) === 'failed');
    const printed = callResult(call)?.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])) ?? [];
    const text = withoutEnding(printed.join('\n'), callResult(call)?.error?.message ?? '');
    if (failed) return text === '' ? `exit ${code}` : `exit ${code}\n${text}`;
    return printed.length === 0 ? undefined : text;
  },
};

/** The model is told how a command ended after its output; here the code stands before it. */
function withoutEnding(text: string, ending: string): string {
  return ending !== '' && text.endsWith(ending) ? text.slice(0, -ending.length).trimEnd() : text;
}

/** Undefined where the result has none: a command that was ended has no code. */
export function exitCode(call: Call): number | undefined {
  const code = structuredMember(call, 'exit_code');
  return typeof code === 'number' ? code : undefined;
}
