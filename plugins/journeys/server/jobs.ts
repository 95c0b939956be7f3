import { sql } from 'kysely'
import { nowOf, todayOf } from '../../../src/kernel/dates.ts'
import { composeName, splitName } from '../../../src/kernel/names.ts'
import type { Db } from '../../../server/database/tables.ts'
import { transaction } from '../../../server/database/transaction.ts'
import { hours, type Job, minutes } from '../../../server/jobs/job.ts'
import { tell } from '../../../server/messages/tell.ts'
import { riskLevels } from '../../system/server/door.ts'
import type { JourneyRisk } from '../journey-wire.ts'
import { highest, isAbove } from './risk.ts'
import './tables.ts'

/** A journey to come, with where it begins and leads first. */
interface Coming {
  readonly id: string
  readonly traveller: string
  readonly departs: string
  readonly risk: JourneyRisk
  readonly from: string
  readonly to: string
}

/** Reminds travellers a day before they leave; nobody is told of one journey twice. */
export const journeyReminders: Job = {
  name: 'journeyReminders',
  every: minutes(30),
  async run({ db, at }) {
    const until = nowOf(new Date(at.getTime() + hours(24)))
    const due = await coming(db, nowOf(at), until)
    for (const journey of due) await tellOf(db, 'journeySoon', journey, { at })
  },
}

/** Looks at the risk of journeys to come again, and tells their travellers where it has risen. */
export const journeyRisks: Job = {
  name: 'journeyRisks',
  every: minutes(30),
  async run({ db, at }) {
    const riskOf = await riskLevels(db, todayOf(at))
    for (const journey of await coming(db, nowOf(at), undefined)) await transaction(db, (tx) => judge(tx, journey, { at, riskOf }))
  },
}

async function judge(db: Db, journey: Coming, { at, riskOf }: { at: Date; riskOf: (area: readonly string[]) => JourneyRisk }): Promise<void> {
  const segments = await db.selectFrom('journey_segment').select(['sort', 'starting_area', 'destination_area']).where('journey_id', '=', journey.id).execute()
  const level = highest(segments.flatMap(({ starting_area: from, destination_area: to }) => [riskOf(from), riskOf(to)]))
  if (level === journey.risk) return
  await db.updateTable('journey_record').set({ risk_level: level }).where('id', '=', journey.id).execute()
  for (const { sort, starting_area: from, destination_area: to } of segments) {
    await db.updateTable('journey_segment').set({ starting_risk: riskOf(from), destination_risk: riskOf(to) }).where('journey_id', '=', journey.id).where('sort', '=', sort).execute()
  }
  if (isAbove(level, journey.risk)) await tellOf(db, 'journeyRisk', journey, { at, level: levels[level] })
}

const levels: Readonly<Record<JourneyRisk, string>> = { high: '高风险/High', middle: '中风险/Middle', none: '无/None' }

/** Tells the traveller; the same thing once, however often the job runs. */
const tellOf = (db: Db, kind: 'journeySoon' | 'journeyRisk', { id, traveller, departs, from, to }: Coming, { at, level }: { readonly at: Date; readonly level?: string }) =>
  tell(db, {
    kind, recipients: [traveller], at, once: `${id} ${level ?? ''}`, params: { urlPage: `/travel-detail?id=${id}` },
    blanks: { from, to, time: departs.slice(0, 16), ...(level !== undefined && { level }) },
  })

async function coming(db: Db, from: string, until: string | undefined): Promise<Coming[]> {
  const rows = await db
    .selectFrom('journey_record')
    .innerJoin('journey_segment', (join) => join.onRef('journey_segment.journey_id', '=', 'journey_record.id').on('journey_segment.sort', '=', 0))
    .select(['journey_record.id', 'traveller_id', 'risk_level', placeName('starting_area').as('start'), placeName('destination_area').as('end')])
    .select(sql<string>`to_char(journey_record.depart_time, 'YYYY-MM-DD HH24:MI:SS')`.as('departs'))
    .where('del_flag', '=', 0).where('journey_type', '!=', '3')
    .where(sql<boolean>`journey_record.depart_time > ${from}::timestamp`)
    .$if(until !== undefined, (query) => query.where(sql<boolean>`journey_record.depart_time <= ${until ?? ''}::timestamp`))
    .orderBy('journey_record.depart_time').limit(2000).execute()
  return rows.map((row) => ({ id: row.id, traveller: row.traveller_id, departs: row.departs, risk: row.risk_level, from: named(row.start), to: named(row.end) }))
}

/** The last of the codes of a place names it. */
const placeName = (column: 'starting_area' | 'destination_area') =>
  sql<string | null>`(select area.name || '/' || area.name_en from area where area.area_code = journey_segment.${sql.ref(column)}[cardinality(journey_segment.${sql.ref(column)})])`

const named = (name: string | null): string => composeName(splitName(name ?? ''))
