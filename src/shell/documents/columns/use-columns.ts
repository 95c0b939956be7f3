import { useState } from 'react'
import type { Column } from './column.ts'

/** What a person has made of a list's columns; only what differs from the defaults. */
interface Kept {
  /** Shown or not, by key. */
  readonly shown: Readonly<Record<string, boolean>>
  /** Pixels, by key. */
  readonly widths: Readonly<Record<string, number>>
}

const nothing: Kept = { shown: {}, widths: {} }

const narrowest = 56
const widest = 480

export interface ColumnChoice {
  apply(columns: readonly Column[]): readonly Column[]
  isShown(column: Column): boolean
  toggle(column: Column): void
  resize(key: string, width: number): void
  readonly isChanged: boolean
  reset(): void
}

/** The columns of a list as their reader wants them, kept in this browser for each person. */
export function useColumns(person: string, list: string): ColumnChoice {
  const place = `oa.columns.${person}.${list}`
  const [kept, setKept] = useState(() => read(place))
  const keep = (next: Kept) => {
    localStorage.setItem(place, JSON.stringify(next))
    setKept(next)
  }
  const isShown = ({ key, optional }: Column) => kept.shown[key] ?? !optional
  return {
    isShown,
    apply: (columns) => columns.filter(isShown).map((column) => {
      const width = kept.widths[column.key]
      return width === undefined || column.width === undefined ? column : { ...column, width }
    }),
    toggle: (column) => keep({ ...kept, shown: { ...kept.shown, [column.key]: !isShown(column) } }),
    resize: (key, width) => keep({ ...kept, widths: { ...kept.widths, [key]: Math.round(Math.max(narrowest, Math.min(widest, width))) } }),
    isChanged: Object.keys(kept.shown).length + Object.keys(kept.widths).length > 0,
    reset: () => keep(nothing),
  }
}

function read(place: string): Kept {
  try {
    const kept = JSON.parse(localStorage.getItem(place) ?? '{}') as Partial<Kept>
    return { shown: kept.shown ?? {}, widths: kept.widths ?? {} }
  } catch {
    return nothing
  }
}
