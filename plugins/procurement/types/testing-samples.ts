import type { FormValue } from '#kernel/values/value.ts'
import { projectId } from '#plugins/demo/server/records.ts'
import type { FilingProduct } from '#plugins/forms/server/contract-filing.ts'
import { priced } from './testing-prices.ts'

const paper = ({ product }: FilingProduct, by: string): Promise<string> => product.as(by).upload('资料.pdf', Buffer.from('%PDF-1.4\n%%EOF'))

/** Samples of a material, tested by a hardware engineer. */
export async function sampleOf(support: FilingProduct, change: FormValue = {}): Promise<FormValue> {
  const { material, supplier } = await priced(support)
  return {
    applicantDept: 'sz-purchase',
    sampleType: 'material',
    sampleReason: 'new',
    material,
    materialDesc: '贴片电阻',
    supplier,
    project: projectId('P26-001'),
    applyModels: 'GW-200',
    sampleQty: 20,
    receiveDate: '2026-11-20',
    requireDate: '2026-11-27',
    specFile: [await paper(support, 'dongmei')],
    supplierReport: [await paper(support, 'dongmei')],
    rohsReport: [await paper(support, 'dongmei')],
    reviewers: ['quality'],
    ...change,
  }
}

export const tester = [{ nodeId: 'test', userIdList: ['u-songtao'] }]

const tested = (result: string): FormValue => ({ rowId: 't1', item: '尺寸', standard: '符合规格书', measured: '1.60×0.80 mm', result })

const checks = (...items: readonly string[]): object => ({ checkList: items.map((item) => ({ item, result: 'pass' })) })

/** The values of testers and quality about a sample. */
export const sampleSay = async (support: FilingProduct,
  { result = 'ok', qualifiedQty = 20, conclusion = 'pass' }: { result?: string; qualifiedQty?: number; conclusion?: string } = {}
): Promise<Record<string, object>> => ({
  test: { ...checks('appearance', 'dimensions', 'performance', 'reliability', 'rohs'), comment: '测试完成',
    business: { tests: [tested(result)], qualifiedQty, testReport: [await paper(support, 'songtao')] } },
  qualityHead: { ...checks('reports', 'sealed'),
    business: { conclusion, ...(conclusion !== 'fail' && { sampleStorage: 'u-quality' }),
      ...(conclusion === 'conditional' && { conditionNote: '限首批5000件' }) } },
})
