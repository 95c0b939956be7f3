import { memoize } from '#kernel/memoize.ts'
import type { FieldDefinition, FieldKind } from '#kernel/fields.ts'
import type { Resource } from '#kernel/resource.ts'

/** The type of a column; it decides how it is compared, written and read. */
type ColumnType = 'text' | 'texts' | 'decimal' | 'integer' | 'boolean' | 'date' | 'timestamp' | 'json'

/** A column that a client may name, by its wire name only. */
export interface ResourceColumn {
  readonly wire: string
  /** Name in the database: never from a client. */
  readonly name: string
  readonly type: ColumnType
  /** Absent for the columns that every record has. */
  readonly field?: FieldDefinition
}

/** Every column of a resource by wire name, frozen: a name that is not in it reaches no statement. */
export const columnsOf: (resource: Resource) => ReadonlyMap<string, ResourceColumn> = memoize(({ fields }) => {
  const own = Object.entries(fields).flatMap(([wire, field]): ResourceColumn[] => {
    const type = columnTypes[field.kind]
    return type ? [{ wire, name: snakeCase(wire), type, field }] : []
  })
  return new Map([...common, ...own].map((column) => [column.wire, Object.freeze(column)]))
})

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

const columnTypes: Readonly<Record<FieldKind, ColumnType | undefined>> = {
  text: 'text',
  textarea: 'text',
  richtext: 'text',
  time: 'text',
  select: 'text',
  radio: 'text',
  person: 'text',
  department: 'text',
  reference: 'text',
  currency: 'text',
  process: 'text',
  multiselect: 'texts',
  cascader: 'texts',
  people: 'texts',
  documentLink: 'texts',
  attachment: 'texts',
  daterange: 'texts',
  number: 'decimal',
  money: 'decimal',
  percent: 'decimal',
  integer: 'integer',
  rate: 'integer',
  checkbox: 'boolean',
  switch: 'boolean',
  date: 'date',
  datetime: 'timestamp',
  table: 'json',
  // Shown or computed, never stored.
  calculated: undefined,
  title: undefined,
  plaintext: undefined,
}
