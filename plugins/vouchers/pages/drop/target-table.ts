import { keyAs } from '#kernel/fields/roles.ts'
import type { Form } from '#kernel/form.ts'
import { invoiceTables } from '#plugins/forms/invoice-roles.ts'

/** Kinds of vouchers that are travel tickets. */
const tickets: ReadonlySet<string> = new Set(['rail', 'air'])

/** Target table for a voucher dropped outside the tables: tickets go to a table with travel dates, others to one with expense dates. */
export function tableFor(form: Form, kind: string, isOpen: (table: string) => boolean): string | undefined {
  const tables = invoiceTables(form.fields).filter(isOpen)
  const has = (table: string, role: 'travelDate' | 'expenseDate') => keyAs(form.fields[table]?.columns ?? {}, role) !== undefined
  return tables.find((table) => has(table, tickets.has(kind) ? 'travelDate' : 'expenseDate')) ?? tables[0]
}
