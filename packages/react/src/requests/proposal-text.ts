import { parsedJson } from '../items/call-json.ts';

/** What would run, as a person reads it: a command as itself, anything else as its arguments. Nothing of it is left out. */
export function proposalText(tool: string | undefined, proposed: string): string {
  const value = parsedJson(proposed);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return [tool, proposed].filter(Boolean).join(' ');
  const entries = Object.entries(value);
  const [first] = entries;
  if (entries.length === 1 && first?.[0] === 'command' && typeof first[1] === 'string') return first[1];
  const lines = entries.map(([name, member]) => {
    const text = typeof member === 'string' ? member : JSON.stringify(member, undefined, 2);
    return text.includes('\n') ? `${name}:\n${text}` : `${name}: ${text}`;
  });
  return [tool, ...lines].filter((line) => line !== undefined).join('\n');
}

/** The words of a plan, where that is all there is: `planText('{"plan":"1. Look"}') === '1. Look'`. */
export function planText(proposed: string): string | undefined {
  const value = parsedJson(proposed);
  if (typeof value === 'string') return value;
  if (value === undefined) return proposed.trim() === '' ? undefined : proposed;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const [only, ...others] = Object.entries(value);
  return only?.[0] === 'plan' && typeof only[1] === 'string' && others.length === 0 ? only[1] : undefined;
}
