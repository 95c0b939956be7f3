import type { FormValue } from '#kernel/values/value.ts'
import type { FilingProduct } from '#plugins/forms/server/contract-filing.ts'
import '#plugins/system/server/public-api.ts'
import { checks, materialsOf } from './testing.ts'

/** A temporary change of material and method on a line of the Dongguan plant; electronics assesses it. */
export async function fiveMOf(support: FilingProduct, change: FormValue = {}): Promise<FormValue> {
  const codes = await materialsOf(support, 'P-001', 'C-001', 'C-002')
  const { id: factory } = await support.product.database.db.selectFrom('factory').select('id').where('code', '=', '2000')
    .executeTakeFirstOrThrow()
  return {
    applicantDept: 'dg-production',
    category: ['material', 'method'],
    level: 'B',
    duration: 'temporary',
    factory,
    line: 'SMT-3',
    productionOrderNo: '100234567',
    orderQty: 1200,
    productModel: codes['P-001'],
    planStart: '2026-11-23',
    planEnd: '2026-12-20',
    subject: '临时使用替代电容',
    before: 'C-001',
    after: 'C-002',
    reason: '供应商交期延误',
    materialLines: [{ rowId: 'm1', material: codes['C-002'], oldMaterial: codes['C-001'], qty: '2400', unit: 'pcs', needPurchase: '1',
      needSmt: '1' }],
    electronicState: '1',
    structureState: '0',
    softwareState: '0',
    risk: 'low',
    customerNotice: '0',
    ...change,
  }
}

const inspected: FormValue = { rowId: 'i1', inspectionStatus: 'ok', productionOrderNo: '100234567', productionDate: '2026-11-20',
  serialNo: 'SN0001', issuedQty: '10', qualifiedQty: '10' }

/** A first article of which this differs. */
export const article = (change: FormValue = {}): FormValue => ({ inspection: [{ ...inspected, ...change }] })

/** Answers of the approvers on the way of a change in production. */
export const fiveMSay: Readonly<Record<string, object>> = {
  process: checks('sop', 'training', 'machine'),
  electronic: { business: { electronicState: '4', electronicNote: '需重新贴片' } },
  qualityAssess: { ...checks('fmea', 'controlPlan'), business: { needEcn: '0' } },
  materialPurchase: { comment: '已下单【到货时间：2026-11-24 10:00】' },
  patchPlan: { comment: '【计划归还时间：2026-11-26 18:00】' },
  patchOrder: { comment: '【SMT订单号：SMT-20261101】' },
  verify: { ...checks('firstArticle', 'traceability'), business: { electronicState: '5', ...article() } },
}
