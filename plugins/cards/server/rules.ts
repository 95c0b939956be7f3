import { sql } from 'kysely'
import { Refused } from '#kernel/errors.ts'
import { type FormValue, textAt } from '#kernel/values/value.ts'
import type { Db } from '#server/database/tables.ts'
import type { RecordRules, RecordStep } from '#server/resources/rules.ts'
import './tables.ts'

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
