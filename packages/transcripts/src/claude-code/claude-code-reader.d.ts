import type { FormatReader } from '../reader.ts';
export declare const claudeCodeReader: FormatReader;
