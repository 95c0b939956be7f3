import { sql } from 'kysely'
import { composeName, splitName } from '#kernel/wording/names.ts'
import { nowOf, todayOf } from '#kernel/values/dates.ts'
import type { MessageKind } from '#kernel/plugin.ts'
import type { Db } from '#server/database/tables.ts'
import { notify } from '#server/messages/notify.ts'
import { transaction } from '#server/database/transaction.ts'
import { hours, type Job, minutes } from '#server/jobs/job.ts'
import { riskLevels } from '#plugins/system/server/public-api.ts'
import type { JourneyRisk } from '../../journeys/journey-wire.ts'
import '../tables.ts'
import { journeyChanged, journeyRisk, journeySoon } from '../../journeys/message-kinds.ts'
import { highest, isAbove } from './journeys.ts'

/** Summary of a journey for messages: first origin and destination. */
export interface JourneyHead {
  readonly id: string
  readonly traveller: string
  readonly companions: readonly string[]
  /** yyyy-MM-dd HH:mm:ss */
  readonly departs: string
  readonly risk: JourneyRisk
  readonly from: string
  readonly to: string
}

/** Filter for journeys that start after a time, soonest first. */
interface JourneyFilter {
  /** yyyy-MM-dd HH:mm:ss */
  readonly after: string
  readonly until?: string
  readonly id?: string
  readonly businessKey?: string
}

/** Reads journeys with their first stop, by time, id or document. */
export async function journeyHeads(db: Db, { after, until, id, businessKey }: JourneyFilter): Promise<JourneyHead[]> {
  const rows = await db
    .selectFrom('journey_record')
    .innerJoin('journey_segment',
      (join) => join.onRef('journey_segment.journey_id', '=', 'journey_record.id').on('journey_segment.sort', '=', 0))
    .select(['journey_record.id', 'traveller_id', 'companions', 'risk_level', placeName('starting_area').as('start'),
      placeName('destination_area').as('end')])
    .select(sql<string>`to_char(journey_record.depart_time, 'YYYY-MM-DD HH24:MI:SS')`.as('departs'))
    .where('del_flag', '=', 0)
    .where(sql<boolean>`journey_record.depart_time > ${after}::timestamp`)
    .where('journey_type', '!=', '3')
    .$if(until !== undefined, (query) => query.where(sql<boolean>`journey_record.depart_time <= ${until ?? ''}::timestamp`))
    .$if(id !== undefined, (query) => query.where('journey_record.id', '=', id ?? ''))
    .$if(businessKey !== undefined, (query) => query.where('business_key', '=', businessKey ?? ''))
    .orderBy('journey_record.depart_time').limit(2000).execute()
  return rows.map((row) => ({
    id: row.id,
    traveller: row.traveller_id,
    companions: row.companions,
    departs: row.departs,
    risk: row.risk_level,
    from: named(row.start),
    to: named(row.end),
  }))
}

/** Notifies people, except the actor, that an upcoming journey has changed; a deleted one links to the list. */
export const notifyChanged = (db: Db, { id, departs, from, to }: JourneyHead,
  { people, by, at, isGone }: { readonly people: readonly string[]; readonly by: string; readonly at: Date; readonly isGone: boolean }) =>
  notify(db, {
    kind: journeyChanged,
    recipients: people.filter((person) => person !== by),
    at,
    params: { urlPage: isGone ? '/my-trips' : `/travel-detail?id=${id}` },
    blanks: { from, to, time: departs.slice(0, 16) },
  })

/** SQL for the name of a place, by the last of its codes. */
const placeName = (column: 'starting_area' | 'destination_area') =>
  sql<string | null>`(select area.name || '/' || area.name_en from area where area.area_code = journey_segment.${
    sql.ref(column)
  }[cardinality(journey_segment.${sql.ref(column)})])`

const named = (name: string | null): string => composeName(splitName(name ?? ''))

/** Job that reminds travellers a day before departure, once per journey. */
export const journeyReminders: Job = {
  name: 'journeyReminders',
  every: minutes(30),
  async run({ db, at }) {
    const until = nowOf(new Date(at.getTime() + hours(24)))
    const due = await journeyHeads(db, { after: nowOf(at), until })
    for (const journey of due) await notifyOf(db, journeySoon, journey, { at })
  },
}

/** Job that updates the risk of upcoming journeys and notifies their travellers if it has risen. */
export const journeyRisks: Job = {
  name: 'journeyRisks',
  every: minutes(30),
  async run({ db, at }) {
    const riskOf = await riskLevels(db, todayOf(at))
    for (const journey of await journeyHeads(db, { after: nowOf(at) })) await transaction(db, (tx) => judge(tx, journey, { at, riskOf }))
  },
}

async function judge(db: Db, journey: JourneyHead,
  { at, riskOf }: { at: Date; riskOf: (area: readonly string[]) => JourneyRisk }): Promise<void> {
  const segments = await db.selectFrom('journey_segment').select(['sort', 'starting_area', 'destination_area']).where('journey_id', '=',
    journey.id).execute()
  const level = highest(segments.flatMap(({ starting_area: from, destination_area: to }) => [riskOf(from), riskOf(to)]))
  if (level === journey.risk) return
  await db.updateTable('journey_record').set({ risk_level: level }).where('id', '=', journey.id).execute()
  for (const { sort, starting_area: from, destination_area: to } of segments) {
    await db.updateTable('journey_segment').set({ starting_risk: riskOf(from), destination_risk: riskOf(to) }).where('journey_id', '=',
      journey.id).where('sort', '=', sort)
      .execute()
  }
  if (isAbove(level, journey.risk)) await notifyOf(db, journeyRisk, journey, { at, level: levels[level] })
}

const levels: Readonly<Record<JourneyRisk, string>> = { high: '高风险/High', middle: '中风险/Medium', none: '无/None' }

/** Notifies the traveller; idempotent per journey and level. */
const notifyOf = (db: Db, kind: MessageKind, { id, traveller, departs, from, to }: JourneyHead,
  { at, level }: { readonly at: Date; readonly level?: string }) =>
  notify(db, {
    kind,
    recipients: [traveller],
    at,
    once: `${id} ${level ?? ''}`,
    params: { urlPage: `/travel-detail?id=${id}` },
    blanks: { from, to, time: departs.slice(0, 16), ...(level !== undefined && { level }) },
  })
