import { expect, test } from 'vitest';
import { typedText } from './typed-text.ts';

const DETAILS = '<environment_details>\n# Files\na.ts\n</environment_details>';

test.each([
  [`<task>\nSharpen.\n</task>\n${DETAILS}`, 'Sharpen.'],
  [`<task>Why is <environment_details> sent?</task>\n${DETAILS}`, 'Why is <environment_details> sent?'],
  ['Why is <environment_details> sent?', 'Why is <environment_details> sent?'],
  ['<feedback>Close </feedback> it.</feedback>', 'Close </feedback> it.'],
])('[issue 11] what a person wrote about a tag is whole: %j', (text, said) => {
  expect(typedText(text)).toEqual([{ type: 'text', text: said }]);
});

test('details alone are nothing that a person said', () => {
  expect(typedText(DETAILS)).toEqual([]);
});
