import type { FormatReader } from '../reader.ts';
export declare const ledgerReader: FormatReader;
