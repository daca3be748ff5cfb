export type ExportForm = 'html' | 'md' | 'jsonl';

export type Written =
  | { readonly ok: true; readonly text: string; readonly type: string }
  | { readonly ok: false; readonly problem: string };

/** `fileName('Upgrade the parser!', 'html') === 'upgrade-the-parser.html'`: letters and digits of any script, and nothing that a shell or a path minds. */
export function fileName(title: string | undefined, form: ExportForm): string {
  const words = (title ?? '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '-')
    .replace(/--*/g, '-')
    .replace(/^--*|--*$/g, '');
  const short = [...words].slice(0, 60).join('').replace(/--*$/, '');
  return `${short === '' ? 'thread' : short}.${form}`;
}
