import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { eventsOf } from '../../../test/events-of.ts';
import { oneCall } from '../../../test/one-turn.ts';
import { fold, foldAll } from '../../ledger/fold/fold.ts';
import type { Call } from '../../ledger/call.ts';
import { argumentsText, callArguments, callInput, callText, wholeArguments } from './call-text.ts';

function drawnCall(args: string, name = 'f'): string {
  return callText(oneCall({ name, args, outcome: 'done' }));
}

describe('a call as one line', () => {
  it.each([
    ['{}', 'f()'],
    ['', 'f()'],
    ['{"args":["pwd"]}', 'f(args=["pwd"])'],
    ['{"args":["uname","-a"]}', 'f(args=["uname", "-a"])'],
    ['{"kwargs":{}}', 'f(kwargs={})'],
    ['{"file_name":"pyproject.toml"}', 'f(file_name=pyproject.toml)'],
    ['{"2":"b","1":"a"}', 'f(2=b, 1=a)'],
    ['{"o":{"b":1,"a":[null,true,"é"]}}', 'f(o={"a": [null, true, "é"], "b": 1})'],
    ['{"__proto__":1}', 'f(__proto__=1)'],
    ['{"text":"one\\ntwo\\r\\nthree"}', 'f(text=one two three)'],
    ['{"a\\nb":0}', 'f(a b=0)'],
    ['{"exact":12345678901234567890,"tiny":1e-400}', 'f(exact=12345678901234567890, tiny=1e-400)'],
    ['[1,2]', 'f([1,2])'],
    ['"text"', 'f("text")'],
    [' not\n json ', 'f(not  json)'],
    ['{"a":1} trailing', 'f({"a":1} trailing)'],
    // What was recorded torn is not mended.
    ['{"cmd":"rm -rf x && ec', 'f({"cmd":"rm -rf x && ec)'],
    ['{"a":1,"b":[1,2', 'f({"a":1,"b":[1,2)'],
    ['{"a":1,', 'f({"a":1,)'],
    ['{', 'f({)'],
  ])('%s', (args, text) => {
    expect(drawnCall(args)).toBe(text);
  });

  it('[issue 11] torn arguments are no data, and their whole is what was written', () => {
    const torn = oneCall({ name: 'f', args: '{"cmd":"rm -rf x && ec', outcome: 'failed' });
    expect(callInput(torn)).toBeUndefined();
    expect(wholeArguments(torn)).toBe('{"cmd":"rm -rf x && ec');
  });

  it('[issue 11] whole, a list or an object that one line does not hold stands on several, with indentation', () => {
    const todos = ['Weave', 'Dye'].map((content) => ({ content: `${content} the cloth`, status: 'pending', tags: [] }));
    const args = JSON.stringify({ todos, note: 'two\nlines', at: { line: 3 } });
    expect(wholeArguments(oneCall({ name: 'f', args, outcome: 'done' })).split('\n')).toEqual([
      'todos=[',
      '  {"content": "Weave the cloth", "status": "pending", "tags": []},',
      '  {"content": "Dye the cloth", "status": "pending", "tags": []}',
      ']',
      'note=two',
      'lines',
      'at={"line": 3}',
    ]);
    const deep = JSON.stringify({ a: { b: { first: 'x'.repeat(50), second: ['y'.repeat(50)] } } });
    const [, ...rows] = `a=\n${wholeArguments(oneCall({ name: 'f', args: deep, outcome: 'done' })).slice(2)}`.split(
      '\n',
    );
    expect(rows.map((row) => row.length - row.trimStart().length)).toEqual([0, 2, 4, 4, 2, 0]);
    expect(JSON.parse(rows.join('\n'))).toEqual({ b: { first: 'x'.repeat(50), second: ['y'.repeat(50)] } });
  });

  it('is one line, whatever the tool is called', () => {
    expect(drawnCall('{}', 'two\nlines')).toBe('two lines()');
  });

  it('shows arguments as far as they have come', () => {
    const begun = foldAll(
      eventsOf([
        { type: 'agent.step.started', step: 1 },
        { type: 'agent.tool.input.delta', step: 1, part: 0, offset: 0, text: '{"path":"src/pa', name: 'read_file' },
      ]),
    );
    const { state: more } = fold(begun, {
      v: 1,
      thread: 't',
      seq: 3,
      at: 0,
      type: 'agent.tool.input.delta',
      step: 1,
      part: 0,
      offset: 15,
      text: 'rse.ts","lines":[1',
    });
    const texts = [begun, more].flatMap((state) =>
      [...state.calls.byPlace.entries()].map(([, call]): string => callText(call)),
    );
    expect(texts).toEqual(['read_file(path=src/pa)', 'read_file(path=src/parse.ts, lines=[1])']);
  });

  it('[L3] shows what ran, where a person edited it', () => {
    const state = foldAll(
      eventsOf([
        { type: 'agent.step.started', step: 1 },
        { type: 'agent.tool.called', step: 1, part: 0, call: 'c', name: 'rm', arguments: '{"path":"build"}' },
        { type: 'request.opened', request: 'r', kind: 'approval', call: 'c', step: 1 },
        { type: 'request.resolved', request: 'r', decision: 'edit', executed_arguments: '{"path":"build/cache"}' },
      ]),
    );
    const [call] = [...state.calls.byPlace.entries()].map(([, each]): Call => each);
    expect(call === undefined ? undefined : callText(call)).toBe('rm(path=build/cache)');
  });
});

describe('limits', () => {
  it('a value has 250 code points, the mark of the cut included', () => {
    expect(argumentsText([['a', 'x'.repeat(250)]])).toEqual({ text: `a=${'x'.repeat(250)}`, truncated: false });
    expect(argumentsText([['a', 'x'.repeat(251)]])).toEqual({ text: `a=${'x'.repeat(249)}…`, truncated: true });
    expect(argumentsText([['a', '😀'.repeat(251)]]).text).toBe(`a=${'😀'.repeat(249)}…`);
  });

  it('all together have 1,200', () => {
    const five = ['a', 'b', 'c', 'd', 'e'].map((key): [string, string] => [key, 'x'.repeat(240)]);
    const { text, truncated } = argumentsText(five);
    expect([[...text].length, text.endsWith('…'), truncated]).toEqual([1200, true, true]);
    expect(argumentsText(five.slice(0, 4)).truncated).toBe(false);
  });

  it('hold for every call, and lines stay single', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()), fc.nat(9), (args, times) => {
        const grown = JSON.stringify(args).replaceAll('a', 'a'.repeat(10 ** (times % 4)));
        const { text } = callArguments(oneCall({ name: 'f', args: grown, outcome: 'done' }));
        expect([...text].length).toBeLessThanOrEqual(1200);
        expect(text).not.toMatch(/[\r\n]/);
      }),
      { numRuns: 200 },
    );
  });

  it('large arguments cost what is shown of them', () => {
    const call = oneCall({ name: 'f', args: JSON.stringify({ list: Array.from({ length: 100_000 }, () => 'item') }) });
    for (let time = 0; time < 2000; time += 1) expect(callText(call).length).toBe('f(list=)'.length + 250);
  });
});
