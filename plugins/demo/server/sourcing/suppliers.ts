import type { FormValue } from '#kernel/values/value.ts'
import { cells } from '../general/cells.ts'
import { accountNumber } from '../masters/banks.ts'
import { chance } from '../random.ts'
import { before, dayFrom } from '../stories/clock.ts'
import type { NodeAnswer, Story } from '../stories/story.ts'

/** `days ago | name | short name | type | reason | credit code | products | score | what becomes of it | where it stops` */
const introductions = `
115 | 常州恒达电子有限公司 | 恒达电子 | material | second | 91320400MA1XYQ8K2P | 板对板连接器 | 88 | completed |
48 | 佛山南信精密模具有限公司 | 南信模具 | mold | newProduct | 91440600MA1NXM5T7R | 注塑模具 | 68 | completed |
4 | 嘉兴启明包装有限公司 | 启明包装 | material | cost | 91330400MA1QMB3W9E | 纸箱、彩盒 | 0 | running | sqe
`

/** Products whose samples were reviewed before. */
const sampled: ReadonlySet<string> = new Set(['板对板连接器'])

const weights = { quality: 25, technology: 20, delivery: 20, price: 15, env: 10, finance: 10 }

/**
 * Suppliers that purchasing introduces: a second source, a toolmaker whom the general manager had to agree to, and one that is to be
 * audited.
 */
export const supplierStories = (anchor: Date, replaced: string): readonly Story[] => {
  const drawn = chance('introduced-suppliers')
  return introductions.trim().split('\n').map((line): Story => {
    const [ago, name, short, supplierType, introReason, creditCode, products, score, ends, waitsAt] = cells(line, 10)
    const at = before(anchor, Number(ago), 9)
    return {
      type: 'newSuppliers',
      name: `supplier ${short}`,
      by: 'dongmei',
      at,
      ends: ends as Story['ends'],
      ...(waitsAt !== '' && { waitsAt }),
      files: { surveyFile: [`${short}调查表.xlsx`] },
      say: answersOf(Number(score)),
      value: async (earlier, files): Promise<FormValue> => ({
        applicantDept: 'sz-purchase',
        supplierName: name,
        supplierShort: short,
        supplierType,
        introReason,
        ...(introReason === 'cost' && { replacedSupplier: replaced }),
        reasonDesc: `${products}的新货源，报价与交期均优于现有供应商`,
        domestic: '1',
        creditCode,
        legalPerson: '周恒',
        registeredCapital: '2000.00',
        foundedDate: '2012-05-08',
        area: ['320000', '320400'],
        address: '科技大道9号',
        mainProducts: products,
        capacity: '月产能满足需求，交期14天',
        paymentTerm: 'm60',
        taxRate: '13',
        currencyType: 'CNY',
        tradeTerm: 'dom',
        contacts: [{ rowId: 'k1', name: '周敏', position: '销售经理', mobile: '13800001234', email: 'sales@demo.example', isMain: '1' }],
        bankAccounts: [{ rowId: 'b1', accountName: name, accountNo: accountNumber(drawn.next), bank: '中国银行', currencyType: 'CNY' }],
        ...(supplierType === 'material' &&
          {
            materials: [{ rowId: 'm1', materialDesc: products, annualQty: '50000', annualAmount: '260000.00',
              ...(sampled.has(products) && { sampleReview: [earlier(`sample ${products}`).id] }) }],
          }),
        certificates: [
          { rowId: 'c1', certType: 'licence', certNo: creditCode, validTo: dayFrom(at, 3650), file: [await files(`${short}营业执照.pdf`)] },
          { rowId: 'c2', certType: 'iso9001', certNo: 'Q-20816', validTo: dayFrom(at, 700), file: [await files(`${short}ISO9001.pdf`)] },
        ],
        agreements: ['nda', 'quality', 'rohs', 'integrity'],
        audit: 'yes',
      }),
    }
  })
}

const answersOf = (score: number): Readonly<Record<string, NodeAnswer>> => ({
  rd: { comment: '样品规格满足要求' },
  sqe: {
    comment: '现场审核完成，整改项已关闭',
    checks: ['licence', 'systems', 'rohs', 'processes'],
    files: { auditReport: ['现场审核报告.pdf'] },
    fill: (_, at) => ({ auditDate: dayFrom(at, -1), auditTeam: ['u-quality', 'u-dongmei'],
      scores: Object.entries(weights).map(([item, weight], index) => ({ rowId: `s${index}`, item, weight, score })) }),
  },
  finance: { comment: '账户与税号已核对', checks: ['account', 'tax'],
    fill: () => ({ sapVendorGroup: 'Z001', purchaseOrg: '1000', reconAccount: '2202010000' }) },
})
