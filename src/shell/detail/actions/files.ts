import { idsOf } from '#fields/references/use-references.ts'
import type { Fields } from '#kernel/fields.ts'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import type { FormValue } from '#kernel/values/value.ts'

/** Ids of every file of a document in the order of its fields, those of rows included; each once. */
export function filesOf(fields: Fields, value: FormValue): readonly string[] {
  const found = Object.entries(fields).flatMap(([key, { kind, columns }]) => {
    if (kind === 'attachment') return idsOf(value[key])
    return columns ? rowsAt(value, key).flatMap((row) => filesOf(columns, row)) : []
  })
  return [...new Set(found)]
}

interface FileStrip {
  readonly ids: readonly string[]
  /** The field of the form whose files they are, too. */
  readonly field: string | undefined
}

/**
 * The files that a phone shows in one row above the content: those of rows, and those of the form's only field with
 * files, which needs no other place. Several such fields say by their labels what they hold, and keep their places.
 */
export function fileStrip(fields: Fields, value: FormValue, isOpen: (path: string) => boolean): FileStrip {
  const ofRows = Object.entries(fields).flatMap(([key, { columns }]) => (columns ? filesOf({ [key]: fields[key]! }, value) : []))
  const [only, ...others] = Object.keys(fields).filter((key) => fields[key]?.kind === 'attachment' && idsOf(value[key]).length > 0)
  const field = only === undefined || others.length > 0 || isOpen(only) ? undefined : only
  return { field, ids: [...new Set([...ofRows, ...(field === undefined ? [] : idsOf(value[field]))])] }
}
