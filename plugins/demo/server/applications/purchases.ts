import type { FormValue } from '#kernel/values/value.ts'
import { costCenterId } from '../masters/cost-centers.ts'
import { before, dayFrom } from '../stories/clock.ts'
import { commented, type StoryMove } from '../stories/moves.ts'
import type { Story } from '../stories/story.ts'

/** Buyers with the departments whose budgets they use. */
const buyers = [['quality', 'sz-quality'], ['it', 'sz-it'], ['linfang', 'sz-hr'], ['head', 'sz-rd'], ['sales', 'sz-sales']] as const

type Buyer = (typeof buyers)[number]

const bearing = ([, department]: Buyer): FormValue => ({ applicantDept: department, bearingDept: department,
  costCenter: costCenterId(department), currencyType: 'CNY' })
const rowBearing = ([, department]: Buyer) => ({ bearingDept: department, costCenter: costCenterId(department) })

/** Columns: kind, name, detail, reason, price. */
const services = [
  ['2', '计量器具校准', '年度校准', '年度计量器具送检校准，按体系要求执行', '4200.00'],
  ['5', '邮件系统维护', '年度维护', '邮件系统年度维护与升级服务，保障稳定运行', '9600.00'],
  ['4', '校园招聘服务', '双选会展位', '秋季校园招聘双选会展位与宣传服务费用', '6800.00'],
  ['2', '环境试验委外', '高低温试验', '新品高低温与振动试验委外，赶项目节点', '8500.00'],
  ['3', '样品国际物流', '样品寄送', '海外客户样品寄送与清关代理服务费用', '2300.00'],
] as const

const serviceFates: readonly Story['ends'][] = ['completed', 'completed', 'completed', 'completed', 'completed', 'completed', 'completed',
  'refused', 'running', 'running']

/** Ten requests for services; `supplier` is the id of the provider. */
export const serviceFees = (anchor: Date, supplier: string): readonly Story[] =>
  serviceFates.map((ends, index): Story => {
    const buyer = buyers[index % buyers.length]!
    const [kind, serviceName, expenseDetail, reason, unitPrice] = services[index % services.length]!
    const at = before(anchor, ends === 'running' ? 12 - index : 260 - index * 30, 10)
    return {
      type: 'serviceFeeApply',
      name: `service ${index}`,
      by: buyer[0],
      at,
      ends,
      ...(ends === 'running' && { waitsAt: 'accountantReview' }),
      files: { attachmentList: ['服务方案.docx', '报价单.pdf'] },
      value: () => ({
        ...bearing(buyer),
        serviceFeeType: kind,
        serviceName,
        reason,
        supplier,
        servicePeriod: [dayFrom(at, 10), dayFrom(at, 40)],
        items: [{ rowId: 's1', expenseDetail, quantity: '1', unit: 'item', unitPrice, ...rowBearing(buyer) }],
        overBudgetExplanation: '年度计划内项目，本季集中执行',
      }),
    }
  })

/** Columns: kind, purpose, name, specification, quantity, unit, price. */
const goods = [
  ['3', '产线检验防护', '防静电手套', 'M码 100副', '6', 'pack', '148.00'],
  ['5', '会议室网络改造', '千兆交换机', '24口 可网管', '1', 'unit', '1880.00'],
  ['1', '季度办公用品补充', '复印纸', 'A4 80g', '20', 'carton', '135.00'],
  ['4', '展会物料制作', '易拉宝', '80×200cm 铝合金', '6', 'set', '168.00'],
] as const

const goodsFates: readonly Story['ends'][] = ['completed', 'completed', 'completed', 'completed', 'completed', 'completed', 'completed',
  'completed', 'voided', 'revoked', 'running', 'running']

/** Later actions on some of them, by index. */
const afterwards: Readonly<Record<number, readonly StoryMove[]>> = {
  7: [commented('buyer', '到货后请当天确认数量', ['head'])],
}

/** Twelve procurements of everyday goods; the buyer orders them from `supplier`. */
export const procurements = (anchor: Date, supplier: string): readonly Story[] =>
  goodsFates.map((ends, index): Story => {
    const buyer = buyers[index % buyers.length]!
    const [procurementType, purpose, itemName, spec, quantity, unit, unitPrice] = goods[index % goods.length]!
    const at = before(anchor, ends === 'running' ? 14 - index : 280 - index * 24, 11)
    return {
      type: 'costBasedProcurement',
      name: `goods ${index}`,
      by: buyer[0],
      at,
      ends,
      ...(ends === 'running' && { waitsAt: index === 11 ? 'procurementHandle' : 'accountantReview' }),
      files: { attachmentList: ['采购清单.xlsx'] },
      ...(afterwards[index] && { moves: afterwards[index] }),
      say: {
        procurementHandle: { comment: `已下单【到货时间：${dayFrom(at, 8)} 10:00】`,
          fill: (value) => ({ items: orderedOf(value, supplier) }) },
      },
      value: () => ({
        ...bearing(buyer),
        procurementType,
        purpose,
        needDate: dayFrom(at, 12),
        receiver: `u-${buyer[0]}`,
        deliveryPlace: '一号厂房前台',
        urgency: index % 4 === 1 ? '2' : '1',
        items: [{ rowId: 'i1', itemName, spec, quantity, unit, unitPrice, ...rowBearing(buyer) }],
        overBudgetExplanation: '部门集中采购，下月不再安排',
      }),
    }
  })

const orderedOf = (value: FormValue, supplier: string): readonly FormValue[] =>
  (value['items'] as readonly FormValue[]).map(({ rowId }) => ({ rowId, supplier }))
