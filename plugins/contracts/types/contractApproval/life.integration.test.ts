import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { FormValue } from '#kernel/values/value.ts'
import { type TestProduct, voided } from '#server/documents/testing.ts'
import { categoryId, costCenterId } from '#plugins/demo/server/records.ts'
import { demoProduct } from '#plugins/demo/server/testing.ts'
import { filing, type FilingSupport } from '#plugins/forms/server/contract-filing.ts'
import { companyAccount, costRow } from '#plugins/payments/types/testing.ts'
import { disbursement } from '#plugins/payments/types/disbursement/index.ts'
import { contractSay, draftOf } from '../testing.ts'
import { contractApproval } from './index.ts'

let product: TestProduct
let on: FilingSupport
beforeAll(async () => {
  product = await demoProduct()
  on = filing(product, contractApproval)
})
afterAll(() => product?.close())
afterEach(() => product.audit())

const draft = async (change: FormValue = {}): Promise<FormValue> => ({
  ...(await draftOf(on, 'quality')),
  contractClass: 'ancillary',
  contractType: 'service',
  costCenter: costCenterId('sz-quality'),
  counterparty: '苏州信诚检验服务有限公司',
  expenseCategory: categoryId('OFFICE'),
  ...change,
})
const completed = async (change: FormValue = {}): Promise<string> => {
  const id = await on.file('quality', await draft(change))
  await on.passThrough(id, contractSay)
  return id
}
const kept = (document: string) =>
  product.database.db.selectFrom('contract_ledger').select(['id', 'contract_no', 'exec_state', 'amount', 'revision', 'people',
    'storage_location']).where('business_key', '=', document).executeTakeFirst()

it('stands in the ledger when it is completed, numbered, and is terminated when it is voided', async () => {
  const [first, second] = [await completed(), await completed()]
  expect(await kept(first)).toMatchObject({ contract_no: 'SZ-A-2026-0023', exec_state: '1', amount: '1000.00', revision: 1,
    people: ['u-quality'], storage_location: 'legal' })
  expect(await kept(second)).toMatchObject({ contract_no: 'SZ-A-2026-0024' })
  expect((await on.detailOf(product.as('quality'), second)).business).toMatchObject({ contractNo: 'SZ-A-2026-0024' })
  await on.remove(second)
  expect(await kept(second)).toMatchObject({ exec_state: '3' })
  const running = await on.file('quality', await draft())
  expect(await kept(running)).toBeUndefined()
  expect(on.refusal(await on.apply(product.as('quality'), await draft({ contractNo: 'sz-a-2026-0023' }))).fields).toEqual({
    contractNo: '合同编号已存在',
  })
})

it('becomes a further version of itself when it is changed and approved again', async () => {
  const id = await completed()
  await on.revoke('quality', id)
  expect(await kept(id)).toMatchObject({ exec_state: '3' })
  const { business: { contractNo } } = await on.detailOf(product.as('quality'), id)
  await on.fileAgain('quality', id, await draft({ amount: '2000.00', contractNo: contractNo }))
  await on.passThrough(id, contractSay)
  expect(await kept(id)).toMatchObject({ exec_state: '1', amount: '2000.00', revision: 2 })
  const { id: contract } = (await kept(id))!
  const { data } = await product.as('sunyue').get<{ versions: readonly FormValue[] }>(`/oaserver/contract/${contract}/book`)
  expect(data.versions).toMatchObject([{ revision: 2, amount: '2000.00' }, { revision: 1, amount: '1000.00' }])
})

it('stays while something rests on it: a payment, a supplement', async () => {
  const id = await completed()
  const { id: contract } = (await kept(id))!
  const voids = () => voided(product, ['admin', 'finance'], id)
  const supplement = await completed({ isSupplementary: true, mainContract: contract })
  expect(await voids()).toMatchObject({ msg: '合同已有付款或补充合同，不能撤销、修改或作废' })
  expect(
    on.refusal(
      await on.apply(product.as('quality'), await draft({ isSupplementary: true, mainContract: contract, counterparty: '别的公司' })),
    ).fields,
  ).toEqual({
    mainContract: '补充合同的对方单位须与主合同一致',
  })
  await on.remove(supplement)
  const paying = on.of(disbursement)
  const supplier = (await product.database.db.selectFrom('supplier').select('id').where('enable', '=', true).orderBy('code').limit(1)
    .executeTakeFirstOrThrow()).id
  const payment = await paying.apply(product.as('quality'), {
    applicantDept: 'sz-quality',
    bearingDept: 'sz-quality',
    costCenter: costCenterId('sz-quality'),
    disburseKind: '3',
    payCompany: 'SZ',
    supplier,
    contractLink: contract,
    paymentTerm: '2',
    planPayDate: '2026-11-25',
    payMethod: '4',
    paymentReason: '服务费',
    currencyType: 'CNY',
    items: [costRow('100.00')],
    proceedsType: '1',
    payeeLines: [companyAccount()],
  }, { confirmed: ['contracts.otherCounterparty'] })
  expect(payment.code).toBe(200)
  expect(await voids()).toMatchObject({ msg: '合同已有付款或补充合同，不能撤销、修改或作废' })
  await paying.remove(payment.data.businessKey)
  await on.remove(id)
})

it('is not signed with oneself', async () => {
  const company = await product.database.db.selectFrom('sys_dict_data').select('label').where('type', '=', 'company').where('value', '=',
    'SZ').executeTakeFirstOrThrow()
  expect(on.refusal(await on.apply(product.as('quality'), await draft({ counterparty: company.label }))).fields).toEqual({
    counterparty: '对方单位不能与我方签约公司相同',
  })
})
