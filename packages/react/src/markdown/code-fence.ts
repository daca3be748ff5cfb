export interface FencedCode {
  readonly language: string;
  readonly code: string;
}

/** `fencedCode('```ts\nlet a;\n```\n')` is `{ language: 'ts', code: 'let a;' }` */
export function fencedCode(text: string): FencedCode {
  const firstEnd = text.indexOf('\n');
  const firstLine = firstEnd === -1 ? text : text.slice(0, firstEnd);
  const [, indent = '', mark = '', info = ''] = /^([ \t]*)(`{3,}|~{3,})(.*)$/.exec(firstLine) ?? [];
  const language = /^\s*([\w+#.-]*)/.exec(info)?.[1] ?? '';
  if (firstEnd === -1) return { language, code: '' };

  const body = text.slice(firstEnd + 1).replace(/\n$/, '');
  const lastStart = body.lastIndexOf('\n') + 1;
  const lastLine = body.slice(lastStart).trim();
  const closed = lastLine.length >= mark.length && lastLine === mark.charAt(0).repeat(lastLine.length);
  const code = closed ? body.slice(0, Math.max(0, lastStart - 1)) : body;
  if (indent === '') return { language, code };
  return { language, code: code.replace(new RegExp(`^ {1,${indent.length}}`, 'gm'), '') };
}
