import { sql } from 'kysely'
import type { Db } from '#server/database/tables.ts'

/** Minutes by node. */
export type UsualTimes = Readonly<Record<string, number>>

/** Number of past months. */
const months = 12
/** Minimum number of cases for a median. */
const fewest = 5
/** Time to live of the cached answer, ms. */
const fresh = 3_600_000

/**
 * The usual duration of each node of a type: the median over twelve months, from the first task's arrival to the last one's end. Uses the
 * index of documents by type; cached for an hour per database.
 */
export function usualTimes(): (db: Db, type: string, at: Date) => Promise<UsualTimes> {
  const kept = new Map<string, { readonly at: number; readonly times: Promise<UsualTimes> }>()
  return (db, type, at) => {
    const known = kept.get(type)
    if (known && Math.abs(at.getTime() - known.at) < fresh) return known.times
    const times = medians(db, type, at)
    kept.set(type, { at: at.getTime(), times })
    times.catch(() => kept.delete(type))
    return times
  }
}

async function medians(db: Db, type: string, at: Date): Promise<UsualTimes> {
  const { rows } = await sql<{ node: string; minutes: number }>`
    with visit as (
      select task.node, extract(epoch from max(task.finished_at) - min(task.arrived_at)) / 60 as minutes
      from document join task on task.document = document.id
      where document.type = ${type} and document.started_at > ${at}::timestamptz - make_interval(months => ${months})
        and task.state = 'done' and task.arrived_at is not null and task.finished_at is not null
      group by task.document, task.round, task.node
    )
    select node, round(percentile_cont(0.5) within group (order by minutes))::int as minutes from visit group by node
    having count(*) >= ${fewest}`
    .execute(db)
  return Object.fromEntries(rows.map(({ node, minutes }) => [node, minutes]))
}
