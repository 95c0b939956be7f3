import type { Db } from '#server/database/tables.ts'
import type { Writer } from '#server/resources/records.ts'
import { categoryId, demoSamples, personId } from '#plugins/demo/server/public-api.ts'
import { categories } from './categories.ts'

interface FirstLevel {
  readonly code: string
  readonly cn: string
  readonly en: string
  /** Business type of the application that an expense of it must link, by the short name of its plugin's form. */
  readonly requiresLink?: string
  readonly reimburseKind?: string
  readonly projectRequired?: true
  readonly deductible?: true
  readonly disabled?: true
  /** "中文/English" of the second level. */
  readonly below: readonly string[]
}

const links = { taxi: 'taxiApply', car: 'dispatchCar', entertainment: 'entertainmentApply', service: 'serviceFeeApply',
  procurement: 'costBasedProcurement' } as const

/** The categories of the demo company: 18, with 24 below them. */
const firstLevel: readonly FirstLevel[] = [
  { code: 'OFFICE', cn: '办公费', en: 'Office', deductible: true, below: ['文具纸张/Stationery', '打印耗材/Printing supplies'] },
  { code: 'COMM', cn: '通讯费', en: 'Communication', deductible: true, below: ['手机话费/Mobile', '网络专线/Network line'] },
  { code: 'TAXI', cn: '市内交通费', en: 'Taxi and local transport', requiresLink: links.taxi, below: ['加班打车/Overtime taxi'] },
  { code: 'CAR', cn: '车辆费', en: 'Vehicle', requiresLink: links.car, reimburseKind: '4',
    below: ['燃油费/Fuel', '过路停车/Tolls and parking'] },
  { code: 'TRAVEL', cn: '差旅费', en: 'Travel', deductible: true, below: ['交通/Transport', '住宿/Hotel'] },
  { code: 'ENT', cn: '业务招待费', en: 'Business entertainment', requiresLink: links.entertainment, below: ['餐饮/Dining', '礼品/Gifts'] },
  { code: 'SERVICE', cn: '服务费', en: 'Service fee', requiresLink: links.service, reimburseKind: '5', deductible: true,
    below: ['检测认证/Testing and certification'] },
  { code: 'PROC', cn: '费用采购', en: 'Purchased services', requiresLink: links.procurement, reimburseKind: '6', deductible: true,
    below: ['低值易耗/Low-value consumables'] },
  { code: 'CONF', cn: '会议费', en: 'Conference', deductible: true, below: ['场地费/Venue'] },
  { code: 'TRAIN', cn: '培训费', en: 'Training', deductible: true, below: ['外部课程/External course', '教材/Materials'] },
  { code: 'WELFARE', cn: '福利费', en: 'Welfare', below: ['团队活动/Team event'] },
  { code: 'POST', cn: '快递费', en: 'Courier', deductible: true, below: ['国内快递/Domestic', '国际快递/International'] },
  { code: 'REPAIR', cn: '修理费', en: 'Repair', deductible: true, below: ['设备维修/Equipment repair'] },
  { code: 'QUALITY', cn: '质量损失', en: 'Quality loss', below: ['挑选返工/Sorting and rework'] },
  { code: 'RD', cn: '研发材料', en: 'R&D material', projectRequired: true, deductible: true, below: ['样机物料/Prototype parts'] },
  { code: 'AD', cn: '广告宣传费', en: 'Advertising', deductible: true, below: ['展会物料/Exhibition material'] },
  { code: 'RENT', cn: '租赁费', en: 'Rent', deductible: true, disabled: true, below: [] },
  { code: 'OTHER', cn: '其他', en: 'Other', below: ['其他杂费/Sundries'] },
]

/** Writes both levels; one of the first and one of the second level are disabled. */
async function saveCategories(db: Db, writer: Writer): Promise<void> {
  for (const [index, category] of firstLevel.entries()) await saveCategory(db, { category, index, writer })
}

async function saveCategory(db: Db, { category, index, writer }: { category: FirstLevel; index: number; writer: Writer }): Promise<void> {
  const rows = categories(db)
  const { code, cn, en, below } = category
  const shared = { ...inherited(category), overdueDays: 60, ...writer }
  await rows.save({ ...shared, id: categoryId(code), code, nameCn: cn, nameEn: en, sort: index * 100,
    sapSubject: `6602${String(index + 1).padStart(4, '0')}`, enabled: category.disabled !== true })
  for (const [position, name] of below.entries()) {
    const [nameCn = '', nameEn = ''] = name.split('/')
    const childCode = `${code}${String(position + 1).padStart(2, '0')}`
    await rows.save({ ...shared, id: categoryId(childCode), code: childCode, nameCn, nameEn, parent: categoryId(code),
      sort: index * 100 + (position + 1) * 10, enabled: childCode !== 'OTHER01' })
  }
}

/** The attributes that the second level has from its first. */
function inherited({ requiresLink, reimburseKind, projectRequired, deductible }: FirstLevel) {
  return { requiresLink: requiresLink ?? null, reimburseKind: reimburseKind ?? null, projectRequired: projectRequired === true,
    deductible: deductible === true }
}

/** The samples of the demo company. */
export const samples = demoSamples.of({
  key: 'expense-types',
  sort: 20,
  records: (db, { at }) => saveCategories(db, { by: personId('finance'), at }),
})
