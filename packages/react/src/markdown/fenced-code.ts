export interface FencedCode {
  readonly language: string;
  readonly code: string;
}

export interface Fence {
  readonly mark: string;
  readonly length: number;
  /** It is a segment of its own, not part of a list. */
  readonly alone: boolean;
}

/** `fencedCode('```ts\nlet a;\n```\n')` is `{ language: 'ts', code: 'let a;' }` */
export function fencedCode(text: string): FencedCode {
  const firstEnd = text.indexOf('\n');
  const firstLine = firstEnd === -1 ? text : text.slice(0, firstEnd);
  const [, indent = '', mark = '', info = ''] = /^([ \t]*)(`{3}`*|~{3}~*)(.*)$/.exec(firstLine) ?? [];
  const language = /^\s*([\w+#.-]*)/.exec(info)?.[1] ?? '';
  if (firstEnd === -1) return { language, code: '' };

  const whole = text.slice(firstEnd + 1);
  const body = whole.endsWith('\n') ? whole.slice(0, -1) : whole;
  const lastStart = body.lastIndexOf('\n') + 1;
  const closed = closesFence(body.slice(lastStart), { mark: mark.charAt(0), length: mark.length, alone: true });
  const code = closed ? body.slice(0, Math.max(0, lastStart - 1)) : body;
  if (indent === '') return { language, code };
  return { language, code: code.replace(new RegExp(`^ {1,${indent.length}}`, 'gm'), '') };
}

/** Whether the line ends the code: only the mark, no shorter, and indented by three spaces at most. In a list it may be deeper. */
export function closesFence(line: string, { mark, length, alone }: Fence): boolean {
  if (alone && /^(?: {4}| {0,3}\t)/.test(line)) return false;
  const written = line.trim();
  return written.length >= length && written === mark.repeat(written.length);
}
