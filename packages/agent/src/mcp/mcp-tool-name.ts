import { createHash } from 'node:crypto';

/** The names that every provider accepts. */
const LONGEST = 64;

/** `mcpToolName('github', 'list issues') === 'github__list_issues'`; unique among `taken`, the same every time. */
export function mcpToolName(server: string, tool: string, taken: ReadonlySet<string>): string {
  const plain = `${server}__${tool.replace(/[^a-zA-Z0-9_-]/g, '_')}`;
  if (plain.length <= LONGEST && !taken.has(plain)) return plain;
  const hash = createHash('sha256').update(tool).digest('hex').slice(0, 8);
  return `${plain.slice(0, LONGEST - 9)}_${hash}`;
}
