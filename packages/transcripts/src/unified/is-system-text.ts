/** What the program, not a person, put into a message: told by how it begins, or by what it holds. */
const BEGINS = [
  '<command-name>',
  '<command-message>',
  '<command-args>',
  '<local-command-stdout>',
  '<system-reminder>',
  'Caveat:',
  'This session is being continued from a previous',
];

/** `isSystemText('<system-reminder>…') === true` */
export function isSystemText(text: string): boolean {
  return text === 'Warmup' || BEGINS.some((begin) => text.startsWith(begin));
}
