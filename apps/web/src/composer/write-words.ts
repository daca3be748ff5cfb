/** Words into an empty message, as if somebody had written them. What is there already stays; with `stay`, so does the keyboard. False: nothing was written. */
export function writeWords(field: HTMLTextAreaElement | null, words: string, stay?: 'stay'): boolean {
  if (field === null || field.value !== '') return false;
  if (stay === undefined) field.focus();
  field.setRangeText(words, 0, 0, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
  return true;
}

/** Words after what is written already. */
export function addWords(field: HTMLTextAreaElement | null, words: string): void {
  if (field === null) return;
  field.focus();
  field.setRangeText(`${field.value === '' ? '' : '\n\n'}${words}`, field.value.length, field.value.length, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
