/** Some numbers of one meaning. */
export interface Family {
  readonly name: string;
  readonly kind: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  readonly samples: readonly Sample[];
}

interface Sample {
  readonly suffix?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

/** `prometheusText([{ name: 'runs', kind: 'gauge', help: 'Runs.', samples: [{ value: 1 }] }])`: the text format 0.0.4. */
export function prometheusText(families: readonly Family[]): string {
  return families
    .flatMap(({ name, kind, help, samples }) => [
      `# HELP ${name} ${help}`,
      `# TYPE ${name} ${kind}`,
      ...samples.map(({ suffix = '', labels = {}, value }) => `${name}${suffix}${inBraces(labels)} ${value}`),
    ])
    .map((line) => `${line}\n`)
    .join('');
}

function inBraces(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

function escaped(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
