import { type Generated, sql } from 'kysely'
import { Refused } from '#kernel/errors.ts'
import { type FormValue, textAt } from '#kernel/values/value.ts'
import type { Db } from '#server/database/tables.ts'
import type { RecordRules, RecordStep } from '#server/resources/rules.ts'
import type { RecordTable } from '#server/resources/columns.ts'
import { records } from '#server/resources/records.ts'
import { businessCard } from '../business-card.ts'

interface BusinessCardTable extends RecordTable {
  owner_id: string
  owner_dept: string | null
  card_type: string
  name_cn: string | null
  name_en: string | null
  company: string
  mobile: string
  share: Generated<'self' | 'dept' | 'all'>
  outer_id: string | null
  /** 0 not, 1 done, 2 failed. */
  sync_state: Generated<'0' | '1' | '2'>
  sync_time: Date | null
}

declare module '#server/database/tables.ts' {
  interface Tables {
    business_card: BusinessCardTable
  }
}

const overwrites = 'cards.exists'

/** Rules of business cards: the creator is the owner, and only the owner and administrators change a card. */
export const cardRules: RecordRules = {
  constraints: {
    business_card_personal: { code: 'cards.personalExists', fields: ['cardType'] },
    business_card_once: { code: overwrites, fields: ['mobile'] },
    business_card_named: { code: 'cards.nameNeeded', fields: ['nameCn'] },
    business_card_one_partner: { code: 'cards.bothLinked', fields: ['supplier'] },
  },

  async prepare(step) {
    const { db, value, before, by } = step
    if (before) await mayWrite(step, before)
    judge(value)
    const ownerId = textAt(before ?? {}, 'ownerId') ?? by
    await replaceTwin(step, ownerId)
    return { ownerId, ownerDept: before ? before['ownerDept'] : await departmentOf(db, ownerId) }
  },

  async afterWrite(step, change) {
    if (change === 'deleted') await mayWrite(step, step.value)
  },
}

function judge(value: FormValue): void {
  const isGiven = (key: string) => textAt(value, key) !== undefined
  if (!isGiven('nameCn') && !isGiven('nameEn')) refuse('cards.nameNeeded', 'nameCn')
  if (isGiven('customer') && isGiven('supplier')) refuse('cards.bothLinked', 'supplier')
}

function refuse(code: string, field: string, level?: 'confirm'): never {
  throw new Refused(code, {}, [{ field, code, ...(level && { level }) }])
}

async function mayWrite({ db, by }: RecordStep, card: FormValue): Promise<void> {
  if (card['ownerId'] === by) return
  const person = await db.selectFrom('sys_user').select('admin').where('id', '=', by).executeTakeFirst()
  if (person?.admin !== true) throw new Refused('cards.notYours')
}

/** Deletes another card of the owner with the same mobile and name, after the user has confirmed it. @throws Refused until confirmed */
async function replaceTwin({ db, id, value, by, at, confirmed }: RecordStep, ownerId: string): Promise<void> {
  const name = textAt(value, 'nameCn') ?? textAt(value, 'nameEn') ?? ''
  const twin = await db.selectFrom('business_card').select('id').where('owner_id', '=', ownerId).where('mobile', '=',
    textAt(value, 'mobile') ?? '')
    .where(sql<string>`coalesce(name_cn, name_en)`, '=', name).where('del_flag', '=', 0).where('id', '<>', id).forUpdate()
    .executeTakeFirst()
  if (!twin) return
  if (!confirmed.includes(overwrites)) refuse(overwrites, 'mobile', 'confirm')
  await db.updateTable('business_card').set({ del_flag: 1, update_by: by, update_time: at, version: sql`version + 1` }).where('id', '=',
    twin.id).execute()
}

async function departmentOf(db: Db, person: string): Promise<string | null> {
  const row = await db.selectFrom('sys_user_group').select('group_id').where('user_id', '=', person).where('is_main', '=', true)
    .executeTakeFirst()
  return row?.group_id ?? null
}

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
