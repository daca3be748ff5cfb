import { leadingTag } from './leading-tag.ts';

const REMINDER = 'system-reminder';
const TAGS: readonly string[] = [REMINDER, 'ide_opened_file', 'ide_selection'];

/**
 * What a person typed: reminders and the editor's context lead the text, and are the program's. Where only the editor's context is left,
 * that stays.
 *
 * @example
 * withoutReminders('<system-reminder>It is Monday.</system-reminder> Go on.'); //=> 'Go on.'
 */
export function withoutReminders(raw: string): string {
  let text = raw;
  for (const tag of TAGS) {
    for (let lead = leadingTag(text.trimStart(), [tag]); lead !== undefined; lead = leadingTag(text, [tag])) {
      if (lead.rest === '' && tag !== REMINDER) return text.trimStart();
      text = lead.rest;
    }
  }
  return text;
}
