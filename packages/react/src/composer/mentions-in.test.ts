import { describe, expect, it } from 'vitest';
import { mentionsIn, suggestionsFor, withName } from './mentions-in.ts';

const members = ['pm', 'architect', 'coder'];

describe('names in a message', () => {
  it.each([
    ['@coder', ['@coder'], []],
    ['Ask @PM and (@coder).', ['@pm', '@coder'], []],
    ['@coder @coder', ['@coder'], []],
    ['@team, plan it', ['@pm', '@architect', '@coder'], []],
    ['mail me@coder.org', [], []],
    ['@coders are many', [], []],
    ['@@coder', [], []],
    ['@nobody', [], []],
    ['', [], []],
    ['@', [], ['pm', 'architect', 'coder', 'team']],
    ['look, @co', [], ['coder']],
    ['@CO', [], ['coder']],
    ['@coder ', ['@coder'], []],
    ['me@co', [], []],
  ])('%s names %j, and is completed by %j', (text, named, suggested) => {
    expect(mentionsIn(text, members)).toEqual(named);
    expect(suggestionsFor(text, members)).toEqual(suggested);
  });

  it('where nobody can be named, nobody is', () => {
    expect(mentionsIn('@coder', [])).toEqual([]);
    expect(suggestionsFor('@', [])).toEqual([]);
  });

  it('a name is completed where it stands', () => {
    expect(withName('look, @co', 'coder')).toBe('look, @coder ');
    expect(withName('@pm and @', 'coder')).toBe('@pm and @coder ');
  });
});
