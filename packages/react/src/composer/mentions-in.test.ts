import { describe, expect, it } from 'vitest';
import { mentionsIn, suggestionsFor, withName } from './mentions-in.ts';

const members = ['pm', 'architect', 'coder'];

describe('whom a message names', () => {
  it.each([
    ['@coder', ['@coder']],
    ['Ask @PM and (@coder).', ['@pm', '@coder']],
    ['@coder @coder', ['@coder']],
    ['@team, plan it', ['@pm', '@architect', '@coder']],
    ['mail me@coder.org', []],
    ['@coders are many', []],
    ['@@coder', []],
    ['@nobody', []],
    ['', []],
  ])('%s', (text, named) => expect(mentionsIn(text, members)).toEqual(named));

  it('where nobody can be named, nobody is', () => {
    expect(mentionsIn('@coder', [])).toEqual([]);
    expect(suggestionsFor('@', [])).toEqual([]);
  });
});

describe('a name that is being written', () => {
  it.each([
    ['@', ['pm', 'architect', 'coder', 'team']],
    ['look, @co', ['coder']],
    ['@CO', ['coder']],
    ['@coder', []],
    ['@coder ', []],
    ['me@co', []],
    ['', []],
  ])('%s', (text, names) => expect(suggestionsFor(text, members)).toEqual(names));

  it('is completed where it stands', () => {
    expect(withName('look, @co', 'coder')).toBe('look, @coder ');
    expect(withName('@pm and @', 'coder')).toBe('@pm and @coder ');
  });
});
