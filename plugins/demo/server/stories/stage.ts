import { formPermissions } from '#kernel/form.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { Db } from '#server/database/tables.ts'
import type { CommandContext } from '#server/documents/lifecycle/run-command.ts'
import type { Workplace } from '#server/plugin.ts'
import { changeItemStatus } from '#plugins/budgets/permissions.ts'
import { personId } from '../company/save-company.ts'
import { callerOf } from './callers.ts'

/** The context in which stories are filed: all of it is one transaction, up to the present of the company. */
export interface Stage extends Workplace {
  readonly db: Db
  readonly anchor: Date
}

/** A person at work with documents of a type. */
export function asPerson({ host, flows, db }: Stage, userName: string, { type, at }: { type: string; at: Date }): CommandContext {
  return { host, flows, db, at,
    caller: callerOf(userName, [...Object.values(formPermissions(type)), ...(userName === 'finance' ? [changeItemStatus] : [])]) }
}

/** The value of a document now. */
export const valueOf = async ({ db }: Pick<Stage, 'db'>, id: string): Promise<FormValue> =>
  (await db.selectFrom('document').select('value').where('id', '=', id).executeTakeFirstOrThrow()).value

/** The person behind an id. */
export const userNameOf = (id: string): string => id.slice(personId('').length)
