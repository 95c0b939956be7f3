import { parametersOf } from '#server/identity/parameters.ts'
import type { Db } from '#server/database/tables.ts'

/** The limits where the librarian's figure is missing. */
const defaults = { loanDays: 30, maxLoans: 3, renewals: 1, renewDays: 15, remindDays: 3 } as const

export type LoanLimits = Readonly<Record<keyof typeof defaults, number>>

/** The limits that borrowers keep to, as they stand in the dictionary `libraryRule`. */
export async function limitsOf(db: Db): Promise<LoanLimits> {
  const standard = await parametersOf(db, 'libraryRule')
  const figures = Object.entries(defaults).map(([limit, usual]) => [limit, standard(limit)?.toNumber() ?? usual])
  return Object.fromEntries(figures) as LoanLimits
}
