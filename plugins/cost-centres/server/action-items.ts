import { sql, type SqlBool } from 'kysely'
import type { ActionItemSource } from '#server/extensions/action-items.ts'
import { costCenter } from '../cost-center.ts'
import { can } from '../permissions.ts'
import './tables.ts'

/** Enabled cost centres without a manager, whose expenses therefore cannot be approved. */
export const unmanaged: ActionItemSource = {
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
