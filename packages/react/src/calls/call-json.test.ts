import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { calling, completed, firstCall } from '../../test/first-call.ts';
import { callJson } from './call-json.ts';

describe('a call as JSON', () => {
  test('has its name, arguments, status, result and time', () => {
    const call = firstCall(
      calling(
        'read_file',
        '{"path":"a.ts"}',
        { type: 'agent.tool.started', call: 'c1' },
        completed('done', 'x', { duration_ms: 7 }),
      ),
    );
    expect(JSON.parse(callJson(call))).toEqual({
      call: 'c1',
      name: 'read_file',
      arguments: { path: 'a.ts' },
      status: 'done',
      result: [{ type: 'text', text: 'x' }],
      duration_ms: 7,
    });
  });

  test('[L3] of a failed call says failed, and why', () => {
    const call = firstCall(
      calling('f', '{}', {
        type: 'agent.tool.completed',
        call: 'c1',
        outcome: 'failed',
        error: { message: 'no', code: 'E' },
      }),
    );
    expect(JSON.parse(callJson(call))).toMatchObject({ status: 'failed', error: { message: 'no', code: 'E' } });
  });

  test('is JSON whatever the model and the tool wrote, and loses no word of it', () => {
    const words = fc.oneof(fc.string({ unit: 'binary' }), fc.json());
    fc.assert(
      fc.property(words, words, (args, result) => {
        const call = firstCall(calling('f', args, completed('done', result)));
        const copied: { result: { text: string }[] } = JSON.parse(callJson(call));
        expect(copied.result[0]?.text).toBe(result);
      }),
    );
  });
});
