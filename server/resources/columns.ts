import { memoize } from '#kernel/memoize.ts'
import type { FieldDefinition } from '#kernel/fields.ts'
import { kindOf } from '#kernel/kinds/registry.ts'
import type { Holds } from '#kernel/kinds/traits.ts'
import type { Resource } from '#kernel/resource.ts'

/** The type of a column, which determines how it is compared, written and read. */
export type ColumnType = 'text' | 'texts' | 'decimal' | 'integer' | 'boolean' | 'date' | 'timestamp' | 'json'

/** A column that clients may use, by its wire name only. */
export interface ResourceColumn {
  readonly wire: string
  /** Name in the database; never taken from a client. */
  readonly name: string
  readonly type: ColumnType
  /** Absent for the common columns of every record. */
  readonly field?: FieldDefinition
}

/** Every column of a resource by wire name, frozen: other names are never used in a statement. */
export const columnsOf: (resource: Resource) => ReadonlyMap<string, ResourceColumn> = memoize(({ fields, designed }) => {
  const own = Object.entries(fields).flatMap(([wire, field]): ResourceColumn[] => {
    const type = columnTypes[kindOf(field).holds]
    return type ? [{ wire, name: designed ? `${designedPrefix}${snakeCase(wire)}` : snakeCase(wire), type, field }] : []
  })
  return new Map([...common, ...own].map((column) => [column.wire, Object.freeze(column)]))
})

/** Prefix of the columns of designed tables: a company may call a field like a word of SQL, or like a column of every record. */
const designedPrefix = 'f_'

/** `yearMonth` → `year_month` */
const snakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, (mail) => `_${mail.toLowerCase()}`)

const common: readonly ResourceColumn[] = [
  { wire: 'id', name: 'id', type: 'text' },
  { wire: 'version', name: 'version', type: 'integer' },
  { wire: 'createBy', name: 'create_by', type: 'text' },
  { wire: 'createTime', name: 'create_time', type: 'timestamp' },
  { wire: 'updateBy', name: 'update_by', type: 'text' },
  { wire: 'updateTime', name: 'update_time', type: 'timestamp' },
]

const columnTypes: Readonly<Record<Holds, ColumnType | undefined>> = {
  text: 'text',
  time: 'text',
  choice: 'text',
  code: 'text',
  id: 'text',
  choices: 'texts',
  ids: 'texts',
  days: 'texts',
  decimal: 'decimal',
  integer: 'integer',
  boolean: 'boolean',
  date: 'date',
  datetime: 'timestamp',
  rows: 'json',
  // displayed or computed, never stored
  result: undefined,
  nothing: undefined,
}
