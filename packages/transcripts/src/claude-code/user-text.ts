/** What a user record's text is: words that a person typed, or text that the program added. */
import { leadingTag, withoutReminders } from '@toolthread/core/unified';
import { tagged } from './tagged.ts';
import { taskNotification } from './task-notification.ts';
import type { TaskNotification } from './task-notification.ts';

export type UserText =
  | { readonly kind: 'typed'; readonly text: string }
  | { readonly kind: 'command'; readonly text: string }
  | { readonly kind: 'teammate'; readonly name: string; readonly text: string }
  | { readonly kind: 'injected'; readonly rule: string }
  | { readonly kind: 'notification'; readonly notification: TaskNotification; readonly raw: string }
  /** `rest`: what was typed after it. */
  | { readonly kind: 'interrupted'; readonly rest: string }
  | { readonly kind: 'summary'; readonly text: string };

/** Text in these tags is the program's; what stands after them is a person's. */
const INJECTED_TAGS: { readonly [tag: string]: string } = {
  'local-command-stdout': 'local-command-output',
  'local-command-stderr': 'local-command-output',
  'local-command-caveat': 'local-command-caveat',
  'bash-stdout': 'shell-output',
  'bash-stderr': 'shell-output',
};
const INJECTED: readonly (readonly [prefix: string, rule: string])[] = [
  ...Object.entries(INJECTED_TAGS).map(([tag, rule]) => [`<${tag}>`, rule] as const),
  ['Caveat: The messages below', 'local-command-caveat'],
  ['Stop hook feedback:', 'hook-feedback'],
];
const COMMAND_TAGS = ['command-name', 'command-message', 'command-args', 'command-contents'];
const SHELL_TAGS = ['bash-input', 'bash-stdout', 'bash-stderr'];

const CONTINUED = 'This session is being continued from a previous conversation';
const INTERRUPTED = /^\[Request interrupted[^\]]{0,100}\]/;

/** `userText('<command-name>/clear</command-name>').kind === 'command'` */
export function userText(raw: string): UserText {
  const text = withoutReminders(raw);
  if (text === '') return { kind: 'injected', rule: 'system-reminder' };
  const interrupted = INTERRUPTED.exec(text)?.[0];
  if (interrupted !== undefined) return { kind: 'interrupted', rest: text.slice(interrupted.length).trim() };
  if (text.startsWith(CONTINUED)) return { kind: 'summary', text };
  const notification = taskNotification(text);
  if (notification !== undefined) return { kind: 'notification', notification, raw: text };
  return teammateText(text) ?? commandText(text) ?? injectedText(text) ?? { kind: 'typed', text };
}

function teammateText(text: string): UserText | undefined {
  const teammate = /^<teammate-message([^>]{0,500})>/.exec(text);
  if (teammate === null) return undefined;
  const name = /teammate_id="([^"][^"]*)"/.exec(teammate[1] ?? '')?.[1] ?? 'teammate';
  const said = text.slice(teammate[0].length).replace(/<\/teammate-message>\s*$/, '');
  return { kind: 'teammate', name, text: said.trim() };
}

/** Only a text that is nothing but the program's tags is a command: a person may write about them. */
function commandText(text: string): UserText | undefined {
  const command = onlyTags(text, COMMAND_TAGS) ? tagged(text, 'command-name') : undefined;
  if (command !== undefined) {
    const args = tagged(text, 'command-args') ?? '';
    return { kind: 'command', text: args === '' ? command : `${command} ${args}` };
  }
  const shell = onlyTags(text, SHELL_TAGS) ? tagged(text, 'bash-input') : undefined;
  return shell === undefined ? undefined : { kind: 'command', text: `! ${shell}` };
}

function onlyTags(text: string, tags: readonly string[]): boolean {
  let rest = text.trim();
  for (let lead = leadingTag(rest, tags); lead !== undefined; lead = leadingTag(rest, tags)) rest = lead.rest;
  return rest === '';
}

function injectedText(text: string): UserText | undefined {
  const injected = INJECTED.find(([prefix]) => text.startsWith(prefix));
  if (injected === undefined) {
    const isContext = /^<(ide_opened_file|ide_selection)>[^]*<\/\1>$/.test(text);
    return isContext ? { kind: 'injected', rule: 'ide-context' } : undefined;
  }
  let rest = text;
  const tags = Object.keys(INJECTED_TAGS);
  for (let lead = leadingTag(rest, tags); lead !== undefined; lead = leadingTag(rest, tags)) rest = lead.rest;
  return rest === '' || rest === text ? { kind: 'injected', rule: injected[1] } : { kind: 'typed', text: rest };
}
