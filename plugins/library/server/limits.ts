import { parametersOf } from '#server/identity/parameters.ts'
import type { Db } from '#server/database/tables.ts'

/** Defaults of limits without a parameter. */
const defaults = { loanDays: 30, maxLoans: 3, renewals: 1, renewDays: 15, remindDays: 3 } as const

export type LoanLimits = Readonly<Record<keyof typeof defaults, number>>

/** Limits of borrowing from the dictionary `libraryRule`, or their defaults. */
export async function limitsOf(db: Db): Promise<LoanLimits> {
  const standard = await parametersOf(db, 'libraryRule')
  const figures = Object.entries(defaults).map(([limit, usual]) => [limit, standard(limit)?.toNumber() ?? usual])
  return Object.fromEntries(figures) as LoanLimits
}
