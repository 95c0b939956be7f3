import { sql } from 'kysely'
import type { FormValue } from '#kernel/values/value.ts'
import type { Db } from '#server/database/tables.ts'
import '../tables.ts'

const letters: Readonly<Record<string, string>> = { purchase: 'P', sales: 'S', ancillary: 'A' }

/** The next number of a company's contracts of a class in a year: `SZ-P-2026-0001`. Two at once get two. */
export async function nextNumber(db: Db, { signCompany, contractClass }: FormValue, today: string): Promise<string> {
  const prefix = `${String(signCompany)}-${letters[String(contractClass)] ?? 'X'}-${today.slice(0, 4)}-`
  await sql`select pg_advisory_xact_lock(hashtextextended(${`contract number ${prefix}`}, 0))`.execute(db)
  const { last } = await db
    .selectFrom('contract_ledger')
    .select(sql<number>`coalesce(max(right(contract_no, 4)::integer), 0)`.as('last'))
    .where('contract_no', '~', `^${prefix}[0-9]{4}$`)
    .executeTakeFirstOrThrow()
  return `${prefix}${String(last + 1).padStart(4, '0')}`
}
