import { sql } from 'kysely'
import { placeFinder } from '#plugins/system/server/public-api.ts'
import type { Db } from '#server/database/tables.ts'
import type { Voucher } from '../reading/voucher.ts'

/** The travellers and the places between which they went: what forms hold for the names on a voucher. */
export interface Whereabouts {
  /** Id of the one person with the passenger's name. */
  readonly traveller?: string
  /** The parts of a journey, as the ticket names them. */
  readonly ways?: readonly TicketRoute[]
  /** The city that the seller's name begins with. */
  readonly sellerPlace?: readonly string[]
}

export interface TicketRoute {
  /** Province and city; absent where the station is not known. */
  readonly from?: readonly string[]
  readonly to?: readonly string[]
  readonly day?: string
  readonly time?: string
}

/** Looks up what vouchers name, all at once; of several people with one name the reader is meant, or nobody. */
export async function whereaboutsOf(db: Db, reader: string, vouchers: readonly Voucher[]): Promise<readonly Whereabouts[]> {
  const people = await peopleNamed(db, reader, vouchers.flatMap(({ fields }) => fields.passenger?.value ?? []))
  const placeOf = await placeFinder(db)
  return vouchers.map((voucher) => {
    const { passenger, sellerName } = voucher.fields
    const traveller = passenger && people.get(passenger.value)
    const sellerPlace = sellerName && placeOf(sellerName.value)
    const ways = waysOf(voucher).map(({ from, to, ...rest }) => ({ ...placed('from', placeOf(from ?? '')),
      ...placed('to', placeOf(to ?? '')), ...rest })
    )
    return { ...(traveller && { traveller }), ...(sellerPlace && { sellerPlace }), ...(ways.length > 0 && { ways }) }
  })
}

const placed = <Key extends string>(key: Key, place: readonly string[] | undefined) => (place ? { [key]: place } : {})

interface NamedRoute extends Pick<TicketRoute, 'day' | 'time'> {
  readonly from: string | undefined
  readonly to: string | undefined
}

function waysOf({ fields, segments }: Voucher): readonly NamedRoute[] {
  if (segments)
    return segments.map(({ departure: from, destination: to, date: day, time }) => ({ from, to, day, ...(time !== undefined && { time }) }))
  const { departure: from, destination: to, travelDate, departureTime } = fields
  if (!from && !to) return []
  return [{ from: from?.value, to: to?.value, ...(travelDate && { day: travelDate.value }),
    ...(departureTime && { time: departureTime.value }) }]
}

async function peopleNamed(db: Db, reader: string, names: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (names.length === 0) return new Map()
  const chinese = sql<string>`split_part(name, '/', 1)`
  const rows = await db.selectFrom('sys_user').select(['id', chinese.as('called')]).where(chinese, 'in', [...new Set(names)]).where(
    'enable',
    '=',
    true,
  ).where('del_flag', '=', 0)
    .execute()
  const found = new Map<string, string>()
  for (const name of names) {
    const called = rows.filter((row) => row.called === name)
    const meant = called.find(({ id }) => id === reader) ?? (called.length === 1 ? called[0] : undefined)
    if (meant) found.set(name, meant.id)
  }
  return found
}
