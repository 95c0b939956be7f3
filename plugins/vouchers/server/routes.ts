import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { sql } from 'kysely'
import { signedIn } from '#server/http/access.ts'
import type { Db } from '#server/database/tables.ts'
import { placeFinder } from '#plugins/system/server/public-api.ts'
import { compareDocument, statusesOf } from './checks/compare.ts'
import { readAttachment } from './kept/readings.ts'
import { type VoucherHost, voucherReader, type VoucherReader } from './voucher-reader.ts'
import type { Voucher } from './reading/voucher.ts'

/** Traveller and places named on a voucher, resolved to ids and codes as used in forms. */
interface JourneyFacts {
  /** Id of the user with the passenger's name, if unambiguous. */
  readonly traveller?: string
  /** Legs printed on the ticket. */
  readonly ways?: readonly TicketRoute[]
  /** City at the beginning of the seller's name. */
  readonly sellerPlace?: readonly string[]
}

interface TicketRoute {
  /** Codes of province and city; absent for an unknown station. */
  readonly from?: readonly string[]
  readonly to?: readonly string[]
  readonly day?: string
  readonly time?: string
}

/** Resolves the names on vouchers in one batch; an ambiguous passenger name resolves to the reader if it is theirs, else to nobody. */
async function journeyFactsOf({ db, person }: Pick<VoucherReader, 'db' | 'person'>,
  vouchers: readonly Voucher[]): Promise<readonly JourneyFacts[]> {
  const people = await peopleNamed(db, person, vouchers.flatMap(({ fields }) => fields.passenger?.value ?? []))
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

const id = z.string().min(1).max(64)
const comparing = z.strictObject({ document: id, file: id.optional() })
const attachmentInput = z.strictObject({ attachment: id })

/** Routes for readings of uploaded files with their status, and for comparing documents with their files. Reading only fills a cache. */
export function routes(app: FastifyInstance, host: VoucherHost): void {
  const calls = app.withTypeProvider<ZodTypeProvider>()
  calls.post('/oaserver/voucher/read', { config: { access: signedIn, resource: 'attachment', reads: true },
    schema: { body: attachmentInput } }, async ({ caller, body }) => {
    const reader = await voucherReader(host, caller)
    const reading = await readAttachment(reader, body.attachment)
    const statuses = await statusesOf(reader, reading.vouchers)
    const journeyFacts = await journeyFactsOf(reader, reading.vouchers)
    return { ...reading, isVerifiable: host.env.invoiceCheck !== undefined,
      vouchers: reading.vouchers.map((voucher, index) => ({ ...voucher, ...statuses[index], ...journeyFacts[index] })) }
  })

  calls.post('/oaserver/voucher/compare', { config: { access: signedIn, resource: 'document', reads: true }, schema: { body: comparing } },
    async ({ caller, body }) => compareDocument(await voucherReader(host, caller), body))
}
