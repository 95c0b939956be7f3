import type { Onward } from '#kernel/form.ts'
import type { Caller } from '#server/identity/caller.ts'
import type { Db } from '#server/database/tables.ts'
import type { Read } from '../detail.ts'
import { otherClaims } from './other-consumption.ts'

/** What a completed document leads to, for its starter and while nobody claims it; asked by the screen. */
export async function onwardOf(db: Db, { id, form, process }: Pick<Read, 'id' | 'form' | 'process'>, caller: Pick<Caller, 'id'>): Promise<Onward | undefined> {
  if (!form.onward || process.status !== 'completed' || process.starter !== caller.id) return undefined
  return (await otherClaims(db, [id], undefined)).get(id)?.by ? undefined : form.onward
}
