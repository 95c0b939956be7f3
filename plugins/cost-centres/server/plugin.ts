import { sql, type SqlBool } from 'kysely'
import { todayOf } from '#kernel/values/dates.ts'
import { keyAs } from '#kernel/fields/roles.ts'
import { bilingual } from '#kernel/wording/names.ts'
import { defineServer } from '#server/plugin.ts'
import type { DocumentExtension } from '#server/extensions/document-extension.ts'
import type { ActionItemSource } from '#server/extensions/action-items.ts'
import type { Db } from '#server/database/tables.ts'
import type { UsageSource, UsageSubject } from '#server/extensions/usages.ts'
import { categoryIn, checkCharges, costCenters } from './cost-centers.ts'
import { migrations } from './migrations.ts'
import { costCenterRules, mappingRules } from './rules.ts'
import { costCenter } from '../cost-center.ts'
import { can } from '../permissions.ts'
import './tables.ts'
import { samples } from './samples.ts'

/** Usages of a person or unit in cost centres: those the person manages, and those bound or mapped to the unit. */
const costCenterUsages: UsageSource = {
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

/** Enabled cost centres without a manager, whose expenses therefore cannot be approved. */
const unmanaged: ActionItemSource = {
  id: 'costCentresWithoutManager',
  cn: '没有负责人的成本中心',
  en: 'Cost centres without a manager',
  enOne: 'Cost centre without a manager',
  path: `${costCenter.path}?noManager=true&enable=true`,
  needs: can.view,
  async count({ db, caller, departments }) {
    const scope = await departments(db, caller, costCenter.name)
    const { count } = await db
      .selectFrom('cost_center')
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .where('manager_user_id', 'is', null)
      .where('enable', '=', true)
      .where('del_flag', '=', 0)
      .$if(scope !== 'all',
        (query) => query.where(sql<SqlBool>`(cardinality(group_ids) = 0 or group_ids && ${scope === 'all' ? [] : [...scope]}::text[])`))
      .executeTakeFirstOrThrow()
    return Number(count)
  },
}

/** Sets the default cost centre of the bearing department, so that it need not be chosen. */
const usualCostCenter: DocumentExtension = {
  concerns: ({ fields }) => fields['usualCostCenter']?.system === true,

  async prepare({ db, form, value, at, filing, before }) {
    if (!(filing ?? before === undefined)) return {}
    const category = value[categoryIn(form.fields) ?? '']
    const department = value[keyAs(form.fields, 'bearingDepartment') ?? 'applicantDept']
    if (typeof department !== 'string' || department === '') return { usualCostCenter: null }
    return {
      usualCostCenter: await costCenters(db).usual({ department, category: typeof category === 'string' ? category : undefined },
        todayOf(at)),
    }
  },
}

export default defineServer({
  id: 'cost-centres',
  contributes: [samples],
  migrations,
  records: { costCenter: costCenterRules, departmentCostCenter: mappingRules },
  extensions: [checkCharges, usualCostCenter],
  actionItems: [unmanaged],
  usages: [costCenterUsages],
  owners: { costCenter: (db) => costCenters(db).owners() },
})
