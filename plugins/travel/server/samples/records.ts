import type { Db } from '#server/database/tables.ts'
import { todayOf } from '#kernel/values/dates.ts'
import { saveDrivers } from '#plugins/travel/server/public-api.ts'
import { people } from '../company/organisation.ts'
import { personId } from '../company/save-company.ts'
import { chance } from '../random.ts'

/** Days until expiry of the licences with an action item; negative if expired. */
const ending: Readonly<Record<string, number>> = { jinlong: -18, shenqi: 11, maorui: 26 }

/** Saves drivers with invented licences. */
export function saveKnownDrivers(db: Db, writer: { readonly by: string; readonly at: Date }): Promise<void> {
  const drivers = people.filter(({ admin, state }) => !admin && state === undefined).map(({ userName, units }) => {
    const drawn = chance(`licence-${userName}`)
    const isAbroad = units[0]?.startsWith('vn') === true
    const days = ending[userName] ?? drawn.between(200, 2900)
    return {
      personId: personId(userName),
      licenceClass: isAbroad ? '9' : drawn.pick(['C1', 'C1', 'C1', 'C2', 'B2']),
      licenceNo: `${isAbroad ? '79' : '320500'}${drawn.between(1966, 2001)}${String(drawn.between(100_000, 999_999))}${
        isAbroad ? '' : 'X'
      }`,
      validUntil: todayOf(new Date(writer.at.getTime() + days * 86_400_000)),
    }
  })
  return saveDrivers(db, drivers, writer)
}
