import { sql } from 'kysely'
import { todayOf } from '#kernel/values/dates.ts'
import type { Db } from '#server/database/tables.ts'
import type { Organisation } from '#server/identity/organisation/organisation.ts'
import type { Absence, TeamWeek } from '../../journeys/journey-wire.ts'
import type { JourneyReader } from './reading.ts'

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
