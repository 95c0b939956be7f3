import { type RawBuilder, sql } from 'kysely'
import { countedSums, groupedBy, keyNames } from './counting.ts'
import type { FactFilter, SumKey } from '../fact-filter.ts'
import { foldedSums } from '../folding/folded-sums.ts'

/**
 * The middle one of the numbers that facts have in a dimension, by keys: a query with a column for each key and `median`. Facts are counted
 * by the number first, which adds up as sums do.
 */
export function mediansBy(filter: FactFilter, keys: readonly SumKey[], dimension: string): RawBuilder<unknown> {
  const names = keyNames(keys)
  const byNumber = [...keys, dimension]
  const number = sql.ref(`key_${keys.length}`)
  const within = sql`partition by ${sql.join([sql`true`, ...names])}`
  const at = (place: number) => sql`min(number) filter (where up_to >= (facts + ${sql.lit(place)}) / 2)`
  return sql`select ${sql.join([...names, sql`(${at(1)} + ${at(2)}) / 2 as median`])} from (
      select ${
    sql.join([...names, sql`number`])
  }, sum(fact_count) over (${within} order by number)::bigint as up_to, sum(fact_count) over (${within})::bigint as facts
      from (select *, ${number}::numeric as number from (${
    foldedSums(filter, byNumber, []) ?? countedSums(filter, byNumber, [])
  }) counted where ${number} <> '') numbered
    ) ranked ${groupedBy(names)}`
}
