import type { Fields } from '#kernel/fields.ts'
import { sanitiseHtml } from '#kernel/rich-text/sanitise.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { isRow } from '../rows.ts'

/** The value with its rich texts, also those in rows of tables, reduced to what may be shown. Itself again when there is none. */
export function sanitised(fields: Fields, value: FormValue): FormValue {
  const changes = Object.entries(fields).flatMap(([key, { kind, columns }]): [string, unknown][] => {
    const held = Object.hasOwn(value, key) ? value[key] : undefined
    if (kind === 'richtext' && typeof held === 'string') return [[key, sanitiseHtml(held)]]
    if (columns === undefined || !Array.isArray(held) || !hasRichText(columns)) return []
    return [[key, held.map((row: unknown) => (isRow(row) ? sanitised(columns, row) : row))]]
  })
  return changes.length === 0 ? value : { ...value, ...Object.fromEntries(changes) }
}

const hasRichText = (columns: Fields): boolean => Object.values(columns).some(({ kind }) => kind === 'richtext')
