import type { Fields } from '#kernel/fields.ts'

/** Names that a row's expressions have beside its columns and the header's fields: the form around it, and itself. */
export const rowNames = ['header', 'item'] as const

/** Attributes of a row beside its columns: its id and, if it was taken over, its source. */
export const rowKeys = ['rowId', 'takenFrom'] as const

/**
 * Each header amount `x` is also there as `xRmb`, unless it is in RMB anyway or the form has a field of that name: amount by its name in
 * RMB.
 */
export function rmbNames(fields: Fields): Readonly<Record<string, string>> {
  const amounts = Object.entries(fields).filter(([, { kind, result, rmb }]) => (kind === 'money' || result === 'money') && !rmb)
  return Object.fromEntries(amounts.map(([key]) => [`${key}Rmb`, key] as const).filter(([name]) => !(name in fields)))
}
