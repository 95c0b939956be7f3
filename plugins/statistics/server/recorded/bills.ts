import { type RawBuilder, sql } from 'kysely'
import { workedHours, workingDays } from '#server/calendar/working-hours-sql.ts'
import { stateCodes } from '#server/documents/wire.ts'
import type { Recorder } from './recorder.ts'

/**
 * Every document on the day it was filed and on the day it ended, and every decision on the day it was made. `length` is the time from
 * filing to end in hours, to two significant digits: what medians are taken of.
 */
export const bills: Recorder = {
  facts: (documents) =>
    sql`with due as materialized (
        select document.*, definition.body ->> 'group' as "group", ${JSON.stringify(stateCodes)}::jsonb ->> document.state as code
        from document left join definition_current on definition_current.kind = 'form' and definition_current.key = document.type
        left join definition on definition.kind = 'form' and definition.key = document.type and definition.hash = definition_current.hash
        where document.id = any(${[
      ...documents,
    ]}::text[])
      ), calendar as materialized (${workingDays(sql`(select max(ended_at) from due)`)})
      ${sql.join([filings, endings, decisions], sql` union all `)}`,
}

const filings = fact({
  line: sql`'filed'`,
  at: sql`due.started_at`,
  measures: { started: sql`1`, running: isIn('inApproval'), returns: sql`returns`, urges: sql`urges`, automatic: sql`automatic` },
  from: sql`due left join lateral (
    select count(*) filter (where event.type = 'returned') as returns, count(*) filter (where event.type = 'urged') as urges,
      count(*) filter (where event.type = 'autoPassed') as automatic
    from document_event event where event.document = due.id and event.type in ('returned', 'urged', 'autoPassed')) counted on true`,
})

const hours = hoursBetween(sql`started_at`, sql`ended_at`)

const endings = fact({
  line: sql`'ended'`,
  at: sql`due.ended_at`,
  dimensions: { length: sql`case when ${hours} = 0 then 0 else trim_scale(round(${hours}, 1 - floor(log(abs(${hours})))::integer)) end` },
  measures: { completed: isIn('completed'), refused: isIn('refused'), voided: isIn('voided'), revoked: isIn('revoked'), ended: sql`1`,
    hours, worked: workedHours({ at: sql`due.started_at`, day: 'first' }, { at: sql`due.ended_at`, day: 'last' }) },
  from: sql`due join calendar first on first.day = started_at::date join calendar last on last.day = ended_at::date`,
})

const decisions = fact({
  line: sql`'task ' || task.id`,
  at: sql`task.finished_at`,
  dimensions: { node: sql`replace(task.node_cn, '/', '／') || '/' || replace(task.node_en, '/', '／')` },
  measures: { decisions: sql`1`, waited: hoursBetween(sql`task.arrived_at`, sql`task.finished_at`) },
  from: sql`due join task on task.document = due.id and task.state = 'done' and task.result <> 'auto' and task.arrived_at is not null`,
})

interface RecordedFact {
  readonly line: RawBuilder<unknown>
  readonly at: RawBuilder<unknown>
  readonly dimensions?: Readonly<Record<string, RawBuilder<unknown>>>
  readonly measures: Readonly<Record<string, RawBuilder<unknown>>>
  readonly from: RawBuilder<unknown>
}

/** Facts of documents as a query: texts, without what is 0 or unknown. */
function fact({ line, at, dimensions = {}, measures, from }: RecordedFact): RawBuilder<unknown> {
  const texts = { type: sql`due.type`, group: sql`"group"`, state: sql`code`, ...dimensions }
  const figures = Object.fromEntries(Object.entries(measures).map(([key, figure]) => [key, sql`nullif(${figure}, 0)`]))
  return sql`select due.id as document, ${line} as line, ${at}::date as day, due.department, due.applicant as person, ${
    textsOf(texts)
  } as dimensions, ${textsOf(figures)} as measures, ${at} as since from ${from}`
}

function textsOf(texts: Readonly<Record<string, RawBuilder<unknown>>>): RawBuilder<unknown> {
  return sql`jsonb_strip_nulls(jsonb_build_object(${
    sql.join(Object.entries(texts).flatMap(([key, text]) => [sql.lit(key), sql`(${text})::text`]))
  }))`
}

function isIn(state: string): RawBuilder<unknown> {
  return sql`(due.state = ${sql.lit(state)})::integer`
}

function hoursBetween(from: RawBuilder<unknown>, to: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`round((extract(epoch from ${to} - ${from}) / 3600)::numeric, 2)`
}
