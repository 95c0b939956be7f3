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
