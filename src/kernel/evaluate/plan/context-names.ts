import type { Fields } from '#kernel/fields.ts'

/** Names that expressions of a row may use in addition to columns and header fields: the form, and the row itself. */
export const rowNames = ['header', 'item'] as const

/** Attributes of a row that are not columns: its id and, if it was taken over, its source. */
export const rowKeys = ['rowId', 'takenFrom'] as const

/**
 * Names of header amounts converted to RMB: `xRmb` → `x`. Absent for amounts that are in RMB already, and where a field has that name.
 */
export function rmbNames(fields: Fields): Readonly<Record<string, string>> {
  const amounts = Object.entries(fields).filter(([, { kind, result, rmb }]) => (kind === 'money' || result === 'money') && !rmb)
  return Object.fromEntries(amounts.map(([key]) => [`${key}Rmb`, key] as const).filter(([name]) => !(name in fields)))
}
