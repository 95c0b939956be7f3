import type { NextDocument } from '#kernel/form.ts'
import type { Caller } from '#server/identity/caller.ts'
import type { Db } from '#server/database/tables.ts'
import type { ReadDocument } from '../read-document.ts'
import { otherConsumption } from './other-consumption.ts'

/** The next document of a completed one, for its initiator and until it is consumed; read by the page. */
export async function nextDocumentOf(db: Db, { id, form, process }: Pick<ReadDocument, 'id' | 'form' | 'process'>,
  caller: Pick<Caller, 'id'>): Promise<NextDocument | undefined> {
  if (!form.onward || process.status !== 'completed' || process.starter !== caller.id) return undefined
  return (await otherConsumption(db, [id], undefined)).get(id)?.by ? undefined : form.onward
}
