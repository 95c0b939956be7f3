import { type RawBuilder, sql } from 'kysely'
import { workedHours, workingDays } from '#server/calendar/working-hours-sql.ts'
import type { EntriesQuery, Register } from '../register.ts'

/**
 * Every document on the day it was filed and on the day it ended, and every decision on the day it was made.
 * Columns beside the common ones: type, group (of its process), state, node; started, running, returns, urges, automatic; completed, refused, voided, revoked, ended, hours, worked (working hours), median; decisions, waited (hours).
 */
export const bills: Register = {
  rows: (asked) =>
    sql`with calendar as (${workingDays(asked.before)}), process as (
        select definition.key, body ->> 'group' as "group" from definition join definition_current using (kind, key, hash) where kind = 'form'
      ), entry as (${entries(asked)})
      select entry.*, process."group" from entry left join process on process.key = entry.type`,
}

/** Kinds of entries, with the measures that each adds to. */
const kinds = [
  [['started', 'running', 'returns', 'urges', 'automatic'], (asked: EntriesQuery) => filings(asked)],
  [['completed', 'refused', 'voided', 'revoked', 'ended', 'hours', 'worked', 'median'], (asked: EntriesQuery) => endings(asked)],
  [['decisions', 'waited'], (asked: EntriesQuery) => decisions(asked)],
] as const

/** The entries that are asked for: those of all kinds where documents are counted. */
function entries(asked: EntriesQuery): RawBuilder<unknown> {
  const { measures = [] } = asked
  const known: readonly string[] = kinds.flatMap(([own]) => own)
  const isAll = measures.length === 0 || measures.some((measure) => !known.includes(measure))
  const wanted = kinds.filter(([own]) => isAll || own.some((measure) => measures.includes(measure)))
  return sql.join(wanted.map(([, rows]) => rows(asked)), sql` union all `)
}

const filings = (asked: EntriesQuery) =>
  sql`select document.id as document, document.started_at::date as day, document.department, document.applicant as person, document.type, ${state} as state, null as node,
        1 as started, (document.state = 'inApproval')::integer as running, coalesce(said.returns, 0) as returns, coalesce(said.urges, 0) as urges, coalesce(said.automatic, 0) as automatic,
        0 as completed, 0 as refused, 0 as voided, 0 as revoked, 0 as ended, 0::numeric as hours, 0::numeric as worked, null::numeric as median, 0 as decisions, 0::numeric as waited
      from document left join lateral (
        select count(*) filter (where type = 'returned') as returns, count(*) filter (where type = 'urged') as urges, count(*) filter (where type = 'autoPassed') as automatic
        from document_event where document_event.document = document.id and at < ${asked.before} and type in ('returned', 'urged', 'autoPassed')
      ) said on true
      where ${within(sql`document.started_at`, asked)}`

/** With the working hours of `calendar`. */
const endings = (asked: EntriesQuery) =>
  sql`select document.id as document, document.ended_at::date as day, document.department, document.applicant as person, document.type, ${state} as state, null as node,
        0 as started, 0 as running, 0 as returns, 0 as urges, 0 as automatic,
        (document.state = 'completed')::integer as completed, (document.state = 'refused')::integer as refused, (document.state = 'voided')::integer as voided,
        (document.state = 'revoked')::integer as revoked, 1 as ended, ${hoursBetween(sql`document.started_at`, sql`document.ended_at`)} as hours, ${
    workedHours({ at: sql`document.started_at`, day: 'first' }, { at: sql`document.ended_at`, day: 'last' })
  } as worked, ${hoursBetween(sql`document.started_at`, sql`document.ended_at`)} as median, 0 as decisions, 0::numeric as waited
      from document join calendar first on first.day = document.started_at::date join calendar last on last.day = document.ended_at::date
      where ${within(sql`document.ended_at`, asked)}`

const decisions = (asked: EntriesQuery) =>
  sql`select document.id as document, task.finished_at::date as day, document.department, document.applicant as person, document.type, ${state} as state,
        replace(task.node_cn, '/', '／') || '/' || replace(task.node_en, '/', '／') as node,
        0 as started, 0 as running, 0 as returns, 0 as urges, 0 as automatic, 0 as completed, 0 as refused, 0 as voided, 0 as revoked, 0 as ended, 0::numeric as hours,
        0::numeric as worked, null::numeric as median, 1 as decisions, ${hoursBetween(sql`task.arrived_at`, sql`task.finished_at`)} as waited
      from task join document on document.id = task.document
      where task.state = 'done' and task.result <> 'auto' and task.arrived_at is not null and ${within(sql`task.finished_at`, asked)}`

const state = sql`case document.state when 'inApproval' then '1' when 'refused' then '2' when 'completed' then '4' when 'voided' then '5' else '12' end`

const within = (column: ReturnType<typeof sql>, { from, to, before }: { readonly from: string; readonly to: string; readonly before: Date }) =>
  sql`${column} >= ${from}::date and ${column} < ${to}::date + 1 and ${column} < ${before}`

const hoursBetween = (from: ReturnType<typeof sql>, to: ReturnType<typeof sql>) => sql`round((extract(epoch from ${to} - ${from}) / 3600)::numeric, 2)`
