import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { sql } from 'kysely'
import { type FieldProblem, Missing, Refused, StateMoved } from '#kernel/errors.ts'
import { nowOf, todayOf } from '#kernel/values/dates.ts'
import { dayInput, momentInput, versionInput } from '#server/http/requests/validation.ts'
import { signedIn } from '#server/http/access.ts'
import type { Host } from '#server/host.ts'
import { unitOfWork } from '#server/unit-of-work.ts'
import type { Db } from '#server/database/tables.ts'
import type { Caller } from '#server/identity/caller.ts'
import { haveOtherClocks, inOrderOfTravel, isTooEarly } from '#plugins/travel/types/clocks.ts'
import { riskLevels } from '#plugins/system/server/public-api.ts'
import '../tables.ts'
import { journeyPath, journeyStates, journeyTypes, riskLevelNames } from '../../journeys/journey-wire.ts'
import { journeyOf, journeyPage, teamWeek } from './reading.ts'
import { type JourneyHead, journeyHeads, notifyChanged } from './notifications.ts'
import { journeys, type NewJourney } from './journeys.ts'

const pageInput = z.strictObject({
  current: z.int().min(1).max(100_000).default(1),
  size: z.int().min(1).max(200).default(20),
  mine: z.boolean().default(true),
  state: z.enum(journeyStates).optional(),
  journeyTypes: z.array(z.enum(journeyTypes)).max(5).optional(),
  riskLevel: z.enum(riskLevelNames).optional(),
  from: dayInput.optional(),
  to: dayInput.optional(),
})
const params = z.strictObject({ id: z.string().min(1).max(64) })

/** Routes of journeys: own ones and those in the data scope; only journeys entered manually can be changed here. */
export function routes(app: FastifyInstance, host: Host): void {
  const typed = app.withTypeProvider<ZodTypeProvider>()
  const config = { access: signedIn, resource: 'journey' } as const
  const reading = (request: FastifyRequest) => ({ host, db: host.db, caller: request.caller, at: host.clock.now() })
  const once = <Answer>(request: FastifyRequest, work: (entering: ManualEntryContext) => Promise<Answer>) => unitOfWork(host, request, work)

  typed.post(`${journeyPath}/page`, { config: { ...config, reads: true }, schema: { body: pageInput } },
    (request) => journeyPage(reading(request), request.body))

  typed.get(`${journeyPath}/teamWeek`, { config }, (request) => teamWeek(reading(request)))

  typed.get(`${journeyPath}/:id`, { config, schema: { params } }, async (request) => {
    const journey = await journeyOf(reading(request), request.params.id)
    if (!journey) throw new Missing('error.missing')
    return journey
  })

  typed.post(journeyPath, { config: { ...config, repeats: 'once' }, schema: { body: journeyInput } }, async (request) => {
    return once(request, async (entering) => {
      const id = await addByHand(entering, request.body)
      request.audited = { id: String(id), after: request.body }
      return id
    })
  })

  typed.put(journeyPath, { config: { ...config, repeats: 'once' },
    schema: { body: journeyInput.extend({ id: z.string().min(1).max(64), version: versionInput }) } }, async (request) => {
    const { id, ...change } = request.body
    request.audited = { id, after: change }
    await once(request, (entering) => changeByHand(entering, id, change))
    return true
  })

  typed.delete(`${journeyPath}/:id`, { config: { ...config, repeats: 'once' }, schema: { params } }, async (request) => {
    const { id } = request.params
    request.audited = { id }
    await once(request, (entering) => removeByHand(entering, id))
    return true
  })
}

const area = z.array(z.string().min(1).max(20)).min(1).max(3)

const segment = z.strictObject({
  startArea: area,
  endArea: area,
  departTime: momentInput,
  arriveTime: momentInput,
  transport: z.enum(['1', '2', '3', '4', '5', '6', '7', '8', '9']).nullish(),
  fare: z.string().regex(/^\d{1,10}(\.\d{1,2})?$/).nullish(),
})

/** Input of a manually entered journey. */
const journeyInput = z.strictObject({
  segments: z.array(segment).min(1).max(20),
  companions: z.array(z.string().min(1).max(64)).max(20).default([]),
  oneWay: z.boolean().default(true),
  remark: z.string().max(200).nullish(),
})

type JourneyInput = z.infer<typeof journeyInput>

interface ManualEntryContext {
  readonly host: Pick<Host, 'organisation' | 'clock'>
  readonly db: Db
  readonly caller: Caller
}

/** Adds a journey of the caller. @returns its id @throws Refused with the problem of each field */
async function addByHand(entering: ManualEntryContext, input: JourneyInput): Promise<string> {
  const { db, host } = entering
  const journey = await checked(entering, input)
  const [id] = await journeys(db, await riskLevels(db, todayOf(host.clock.now()))).add([journey])
  return id!
}

/** Changes an own journey. @throws StateMoved if the version is stale, Refused if a document created it */
async function changeByHand(entering: ManualEntryContext, id: string, input: JourneyInput & { version: number }): Promise<void> {
  const { db, host } = entering
  const { version } = await locked(entering, id)
  if (version !== input.version) throw new StateMoved(undefined, 'error.recordChanged')
  const before = await headOf(entering, id)
  const journey = await checked(entering, input)
  await journeys(db, await riskLevels(db, todayOf(host.clock.now()))).change(id, journey)
  await notifyCompanions(entering, { before, after: await headOf(entering, id) })
}

