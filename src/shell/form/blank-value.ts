import type { FormFacts } from '#kernel/facts.ts'
import type { Form } from '#kernel/form.ts'
import { isRecord } from '#kernel/record-kinds.ts'
import { newRowId } from '#kernel/values/row-id.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { firstRows } from './first-rows.ts'

/** The value of a new document: its first rows, and the records that the address names. */
export function blankValue(form: Form, search: string, facts: FormFacts): FormValue {
  const named = namedIn(form, new URLSearchParams(search))
  return { ...firstRows(form, named, facts), ...named }
}

/** Documents for the links of the form, such as the trip that is claimed, and records for its rows (`books.bookNo`). */
const namedIn = (form: Form, query: URLSearchParams): FormValue => ({ ...linksIn(form, query), ...rowsIn(form, query) })

function rowsIn({ fields }: Form, query: URLSearchParams): FormValue {
  return Object.fromEntries(Object.entries(fields).flatMap(([key, { columns = {} }]) => {
    const named = Object.entries(columns).find(([column, field]) => isRecord(field) && query.has(`${key}.${column}`))
    return named ? [[key, query.getAll(`${key}.${named[0]}`).map((id) => ({ rowId: newRowId(), [named[0]]: id }))]] : []
  }))
}

function linksIn({ fields }: Form, query: URLSearchParams): FormValue {
  const named = Object.entries(fields).filter(([key, { kind }]) => kind === 'documentLink' && query.has(key))
  return Object.fromEntries(named.map(([key]) => [key, query.getAll(key)]))
}
