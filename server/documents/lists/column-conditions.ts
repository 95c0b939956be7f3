import { type RawBuilder, sql } from 'kysely'
import type { ColumnCondition, ListedColumn } from './list-types.ts'

/** Condition on a document's column, for counting: the planner may read all such columns first. */
export const hasColumn = (condition: ColumnCondition): RawBuilder<boolean> => {
  const exists = sql<boolean>`exists (select from document_column own where own.document = document.id and ${isWanted(condition)})`
  return isAbsence(condition) ? sql<boolean>`not ${exists}` : exists
}

/** Like `withColumn`, for one page: probes each document by primary key, for any order of rows. */
export const probedColumn = (condition: ColumnCondition): RawBuilder<boolean> => {
  const fulfils = sql<boolean>`coalesce((select true from document_column own where own.document = document.id and ${
    isWanted(condition)
  }), false)`
  return isAbsence(condition) ? sql<boolean>`not ${fulfils}` : fulfils
}

/** Condition on a column, resolved by its index. */
export const withColumn = (condition: ColumnCondition): RawBuilder<boolean> =>
  sql<boolean>`document.id = any(array(select own.document from document_column own where ${isWanted(condition)}))`

/** The number of columns that satisfy a condition, counted up to a limit. */
export const countedTo = (condition: ColumnCondition, most: number): RawBuilder<string> =>
  sql<string>`(select count(*) from (select from document_column own where ${isWanted(condition)} limit ${most}) wanted)`

/** Returns whether an index serves the condition, by lookup or by a scan (part of a text): not for lists of values, nor for absence. */
export const isIndexed = (condition: ColumnCondition): boolean => condition.column.type !== 'list' && !isAbsence(condition)

/** Whether the condition matches absent values: an unset switch is off. */
export const isAbsence = ({ filter, value }: ColumnCondition): boolean => filter === 'equals' && value === false

/** The condition that one of these columns contains a text; `like` is its pattern. */
export const columnContains = (keys: readonly string[], like: string): RawBuilder<boolean> =>
  sql<
    boolean
  >`coalesce((select true from document_column own where own.document = document.id and own.key = any(${keys}) and own.text ilike ${like}
    limit 1), false)`

/** The typed value of a column. */
export const typedValue = (table: 'lead' | 'own', { type }: ListedColumn): RawBuilder<unknown> =>
  sql.ref(`${table}.${type === 'list' ? 'text' : type}`)

const isWanted = (condition: ColumnCondition): RawBuilder<unknown> => {
  const { column: { key, type }, filter } = condition
  return sql`own.key = ${key} and own.kind = ${sql.lit(type)} and ${tests[filter](condition)}`
}

const tests: Readonly<Record<ColumnCondition['filter'], (condition: ColumnCondition) => RawBuilder<unknown>>> = {
  equals: () => sql`own.text = 'true'`,
  contains: ({ value }) => sql`own.text ilike ${`%${String(value).replace(/[\\%_]/g, '\\$&')}%`}`,
  oneOf: ({ column, value }) => (column.type === 'list' ? sql`own.value ?| ${value}::text[]` : sql`own.text = any(${value}::text[])`),
  range: ({ column, value }) => {
    const [from, to] = value as readonly [unknown, unknown]
    const sides = [from === null ? [] : [sql`${typedValue('own', column)} >= ${from}::${casts[column.type]}`],
      to === null ? [] : [upTo(column, to)]].flat()
    return sides.length === 0 ? sql`true` : sql.join(sides, sql` and `)
  },
}

/** The range includes its last day. */
const upTo = (column: ListedColumn, to: unknown) =>
  column.type === 'moment' ? sql`own.moment < ${to}::date + 1` : sql`${typedValue('own', column)} <= ${to}::${casts[column.type]}`

const casts = { text: sql.raw('text'), number: sql.raw('numeric'), moment: sql.raw('timestamp'), list: sql.raw('text') } as const
