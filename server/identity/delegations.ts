import { sql } from 'kysely'
import { Missing, Refused, StateMoved } from '../../src/kernel/errors.ts'
import { sqlState } from '../database/errors.ts'
import type { Db } from '../database/tables.ts'
import { newId } from './id.ts'
import './tables.ts'

/** Who decides for a person, from when to when. */
export interface NewDelegation {
  readonly delegateId: string
  readonly startTime: Date
  readonly endTime: Date
  /** Empty: every business type. */
  readonly businessTypes: readonly string[]
  readonly enable: boolean
}

/** Entries that one person may keep. */
const most = 100

/** One person's own stand-ins; runs inside the caller's transaction when `db` is one. */
export const delegations = (db: Db, userId: string) => ({
  /** The latest first. */
  list() {
    return own(db, userId)
      .innerJoin('sys_user', 'sys_user.id', 'user_delegate.delegate_id')
      .select(['user_delegate.id', 'delegate_id', 'sys_user.name', 'start_time', 'end_time', 'business_types', 'user_delegate.enable', 'user_delegate.version'])
      .orderBy('start_time', 'desc').limit(most).execute()
  },

  /** @throws Refused `identity.delegateOneself`, `delegateGone`, `delegateOverlap`, `delegateTooMany`. @returns its id */
  async add(delegation: NewDelegation): Promise<string> {
    await demandStandIn(db, userId, delegation.delegateId)
    const { count } = await own(db, userId).select((eb) => eb.fn.countAll<string>().as('count')).executeTakeFirstOrThrow()
    if (Number(count) >= most) throw new Refused('identity.delegateTooMany', { most })
    const id = newId()
    await db.insertInto('user_delegate').values({ id, user_id: userId, ...columns(delegation), create_by: userId, update_by: userId }).execute().catch(namingTheTime)
    return id
  },

  /** @throws Missing; StateMoved when it was changed meanwhile; Refused as above */
  async change(id: string, version: number, delegation: NewDelegation): Promise<void> {
    const row = await own(db, userId).select('version').where('user_delegate.id', '=', id).forUpdate().executeTakeFirst()
    if (!row) throw new Missing('error.missing')
    if (row.version !== version) throw new StateMoved(undefined, 'error.recordChanged')
    await demandStandIn(db, userId, delegation.delegateId)
    await db.updateTable('user_delegate').set((eb) => ({ ...columns(delegation), version: eb('version', '+', 1), update_by: userId, update_time: sql<Date>`now()` })).where('id', '=', id).execute().catch(namingTheTime)
  },

  /** @throws Missing */
  async remove(id: string): Promise<void> {
    const { numUpdatedRows } = await db.updateTable('user_delegate').set({ del_flag: 1, update_by: userId, update_time: sql<Date>`now()` })
      .where('id', '=', id).where('user_id', '=', userId).where('del_flag', '=', 0).executeTakeFirst()
    if (numUpdatedRows === 0n) throw new Missing('error.missing')
  },
})

const own = (db: Db, userId: string) => db.selectFrom('user_delegate').where('user_delegate.user_id', '=', userId).where('user_delegate.del_flag', '=', 0)

const columns = ({ delegateId, startTime, endTime, businessTypes, enable }: NewDelegation) => ({
  delegate_id: delegateId, start_time: startTime, end_time: endTime, business_types: [...businessTypes], enable,
})

/** Somebody else, who is there. */
async function demandStandIn(db: Db, userId: string, delegateId: string) {
  if (delegateId === userId) refuse('delegateId', 'identity.delegateOneself')
  const person = await db.selectFrom('sys_user').select('id').where('id', '=', delegateId).where('enable', '=', true).where('del_flag', '=', 0).executeTakeFirst()
  if (!person) refuse('delegateId', 'identity.delegateGone')
}

/** The database sees to it that no two of a person overlap, also when they come at once. */
function namingTheTime(error: unknown): never {
  if (sqlState(error) !== '23P01') throw error
  return refuse('startTime', 'identity.delegateOverlap')
}

function refuse(field: string, code: string): never {
  throw new Refused(code, {}, [{ field, code }])
}
