import { sql } from 'kysely'
import { z } from 'zod'
import { MeaningfulError, Refused } from '#kernel/errors.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { bilingual, splitName } from '#kernel/wording/names.ts'
import type { Db } from '#server/database/tables.ts'
import { transaction } from '#server/database/transaction.ts'
import type { Host } from '#server/host.ts'
import { records } from '#server/resources/records.ts'
import { syncRuns } from '#server/sync-log/sync-runs.ts'
import type { Env } from '#server/env.ts'
import { type Outbound, outbound } from '#server/outbound/outbound.ts'
import { businessCard, type CardSyncResult, mobilePattern } from '../business-card.ts'
import { cn, en } from '../texts.ts'
import { cardRules } from './rules.ts'

/** Settings of the service that provides collected cards. */
interface CardSettings {
  /** Base URL without a trailing slash. */
  readonly url: string
  readonly token: string
}

/** Fallback services by environment, used where the settings name none. */
const offered = new WeakMap<Env, CardSettings>()

/**
 * Registers a fallback service for an environment whose settings name none; the demo company uses it. @returns a function that removes it,
 * unless another one has replaced it
 */
export function offerCards(env: Env, settings: CardSettings): () => void {
  offered.set(env, settings)
  return () => void (offered.get(env) === settings && offered.delete(env))
}

/** Removes the fallback service of an environment, whichever it is. */
export function withdrawCards(env: Env): void {
  offered.delete(env)
}

/** Settings of the card service, or of its fallback; undefined where neither is configured. */
export const cardSettings = (env: Env): CardSettings | undefined => env.cards ?? offered.get(env)

type CardOutcome = 'added' | 'changed' | 'failed'

/**
 * Synchronises a person's cards: the own card from the address book, collected ones from the chat app. Each card is written in a
 * transaction of its own, and each run is logged. @throws Refused when the chat app cannot be read
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

/** Fields that are overwritten; group, sharing, remarks and pictures keep the owner's values. */
const valueOf = (name: string, attributes: Omit<CollectedCard, 'id' | 'name'>): FormValue => ({ ...attributes, nameCn: name })

interface CardToKeep {
  readonly person: string
  readonly value: FormValue
  readonly outer?: string
  find(db: Db): Promise<string | undefined>
}

/** Inserts or updates one card in its own transaction; a card refused by the rules counts as failed and does not stop the others. */
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

/** Bilingual summary of a run for the log. */
function worded(counts: Readonly<Record<string, number>>): string {
  const filled = (text: string) =>
    Object.entries(counts).reduce((sentence, [name, count]) => sentence.replace(`{${name}}`, String(count)), text)
  return bilingual({ cn: filled(cn['cards.syncDone']), en: filled(en['cards.syncDone']) })
}

/** A person's own card from the address book; undefined without a telephone number or a company. */
async function ownCard(db: Db, person: string): Promise<FormValue | undefined> {
  const { rows } = await sql<
    { name: string; phone: string | null; email: string | null; position: string | null; department: string | null; company: string | null }
  >`
    select person.name, person.phone, person.email, person.position, unit.name as department,
      (select above.name from sys_group above where above.type = 'ENTERPRISE' and starts_with(unit.path, above.path)
        order by above.level desc limit 1) as company
      from sys_user person left join sys_user_group main on main.user_id = person.id and main.is_main
      left join sys_group unit on unit.id = main.group_id
      where person.id = ${person}`.execute(db)
  const [found] = rows
  if (!found?.phone || !found.company) return undefined
  const [name, company] = [splitName(found.name), splitName(found.company)]
  return {
    cardType: 'personal',
    nameCn: orNull(name.cn),
    nameEn: orNull(name.en),
    company: company.cn,
    companyEn: orNull(company.en),
    department: chineseOf(found.department),
    position: chineseOf(found.position),
    mobile: found.phone,
    email: found.email,
  }
}

const orNull = (text: string): string | null => (text === '' ? null : text)

const chineseOf = (name: string | null): string | null => (name === null ? null : orNull(splitName(name).cn))

const optional = (longest: number) => z.string().trim().max(longest).nullish()

/** Schema of a card in the chat app's response. */
const collectedCard = z.object({
  id: z.string().min(1).max(64),
  name: z.string().trim().min(1).max(30),
  nameEn: optional(30),
  company: z.string().trim().min(1).max(100),
  companyEn: optional(100),
  department: optional(50),
  position: optional(50),
  mobile: z.string().trim().regex(new RegExp(mobilePattern)),
  tel: optional(25),
  email: optional(100),
  wechat: optional(50),
  address: optional(200),
})

type CollectedCard = z.output<typeof collectedCard>

/** Either a valid card, or the id (if readable) of an invalid one. */
type CollectedItem = { readonly card: CollectedCard } | { readonly refused: string | undefined }

/** Maximum number of cards per person. */
const most = 2_000

const answer = z.object({ cards: z.array(z.unknown()).max(most) })

/**
 * Cards that a person collected in the chat app; empty where it is not configured.
 * @throws Error on an HTTP status other than 200 or an invalid response
 */
async function collectedCards(env: Env, userName: string, ask?: Outbound): Promise<readonly CollectedItem[]> {
  const settings = cardSettings(env)
  if (!settings) return []
  const url = new URL(`${settings.url}/cards`)
  url.searchParams.set('user', userName)
  const send = ask ?? outbound({ allow: [settings.url] })
  const { status, body } = await send({ url, headers: { accept: 'application/json', authorization: `Bearer ${settings.token}` } })
  if (status !== 200) throw new Error(`HTTP ${status}`)
  return answer.parse(JSON.parse(body.toString('utf8'))).cards.map(readCard)
}

const identified = z.object({ id: z.string().min(1).max(64) })

function readCard(answer: unknown): CollectedItem {
  const card = collectedCard.safeParse(answer)
  return card.success ? { card: card.data } : { refused: identified.safeParse(answer).data?.id }
}
