import type { FieldDefinition, Fields } from '#kernel/fields.ts'
import { kindOf } from '#kernel/kinds/registry.ts'
import { memoize } from '#kernel/memoize.ts'
import { sanitiseHtml } from '#kernel/rich-text/sanitise.ts'
import { typedCode } from '#kernel/values/typed-values.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { isRow } from '../rows.ts'

/**
 * Sanitises the HTML of rich texts and normalises texts with a `pattern`, in the header and in rows. Returns the same object when nothing
 * changes.
 */
export function sanitised(fields: Fields, value: FormValue): FormValue {
  const changes = changedIn(fields).flatMap(([key, field]): [string, unknown][] => {
    const { pattern, columns } = field
    const held = Object.hasOwn(value, key) ? value[key] : undefined
    if (kindOf(field).isHtml && typeof held === 'string') return [[key, sanitiseHtml(held)]]
    if (pattern !== undefined && typeof held === 'string') return plainEntry(key, held, pattern)
    return columns !== undefined && Array.isArray(held) ? rowsEntry(key, held, columns) : []
  })
  return changes.length === 0 ? value : { ...value, ...Object.fromEntries(changes) }
}

/** Rich texts, texts with a pattern, and tables with such columns. */
const changedIn: (fields: Fields) => readonly (readonly [string, FieldDefinition])[] = memoize((fields) =>
  Object.entries(fields).filter(([, field]) => isChanged(field) || Object.values(field.columns ?? {}).some(isChanged))
)

const isChanged = (field: FieldDefinition): boolean => kindOf(field).isHtml === true || field.pattern !== undefined

/** Longest text, in characters, that is normalised; the field's own check refuses longer ones. */
const longest = 2_000

function plainEntry(key: string, held: string, pattern: string): [string, unknown][] {
  const plain = held.length > longest ? held : typedCode(held, pattern)
  return plain === held ? [] : [[key, plain]]
}

const rowsEntry = (key: string, rows: readonly unknown[], columns: Fields): [string, unknown][] =>
  changedIn(columns).length > 0 ? [[key, rows.map((row) => (isRow(row) ? sanitised(columns, row) : row))]] : []
