/** Words into an empty message, as if somebody had written them. What is there already stays. */
export function writeWords(field: HTMLTextAreaElement | null, words: string): void {
  if (field === null || field.value !== '') return;
  field.focus();
  field.setRangeText(words, 0, 0, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
