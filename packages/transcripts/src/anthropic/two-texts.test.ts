import { describe, expect, it } from 'vitest';
import { ClaudeCodeRecords, text, toolUse } from '../../test/claude-code-records.ts';
import { outline } from '../../test/outline.ts';
import { readTranscript } from '../index.ts';

function answered(...content: object[]): string {
  return JSON.stringify([
    { role: 'user', content: 'Weave.' },
    { role: 'assistant', content },
  ]);
}

function drawn(source: string): readonly string[] {
  return outline(readTranscript(source, { format: 'anthropic' })).slice(1);
}

describe('[issue 11] [L1] two texts of one response', () => {
  it('are two', () => {
    expect(drawn(answered(text('Woven.'), text('What next?')))).toEqual(['= Woven.\n\nWhat next?']);
    const make = new ClaudeCodeRecords();
    const lines = [
      ...make.turn('Weave.', 'm1', 'Woven.'),
      make.assistant('m1', text('What')),
      make.assistant('m1', text('What next?')),
    ];
    expect(outline(readTranscript(lines.join('\n'))).slice(1)).toEqual(['= Woven.\n\nWhat next?']);
  });

  it('also in a list that may be of either provider, or is of Chat Completions', () => {
    const list = answered(text('Woven.'), text('What next?'));
    for (const options of [{}, { format: 'openai' }] as const)
      expect(outline(readTranscript(list, options)).slice(1)).toEqual(['= Woven.\n\nWhat next?']);
  });

  it('and are read the same from what was written of them', () => {
    expect(drawn(answered(text('Woven.'), text('\n\nWhat next?')))).toEqual(['= Woven.\n\nWhat next?']);
  });

  it('are one where one of them names its source: a sentence is cut at what was cited', () => {
    const cited = {
      ...text('of silk'),
      citations: [{ type: 'web_search_result_location', url: 'https://silk.example' }],
    };
    expect(drawn(answered(text('It is '), cited, text(', by hand.'), text('What next?')))).toEqual([
      '= It is of silk, by hand.\n\nWhat next?',
    ]);
  });

  it('stand where they stood: what follows a call is its own', () => {
    const lines = answered(text('First.'), toolUse('c1'), text('Then.'));
    expect(drawn(lines).join(' ')).not.toContain('\n\n');
  });
});

describe('[issue 11] [L4] a block of a kind that nobody knows', () => {
  it('is shown as it stands in the file, also beside a call: it is not arguments that leaked', () => {
    const block = { type: 'pattern', rows: 3 };
    const fence = /```json\n\{\s*"type":\s*"pattern",\s*"rows":\s*3\s*\}\n```/;
    expect(drawn(answered(text('Woven.'), block)).join('\n')).toMatch(fence);
    expect(drawn(answered(block, text('Woven.'), toolUse('c1'))).join('\n')).toMatch(fence);
    expect(drawn(answered(block, toolUse('c1'))).join('\n')).toMatch(fence);
  });
});

describe('[issue 11] [L4] what a search found', () => {
  const found = { type: 'search_result', source: 'https://x.example', title: 'Silk', content: [text('Of worms.')] };
  const user = (...content: object[]): object => ({ role: 'user', content });

  it('stands behind the name of where', () => {
    const asked = JSON.parse(answered(toolUse('c1')));
    const result = user({ type: 'tool_result', tool_use_id: 'c1', content: [found] });
    expect(drawn(JSON.stringify([...asked, result])).join('\n')).toContain('Of worms.');
  });

  it.each([
    ['anthropic', [user(text('Look.'), found)]],
    ['claude-code', [new ClaudeCodeRecords().user([text('Look.'), found])]],
    ['cline', [user(text('<task>\nLook.\n</task>'), found)]],
    ['amp', [{ id: 'T-1', messages: [user(text('Look.'), found)] }]],
  ] as const)('in a prompt too, as %s has it', (format, [record]) => {
    const line = typeof record === 'string' ? record : JSON.stringify(format === 'amp' ? record : [record]);
    expect(outline(readTranscript(line, { format }))).toEqual(['@human: Look.|[reference Silk]|Of worms.']);
  });

  it('and in what a model said', () => {
    expect(drawn(answered(text('Look.'), found)).join('\n')).toContain('Of worms.');
  });
});
