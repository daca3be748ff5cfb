import { readFileSync } from 'node:fs';
import { foldAll, type LedgerEvent, renderText, timeline } from '@toolthread/core';

const tour = new URL('../packages/core/fixtures/tour.jsonl', import.meta.url);
const lines = readFileSync(tour, 'utf8').trimEnd().split('\n');
const events = lines.map((line): LedgerEvent => JSON.parse(line));

console.log(renderText(timeline(foldAll(events)), { form: 'expanded' }));
