import { rowIdOf, rowsAt } from '#kernel/evaluate/rows.ts'
import type { Form, Posts } from '#kernel/form.ts'
import type { FormValue } from '#kernel/values/value.ts'

/** Fields in an expression: every name in it that is a field. */
export function pathsIn({ fields }: Pick<Form, 'fields'>, { rows }: Posts, source: string): string[] {
  const words = new Set(source.replaceAll(/"[^"]*"/g, '').match(/[A-Za-z_]\w*/g) ?? [])
  const own = rows === undefined
    ? []
    : Object.keys(fields[rows]?.columns ?? {}).filter((key) => words.has(key)).map((key) => `${rows}.${key}`)
  const header = Object.entries(fields).flatMap(([key, { columns: inner }]) => {
    if (!words.has(key) || own.includes(`${rows}.${key}`)) return []
    const named = Object.keys(inner ?? {}).filter((column) => words.has(column)).map((column) => `${key}.${column}`)
    // a table without columns stands for all of its columns
    return named.length > 0 ? named : [key, ...Object.keys(inner ?? {}).map((column) => `${key}.${column}`)]
  })
  return [...own, ...header]
}

/** A position in a posting: a line, a row of the lists in its body, an entry of it. */
export interface PostingPlace {
  /** Id of the row of the line; empty for the document as a whole. */
  readonly line: string
  readonly row?: number | undefined
  readonly field?: string | undefined
}

/**
 * The path of the visible field for a position (`items.2.material`); undefined where there is none. A row of a list in the body
 * corresponds to a row of the table that the entry reads.
 */
export function shownPath(form: Pick<Form, 'fields'>, posts: Posts, value: FormValue, place: PostingPlace): string | undefined {
  const { field = '', row = -1 } = place
  const listed = posts.lists?.[field]?.table
  if (listed !== undefined) return pathInRow(listed, row, undefined)
  const source = posts.body[field]
  const [path] = source === undefined ? [] : pathsIn(form, posts, source)
  const table = tableOf(form, posts, path)
  return table === undefined ? path : pathInRow(table, indexOf(posts, value, place), path)
}

/** The index of the table row of a position, from 0; -1 without one. */
const indexOf = ({ rows }: Posts, value: FormValue, { line, row = -1 }: PostingPlace): number =>
  rows === undefined ? row : lineIndex(value, rows, line)

function pathInRow(table: string, index: number, path: string | undefined): string {
  if (index < 0) return table
  const column = path?.startsWith(`${table}.`) ? path.slice(table.length) : ''
  return `${table}.${index}${column}`
}

/** The table of a position: of the path, of the lines, or the first whose rows are listed in the body. */
function tableOf({ fields }: Pick<Form, 'fields'>, { rows, body }: Posts, path: string | undefined): string | undefined {
  const head = path?.split('.')[0]
  if (head !== undefined) return fields[head]?.kind === 'table' ? head : undefined
  return rows ??
    Object.keys(fields).find((key) => fields[key]?.kind === 'table' && Object.values(body).some((source) => source.startsWith(`${key}.`)))
}

const lineIndex = (value: FormValue, table: string, line: string): number =>
  rowsAt(value, table).findIndex((row, index) => (rowIdOf(row) ?? String(index)) === line)
