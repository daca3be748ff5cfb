import { callStatus, resultText } from '@toolthread/core';
import type { Call } from '@toolthread/core';
import { structuredMember } from './structured.ts';
import type { ToolRenderer } from './tool-renderer.ts';

/** Commands: the exit code stands first where it is not 0. The text is drawn as a terminal would. */
export const shellRenderer: ToolRenderer = {
  name: 'shell',
  matches: (call) => typeof exitCode(call) === 'number',
  words(call) {
    const code = exitCode(call);
    const text = resultText(call);
    if (code === 0 && callStatus(call) !== 'failed') return text;
    return text === undefined ? `exit ${code}` : `exit ${code}\n${text}`;
  },
};

function exitCode(call: Call): number | undefined {
  const code = structuredMember(call, 'exit_code');
  return typeof code === 'number' ? code : undefined;
}
