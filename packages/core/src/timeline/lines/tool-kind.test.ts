import { describe, expect, it } from 'vitest';
import { mcpName, toolKind } from './tool-kind.ts';

describe('what a tool does', () => {
  it.each([
    ['run_shell_command', 'shell'],
    ['Bash', 'shell'],
    ['container.exec', 'shell'],
    ['replace', 'edit'],
    ['update_plan', 'todo'],
    ['TaskGet', 'todo'],
    ['TaskStop', 'agent'],
    ['KillShell', 'shell'],
    ['google_web_search', 'web-search'],
    ['mcp__github__create_issue', 'mcp'],
    ['files__read_file', 'mcp'],
    ['toString', undefined],
    ['__proto__', undefined],
    ['BASH', undefined],
    ['', undefined],
  ])('%s: %s', (name, kind) => expect(toolKind(name)).toBe(kind));
});

describe('the name of a tool of MCP', () => {
  it.each([
    ['mcp__github__create_issue', { server: 'github', tool: 'create_issue' }],
    ['github__create__issue', { server: 'github', tool: 'create__issue' }],
    ['mcp__only', undefined],
    ['__init__', undefined],
    ['a__', undefined],
    ['plain', undefined],
  ])('%s', (name, found) => expect(mcpName(name)).toEqual(found));
});
