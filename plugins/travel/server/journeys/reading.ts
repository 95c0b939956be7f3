import { type ExpressionBuilder, sql, type SqlBool } from 'kysely'
import { nowOf, todayOf } from '#kernel/values/dates.ts'
import { permits } from '#kernel/permissions.ts'
import type { Db, Tables } from '#server/database/tables.ts'
import type { Caller } from '#server/identity/caller.ts'
import type { Host } from '#server/host.ts'
import type { Organisation } from '#server/identity/organisation/organisation.ts'
import type { Absence, Journey, JourneyRisk, JourneySegment, JourneyState, TeamWeek } from '../../journeys/journey-wire.ts'
import { can } from '../../journeys/permissions.ts'

interface JourneyReader {
  readonly host: Pick<Host, 'departments' | 'organisation'>
  readonly db: Db
  readonly caller: Caller
  readonly at: Date
}

interface JourneyQuery {
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

/** Types of trips: entered manually, planned, or reported by a claim. Taxis and cars are left out, since they return on the same day. */
const tripTypes = ['1', '2', '3'] as const

/** Maximum number of absences read. */
const most = 200

/** Trips in the week of a time, within the units that the caller heads and below; null if the caller heads none. */
export async function teamWeek({ host, db, caller, at }: JourneyReader): Promise<TeamWeek | null> {
  const organisation = await host.organisation(db)
  const { unit, ids } = headed(organisation, caller.id)
  if (ids.size === 0) return null
  const people = [...organisation.users.values()].filter(({ enabled, departments: [main] }) =>
    enabled && main !== undefined && ids.has(main)
  )
  const today = todayOf(at)
  const days = weekOf(today)
  const rows = await absent(db, [...ids], days)
  const absences = rows.map(({ traveller, ...row }): Absence => ({ ...row, travellerId: traveller,
    travellerName: organisation.users.get(traveller)?.name ?? traveller })
  )
  const away = new Set(absences.filter(({ from, to }) => from <= today && today <= to).map(({ travellerId }) => travellerId))
  return { unit, people: people.length, awayToday: away.size, days, today, absences }
}

function headed({ groups }: Organisation, person: string) {
  const own = [...groups.values()].filter(({ head_user_id: head, enable }) => head === person && enable)
  const [top] = own
  const below = [...groups.values()].filter(({ path }) => own.some((unit) => path.startsWith(unit.path)))
  const holdsAll = top !== undefined && own.every(({ path }) => path.startsWith(top.path))
  return { unit: holdsAll ? top.name : null, ids: new Set(below.map(({ id }) => id)) }
}

const dayLength = 24 * 3_600_000

/** Days of a week, Monday to Sunday. */
function weekOf(day: string): readonly string[] {
  const instant = Date.parse(day)
  const monday = instant - ((new Date(instant).getUTCDay() + 6) % 7) * dayLength
  return Array.from({ length: 7 }, (_, index) => new Date(monday + index * dayLength).toISOString().slice(0, 10))
}

/** Query of absences in some days; a planned trip is left out if a claim replaces it by the actual one. */
const absent = (db: Db, departments: readonly string[], [first = '', ...more]: readonly string[]) =>
  db.selectFrom('journey_record')
    .innerJoin('journey_segment',
      (join) => join.onRef('journey_segment.journey_id', '=', 'journey_record.id').on('journey_segment.sort', '=', 0))
    .select(['journey_record.id', 'journey_record.traveller_id as traveller', 'journey_segment.destination_area as destination'])
    .select([day('journey_record.depart_time').as('from'), day('journey_record.arrive_time').as('to')])
    .where('journey_record.del_flag', '=', 0)
    .where('journey_record.journey_type', 'in', [...tripTypes])
    .where('journey_record.department_id', 'in', [...departments])
    .where(sql<boolean>`journey_record.arrive_time >= ${first}::timestamp`)
    .where(sql<boolean>`journey_record.depart_time < ${more.at(-1) ?? first}::timestamp + interval '1 day'`)
    .where(({ not, exists, selectFrom }) =>
      not(exists(
        selectFrom('journey_record as actual').innerJoin('document_link', 'document_link.owner', 'actual.business_key').select('actual.id')
          .where('actual.journey_type', '=', '3').where('actual.del_flag', '=', 0)
          .whereRef('document_link.target', '=', 'journey_record.business_key').whereRef('actual.traveller_id', '=',
            'journey_record.traveller_id'),
      ))
    )
    .orderBy('journey_record.depart_time').orderBy('journey_record.id').limit(most).execute()

const day = (column: string) => sql<string>`to_char(${sql.ref(column)}, 'YYYY-MM-DD')`
