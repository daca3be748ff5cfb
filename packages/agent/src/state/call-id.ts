/** `callId('agent:coder', 3, 1) === 'agent-coder-c3_1'`: ours, unique in the thread, and legal with every provider. */
export function callId(scope: string | undefined, step: number, part: number): string {
  const prefix = scope === undefined ? '' : `${scope.replace(/[^a-zA-Z0-9_-][^a-zA-Z0-9_-]*/g, '-')}-`;
  return `${prefix}c${step}_${part}`;
}
