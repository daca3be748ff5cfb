import { expect, test } from 'vitest';
import { toolWidget } from './tool-widget.ts';

test('what the message says is at work is named; without it, the last call that runs', () => {
  const call = (id: string, name: string) => ({ id, name, args: {}, status: 'running' }) as const;
  const toolCalls = [call('1', 'search_notes'), call('2', 'get_note')];
  const message = { id: 'm', role: 'assistant', content: '', createdAt: '', toolCalls } as const;
  const at = (toolActivity: { isActive: true; currentStep?: string }) => toolWidget({ ...message, toolActivity });
  expect(at({ isActive: true, currentStep: 'search_notes' })).toMatchObject({ kind: 'working', tool: 'search_notes' });
  expect(at({ isActive: true })).toMatchObject({ kind: 'working', tool: 'get_note' });
});
