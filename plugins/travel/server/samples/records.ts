import type { Db } from '#server/database/tables.ts'
import { todayOf } from '#kernel/values/dates.ts'
import { chance, people, personId } from '#plugins/demo/server/public-api.ts'
import { saveDistances } from '../distances/distances.ts'
import { saveDrivers } from '../drivers/drivers.ts'

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

/** Rounded distances in km between frequent destinations, by road or, abroad, by air. */
const known = [
  ['320500', '310100', 100],
  ['320500', '330100', 160],
  ['320500', '320100', 220],
  ['320500', '320200', 45],
  ['320500', '330200', 230],
  ['320500', '110100', 1150],
  ['320500', '440300', 1430],
  ['320500', '441900', 1390],
  ['320500', '510100', 1890],
  ['320500', '420100', 760],
  ['320500', '350200', 900],
  ['320500', '440100', 1380],
  ['320500', '610100', 1300],
  ['320500', '370200', 640],
  ['320500', 'JP', 1850],
  ['320500', 'VN', 1950],
  ['310100', 'JP', 1760],
  ['310100', 'VN', 1930],
  ['310100', '330100', 175],
  ['310100', '440300', 1450],
  ['310100', '110100', 1210],
  ['310100', '510100', 1960],
  ['310100', '320100', 300],
  ['441900', '440300', 75],
  ['441900', '440100', 65],
  ['441900', '310100', 1410],
  ['441900', '110100', 2100],
  ['441900', '510100', 1650],
  ['441900', '330100', 1270],
  ['441900', '810000', 110],
  ['441900', 'VN', 860],
  ['441900', 'JP', 2900],
  ['440100', '440300', 140],
  ['440300', '810000', 45],
  ['110100', '440300', 2150],
] as const

/** Saves the distance table of the demo company. */
export const saveKnownDistances = (db: Db, writer: { readonly by: string; readonly at: Date }): Promise<void> =>
  saveDistances(db, known, writer)
