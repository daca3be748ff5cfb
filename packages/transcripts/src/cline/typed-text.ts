import type { ContentPart } from '@toolthread/core';

/** What a person typed, without the tags that the program adds. */
export function typedText(text: string): readonly ContentPart[] {
  const bare = withoutDetails(text).trim();
  const inner = unwrapped(bare, 'task') ?? unwrapped(bare, 'feedback') ?? unwrapped(bare, 'user_message') ?? bare;
  return inner === '' ? [] : [{ type: 'text', text: inner }];
}

/** They are on lines of their own; a person may write about the tag. */
function withoutDetails(text: string): string {
  const close = '</environment_details>';
  const end = text.lastIndexOf(close);
  const start = end === -1 ? -1 : text.lastIndexOf('<environment_details>\n', end);
  return start === -1 ? text : text.slice(0, start) + text.slice(end + close.length);
}

function unwrapped(text: string, tag: string): string | undefined {
  if (!text.startsWith(`<${tag}>`)) return undefined;
  const end = text.lastIndexOf(`</${tag}>`);
  return end === -1 ? undefined : text.slice(tag.length + 2, end).trim();
}
