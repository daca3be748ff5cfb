import { visible } from '@toolthread/core/text';
import type { ReactNode } from 'react';
import { usePageLanguage } from '../labels/use-page-language.ts';
import type { UsageSum } from '@toolthread/core/summary';
import type { NamedUsage } from '@toolthread/server/answers';
import type { Column } from './columns.ts';
import { TotalRow } from './total-row.tsx';

export interface UsageTableProps {
  readonly title: string;
  readonly rows: readonly NamedUsage[];
  readonly total: UsageSum;
  readonly columns: readonly Column[];
  readonly nameOf: (name: string | null) => string;
}

/** The figures behind a plot, all of them. */
export function UsageTable({ title, rows, total, columns, nameOf }: UsageTableProps): ReactNode {
  const language = usePageLanguage();
  const { say } = language;
  return (
    <details className="usage-table">
      <summary>{say('The table: {title}', { title })}</summary>
      <div role="region" aria-label={title} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{title}</th>
              {columns.map((column) => (
                <th key={column.title} scope="col">
                  {say(column.title)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.name ?? ''}>
                <th scope="row">{visible(nameOf(row.name))}</th>
                {columns.map((column) => (
                  <td key={column.title}>{column.text(row, language)}</td>
                ))}
              </tr>
            ))}
          </tbody>
          <TotalRow columns={columns} total={total} />
        </table>
      </div>
    </details>
  );
}
