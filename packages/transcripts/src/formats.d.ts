import type { Format, FormatReader } from './reader.ts';
/** Every format there is a reader for, the surest to tell first. */
export declare const formatReaders: readonly FormatReader[];
export declare function readerFor(format: Format): FormatReader | undefined;
