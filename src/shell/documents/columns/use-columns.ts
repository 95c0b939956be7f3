import { useState } from 'react'
import type { ColumnType } from 'antd/es/table'
import type { DocumentRow } from '#approval/wire/document-row.ts'
import type { ViewColumns } from '#shell/list/views/views.ts'
import type { ListQuery } from '#shell/list/query.ts'

export type DocumentColumn = Omit<ColumnType<DocumentRow>, 'title'> & {
  readonly key: string
  /** Header text. */
  readonly name: string
  /** Minimum width in pixels; the title takes the rest. */
  readonly width?: number
  /** Preferred width in pixels, used if the title has room to spare. */
  readonly wish?: number
  /** Hidden by default. */
  readonly optional?: boolean
}

/** Sort properties of a column, with its current order. */
export const sortedBy = (column: string, sort: ListQuery['sort']) => ({
  sorter: true,
  sortOrder: sort?.column === column ? (sort.asc ? ('ascend' as const) : ('descend' as const)) : null,
})

/** A user's changes to a list's columns. */
type ColumnChanges = ViewColumns

const nothing: ColumnChanges = { shown: {}, widths: {} }

const narrowest = 56
const widest = 480

export interface ColumnChoice {
  /** Differences from the default columns. */
  readonly kept: ColumnChanges
  apply(columns: readonly DocumentColumn[]): readonly DocumentColumn[]
  isShown(column: DocumentColumn): boolean
  toggle(column: DocumentColumn): void
  resize(key: string, width: number): void
  readonly isChanged: boolean
  reset(): void
}

/** The columns of a list with the user's changes, stored in this browser per person; a saved view has its own. */
export function useColumns(person: string, list: string,
  view?: { readonly id: string; readonly columns: ColumnChanges | null }): ColumnChoice {
  const place = `oa.columns.${person}.${list}${view ? `.${view.id}` : ''}`
  const [own, setOwn] = useState(() => ({ place, kept: read(place) }))
  if (own.place !== place) setOwn({ place, kept: read(place) })
  const kept = own.kept ?? view?.columns ?? nothing
  const keep = (next: ColumnChanges | undefined) => {
    if (next) localStorage.setItem(place, JSON.stringify(next))
    else localStorage.removeItem(place)
    setOwn({ place, kept: next })
  }
  const isShown = ({ key, optional }: DocumentColumn) => kept.shown[key] ?? !optional
  return {
    kept,
    isShown,
    apply: (columns) =>
      columns.filter(isShown).map((column) => {
        const width = kept.widths[column.key]
        return width === undefined || column.width === undefined ? column : { ...column, width, wish: width }
      }),
    toggle: (column) => keep({ ...kept, shown: { ...kept.shown, [column.key]: !isShown(column) } }),
    resize: (key, width) => keep({ ...kept, widths: { ...kept.widths, [key]: Math.round(Math.max(narrowest, Math.min(widest, width))) } }),
    isChanged: own.kept !== undefined && Object.keys(kept.shown).length + Object.keys(kept.widths).length > 0,
    reset: () => keep(undefined),
  }
}

/** The stored changes; undefined if there are none. */
function read(place: string): ColumnChanges | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(place) ?? 'null') as Partial<ColumnChanges> | null
    return kept ? { shown: kept.shown ?? {}, widths: kept.widths ?? {} } : undefined
  } catch {
    return undefined
  }
}
