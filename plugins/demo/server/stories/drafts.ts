import type { FormValue } from '#kernel/values/value.ts'
import type { Db } from '#server/database/tables.ts'
import { drafts } from '#server/identity/personal/drafts.ts'
import { personId } from '../company/save-company.ts'
import { costCenterId } from '../masters/cost-centers.ts'
import { before, dayFrom } from './clock.ts'

interface DemoDraft {
  readonly by: string
  readonly type: string
  readonly title: string
  readonly daysAgo: number
  value(at: Date): FormValue
}

const bearing = (applicantDept: string, bearingDept = applicantDept): FormValue => ({ applicantDept, bearingDept,
  costCenter: costCenterId(bearingDept), currencyType: 'CNY' })

const halfFilled: readonly DemoDraft[] = [
  {
    by: 'employee',
    type: 'universalApproval',
    title: '借用红外热像仪',
    daysAgo: 1,
    value: () => ({ title: '借用红外热像仪', applicantDept: 'sz-hardware', universalType: '6', urgency: '1',
      contents: [{ rowId: 'c1', subject: '借用红外热像仪两周', content: '<p>用于电源模块温升测试。</p>', amount: null }] }),
  },
  {
    by: 'sales',
    type: 'entertainmentApply',
    title: '年度客户答谢晚餐',
    daysAgo: 2,
    value: (at) => ({ title: '年度客户答谢晚餐', ...bearing('sz-sales'), entertainDate: dayFrom(at, 9), entertainmentType: '1',
      mealTime: '2', venue: '金鸡湖酒店', reason: '年度客户答谢与明年合作意向沟通', counterpartCompany: '华东汽车电子' }),
  },
  {
    by: 'quality',
    type: 'serviceFeeApply',
    title: '三坐标年度保养',
    daysAgo: 3,
    value: (at) => ({ title: '三坐标年度保养', ...bearing('sz-quality'), serviceFeeType: '2', serviceName: '三坐标年度保养',
      reason: '设备到保养周期，按体系要求执行', servicePeriod: [dayFrom(at, 14), dayFrom(at, 20)] }),
  },
  {
    by: 'buyer',
    type: 'costBasedProcurement',
    title: '样品周转箱',
    daysAgo: 1,
    value: (at) => ({
      title: '样品周转箱',
      ...bearing('sz-purchase'),
      procurementType: '4',
      purpose: '供应商样品分类存放',
      needDate: dayFrom(at, 15),
      receiver: personId('dongmei'),
      deliveryPlace: '二号库房',
      urgency: '1',
      items: [{ rowId: 'i1', itemName: '周转箱', spec: '600×400×320', quantity: '20', unit: 'unit', unitPrice: '46.00',
        bearingDept: 'sz-purchase', costCenter: costCenterId('sz-purchase') }],
    }),
  },
]

/** Drafts of several people. */
export async function saveDrafts(db: Db, anchor: Date): Promise<void> {
  for (const { by, type, title, daysAgo, value } of halfFilled) {
    const at = before(anchor, daysAgo, 16)
    await drafts(db, personId(by)).save({ businessType: type, title, content: value(at) }, at)
  }
}
