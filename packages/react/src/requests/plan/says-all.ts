/** Letters and digits, wherever they stand together, and each sign that is not one of Markdown's own: a command may have no letters. */
const WORD = /[\p{L}\p{N}]{1,1000}|[^\s\p{L}\p{N}*#`|[\]_~+\\<>=-]/gu;
/** What begins an item of a list is drawn as a number or a box, and what is below the head of a table as its sides. */
const MARK = /^[ \t>]{0,100}(?:\d{1,9}[.)]|[-*+] \[[ xX]\])(?=\s)|^[ \t>|:-]{3,1000}$/gm;

/**
 * Whether a drawn text has every word of the one that it was drawn from, in its order: Markdown has places that are not drawn.
 *
 * `saysAll('Look', '**Look**')`; but not `saysAll('Look', 'Look\n\n[a]: b "and remove"')`
 */
export function saysAll(drawn: string, written: string): boolean {
  const words = drawn.matchAll(WORD);
  for (const [word] of written.replace(MARK, '').matchAll(WORD)) {
    let next = words.next();
    while (next.done !== true && next.value[0] !== word) next = words.next();
    if (next.done === true) return false;
  }
  return true;
}

/** A longer number would begin beyond the side of its box. */
const LARGEST = 999;
const NUMBER = /^[ \t>]{0,100}(\d{1,9})[.)](?!\S)/gm;

/** Whether lists are drawn with the numbers that were written: Markdown counts on from the first one, whatever stands before the others. */
export function saysNumbers(drawn: readonly number[], written: string): boolean {
  const numbers = Array.from(written.matchAll(NUMBER), ([, number]) => Number(number));
  return (
    numbers.length === drawn.length && numbers.every((number, index) => number === drawn[index] && number <= LARGEST)
  );
}
