import { Refused } from '#kernel/errors.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { RecordRules } from '#server/resources/rules.ts'

export const supplierRules: RecordRules = {
  constraints: { supplier_credit_code: { code: 'masters.creditCodeExists', fields: ['creditCode'] } },
}

export const supplierAccountRules: RecordRules = {
  constraints: { payee_account_no: { code: 'masters.accountExists', fields: ['accountNo'] } },
}

/** Rules of materials: only a set has components; each occurs once, and none is a set. Sets are issued, and not sold. */
export const materialRules: RecordRules = {
  async prepare({ db, id, value }) {
    if (value['isSet'] !== true) return { components: [], setCount: null }
    refuseSold(value)
    const ids = ((value['components'] ?? []) as readonly { readonly material?: string }[]).map(({ material = '' }) => material)
    if (ids.length === 0) throw refusedAt('masters.setIsEmpty')
    if (ids.includes(id)) throw refusedAt('masters.setOfItself')
    if (new Set(ids).size < ids.length) throw refusedAt('masters.componentTwice')
    const known = await db.selectFrom('material').select('is_set').where('id', 'in', ids).where('del_flag', '=', 0).execute()
    if (known.length < ids.length) throw refusedAt('error.field.choice')
    if (known.some(({ is_set: isSet }) => isSet)) throw refusedAt('masters.setOfSets')
    return {}
  },
}

/** @throws Refused for a set that is marked as sold */
function refuseSold({ saleable }: FormValue): void {
  if (saleable === true) throw new Refused('masters.setIsSold', {}, [{ field: 'saleable', code: 'masters.setIsSold' }])
}

const refusedAt = (code: string) => new Refused(code, {}, [{ field: 'components', code }])
