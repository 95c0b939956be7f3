import { useLocation } from 'react-router'
import type { StatisticsPage } from '#plugins/statistics/statistics-page.ts'
import type { DocumentColumn } from '#shell/documents/columns/column.ts'
import { type ColumnChoice, useColumns } from '#shell/documents/columns/use-columns.ts'
import { useViews } from '#shell/list/views/views.ts'
import { reads, useRead } from '#shell/start/reads.ts'
import { useStatisticsText } from './text.ts'

/** The measures of a page as columns that the reader can hide; the choice is stored with a saved view. */
export function useMeasureColumns(page: StatisticsPage,
  viewId: string | undefined): { readonly columns: readonly DocumentColumn[]; readonly choice: ColumnChoice } {
  const { label } = useStatisticsText()
  const { heads } = page
  const columns = Object.entries(page.measures).map(([key, measure]): DocumentColumn => {
    const head = measure.head === undefined ? undefined : heads?.[measure.head]
    return { key, name: head ? `${label(head)} · ${label(measure)}` : label(measure) }
  })
  const view = useViews(useLocation().pathname)?.find(({ id }) => id === viewId)
  return { columns, choice: useColumns(useRead(reads.user)?.id ?? '', `statistics.${page.key}`, view) }
}
