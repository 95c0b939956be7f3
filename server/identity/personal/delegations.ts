import { sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Missing, type Parameters, Refused, StateMoved } from '#kernel/errors.ts'
import { fullName } from '#kernel/wording/names.ts'
import { instantOf, nowOf } from '#kernel/values/dates.ts'
import { type OpenTasks, proposedForOpenTasks } from '#approval/wire/absence.ts'
import { sqlState } from '#server/database/errors.ts'
import type { Db } from '#server/database/tables.ts'
import { signedIn } from '#server/http/access.ts'
import { unitOfWork } from '#server/unit-of-work.ts'
import type { Clock } from '#server/host.ts'
import { momentInput, versionInput } from '#server/http/requests/validation.ts'
import { newId } from '../id.ts'
import '../tables.ts'

/** A substitute of a person, with the period. */
export interface NewDelegation {
  readonly delegateId: string
  readonly startTime: Date
  readonly endTime: Date
  /** Empty: all business types. */
  readonly businessTypes: readonly string[]
  /** Tasks that are open when it begins. */
  readonly openTasks: OpenTasks
  readonly enable: boolean
}

/** Maximum number of entries per person. */
const most = 100

/** A person's own substitutes; `at` is the time of changes. Runs inside the caller's transaction when `db` is one. */
export const delegations = (db: Db, userId: string, at: Date) => ({
  /** The latest first, with the first absence of the substitute meanwhile. */
  list() {
    return own(db, userId)
      .innerJoin('sys_user', 'sys_user.id', 'user_delegate.delegate_id')
      .leftJoinLateral((eb) =>
        eb.selectFrom('user_delegate as next').innerJoin('sys_user as other', 'other.id', 'next.delegate_id')
          .whereRef('next.user_id', '=', 'user_delegate.delegate_id').where('next.enable', '=', true).where('next.del_flag', '=', 0)
          .whereRef('next.start_time', '<', 'user_delegate.end_time').whereRef('next.end_time', '>', 'user_delegate.start_time')
          .where('next.end_time', '>', at)
          .where(sql<boolean>`(user_delegate.business_types = '{}' or next.business_types = '{}'
            or user_delegate.business_types && next.business_types)`)
          .select(['next.start_time as away_from', 'next.end_time as away_until', 'other.id as other_id', 'other.name as other_name'])
          .orderBy('next.start_time').limit(1).as('away'), (join) => join.onTrue())
      .select(['user_delegate.id', 'delegate_id', 'sys_user.name', 'start_time', 'end_time', 'business_types', 'open_tasks',
        'user_delegate.enable', 'user_delegate.version', 'away_from', 'away_until', 'other_id', 'other_name'])
      .orderBy('start_time', 'desc').limit(most).execute()
  },

  /** @returns its id. @throws Refused `identity.delegateOneself`, `delegateGone`, `delegateCircle`, `delegateOverlap`, `delegateTooMany` */
  async add(delegation: NewDelegation): Promise<string> {
    await demandStandIn(db, userId, delegation.delegateId)
    const { count } = await own(db, userId).select((eb) => eb.fn.countAll<string>().as('count')).executeTakeFirstOrThrow()
    if (Number(count) >= most) throw new Refused('identity.delegateTooMany', { most })
    await refuseCircle(db, userId, delegation)
    const id = newId()
    await db.insertInto('user_delegate').values({ id, user_id: userId, ...columns(delegation), create_by: userId, update_by: userId,
      create_time: at, update_time: at })
      .execute().catch(namingTheTime)
    return id
  },

  /** @throws Missing; StateMoved for a concurrent change; Refused like `add` */
  async change(id: string, version: number, delegation: NewDelegation): Promise<void> {
    const row = await own(db, userId).select('version').where('user_delegate.id', '=', id).forUpdate().executeTakeFirst()
    if (!row) throw new Missing('error.missing')
    if (row.version !== version) throw new StateMoved(undefined, 'error.recordChanged')
    await demandStandIn(db, userId, delegation.delegateId)
    await refuseCircle(db, userId, delegation)
    await db.updateTable('user_delegate').set((eb) => ({ ...columns(delegation), version: eb('version', '+', 1), update_by: userId,
      update_time: at })
    ).where('id', '=', id).execute().catch(namingTheTime)
  },

  /** @throws Missing */
  async remove(id: string): Promise<void> {
    const { numUpdatedRows } = await db.updateTable('user_delegate').set({ del_flag: 1, update_by: userId, update_time: at })
      .where('id', '=', id).where('user_id', '=', userId).where('del_flag', '=', 0).executeTakeFirst()
    if (numUpdatedRows === 0n) throw new Missing('error.missing')
  },
})

const own = (db: Db, userId: string) =>
  db.selectFrom('user_delegate').where('user_delegate.user_id', '=', userId).where('user_delegate.del_flag', '=', 0)

const columns = ({ delegateId, startTime, endTime, businessTypes, openTasks, enable }: NewDelegation) => ({
  delegate_id: delegateId,
  start_time: startTime,
  end_time: endTime,
  business_types: [...businessTypes],
  open_tasks: openTasks,
  enable,
})

/** Demands an existing, enabled person other than the user. */
async function demandStandIn(db: Db, userId: string, delegateId: string) {
  if (delegateId === userId) refuse('delegateId', 'identity.delegateOneself')
  const person = await db.selectFrom('sys_user').select('id').where('id', '=', delegateId).where('enable', '=', true).where('del_flag', '=',
    0).executeTakeFirst()
  if (!person) refuse('delegateId', 'identity.delegateGone')
}

/** Key of the lock under which substitutes are saved. */
const circleLock = 4_201_912

/**
 * Refuses a chain of substitutes that leads back to the person: for any time and process, at least one of them must be present. Saves of
 * substitutes are serialised, so that two concurrent ones cannot close a cycle.
 */
