import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contentParts } from '../contract/foreign/content-parts.ts';
import { tryParseImageContent } from './try-parse-image-content.ts';

const image = { type: 'image', source: { type: 'base64', data: 'aGk=', media_type: 'image/png' } };
const remote = { type: 'image', source: { type: 'url', url: 'https://example.com/a.png' } };
const words = { type: 'text', text: 'hi' };

describe('one value of a content', () => {
  it.each<[string, unknown, unknown]>([
    ['an image in a list', [image], image],
    ['the first of several', [remote, image], remote],
    ['a list written as text', JSON.stringify([image]), image],
    ['an image alone', image, image],
    ['words first: the whole list as text', [words, image], JSON.stringify([words, image])],
    ['plain text', 'User has answered', 'User has answered'],
    ['text that is JSON', '[{"type":"text","text":"hi"}]', '[{"type":"text","text":"hi"}]'],
    ['text that is broken JSON', '[{"type":"image"', '[{"type":"image"'],
    ['an image without a source', [{ type: 'image' }], '[{"type":"image"}]'],
    [
      'an image whose bytes are no text',
      [{ ...image, source: { type: 'base64', data: 1 } }],
      '[{"type":"image","source":{"type":"base64","data":1}}]',
    ],
    ['an object', { a: 1 }, '{"a":1}'],
    ['zero', 0, '0'],
    ['false', false, 'false'],
    ['nothing', undefined, ''],
  ])('%s', (_, content, expected) => expect(tryParseImageContent(content)).toEqual(expected));

  it('any value gives a text or an image, and a text without an image is itself', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        const parsed = tryParseImageContent(value);
        expect(typeof parsed === 'string' || parsed.type === 'image').toBe(true);
      }),
    );
    fc.assert(fc.property(fc.string(), (value) => tryParseImageContent(value) === value));
  });
});

describe('all of a content', () => {
  it.each<[string, unknown, unknown]>([
    ['text', 'a', [{ type: 'text', text: 'a' }]],
    ['no text', '', []],
    ['nothing', undefined, []],
    [
      'a list written as text, words first',
      JSON.stringify([words, image]),
      [words, { type: 'image', media_type: 'image/png', source: { kind: 'base64', data: 'aGk=' } }],
    ],
    [
      'what an MCP server returns',
      [
        { type: 'image', data: 'aGk=', mimeType: 'image/gif' },
        { type: 'resource_link', name: 'notes', uri: 'file:///n' },
        { type: 'audio', data: 'x' },
      ],
      [
        { type: 'image', media_type: 'image/gif', source: { kind: 'base64', data: 'aGk=' } },
        { type: 'reference', name: 'notes', uri: 'file:///n' },
        { type: 'text', text: '{"type":"audio","data":"x"}' },
      ],
    ],
    [
      'a document, a search result, a bare value',
      [
        { type: 'document', title: 'a.pdf', source: { type: 'url', url: 'https://x/a.pdf' } },
        { type: 'search_result', title: 'Found', source: 'https://x' },
        7,
      ],
      [
        {
          type: 'file',
          name: 'a.pdf',
          media_type: 'application/octet-stream',
          source: { kind: 'url', url: 'https://x/a.pdf' },
        },
        { type: 'reference', name: 'Found', uri: 'https://x' },
        { type: 'text', text: '7' },
      ],
    ],
  ])('%s', (_, content, expected) => expect(contentParts(content)).toEqual(expected));

  it('one part for each element of a list, whatever it is', () => {
    fc.assert(fc.property(fc.array(fc.jsonValue()), (list) => contentParts(list).length === list.length));
  });
});
