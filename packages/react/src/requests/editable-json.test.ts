import { visible } from '@toolthread/core/text';
import { expect, test } from 'vitest';
import { editableJson } from './editable-json.ts';

test('[H2] what nobody sees, by the table of the core, stands escaped in the field', () => {
  const hidden: string[] = [];
  for (let point = 0x80; point < 0x20000; point += 1) {
    const character = String.fromCodePoint(point);
    if (visible(character) === character) continue;
    hidden.push(character);
    if (editableJson(character) === character) expect.fail(`U+${point.toString(16)} cannot be seen`);
  }
  expect(hidden.length).toBeGreaterThan(100);
  expect(editableJson('{"a":"b\u{1d159}c\u{16fe4}"}')).toBe('{\n  "a": "b\\ud834\\udd59c\\ud81b\\udfe4"\n}');
});

test('letters, signs and accents stay as they are', () => {
  const words = '{\n  "a": "größer → 解析器 a\u0301 € 🔧"\n}';
  expect(editableJson(words)).toBe(words);
});
