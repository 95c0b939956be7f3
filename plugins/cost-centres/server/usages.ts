import { type SqlBool, sql } from 'kysely'
import { bilingual } from '#kernel/wording/names.ts'
import type { Db } from '#server/database/tables.ts'
import type { UsageSource, UsageSubject } from '#server/extensions/usages.ts'
import { costCenter } from '../cost-center.ts'
import './tables.ts'

/** Usages of a person or unit in cost centres: those the person manages, and those bound or mapped to the unit. */
export const costCenterUsages: UsageSource = {
  id: 'costCentres',
  cn: '成本中心',
  en: 'Cost centres',
  async count(db, subject) {
    const { count } = await centresOf(db, subject).select((eb) => eb.fn.countAll<string>().as('count')).executeTakeFirstOrThrow()
    return Number(count)
  },
  async list(db, subject, { limit, offset }) {
    const rows = await centresOf(db, subject).select(['id', 'code', 'name_cn', 'name_en']).orderBy('code').orderBy('id').limit(limit)
      .offset(offset).execute()
    return rows.map(({ id, code, name_cn: cn, name_en: en }) => ({ id, name: bilingual({ cn, en }), detail: code,
      path: `${costCenter.path}?code=${encodeURIComponent(code)}` })
    )
  },
}

const centresOf = (db: Db, subject: UsageSubject) =>
  db.selectFrom('cost_center').where('del_flag', '=', 0).where(
    'person' in subject ? sql<SqlBool>`manager_user_id = ${subject.person}` : ofUnits(subject.units),
  )

const ofUnits = (units: readonly string[]) =>
  sql<SqlBool>`(
  group_ids && ${[...units]}::text[]
  or id in (select mapped.cost_center_id from department_cost_center mapped where mapped.department_id = any(${[
    ...units,
  ]}::text[]) and mapped.del_flag = 0 and mapped.status = '1'))`
