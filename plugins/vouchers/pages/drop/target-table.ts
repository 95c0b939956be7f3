import { keyAs } from '#kernel/fields/roles.ts'
import type { Form } from '#kernel/form.ts'
import { invoiceTables } from '#plugins/forms/invoice-roles.ts'

/** Kinds of vouchers that are tickets for a journey. */
const tickets: ReadonlySet<string> = new Set(['rail', 'air'])

/**
 * The table that a voucher goes to when its file is dropped beside the tables: a ticket where journeys are claimed, anything else where
 * they are not.
 */
export function tableFor(form: Form, kind: string, isOpen: (table: string) => boolean): string | undefined {
  const tables = invoiceTables(form.fields).filter(isOpen)
  const has = (table: string, role: 'travelDate' | 'expenseDate') => keyAs(form.fields[table]?.columns ?? {}, role) !== undefined
  return tables.find((table) => has(table, tickets.has(kind) ? 'travelDate' : 'expenseDate')) ?? tables[0]
}
