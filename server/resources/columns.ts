import { type Generated, sql } from 'kysely'
import { memoize } from '#kernel/memoize.ts'
import type { FieldProblem } from '#kernel/errors.ts'
import type { FieldDefinition } from '#kernel/fields.ts'
import { kindOf } from '#kernel/kinds/registry.ts'
import type { Holds } from '#kernel/kinds/kind.ts'
import type { Resource, ResourceImportColumn } from '#kernel/resource.ts'
import { bilingual } from '#kernel/wording/names.ts'
import { recordKindOf } from '#kernel/record-kinds.ts'
import { common } from '#server/identity/migrations/common-columns.ts'
import type { ImportColumn } from '#server/imports/importer.ts'
import type { RecordRules } from './rules.ts'

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
  return new Map([...commonColumns, ...own].map((column) => [column.wire, Object.freeze(column)]))
})

/** Prefix of the columns of designed tables: a company may call a field like a word of SQL, or like a column of every record. */
const designedPrefix = 'f_'

/** `yearMonth` → `year_month` */
const snakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, (mail) => `_${mail.toLowerCase()}`)

const commonColumns: readonly ResourceColumn[] = [
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

/**
 * The first columns of every resource's table: id, author and time of creation and change, version (the number of changes), del_flag (1:
 * deleted) and pinyin (for searching by Latin letters).
 */
export const recordColumns = sql`
  id varchar(32) primary key,
  pinyin varchar(200) not null default '',
  ${common}`

/** The types of `recordColumns` as read. */
export interface RecordTable {
  id: string
  pinyin: Generated<string>
  create_by: string | null
  create_time: Generated<Date>
  update_by: string | null
  update_time: Generated<Date>
  version: Generated<number>
  del_flag: Generated<number>
}

/** The template's columns, with the labels of the resource's fields. */
export function importColumns(resource: Resource, { meanings = {} }: Pick<RecordRules, 'meanings'> = {}): ImportColumn[] {
  return (resource.import?.columns ?? []).flatMap((column) => {
    const field = resource.fields[column.field]
    return field ? [{ ...columnOf(resource, column, field), meanings: meanings[column.field] }] : []
  })
}

function columnOf(resource: Resource, { field: name, by, required, cn, en, example, formerly }: ResourceImportColumn,
  field: FieldDefinition): ImportColumn {
  const label = { cn: cn ?? field.cn, en: en ?? field.en, formerly }
  if (by === 'name') return { ...label, key: `${name}.name`, field, by, example, required }
  return { ...label, key: name, field, by, example, required: required ?? (field.required === true ? true : undefined),
    among: isOwn(resource, field) ? resource.key : undefined }
}

/** Returns whether a field refers to records of its own resource, which files identify by their code. */
const isOwn = ({ offers, key, import: declared }: Resource, field: FieldDefinition): boolean =>
  offers !== undefined && recordKindOf(field) === offers && declared?.match.length === 1 && declared.match[0] === key

/** The problem of a reference to a record that does not exist or that the writer may not see. */
export const unknownRecord = (field: string, definition: FieldDefinition | undefined): FieldProblem => ({ field, code: 'error.field.record',
  parameters: { label: definition ? bilingual(definition) : field } })
