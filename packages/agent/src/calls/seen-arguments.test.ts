/** What is approved is what is seen: nothing that a person could not tell apart comes before a person. */
import { scriptedModel } from '@toolthread/providers/scripted';
import type { Piece } from '@toolthread/providers/scripted';
import { describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import { MemoryLedger } from '../../test/memory-ledger.ts';
import { call, outcomes, runOn, say, told } from '../../test/run-on.ts';
import { runAgentTool } from '../tools/run-agent-tool.ts';
import { closedSchema } from '../tool/closed-schema.ts';
import { defineTool } from '../tool/define-tool.ts';
import { editProblem } from '../tool/edit-problem.ts';
import { policyByTool } from '../policy/policy.ts';
import { schemaProblems } from '../tool/schema-problems.ts';
import { textValue } from '../tool/tool-value.ts';
import { builtInTools } from '../tools/built-in-tools.ts';

const raw = (args: string): Piece => ({ type: 'raw-call', name: 'act', arguments: args });

const act = defineTool({
  name: 'act',
  description: 'Does it.',
  input: z.object({ command: z.string(), steps: z.array(z.object({ run: z.string() })).optional() }),
  execute: ({ command }) => textValue(`ran ${command}`),
});

async function asked(args: string): Promise<MemoryLedger> {
  const ledger = MemoryLedger.withPrompt('go');
  const model = scriptedModel([[raw(args)], [say('ok')]], { speed: Infinity });
  await runOn(ledger, { model, tools: [act], policy: policyByTool({}, 'ask') });
  return ledger;
}

describe('[H2] [B.6 51] arguments that nobody would see rightly are refused before anybody is asked', () => {
  it.each([
    [
      'an unknown one',
      '{"description":"x\\ncommand: git status","command":"rm"}',
      'description: There is no such argument.',
    ],
    [
      'an unknown one further in',
      '{"command":"ls","steps":[{"run":"a","note":"b"}]}',
      'steps.0.note: There is no such',
    ],
    ['one that occurs twice', '{"command":"git status","command":"rm"}', 'the key "command" occurs twice'],
    [
      'one that occurs twice, escaped',
      '{"command":"git status","\\u0063ommand":"rm"}',
      'the key "command" occurs twice',
    ],
    [
      'a number that would be another',
      '{"command":"ls","channel":1234567890123456789}',
      'the number 1234567890123456789 would be changed',
    ],
    ['__proto__', '{"command":"ls","__proto__":{"network":true}}', 'the key "__proto__" is not a valid argument name'],
    ['constructor', '{"command":"ls","constructor":{}}', 'constructor: There is no such argument.'],
    ['toString', '{"command":"ls","toString":1}', 'toString: There is no such argument.'],
    ['a name of spaces', '{"command":"ls"," command":"rm"}', ' command: There is no such argument.'],
  ])('%s', async (_, args, problem) => {
    const ledger = await asked(args);
    expect(ledger.of('request.opened')).toEqual([]);
    expect(outcomes(ledger)).toEqual(['c1_0 failed']);
    expect(told(ledger).join()).toContain(problem);
    expect(told(ledger).join()).toContain('Nothing ran.');
  });

  it('what the tool knows is asked', async () => {
    const ledger = await asked('{"command":"ls","steps":[{"run":"a"}]}');
    expect(ledger.of('request.opened')).toMatchObject([{ kind: 'approval' }]);
  });

  test.each([...builtInTools, runAgentTool].map((tool) => [tool.name, tool] as const))('%s', async (_, tool) => {
    expect(tool.parameters).toMatchObject({ additionalProperties: false });
    const refused = await tool.accept({ 'a note for the eye': '' });
    expect(refused.kind).toBe('refused');
  });
});

describe('[A9 7] what the system cannot take is refused before anybody is asked', () => {
  const [file, long] = ['a\0b', 'x'.repeat(131_072)];
  test.each([
    ['run_shell_command', { command: 'ls\0 rm' }, 'command: It contains a NUL'],
    ['run_shell_command', { command: ['ls', '\0'] }, 'command: It contains a NUL'],
    ['run_shell_command', { command: 'ls', path: file }, 'path: It contains a NUL'],
    ['run_shell_command', { command: long }, 'command: The system takes at most'],
    ['run_shell_command', { command: ['echo', `é${long.slice(2)}`] }, 'command: The system takes at most'],
    ['save_file', { path: file, content: '\0' }, 'path: It contains a NUL'],
    ['edit_file', { path: file, old_text: 'a', new_text: 'b' }, 'path: It contains a NUL'],
    ['read_file', { path: file }, 'path: It contains a NUL'],
    ['list_files', { path: file }, 'path: It contains a NUL'],
    ['search_files', { path: file, query: 'a' }, 'path: It contains a NUL'],
  ])('%s %o', async (name, given, problem) => {
    const tool = builtInTools.find((one) => one.name === name);
    const accepted = await tool?.accept(given);
    expect(accepted).toMatchObject({ kind: 'refused', problem: expect.stringContaining(problem) });
  });
});

describe('[H2] a schema of any library', () => {
  it('closes what it leaves open, and keeps what it opens by its own word', () => {
    const open = {
      properties: { a: { properties: {} }, b: { type: 'object', additionalProperties: { type: 'string' } } },
    };
    const closed = closedSchema(open);
    expect(schemaProblems(closed, { a: { x: 1 } })).toEqual(['a.x: There is no such argument.']);
    expect(schemaProblems(closed, { b: { x: 'any' } })).toEqual([]);
    expect(schemaProblems(closed, { b: { x: 1 } })).toEqual(['b.x: It must be a text.']);
  });

  it.each([
    [{ required: ['a'] }, {}, ['a: It is missing.']],
    [{ properties: { a: { enum: ['x', 'y'] } } }, { a: 'z' }, ['a: It must be x or y.']],
    [{ properties: { a: { type: ['string', 'null'] } } }, { a: null }, []],
    [
      { properties: { a: { $ref: '#/$defs/n' } }, $defs: { n: { type: 'integer' } } },
      { a: 1.5 },
      ['a: It must be a whole number.'],
    ],
    [
      { properties: { a: { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] } } },
      { a: ['x'] },
      [],
    ],
    [{ properties: { a: { const: 1 } } }, { a: 2 }, ['a: It must be 1.']],
    [{ patternProperties: { '^x': {} }, additionalProperties: false }, { xy: 1 }, []],
    [{ allOf: [{ required: ['a'] }, { required: ['b'] }] }, { a: 1 }, ['b: It is missing.']],
  ])('%j', (schema, value, problems) => expect(schemaProblems(schema, value)).toEqual(problems));

  it('a schema that is a riddle costs little', () => {
    const circle = { $ref: '#' };
    const wide = { anyOf: Array.from({ length: 50 }, () => circle) };
    expect(schemaProblems(circle, {})).toEqual([]);
    expect(schemaProblems(wide, {})).toEqual([]);
  });
});

