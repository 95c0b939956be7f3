import { dictionaries } from '#server/identity/dictionaries.ts'
import type { Db } from '#server/database/tables.ts'
import { parameterOf } from '#kernel/parameters.ts'

/** What is taken where the librarian's figure is missing. */
const defaults = { loanDays: 30, maxLoans: 3, renewals: 1, renewDays: 15, remindDays: 3 } as const

export type Limits = Readonly<Record<keyof typeof defaults, number>>

/** The limits that borrowers keep to, as they stand in the dictionary `libraryRule`. */
export async function limitsOf(db: Db): Promise<Limits> {
  const rows = await dictionaries(db).list()
  const dict = (key: string, value: string) => rows.find((row) => row.type === key && row.value === value)?.label ?? null
  const figures = Object.entries(defaults).map(([limit, usual]) => [limit, parameterOf({ dict }, 'libraryRule', limit)?.toNumber() ?? usual])
  return Object.fromEntries(figures) as Limits
}
