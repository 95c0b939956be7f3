import { rowsAt } from '#kernel/evaluate/rows.ts'
import type { Form } from '#kernel/form.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { DocumentExtension } from '#server/extensions/document-extension.ts'
import { distancesBetween, type Path } from './distances.ts'

/** Rows that lead from one place to another learn how far that is by the table; what the person enters goes before it. */
export const tableKm: DocumentExtension = {
  concerns: (form) => waysOf(form).length > 0,

  async prepare({ db, form, value, filing, before }) {
    if (!(filing ?? before === undefined)) return {}
    const tables = waysOf(form).filter(({ table }) => rowsAt(value, table).length > 0)
    const kmOf = await distancesBetween(db, tables.flatMap(({ table, ends }) => rowsAt(value, table).map((row) => wayOf(row, ends))))
    return Object.fromEntries(
      tables.map(({ table, ends }) => [table, rowsAt(value, table).map((row) => ({ ...row, tableKm: kmOf(...wayOf(row, ends)) }))]),
    )
  },
}

type Ends = readonly [from: string, to: string]

/** Tables with such a column, and the two areas of each of their rows. */
const waysOf = ({ fields }: Form): { table: string; ends: Ends }[] =>
  Object.entries(fields).flatMap(([table, { columns = {} }]) => {
    const [from, to] = Object.keys(columns).filter((column) => columns[column]?.kind === 'cascader')
    return columns['tableKm']?.system && from !== undefined && to !== undefined ? [{ table, ends: [from, to] as const }] : []
  })

const wayOf = (row: FormValue, ends: Ends): [Path, Path] => [pathAt(row, ends[0]), pathAt(row, ends[1])]

const pathAt = (row: FormValue, key: string): Path => (Array.isArray(row[key]) ? (row[key] as Path) : [])
