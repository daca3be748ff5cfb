import { expect, test } from 'vitest';
import { taskNotification } from './task-notification.ts';

const note = (summary: string): string =>
  `<task-notification>\n<task-id>b1</task-id>\n<status>completed</status>\n<summary>${summary}</summary>\n</task-notification>`;

test('[L4] what follows a notification is kept: a second one, and what a person wrote', () => {
  expect(taskNotification(`${note('One.')}\n${note('Two.')}\nand my own words`)?.text).toBe(
    'One.\n\nTwo.\n\nand my own words',
  );
});

test('ten thousand in a row are read one after another', () => {
  expect(taskNotification(note('One.').repeat(10_000))?.text.length).toBe(10_000 * 6 - 2);
});

test('what the program adds for the model alone is left out', () => {
  for (const words of ['Read the output file to retrieve the result.', 'Full transcript available at: /tmp/x'])
    expect(taskNotification(`${note('One.')}\n${words}`)?.text).toBe('One.');
  expect(taskNotification(`${note('One.')}\nRead the output file\nand then mine`)?.text).toContain('and then mine');
});

test('one that never ends, and other texts', () => {
  expect(taskNotification('<task-notification>\n<summary>Cut')?.text).toContain('Cut');
  expect(taskNotification('words')).toBeUndefined();
});
