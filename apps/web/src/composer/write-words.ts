/** Words into an empty message, as if somebody had written them. What is there already stays; with `stay`, so does the keyboard. */
export function writeWords(field: HTMLTextAreaElement | null, words: string, stay?: 'stay'): void {
  if (field === null || field.value !== '') return;
  if (stay === undefined) field.focus();
  field.setRangeText(words, 0, 0, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
