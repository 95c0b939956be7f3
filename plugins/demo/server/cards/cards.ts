import { saveCards } from '#plugins/cards/server/public-api.ts'
import { personId } from '../company/save-company.ts'
import { before } from '../stories/clock.ts'
import { asPerson, type Stage } from '../stories/stage.ts'
import { filesOf } from '../stories/uploads.ts'
import { keptCards } from './collected-cards.ts'

/** People with an own card; names and numbers as in the address book. */
const own = [
  ['sales', '程浩', 'Hao Cheng', '销售部', '销售总监', '13800001033'],
  ['buyer', '冯伟', 'Wei Feng', '采购部', '采购经理', '13800001031'],
  ['employee', '王伟', 'Wei Wang', '硬件部', '硬件工程师', '13800001018'],
] as const

/** Cards with a picture. */
const pictured: ReadonlySet<string> = new Set(['周敏', '华强', '严明'])

/** Saves collected cards, three of which failed to synchronise with the chat app, and three own cards. */
export async function saveBusinessCards(stage: Stage): Promise<void> {
  const { db, anchor } = stage
  const at = before(anchor, 12, 15)
  const rows = []
  for (const { owner, id, name, nameEn, state, ...attributes } of keptCards) {
    const files = filesOf(stage, asPerson(stage, owner, { type: 'businessCard', at }), 'businessCard')
    const value = { ...attributes, nameCn: name, nameEn, cardType: 'contact',
      images: pictured.has(name) ? [await files(`${name}名片.png`)] : [] }
    rows.push({ owner: personId(owner), value, ...(state !== 'kept' && { outer: { id, isFailed: state === 'failed' } }) })
  }
  const owned = own.map(([owner, nameCn, nameEn, department, position, mobile]) => ({
    owner: personId(owner),
    value: { cardType: 'personal', nameCn, nameEn, company: '苏州宏岳电子有限公司', companyEn: 'Suzhou Hongyue Electronics', department,
      position, mobile, email: `${owner}@demo.example`, cardGroup: 'other', share: 'all' },
  }))
  await saveCards(db, [...rows, ...owned], at)
}
