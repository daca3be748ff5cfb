/** A tag, an image or a mention: what causes something where it is drawn, if it is not in code. */
const ACTS = /<(?=[A-Za-z/!?])|!(?=\[)|(?<![\w.+-])@(?=\w)/;

/** `mayAct('ask @team')`, and not `mayAct('write to a@b.org')`. */
export function mayAct(words: string): boolean {
  return ACTS.test(words);
}
