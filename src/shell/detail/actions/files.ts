import { idsOf } from '#fields/references/reference-book.ts'
import type { Fields } from '#kernel/fields.ts'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import type { FormValue } from '#kernel/values/value.ts'

/** Distinct ids of all files of a document in field order, rows included. */
export function filesOf(fields: Fields, value: FormValue): readonly string[] {
  const found = Object.entries(fields).flatMap(([key, { kind, columns }]) => {
    if (kind === 'attachment') return idsOf(value[key])
    return columns ? rowsAt(value, key).flatMap((row) => filesOf(columns, row)) : []
  })
  return [...new Set(found)]
}

interface FileStrip {
  readonly ids: readonly string[]
  /** The form's field whose files are included, if any. */
  readonly field: string | undefined
}

/**
 * The files in the row at the top on a phone: those of table rows, and those of the form's only attachment field, which is then hidden
 * below. If several such fields have files, they stay at their places with their labels.
 */
export function fileStrip(fields: Fields, value: FormValue, isOpen: (path: string) => boolean): FileStrip {
  const ofRows = Object.entries(fields).flatMap(([key, { columns }]) => (columns ? filesOf({ [key]: fields[key]! }, value) : []))
  const [only, ...others] = Object.keys(fields).filter((key) => fields[key]?.kind === 'attachment' && idsOf(value[key]).length > 0)
  const field = only === undefined || others.length > 0 || isOpen(only) ? undefined : only
  return { field, ids: [...new Set([...ofRows, ...(field === undefined ? [] : idsOf(value[field]))])] }
}
