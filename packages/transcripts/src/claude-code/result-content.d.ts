import type { ContentPart, Json } from '@toolthread/core';
/** A message's or a result's content, in any of the forms the file has it. */
export declare function contentParts(content: Json | undefined): readonly ContentPart[];
export declare function contentPart(block: Json): ContentPart;
