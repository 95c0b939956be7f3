import type { FormValue } from '#kernel/values/value.ts'
import type { Db } from '#server/database/tables.ts'
import { records } from '#server/resources/records.ts'
import { businessCard } from '../business-card.ts'
import { cardRules } from './rules.ts'

interface NewCard {
  readonly owner: string
  readonly value: FormValue
  /** Id in the chat app, and whether the synchronisation failed. */
  readonly outer?: { readonly id: string; readonly isFailed: boolean }
}

/** Bulk insert of cards with their rules applied. */
export async function saveCards(db: Db, cards: readonly NewCard[], at: Date): Promise<void> {
  const all = records(businessCard, cardRules)
  for (const { owner, value, outer } of cards) {
    const id = await all.insert(db, value, { by: owner, at })
    if (outer)
      await db.updateTable('business_card').set({ outer_id: outer.id, sync_state: outer.isFailed ? '2' : '1', sync_time: at }).where('id',
        '=', id).execute()
  }
}
