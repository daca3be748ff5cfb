import type { ContentPart } from '@toolthread/core';

/** What a person typed, without the tags that the program adds. */
export function typedText(text: string): readonly ContentPart[] {
  const bare = withoutDetails(text).trim();
  const inner = unwrapped(bare, 'task') ?? unwrapped(bare, 'feedback') ?? unwrapped(bare, 'user_message') ?? bare;
  return inner === '' ? [] : [{ type: 'text', text: inner }];
}

function withoutDetails(text: string): string {
  const start = text.indexOf('<environment_details>');
  if (start === -1) return text;
  const close = '</environment_details>';
  const end = text.lastIndexOf(close);
  return text.slice(0, start) + (end === -1 ? '' : text.slice(end + close.length));
}

function unwrapped(text: string, tag: string): string | undefined {
  if (!text.startsWith(`<${tag}>`)) return undefined;
  const end = text.lastIndexOf(`</${tag}>`);
  return end === -1 ? undefined : text.slice(tag.length + 2, end).trim();
}