/** Deletes an own, manually entered journey. */
async function removeByHand(entering: ManualEntryContext, id: string): Promise<void> {
  await locked(entering, id)
  await notifyCompanions(entering, { before: await headOf(entering, id), after: undefined })
  await entering.db.updateTable('journey_record').set((eb) => ({ del_flag: 1, version: eb('version', '+', 1), update_by: entering.caller.id,
    update_time: entering.host.clock.now() })
  ).where('id', '=', id).execute()
}

/** Summary for notifications; undefined for past journeys, about which no one is notified. */
const headOf = async ({ db, host }: ManualEntryContext, id: string): Promise<JourneyHead | undefined> =>
  (await journeyHeads(db, { after: nowOf(host.clock.now()), id }))[0]

/** Notifies added, remaining and removed companions of a change of an upcoming journey. */
async function notifyCompanions({ db, host, caller }: ManualEntryContext,
  { before, after }: { readonly before: JourneyHead | undefined; readonly after: JourneyHead | undefined }): Promise<void> {
  const stamp = { by: caller.id, at: host.clock.now() }
  if (after) await notifyChanged(db, after, { ...stamp, people: after.companions, isGone: false })
  if (before)
    await notifyChanged(db, before, { ...stamp, people: before.companions.filter((person) => !after?.companions.includes(person)),
      isGone: true })
}

/** Locks an own journey. @throws Missing for journeys of others, whose existence is not disclosed */
async function locked({ db, caller }: ManualEntryContext, id: string): Promise<{ version: number }> {
  const row = await db.selectFrom('journey_record').leftJoin('document', 'document.id', 'journey_record.business_key')
    .select(['journey_record.version', 'journey_record.business_key', 'document.number'])
    .where('journey_record.id', '=', id).where('traveller_id', '=', caller.id).where('del_flag', '=', 0).forUpdate('journey_record')
    .executeTakeFirst()
  if (!row) throw new Missing('error.missing')
  if (row.business_key !== null) throw new Refused('journeys.ofDocument', { no: row.number ?? '' })
  return { version: row.version }
}

async function checked(entering: ManualEntryContext, { segments, companions, oneWay, remark }: JourneyInput): Promise<NewJourney> {
  const { caller } = entering
  const sorted = [...inOrderOfTravel(segments, timedLeg)]
  const problems = [...timeProblems(sorted), ...(await placeProblems(entering.db, sorted)),
    ...(await companionProblems(entering, companions))]
  if (problems[0]) throw new Refused(problems[0].code, {}, problems)
  return {
    traveller: caller.id,
    department: caller.departments[0] ?? null,
    companions,
    journeyType: '1',
    businessKey: null,
    remark: remark ?? null,
    oneWay,
    by: caller.id,
    at: entering.host.clock.now(),
    legs: sorted.map(({ startArea, endArea, departTime, arriveTime, transport, fare }) => ({ from: startArea, to: endArea, departTime,
      arriveTime, transport: transport ?? null, fare: fare ?? null })
    ),
  }
}

type Segment = JourneyInput['segments'][number]

const timedLeg = ({ startArea, endArea, departTime, arriveTime }: Segment) => ({ from: startArea, to: endArea, start: departTime,
  end: arriveTime })

/** Returns whether a leg starts before the previous one ended; false if their time zones may differ. */
const isOverlapping = (before: Segment | undefined, { startArea, departTime }: Segment): boolean =>
  before !== undefined && departTime < before.arriveTime &&
  (String(before.endArea) === String(startArea) || !haveOtherClocks(before.endArea, startArea))

const timeProblems = (sorted: JourneyInput['segments']): FieldProblem[] =>
  sorted.flatMap((segment, index) => [
    ...(isTooEarly(timedLeg(segment)) ? [{ field: `segments.${index}.arriveTime`, code: 'journeys.times' }] : []),
    ...(String(segment.startArea) === String(segment.endArea) ? [{ field: `segments.${index}.endArea`, code: 'journeys.samePlace' }] : []),
    ...(isOverlapping(sorted[index - 1], segment)
      ? [{ field: `segments.${index}.departTime`, code: 'journeys.overlap' }]
      : []),
  ])

/** Problems of places whose codes do not form a path in the area tree. */
async function placeProblems(db: Db, segments: JourneyInput['segments']): Promise<FieldProblem[]> {
  const codes = [...new Set(segments.flatMap(({ startArea, endArea }) => [...startArea, ...endArea]))]
  const { rows } = await sql<
    { area_code: string; parent_code: string | null }
  >`select area_code, parent_code from area where area_code = any(${codes}::text[])`.execute(db)
  const parents = new Map(rows.map((row) => [row.area_code, row.parent_code]))
  const isPlace = (path: readonly string[]) =>
    path.every((code, level) => parents.has(code) && (level === 0 || parents.get(code) === path[level - 1]))
  return segments.flatMap(({ startArea, endArea }, index) => [
    ...(isPlace(startArea) ? [] : [{ field: `segments.${index}.startArea`, code: 'journeys.place' }]),
    ...(isPlace(endArea) ? [] : [{ field: `segments.${index}.endArea`, code: 'journeys.place' }]),
  ])
}

async function companionProblems({ host, db, caller }: ManualEntryContext, companions: readonly string[]): Promise<FieldProblem[]> {
  const { users } = await host.organisation(db)
  const wrong = companions.some((person) => person === caller.id || users.get(person)?.enabled !== true) ||
    new Set(companions).size < companions.length
  return wrong ? [{ field: 'companions', code: 'journeys.companions' }] : []
}
