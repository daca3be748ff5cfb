import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_TOOL_RESULT_DISPLAY_CHARS, cutResult, foldResult, oneLine, utf8Size } from './cut-result.ts';
import { ellipsis, endOf } from '../../text/ellipsis.ts';

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc
    .array(fc.constantFrom('a', '😀', '\ud83d', '\ude00', '\n', '\r\n', 'é'), { maxLength: 40 })
    .map((all) => all.join('')),
);

describe('a cut', () => {
  it('counts code points, as an iterator does', () => {
    fc.assert(
      fc.property(anyText, fc.nat(45), (text, limit) => {
        const points = [...text];
        const expected = points.length > limit ? points.slice(0, limit).join('').length : undefined;
        expect(endOf(text, limit)).toBe(expected);
      }),
    );
  });

  it('with an ellipsis is never longer than the limit, and leaves a text that fits alone', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 1, max: 45 }), (text, limit) => {
        const cut = ellipsis(text, limit);
        const points = [...text];
        expect(cut).toBe(points.length <= limit ? text : `${points.slice(0, limit - 1).join('')}…`);
      }),
    );
  });

  it('of 10 MB costs no more than what it keeps', () => {
    const large = '😀'.repeat(5_000_000);
    for (let time = 0; time < 10_000; time += 1) expect(ellipsis(large, 3)).toBe('😀😀…');
  });
});

it('a newline is one space, whatever it is made of', () => {
  expect(oneLine('a\nb\r\nc\rd\n\ne')).toBe('a b c d  e');
});

describe('a result', () => {
  const full = 'x'.repeat(MAX_TOOL_RESULT_DISPLAY_CHARS);

  it('of 500 characters is whole', () => {
    expect(cutResult(full)).toEqual({ text: full, marker: undefined, cut: 'none' });
    expect(cutResult('😀'.repeat(500)).cut).toBe('none');
  });

  it('of 501 is cut, and the marker stands outside the 500', () => {
    expect(cutResult(`${full}y`)).toEqual({ text: full, marker: '… (truncated, 501B)', cut: 'inside' });
    expect(cutResult('😀'.repeat(501))).toEqual({
      text: '😀'.repeat(500),
      marker: '… (truncated, 2.0KB)',
      cut: 'inside',
    });
  });

  it('says the size before it was recorded, where that is known', () => {
    expect(cutResult(`${full}y`, 73_421).marker).toBe('… (truncated, 71.7KB)');
  });

  it.each([
    ['the newline comes next', `${full}\na\nb`, full, '... (2 more lines, 504B in all)'],
    ['the newline was the last', `${full.slice(1)}\na\nb\n`, full.slice(1), '... (2 more lines, 504B in all)'],
    ['one line is left', `${full}\nlast`, full, '... (1 more line, 505B in all)'],
    ['the lines end with \\r\\n', `${full}\r\na\r\nb\r\n`, full, '... (2 more lines, 508B in all)'],
    ['the cut parts \\r from \\n', `${full.slice(1)}\r\na`, full.slice(1), '... (1 more line, 502B in all)'],
    ['the \\n of \\r\\n was the last', `${full.slice(2)}\r\na`, full.slice(2), '... (1 more line, 501B in all)'],
    ['an empty line is left', `${full}\n\n`, full, '... (1 more line, 502B in all)'],
  ])('cut at a line’s end counts the lines left: %s', (_, text, shown, marker) => {
    expect(cutResult(text)).toEqual({ text: shown, marker, cut: 'line' });
  });

  it('that loses only its last newline has no line left to count', () => {
    expect(cutResult(`${full}\n`)).toEqual({ text: full, marker: '… (truncated, 501B)', cut: 'inside' });
  });

  it('cut inside a line says so, however many lines follow', () => {
    expect(cutResult(`${full}y\n${'a\n'.repeat(900)}`).marker).toBe('… (truncated, 2.2KB)');
  });
});

describe('[seed 000] a closed entry shows', () => {
  const pip = ['pip 24.0', 'setuptools 69.5.1', 'wheel 0.43.0', ...Array.from({ length: 12 }, (_, at) => `p${at} 1.0`)];

  it.each(['\n', '\r\n', '\r'])('three lines, and how many more there are: %j', (end) => {
    const head = pip.slice(0, 3).join(end);
    expect(foldResult(pip.join(end))).toEqual({ text: head, marker: '... (12 more lines)', cut: 'line' });
    expect(foldResult(pip.join(end) + end).marker).toBe('... (12 more lines)');
    expect(foldResult(pip.slice(0, 4).join(end)).marker).toBe('... (1 more line)');
  });

  it('all of three lines, and of fewer', () => {
    for (const text of ['a', 'a\nb', 'a\nb\nc', 'a\nb\nc\n']) {
      expect(foldResult(text)).toEqual({ text, marker: undefined, cut: 'none' });
    }
    expect(foldResult('\n\n\n\n').marker).toBe('... (1 more line)');
  });

  it('three lines of eighty short ones', () => {
    const lines = Array.from({ length: 80 }, () => 'x = 1');
    expect(foldResult(lines.join('\n')).marker).toBe('... (77 more lines)');
  });

  it('three lines of many long ones, and how large all of them are', () => {
    const lines = Array.from({ length: 31 }, (_, at) => `${at} `.padEnd(75, '.'));
    const long = lines.join('\n');
    const text = lines.slice(0, 3).join('\n');
    expect(foldResult(long)).toEqual({ text, marker: '... (28 more lines, 2.3KB in all)', cut: 'line' });
    expect(foldResult(long, 73_421).marker).toBe('... (28 more lines, 71.7KB in all)');
    expect(foldResult(`${'x'.repeat(90)}\n`.repeat(5)).marker).toBe('... (2 more lines)');
  });

  it('500 characters where three lines have more, with the size', () => {
    const long = `[name]\nversion = "0.3.1"${'x'.repeat(600)}\nlast\nlast of all`;
    expect(foldResult(long)).toEqual(cutResult(long));
    expect(foldResult(long).marker).toBe('… (truncated, 641B)');
    expect(foldResult(long, 2355).marker).toBe('… (truncated, 2.3KB)');
    expect(foldResult(`${'x'.repeat(498)}\n\n\nlast`).marker).toBe('... (1 more line, 505B in all)');
  });

  it('never more than `cutResult` does, and what it shows is how the text begins', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 200 })), (lines) => {
        const text = lines.join('\n');
        const shown = foldResult(text);
        expect(text.startsWith(shown.text)).toBe(true);
        expect(shown.text.length).toBeLessThanOrEqual(cutResult(text).text.length);
        expect(shown.marker === undefined).toBe(shown.text === text);
      }),
    );
  });
});

it('bytes are counted as an encoder writes them', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(utf8Size(text)).toBe(new TextEncoder().encode(text).length);
    }),
  );
});
