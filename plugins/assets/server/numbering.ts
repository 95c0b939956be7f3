import { sql } from 'kysely'
import type { FormValue } from '#kernel/values/value.ts'
import type { Db } from '#server/database/tables.ts'

/** The same assets, with a number of its class and year for each that has none: `3100-2026-0001`. Two at once get two. */
export async function numbered(db: Db, rows: readonly FormValue[],
  { type, year }: { readonly type: string; readonly year: string }): Promise<FormValue[]> {
  const next = new Map<string, number>()
  const answer: FormValue[] = []
  for (const row of rows) {
    const prefix = `${String(row['assetClass'])}-${year}-`
    if (!isEmpty(row['assetNo'])) answer.push(row)
    else {
      const number = next.get(prefix) ?? (await lastOf(db, type, prefix)) + 1
      next.set(prefix, number + 1)
      answer.push({ ...row, assetNo: `${prefix}${String(number).padStart(4, '0')}` })
    }
  }
  return answer
}

const isEmpty = (held: unknown): boolean => typeof held !== 'string' || held.trim() === ''

async function lastOf(db: Db, type: string, prefix: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`asset number ${prefix}`}, 0))`.execute(db)
  const { rows } = await sql<{ last: number }>`
    select coalesce(max(right(item ->> 'assetNo', 4)::integer), 0) as last
      from document, jsonb_array_elements(document.value -> 'items') item
      where document.type = ${type} and item ->> 'assetNo' ~ ${`^${prefix}[0-9]{4}$`}`.execute(db)
  return rows[0]?.last ?? 0
}
