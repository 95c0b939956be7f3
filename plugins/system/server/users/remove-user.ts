import { sql } from 'kysely'
import { Refused } from '#kernel/errors.ts'
import type { Db } from '#server/database/tables.ts'
import type { CommandContext } from '#server/unit-of-work.ts'
import { demandCaller, demandRank } from './guards.ts'
import { heldInScope, hold } from './hold.ts'
import { userScope } from './user-scope.ts'

/**
 * Takes away an account that was made by mistake: nobody has signed in with it, and nothing names it.
 * Other accounts are disabled instead, so that documents keep showing their names.
 * @throws Refused `error.inUse`; Missing out of scope
 */
export async function removeUser({ db, host, caller, at }: CommandContext, id: string): Promise<void> {
  const held = await hold(db, [caller.id, id])
  demandCaller(held, caller)
  await heldInScope(db, held, id, await userScope(host, db, caller))
  demandRank(await host.organisation(db), caller, id)
  if (id === caller.id || (await isInUse(db, id))) throw new Refused('error.inUse')
  await db.deleteFrom('sys_user_role').where('user_id', '=', id).execute()
  await db.deleteFrom('sys_user_group').where('user_id', '=', id).execute()
  // The name stays taken; telephone, e-mail and job number are free again.
  await db.updateTable('sys_user').set((eb) => ({ del_flag: 1, enable: false, admin: false, update_by: caller.id, update_time: at,
    session_epoch: eb('session_epoch', '+', 1) })
  ).where('id', '=', id).execute()
}

async function isInUse(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql<{ used: boolean }>`select
    exists (select from sys_user where id = ${id} and last_login is not null)
    or exists (select from sys_group where del_flag = 0 and ${id} in (head_user_id, deputy_user_id, vp_user_id, gm_user_id))
    or exists (select from document where starter = ${id} or applicant = ${id})
    or exists (select from task where assignee = ${id} or owner = ${id})
    or exists (select from cc where person = ${id})
    or exists (select from user_delegate where del_flag = 0 and ${id} in (user_id, delegate_id)) as used`.execute(db)
  return rows[0]?.used ?? true
}
