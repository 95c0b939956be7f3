import { sql } from 'kysely'
import { MeaningfulError, Refused } from '#kernel/errors.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { bilingual } from '#kernel/wording/names.ts'
import type { Db } from '#server/database/tables.ts'
import { transaction } from '#server/database/transaction.ts'
import type { Host } from '#server/host.ts'
import { records } from '#server/resources/records.ts'
import { syncRuns } from '#server/sync-log/sync-runs.ts'
import { businessCard } from '../business-card.ts'
import cn from '../locales/cn.ts'
import en from '../locales/en.ts'
import type { CardSyncResult } from '../wire.ts'
import { type CollectedItem, type CollectedCard, collectedCards } from './collected-cards.ts'
import { ownCard } from './own-card.ts'
import { cardRules } from './rules.ts'

type CardOutcome = 'added' | 'changed' | 'failed'

/**
 * Brings a person's cards up to date: their own from the address book, collected ones from the chat app, each by itself.
 * Every run stands in the log. @throws Refused where the chat app gives no answer
 */
export async function synchronise(host: Host, person: string): Promise<CardSyncResult> {
  const runs = syncRuns(host)
  const run = await runs.start('CARD', person)
  try {
    const { user_name: userName } = await host.db.selectFrom('sys_user').select('user_name').where('id', '=', person)
      .executeTakeFirstOrThrow()
    const collected = await collectedCards(host.env, userName)
    const outcomes = [await takeOverOwn(host, person)]
    for (const each of collected) outcomes.push(await takeOver(host, person, each))
    const count = (counted: CardOutcome) => outcomes.filter((outcome) => outcome === counted).length
    const [added, changed, failed] = [count('added'), count('changed'), count('failed')]
    await runs.finish(run, { result: failed === 0 ? 'SUCCESS' : 'FAILURE', total: outcomes.length, success: added + changed, failed,
      message: worded({ added, changed, failed }) })
    return { success: added + changed, failed }
  } catch (error) {
    host.log.warn({ err: error }, 'business cards were not synchronised')
    await runs.finish(run, { result: 'FAILURE', message: bilingual({ cn: cn['cards.syncFailed'], en: en['cards.syncFailed'] }) })
    throw new Refused('cards.syncFailed')
  }
}

async function takeOverOwn(host: Host, person: string): Promise<CardOutcome> {
  const value = await ownCard(host.db, person)
  if (!value) return 'failed'
  return kept(host, { person, value, find: (db) => idOf(db, person, sql<boolean>`card_type = 'personal'`) })
}

async function takeOver(host: Host, person: string, collected: CollectedItem): Promise<CardOutcome> {
  if (!('card' in collected)) {
    if (collected.refused !== undefined) await markFailed(host.db, person, collected.refused)
    return 'failed'
  }
  const { id: outer, name, ...attributes } = collected.card
  const outcome = await kept(host, { person, value: valueOf(name, attributes), outer,
    find: async (db) =>
      (await idOf(db, person, sql<boolean>`outer_id = ${outer}`)) ??
        (await idOf(db, person, sql<boolean>`mobile = ${attributes.mobile} and coalesce(name_cn, name_en) = ${name}`)) })
  if (outcome === 'failed') await markFailed(host.db, person, outer)
  return outcome
}

/** The owner's additions (group, sharing, remarks, pictures) stay. */
const valueOf = (name: string, attributes: Omit<CollectedCard, 'id' | 'name'>): FormValue => ({ ...attributes, nameCn: name })

interface CardToKeep {
  readonly person: string
  readonly value: FormValue
  readonly outer?: string
  find(db: Db): Promise<string | undefined>
}

/** Writes one card; what the rules refuse is counted and keeps no other from coming. */
async function kept(host: Host, { person, value, outer, find }: CardToKeep): Promise<CardOutcome> {
  const all = records(businessCard, cardRules)
  const by = { by: person, at: host.clock.now(), confirmed: ['cards.exists'] }
  try {
    return await transaction(host.db, async (db) => {
      const known = await find(db)
      const card = known === undefined ? undefined : await all.locked(db, known, [])
      const id = card ? card.id : await all.insert(db, { cardType: 'contact', cardGroup: 'other', share: 'self', ...value }, by)
      if (card) await all.update(db, { ...value, id, version: card.version }, by)
      await db.updateTable('business_card').set({ sync_state: '1', sync_time: host.clock.now(),
        ...(outer !== undefined && { outer_id: outer }) }).where('id', '=', id).execute()
      return card ? 'changed' : 'added'
    })
  } catch (error) {
    if (error instanceof MeaningfulError) return 'failed'
    throw error
  }
}

async function idOf(db: Db, owner: string, condition: ReturnType<typeof sql<boolean>>): Promise<string | undefined> {
  return (await db.selectFrom('business_card').select('id').where('owner_id', '=', owner).where('del_flag', '=', 0).where(condition)
    .executeTakeFirst())?.id
}

async function markFailed(db: Db, owner: string, outer: string): Promise<void> {
  await db.updateTable('business_card').set({ sync_state: '2' }).where('owner_id', '=', owner).where('outer_id', '=', outer).where(
    'del_flag',
    '=',
    0,
  ).execute()
}

/** A sentence in both languages, for the log. */
function worded(counts: Readonly<Record<string, number>>): string {
  const filled = (text: string) =>
    Object.entries(counts).reduce((sentence, [name, count]) => sentence.replace(`{${name}}`, String(count)), text)
  return bilingual({ cn: filled(cn['cards.syncDone']), en: filled(en['cards.syncDone']) })
}
