import '../tables.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/database/tables.ts'
import { workedHours, workingDays } from '#server/calendar/calendar.ts'
import { stateCodes } from '#server/documents/wire.ts'
import type { CountedPage } from '../counted-page.ts'

/**
 * Recorder of the document statistics: a fact per document on the day of its filing and of its end, and one per decision. `length` is the
 * time from filing to end in hours, to two significant digits, for medians.
 */
const bills: Recorder = {
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

/** Query for facts: all values as text, without figures that are 0 or unknown. */
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

/** Derives facts of documents from their events, independent of their forms. */
interface Recorder {
  /**
   * Query for the facts of these documents: `document`, `line`, `day`, `department`, `person`, `dimensions`, `measures`, and `since`, the
   * instant from which each holds.
   */
  facts(documents: readonly string[]): RawBuilder<unknown>
}

/** Recorders by the name that pages declare. */
const recorders: Readonly<Record<string, Recorder>> = { bills }

interface RecordedPage {
  readonly page: string
  readonly recorder: Recorder
}

/** The pages that declare a recorder. */
export const recordedPages = (pages: readonly CountedPage[]): readonly RecordedPage[] =>
  pages.flatMap(({ key, recorder: name }) => {
    const recorder = name === undefined ? undefined : recorders[name]
    return recorder ? [{ page: key, recorder }] : []
  })

const columns = sql.join(['document', 'line', 'day', 'department', 'person', 'dimensions', 'measures'].map((column) => sql.ref(column)))

/** Query for the facts to insert (sign 1) and to reverse (-1), with `since` for new ones. */
const changesOf = ({ page, recorder }: RecordedPage, documents: readonly string[]): RawBuilder<unknown> =>
  sql`select sum(side)::integer as sign, ${columns}, max(since) as since from (
      select 1 as side, ${columns}, since from (${recorder.facts(documents)}) said
      union all
      (select -1, ${columns}, null from statistics_fact where document = any(${[
    ...documents,
  ]}::text[]) and page = ${page} group by ${columns} having sum(sign) > 0)
    ) both_sides group by ${columns} having sum(side) <> 0`

/** Reconciles the recorded facts of documents. The first fact of a line counts from its own instant; a change from the last action on. */
export async function recordFacts(tx: Db, pages: readonly RecordedPage[], documents: readonly string[]): Promise<void> {
  if (documents.length === 0) return
  // serialize comparing and inserting the facts of a document
  await sql`select pg_advisory_xact_lock(4201911)`.execute(tx)
  for (const recorded of pages) {
    await sql`insert into statistics_fact (page, sign, ${columns}, at)
      select ${recorded.page}, sign, ${columns},
        case when sign = 1 and not exists (select from statistics_fact known where known.document = change.document
          and known.page = ${recorded.page} and known.line = change.line)
          then since else (select updated_at from document where document.id = change.document) end
      from (${changesOf(recorded, documents)}) change`.execute(tx)
  }
}

/** Number of deviating facts per document; documents queued for recording are left out. */
export async function recordedDeviations(db: Db, pages: readonly RecordedPage[],
  documents: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const deviations = new Map<string, number>()
  for (const recorded of pages) {
    const { rows } = await sql<{ document: string; changes: string }>`select document, count(*) as changes from (${
      changesOf(recorded, documents)
    }) change
      where not exists (select from statistics_changed where statistics_changed.document = change.document) group by document`.execute(db)
    for (const { document, changes } of rows) deviations.set(document, (deviations.get(document) ?? 0) + Number(changes))
  }
  return deviations
}