async function refuseCircle(db: Db, userId: string,
  { delegateId, startTime, endTime, businessTypes, enable }: NewDelegation): Promise<void> {
  if (!enable) return
  await sql`select pg_advisory_xact_lock(${circleLock})`.execute(db)
  // the common period and processes (none: all) of the chain so far
  const { rows: [circle] } = await sql<{ path: string[] }>`
    with recursive chain (person, since, until, types, path) as (
      select ${delegateId}::text, ${startTime}::timestamptz, ${endTime}::timestamptz, ${[
    ...businessTypes,
  ]}::text[], array[${userId}, ${delegateId}]::text[]
      union all
      select next.delegate_id, greatest(since, next.start_time), least(until, next.end_time),
        case when types = '{}' then next.business_types when next.business_types = '{}' then types
          else array(select unnest(types) intersect select unnest(next.business_types)) end,
        path || next.delegate_id::text
      from chain join user_delegate next on next.user_id = chain.person
      where next.enable and next.del_flag = 0 and chain.person <> ${userId}
        and (next.delegate_id = ${userId} or next.delegate_id <> all(path))
        and next.start_time < until and since < next.end_time
        and (types = '{}' or next.business_types = '{}' or types && next.business_types)
    )
    select path from chain where person = ${userId} limit 1`.execute(db)
  if (circle) refuse('delegateId', 'identity.delegateCircle', { names: await namesOf(db, circle.path) })
}

/** "中文 → 中文/English → English" */
async function namesOf(db: Db, people: readonly string[]): Promise<string> {
  const rows = await db.selectFrom('sys_user').select(['id', 'name']).where('id', 'in', people).execute()
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return fullName(people.map((id) => names.get(id) ?? id), ' → ')
}

/** Translates the database's exclusion constraint on overlapping entries of a person, which also covers concurrent saves. */
function namingTheTime(error: unknown): never {
  if (sqlState(error) !== '23P01') throw error
  return refuse('startTime', 'identity.delegateOverlap')
}

function refuse(field: string, code: string, parameters: Parameters = {}): never {
  throw new Refused(code, parameters, [{ field, code, parameters }])
}

const path = '/system/delegation'
const body = {
  delegateId: z.string().min(1).max(32),
  startTime: momentInput,
  endTime: momentInput,
  businessTypes: z.array(z.string().min(1).max(64)).max(200).default([]),
  openTasks: z.enum(['handOver', 'keep']).optional(),
  enable: z.boolean().default(true),
}
const byId = z.strictObject({ id: z.string().min(1).max(32) })

/** Calls for the caller's own substitutes. */
export function registerDelegations(app: FastifyInstance, { db, clock }: { readonly db: Db; readonly clock: Clock }): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()
  const config = { access: signedIn, resource: 'delegation' } as const

  routes.get(`${path}/list`, { config }, async ({ caller }) => {
    const rows = await delegations(db, caller.id, clock.now()).list()
    return rows.map((row) => ({
      id: row.id,
      delegate: { id: row.delegate_id, name: row.name },
      startTime: nowOf(row.start_time),
      endTime: nowOf(row.end_time),
      businessTypes: row.business_types,
      openTasks: row.open_tasks,
      enable: row.enable,
      version: row.version,
      away: awayOf(row),
    }))
  })

  routes.post(path, { config: { ...config, repeats: 'once' }, schema: { body: z.strictObject(body) } },
    (request) =>
      unitOfWork({ db, clock }, request, async ({ db: tx, at }) => {
        const id = await delegations(tx, request.caller.id, at).add(delegationOf(request.body, at))
        request.audited = { id, after: request.body }
        return { id }
      }))

  routes.put(path, { config: { ...config, repeats: 'once' },
    schema: { body: z.strictObject({ ...body, id: byId.shape.id, version: versionInput }) } },
    (request) =>
      unitOfWork({ db, clock }, request, async ({ db: tx, at }) => {
        const { id, version, ...entered } = request.body
        await delegations(tx, request.caller.id, at).change(id, version, delegationOf(entered, at))
        request.audited = { id, after: entered }
        return true
      }))

  routes.delete(`${path}/:id`, { config: { ...config, repeats: 'once' }, schema: { params: byId } },
    (request) =>
      unitOfWork({ db, clock }, request, async ({ db: tx, at }) => {
        request.audited = { id: request.params.id }
        await delegations(tx, request.caller.id, at).remove(request.params.id)
        return true
      }))
}

interface AwayRow {
  readonly away_from: Date | null
  readonly away_until: Date | null
  readonly other_id: string | null
  readonly other_name: string | null
}

/** The absence of a substitute, and who then decides; null where there is none. */
const awayOf = ({ away_from: from, away_until: until, other_id: id, other_name: name }: AwayRow) =>
  from && until && id !== null && name !== null ? { startTime: nowOf(from), endTime: nowOf(until), delegate: { id, name } } : null

/**
 * Without a choice, open tasks are handed over for absences of a working day or more.
 *
 * @throws Refused at `endTime` when it ends before it begins, or is over
 */
function delegationOf({ startTime, endTime, openTasks, ...rest }: z.output<z.ZodObject<typeof body>>, now: Date): NewDelegation {
  const [start, end] = [instantOf(startTime) ?? now, instantOf(endTime) ?? now]
  if (end <= start) refuseEnd('identity.delegateEnd')
  if (end <= now && rest.enable) refuseEnd('identity.delegateOver')
  return { ...rest, openTasks: openTasks ?? proposedForOpenTasks(start, end), startTime: start, endTime: end }
}

function refuseEnd(code: string): never {
  throw new Refused(code, {}, [{ field: 'endTime', code }])
}
