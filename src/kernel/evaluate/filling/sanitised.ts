import type { Fields } from '#kernel/fields.ts'
import { sanitiseHtml } from '#kernel/rich-text/sanitise.ts'
import { typedCode } from '#kernel/values/typed-code.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { isRow } from '../rows.ts'

/**
 * The value with its rich texts, also those in rows of tables, reduced to what may be shown, and the texts of fields with a pattern as
 * that takes them. Itself again when there is none.
 */
export function sanitised(fields: Fields, value: FormValue): FormValue {
  const changes = Object.entries(fields).flatMap(([key, { kind, pattern, columns }]): [string, unknown][] => {
    const held = Object.hasOwn(value, key) ? value[key] : undefined
    if (kind === 'richtext' && typeof held === 'string') return [[key, sanitiseHtml(held)]]
    if (pattern !== undefined && typeof held === 'string') return plainEntry(key, held, pattern)
    return columns !== undefined && Array.isArray(held) ? rowsEntry(key, held, columns) : []
  })
  return changes.length === 0 ? value : { ...value, ...Object.fromEntries(changes) }
}

/** A text beyond this is none of several codes; the field's check says so. */
const longest = 2_000

function plainEntry(key: string, held: string, pattern: string): [string, unknown][] {
  const plain = held.length > longest ? held : typedCode(held, pattern)
  return plain === held ? [] : [[key, plain]]
}

const rowsEntry = (key: string, rows: readonly unknown[], columns: Fields): [string, unknown][] =>
  isChanged(columns) ? [[key, rows.map((row) => (isRow(row) ? sanitised(columns, row) : row))]] : []

const isChanged = (columns: Fields): boolean =>
  Object.values(columns).some(({ kind, pattern }) => kind === 'richtext' || pattern !== undefined)