describe('an edited approval', () => {
  it.each([
    ['{"command":"ls"}', undefined],
    ['{"command":7}', /do not fit act:\n- command: /],
    ['{}', /do not fit act:\n- command: /],
    ['{"command":"ls","note":""}', /- note: There is no such argument\./],
    ['{"command":', /not complete JSON/],
    ['{"command":"a","command":"b"}', /occurs twice/],
  ])('%s', async (text, problem) => {
    const said = await editProblem([act], 'act', text);
    if (problem === undefined) expect(said).toBeUndefined();
    else expect(said).toMatch(problem);
  });

  it('[B.3 21] is checked again before it runs, whoever recorded it', async () => {
    const ledger = await asked('{"command":"ls"}');
    ledger.add({
      type: 'request.resolved',
      request: 'a-c1_0',
      decision: 'edit',
      by: '@human',
      executed_arguments: '{"command":"ls","command":"rm"}',
    });
    const model = scriptedModel([[raw('{}')], [say('ok')]], { speed: Infinity });
    await runOn(ledger, { model, tools: [act], policy: policyByTool({}, 'ask') });
    expect(ledger.of('agent.tool.started')).toEqual([]);
    expect(outcomes(ledger)).toEqual(['c1_0 failed']);
  });
});

test('[H2] a call that does not fit says so to the model, and can be made again', async () => {
  const ledger = MemoryLedger.withPrompt('go');
  const script = [[raw('{"cmd":"ls"}')], [call('act', { command: 'ls' })], [say('ok')]];
  await runOn(ledger, { script, tools: [act] });
  expect(outcomes(ledger)).toEqual(['c1_0 failed', 'c2_0 done']);
});
