import { keyAs } from '#kernel/fields/roles.ts'
import type { FieldRole, Fields } from '#kernel/fields.ts'
import type { Form } from '#kernel/form.ts'
import { invoiceTables } from '#plugins/forms/invoice-roles.ts'
import type { JourneyVoucher } from './journey.ts'

/** The tables of a form with the parts of a journey. */
export interface JourneyTables {
  readonly legs: string
  readonly fares: string
  readonly stays: string
  readonly others: string
}

/** Finds the tables by the roles of their columns; undefined if the form has no such tables. */
export function journeyTables({ fields }: Pick<Form, 'fields'>): JourneyTables | undefined {
  const invoiced = invoiceTables(fields)
  const having = (tables: readonly string[], roles: readonly FieldRole[]) =>
    tables.find((table) => hasAll(fields[table]?.columns ?? {}, roles))
  const legs = having(Object.keys(fields).filter((key) => !invoiced.includes(key)), ['traveller', 'placeFrom', 'placeTo', 'timeFrom',
    'timeTo'])
  const fares = having(invoiced, ['placeFrom', 'placeTo', 'travelDate'])
  const stays = having(invoiced, ['place', 'dayFrom', 'dayTo'])
  const others = having(invoiced, ['expenseDate'])
  return legs === undefined || fares === undefined || stays === undefined || others === undefined
    ? undefined
    : { legs, fares, stays, others }
}

const hasAll = (columns: Fields, roles: readonly FieldRole[]): boolean => roles.every((role) => keyAs(columns, role) !== undefined)

/** Target table for a sort of voucher. */
export const tableOfSort = (tables: JourneyTables, sort: JourneyVoucher['sort']): string =>
  tables[({ ticket: 'fares', ride: 'fares', stay: 'stays', other: 'others' } as const)[sort]]
