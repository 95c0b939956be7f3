import { type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { nowOf } from '#kernel/values/dates.ts'
import { permits } from '#kernel/permissions.ts'
import type { Db, Tables } from '#server/database/tables.ts'
import type { Caller } from '#server/identity/caller.ts'
import type { Host } from '#server/host.ts'
import type { Journey, JourneyRisk, JourneySegment, JourneyState } from '../../journeys/journey-wire.ts'
import { can } from '../../journeys/permissions.ts'

export interface JourneyReader {
  readonly host: Pick<Host, 'departments' | 'organisation'>
  readonly db: Db
  readonly caller: Caller
  readonly at: Date
}

export interface JourneyQuery {
  /** Restricts to journeys that the caller is on; otherwise all within their scope. */
  readonly mine: boolean
  readonly state?: JourneyState | undefined
  readonly journeyTypes?: readonly string[] | undefined
  readonly riskLevel?: JourneyRisk | undefined
  /** Period that the journeys overlap, yyyy-MM-dd. */
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly current: number
  readonly size: number
}

/** A page of journeys: upcoming ones, soonest first, then past ones, newest first. */
export async function journeyPage(reading: JourneyReader,
  query: JourneyQuery): Promise<{ records: Journey[]; total: number; current: number; size: number; pages: number }> {
  const now = nowOf(reading.at)
  const found = (await visible(reading, query.mine))
    .$if(query.state !== undefined, (rows) => rows.where(sql<SqlBool>`${stateAt(now)} = ${query.state ?? ''}`))
    .$if((query.journeyTypes?.length ?? 0) > 0,
      (rows) => rows.where(sql<SqlBool>`journey_record.journey_type = any(${[...(query.journeyTypes ?? [])]}::text[])`))
    .$if(query.riskLevel !== undefined, (rows) => rows.where('journey_record.risk_level', '=', query.riskLevel ?? 'none'))
    .$if(query.from !== undefined, (rows) => rows.where(sql<SqlBool>`journey_record.arrive_time >= ${`${query.from} 00:00:00`}::timestamp`))
    .$if(query.to !== undefined,
      (rows) => rows.where(sql<SqlBool>`journey_record.depart_time < ${`${query.to} 00:00:00`}::timestamp + interval '1 day'`))
  const { total } = await found.select(({ fn }) => fn.countAll<string>().as('total')).executeTakeFirstOrThrow()
  const rows = await columns(found, now)
    .orderBy(sql`${stateAt(now)} = 'past'`)
    .orderBy(sql`case when ${stateAt(now)} = 'past' then null else journey_record.depart_time end`)
    .orderBy('journey_record.depart_time', 'desc').orderBy('journey_record.id')
    .limit(query.size).offset((query.current - 1) * query.size).execute()
  return { records: await completed(reading, rows), total: Number(total), current: query.current, size: query.size,
    pages: Math.ceil(Number(total) / query.size) }
}

/** A journey within the caller's scope; undefined otherwise. */
export async function journeyOf(reading: JourneyReader, id: string): Promise<Journey | undefined> {
  const found = (await visible(reading, false, true)).where('journey_record.id', '=', id)
  return (await completed(reading, await columns(found, nowOf(reading.at)).execute()))[0]
}

/**
 * Query of journeys within the caller's scope. Planned journeys are left out if the traveller's claim replaces them by the actual one,
 * unless `replaced` is set.
 */
async function visible({ host, db, caller }: JourneyReader, mine: boolean, replaced = false) {
  const scope = mine || !(caller.admin || permits(caller.permissions, can.view)) ? [] : await host.departments(db, caller, 'journey')
  return db.selectFrom('journey_record').where('journey_record.del_flag', '=', 0)
    .where((eb) => isInScope(eb, caller.id, scope))
    .$if(!replaced, (rows) =>
      rows.where(({ not, exists, selectFrom }) =>
        not(exists(
          selectFrom('journey_record as actual').innerJoin('document_link', 'document_link.owner', 'actual.business_key').select(
            'actual.id',
          )
            .where('actual.journey_type', '=', '3').where('actual.del_flag', '=', 0)
            .whereRef('document_link.target', '=', 'journey_record.business_key').whereRef('actual.traveller_id', '=',
              'journey_record.traveller_id'),
        ))
      ))
}

function isInScope(eb: ExpressionBuilder<Tables, 'journey_record'>, person: string, scope: 'all' | readonly string[]) {
  if (scope === 'all') return eb.lit(true)
  return eb.or([
    eb('journey_record.traveller_id', '=', person),
    sql<SqlBool>`${person} = any(journey_record.companions) and journey_record.business_key is null`,
    sql<SqlBool>`journey_record.department_id = any(${[...scope]}::text[])`,
  ])
}

const stateAt = (now: string) =>
  sql<
    JourneyState
  >`case when journey_record.depart_time > ${now}::timestamp then 'upcoming'
    when journey_record.arrive_time >= ${now}::timestamp then 'ongoing' else 'past' end`

const moment = (column: string) => sql<string>`to_char(${sql.ref(column)}, 'YYYY-MM-DD HH24:MI:SS')`

function columns(found: Awaited<ReturnType<typeof visible>>, now: string) {
  return found.leftJoin('document', 'document.id', 'journey_record.business_key').select([
    'journey_record.id',
    'journey_record.traveller_id',
    'journey_record.companions',
    'journey_record.one_way',
    'journey_record.business_key',
    'journey_record.journey_type',
    'journey_record.risk_level',
    'journey_record.remark',
    'journey_record.version',
    'document.number',
    'document.type',
    moment('journey_record.depart_time').as('departs'),
    moment('journey_record.arrive_time').as('arrives'),
    stateAt(now).as('state'),
  ])
}

type JourneyRow = Awaited<ReturnType<ReturnType<typeof columns>['execute']>>[number]

async function completed({ host, db, caller }: JourneyReader, rows: readonly JourneyRow[]): Promise<Journey[]> {
  if (rows.length === 0) return []
  const segments = await segmentsOf(db, rows.map(({ id }) => id))
  const { users } = await host.organisation(db)
  return rows.map((row) => ({
    id: row.id,
    travellerId: row.traveller_id,
    travellerName: users.get(row.traveller_id)?.name ?? row.traveller_id,
    companions: row.companions,
    departTime: row.departs,
    arriveTime: row.arrives,
    oneWay: row.one_way,
    journeyType: row.journey_type,
    state: row.state,
    riskLevel: row.risk_level,
    remark: row.remark,
    businessKey: row.business_key,
    businessNo: row.number,
    businessType: row.type,
    segments: segments.get(row.id) ?? [],
    own: row.business_key === null && row.traveller_id === caller.id,
    version: row.version,
  }))
}

async function segmentsOf(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, JourneySegment[]>> {
  const rows = await db.selectFrom('journey_segment')
    .select(['journey_id', 'starting_area', 'destination_area', 'starting_risk', 'destination_risk', 'transport', 'fare',
      moment('depart_time').as('departs'), moment('arrive_time').as('arrives')])
    .where('journey_id', 'in', [...ids]).orderBy('journey_id').orderBy('sort').execute()
  const byJourney = new Map<string, JourneySegment[]>()
  for (const row of rows) {
    byJourney.set(row.journey_id, [...(byJourney.get(row.journey_id) ?? []), {
      startingAreaCode: row.starting_area,
      destinationAreaCode: row.destination_area,
      startingRiskLevel: row.starting_risk,
      destinationRiskLevel: row.destination_risk,
      departTime: row.departs,
      arriveTime: row.arrives,
      transport: row.transport,
      fare: row.fare,
    }])
  }
  return byJourney
}
