const HEAD_LINES = 6;

/** What Codex writes before the output of a process. */
interface ProcessHead {
  readonly durationMs: number;
  readonly exitCode: number | undefined;
  /** Under which number it goes on, if it has not ended. */
  readonly session: string | undefined;
}

/** `Wall time: …` and `Process exited with code 1`, or `Exit code: 1`, are in the first lines, before `Output:`. */
export function processHead(text: string): ProcessHead | undefined {
  const head = text.split('\n', HEAD_LINES + 1);
  const end = head.findIndex((line) => line === 'Output:');
  const known = head.slice(0, end === -1 ? HEAD_LINES : end).join('\n');
  const wall = /^Wall time: ([\d.]{1,20}) seconds$/m.exec(known)?.[1];
  if (wall === undefined) return undefined;
  const code = /^(?:Process exited with code|Exit code:) (-?\d{1,10})$/m.exec(known)?.[1];
  return {
    durationMs: Number(wall) * 1000,
    exitCode: code === undefined ? undefined : Number(code),
    session: /^Process running with session ID (\d{1,20})$/m.exec(known)?.[1],
  };
}
