import type { FormValue } from '#kernel/values/value.ts'
import type { FilingSupport } from '#plugins/forms/server/contract-filing.ts'

/** The id of a supplier of the demo company. */
export async function supplierOf({ product }: Pick<FilingSupport, 'product'>, code: string): Promise<string> {
  const { id } = await product.database.db.selectFrom('supplier').select('id').where('code', '=', code).executeTakeFirstOrThrow()
  return id
}

/** The open items of a vendor of the demo company: the first of them, as the form fetches them. */
export async function itemsOf(support: Pick<FilingSupport, 'product'>, code: string, count = 1): Promise<readonly FormValue[]> {
  const { data } = await support.product.as('buyer').get<{ rows: readonly FormValue[] }>(
    `/oaserver/sap/openItems?sapCompanyCode=1000&supplier=${await supplierOf(support, code)}&currencyType=CNY`,
  )
  return data.rows.slice(0, count)
}

/** A payment of what is due. */
export const duePayment = (change: FormValue): FormValue => ({
  applicantDept: 'sz-purchase',
  sapPayKind: '2',
  sapCompanyCode: '1000',
  currencyType: 'CNY',
  purchaseGroup: 'P01',
  planPayDate: '2026-11-25',
  payMethod: '1',
  paymentReason: '十月货款',
  proceedsType: '1',
  payeeLines: [{ proceedsName: '苏州鼎盛五金有限公司', proceedsAccount: '32050177543600000123', proceedsAccountType: '1',
    bankName: '中国建设银行', bankBranchNo: '105305060018' }],
  ...change,
})
