import type { FormValue } from '#kernel/values/value.ts'
import { projectId } from '#plugins/demo/server/records.ts'
import type { FilingProduct } from '#plugins/forms/server/contract-filing.ts'
import '#plugins/masters/server/public-api.ts'

type Product = FilingProduct['product']

/** Ids of materials of the demo company by their codes, those of the first plant that keeps them. */
export async function materialsOf({ product: { database: { db } } }: FilingProduct,
  ...codes: readonly string[]): Promise<Readonly<Record<string, string>>> {
  const rows = await db.selectFrom('material').select(['code', 'id']).where('code', 'in', [...codes]).orderBy('factory', 'desc').execute()
  return Object.fromEntries(rows.map(({ code, id }) => [code, id]))
}

export const paper = (product: Product, by: string, name = '资料.pdf'): Promise<string> =>
  product.as(by).upload(name, Buffer.from('%PDF-1.4\n%%EOF'))

const word = { comment: '同意' }

/** An opinion with every item of a check-list answered. */
export const checks = (...items: readonly string[]): object => ({ ...word, checkList: items.map((item) => ({ item, result: 'pass' })) })

/** A line of a notice that replaces one capacitor by another in a circuit board. */
export const lineOf = (codes: Readonly<Record<string, string>>, change: FormValue = {}): FormValue => ({
  rowId: 'l1',
  itemNo: 10,
  action: 'replace',
  parentMaterial: codes['P-001'],
  oldMaterial: codes['C-001'],
  oldQty: '2',
  newMaterial: codes['C-002'],
  newQty: '2',
  position: 'C101',
  before: '10µF 6.3V',
  after: '10µF 10V',
  effective: 'next',
  execDept: 'dg-engineering',
  ...change,
})

/** A notice of level C, by the hardware engineer. */
export async function noticeOf(support: FilingProduct, change: FormValue = {}): Promise<FormValue> {
  const codes = await materialsOf(support, 'P-001', 'C-001', 'C-002')
  return {
    applicantDept: 'sz-hardware',
    ecnTitle: '输出电容耐压提升',
    ecnType: ['design', 'bom'],
    ecnReason: 'quality',
    urgency: 'normal',
    level: 'C',
    changeOwner: 'u-employee',
    project: projectId('P26-001'),
    projectType: '1',
    planEffectiveDate: '2026-12-10',
    reasonDesc: '来料批次耐压余量不足',
    description: '<p>电容由6.3V改为10V</p>',
    models: [{ rowId: 'm1', material: codes['P-001'], modelName: 'GW-200' }],
    affectedDocs: ['bom', 'schematic'],
    customerNotice: '0',
    safetyImpact: '0',
    certImpact: '0',
    costImpact: '-0.50',
    changeItems: [lineOf(codes)],
    ...change,
  }
}

/** Answers of the approvers on the way of a notice with the lines `l1` …; the executor is `luxiao`. */
export async function noticeSay({ product }: FilingProduct, rows: readonly string[] = ['l1']): Promise<Readonly<Record<string, object>>> {
  return {
    process: checks('sop', 'fixtures'),
    pmc: { ...checks('stock', 'cutIn'), business: { changeItems: rows.map((rowId) => ({ rowId, disposal: 'useUp' })) } },
    qualityHead: checks('sip', 'validation', 'cert'),
    changeOwner: word,
    ecnExecDept: { ...word, business: { changeItems: rows.map((rowId) => ({ rowId, executor: 'u-luxiao', planDate: '2026-12-01' })) } },
    executor: { ...word, business: {
      changeItems: await Promise.all(
        rows.map(async (rowId) => ({ rowId, itemState: '2', doneDate: '2026-11-20',
          evidence: [await paper(product, 'luxiao', '执行记录.pdf')] })
        ),
      ),
    } },
    verify: { ...word, business: { changeItems: rows.map((rowId) => ({ rowId, itemState: '3' })) } },
  }
}
