/** What a user record's text is: words that a person typed, or text that the program added. */

export type UserText =
  | { readonly kind: 'typed'; readonly text: string }
  | { readonly kind: 'command'; readonly text: string }
  | { readonly kind: 'teammate'; readonly name: string; readonly text: string }
  | { readonly kind: 'injected'; readonly rule: string }
  | { readonly kind: 'interrupted' }
  | { readonly kind: 'summary'; readonly text: string };

const INJECTED: readonly (readonly [prefix: string, rule: string])[] = [
  ['<local-command-stdout>', 'local-command-output'],
  ['<local-command-stderr>', 'local-command-output'],
  ['<local-command-caveat>', 'local-command-caveat'],
  ['Caveat: The messages below', 'local-command-caveat'],
  ['<bash-stdout>', 'shell-output'],
  ['<bash-stderr>', 'shell-output'],
  ['<task-notification>', 'task-notification'],
  ['Stop hook feedback:', 'hook-feedback'],
];

const CONTINUED = 'This session is being continued from a previous conversation';

/** `userText('<command-name>/clear</command-name>').kind === 'command'` */
export function userText(raw: string): UserText {
  const text = withoutReminders(raw);
  if (text === '') return { kind: 'injected', rule: 'system-reminder' };
  if (text.startsWith('[Request interrupted')) return { kind: 'interrupted' };
  if (text.startsWith(CONTINUED)) return { kind: 'summary', text };
  const teammate = /^<teammate-message([^>]{0,500})>/.exec(text);
  if (teammate !== null) {
    const name = /teammate_id="([^"]+)"/.exec(teammate[1] ?? '')?.[1] ?? 'teammate';
    return {
      kind: 'teammate',
      name,
      text: text
        .slice(teammate[0].length)
        .replace(/<\/teammate-message>\s*$/, '')
        .trim(),
    };
  }
  const command = tagged(text, 'command-name');
  if (command !== undefined) {
    const args = tagged(text, 'command-args') ?? '';
    return { kind: 'command', text: args === '' ? command : `${command} ${args}` };
  }
  const shell = tagged(text, 'bash-input');
  if (shell !== undefined) return { kind: 'command', text: `! ${shell}` };
  const injected = INJECTED.find(([prefix]) => text.startsWith(prefix));
  if (injected !== undefined) return { kind: 'injected', rule: injected[1] };
  if (/^<(ide_opened_file|ide_selection)>[^]*<\/\1>$/.test(text)) return { kind: 'injected', rule: 'ide-context' };
  return { kind: 'typed', text };
}

/** Reminders and the editor's context lead the text; what the person typed follows. */
function withoutReminders(raw: string): string {
  let text = raw;
  for (const tag of ['system-reminder', 'ide_opened_file', 'ide_selection']) {
    for (;;) {
      const trimmed = text.trimStart();
      const close = `</${tag}>`;
      const end = trimmed.startsWith(`<${tag}>`) ? trimmed.indexOf(close) : -1;
      if (end === -1) break;
      const rest = trimmed.slice(end + close.length).trimStart();
      if (rest === '' && tag !== 'system-reminder') return trimmed;
      text = rest;
    }
  }
  return text;
}

function tagged(text: string, tag: string): string | undefined {
  const start = text.indexOf(`<${tag}>`);
  if (start === -1) return undefined;
  const from = start + tag.length + 2;
  const end = text.indexOf(`</${tag}>`, from);
  return end === -1 ? undefined : text.slice(from, end).trim();
}
