import { FROM_THE_RIGHT } from '@toolthread/core/text';
import type { TextRun } from '@toolthread/core/text';
import type { ReactNode } from 'react';

/** Words of them, and single spaces between these. */
const LETTERS = `${FROM_THE_RIGHT}{1,1000}`;
const WORDS = new RegExp(`(${LETTERS}(?: ${LETTERS}){0,1000})`, 'u');

/** With more pieces each letter stands where it was written: many elements must not block the page. */
const MOST_PIECES = 1000;

/**
 * Draws pieces of what somebody is asked to allow so that signs and digits stand where they were written: beside letters that are read from the
 * right a browser would put them on the other side. Such words are isolated, and change the order of nothing around them.
 */
export function inOrder(runs: readonly TextRun[]): (text: string) => ReactNode {
  const pieces = runs.reduce((sum, { text }) => sum + text.split(WORDS).length, 0);
  return pieces > MOST_PIECES ? asWritten : isolated;
}

function isolated(text: string): ReactNode {
  return text.split(WORDS).map((part, index) => (index % 2 === 1 ? <bdi key={index}>{part}</bdi> : part));
}

function asWritten(text: string): ReactNode {
  return WORDS.test(text) ? <bdo dir="ltr">{text}</bdo> : text;
}
