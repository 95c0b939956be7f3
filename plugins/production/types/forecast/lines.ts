import { calculated, date, datetime, defineFields, integer, money, number, person, select, table, text, textarea } from '#kernel/fields.ts'
import type { FieldDefinition } from '#kernel/fields.ts'
import type { Figures, Posts } from '#kernel/form.ts'
import { approve, role, vicePresident } from '#kernel/flow.ts'
import { defineRules, rule } from '#kernel/rules.ts'
import { customer, material, salesGroup } from '#plugins/masters/references.ts'
import { factory } from '#plugins/system/references.ts'

/** Keys of the forecast quantities: of the month itself, and of the five after it. */
export const months = ['m1', 'm2', 'm3', 'm4', 'm5', 'm6'] as const
const ofPlanning = { editAt: ['planner'] } as const

const quantity = (index: number): FieldDefinition =>
  integer({ cn: `M+${index}数量`, en: `Quantity M+${index}`, min: 0, max: 99_999_999,
    ...(index < 3 && { required: true as const, ...ofPlanning }) })

/** Head of both forecasts: the month, who sells, and from which plant. */
export const forecastHead = defineFields({
  forecastMonth: date({ cn: '预测月份', en: 'Forecast month', required: true, months: true, default: 'date(today().year, today().month, 1)',
    section: 'forecast' }),
  salesGroup: salesGroup({ cn: '销售组', en: 'Sales group', required: true, trend: true, section: 'forecast' }),
  channel: select({ cn: '渠道', en: 'Channel', required: true, dict: 'salesChannel', default: '"domestic"', section: 'forecast' }),
  factory: factory({ cn: '工厂', en: 'Plant', required: true, section: 'forecast' }),
  forecaster: person({ cn: '预测负责人', en: 'Forecast owner', required: true, default: 'applicant.id', section: 'forecast' }),
  // number of lines for which SAP has figures; not shown
  figuresFound: integer({ cn: 'SAP数据行数', en: 'Lines of SAP', system: true, readOnly: true }),
  figuresReadAt: datetime({ cn: 'SAP数据读取时间', en: 'SAP figures as of', system: true, readOnly: true, visible: 'figuresReadAt != null',
    section: 'forecast' }),
})

/** Lines of a forecast: product, customer, figures of SAP beside, and the quantities; `more` are the columns of one of the two. */
export const forecastLines = (more: Readonly<Record<string, FieldDefinition>>, takes?: FieldDefinition['takes']) =>
  table({
    cn: '预测明细',
    en: 'Forecast lines',
    required: true,
    min: 1,
    max: 2000,
    section: 'lines',
    span: 4,
    ...(takes && { takes }),
    columns: {
      material: material({ cn: '产品', en: 'Product', required: true, filter: 'option.saleable = true' }),
      customer: customer({ cn: '客户', en: 'Customer' }),
      actual3: number({ cn: '近3月实际', en: 'Last 3 months actual', system: true, readOnly: true, precision: 0 }),
      openOrders: number({ cn: '未交订单', en: 'Open orders', system: true, readOnly: true, precision: 0 }),
      stock: number({ cn: '成品库存', en: 'Finished stock', system: true, readOnly: true, precision: 0 }),
      m1: quantity(0),
      m2: quantity(1),
      m3: quantity(2),
      m4: quantity(3),
      m5: quantity(4),
      m6: quantity(5),
      total: calculated({ cn: '合计', en: 'Total', result: 'integer', value: `sum([${months.join(', ')}][item != null])` }),
      ...more,
      // the capacity of the plant for the product in the month, against the forecast of all lines of the product
      capacity: number({ cn: '月产能', en: 'Monthly capacity', system: true, readOnly: true, precision: 0 }),
      buildable: number({ cn: '齐套可产', en: 'Buildable', system: true, readOnly: true, precision: 0, visible: 'false' }),
      scarce: text({ cn: '关键物料', en: 'Key component', system: true, readOnly: true, max: 200, visible: 'false' }),
      load: number({ cn: '产能负荷（%）', en: 'Capacity load %', system: true, readOnly: true, precision: 2 }),
      short: text({ cn: '关键欠料', en: 'Short key components', system: true, readOnly: true, max: 300 }),
      price: money({ cn: '均价', en: 'Average price', system: true, readOnly: true, rmb: true, each: true, precision: 2 }),
      amount: calculated({ cn: '金额', en: 'Amount', result: 'money', rmb: true,
        value: 'if m1 = null or price = null then null else round half up(m1 * price, 2)' }),
      requirementNo: text({ cn: 'SAP需求号', en: 'SAP requirement', system: true, readOnly: true, max: 60 }),
    },
  })

/** Totals of the months and of the amount. */
export const forecastTotals = defineFields({
  totalM1: monthTotal(0),
  totalM2: monthTotal(1),
  totalM3: monthTotal(2),
  totalM4: monthTotal(3),
  totalM5: monthTotal(4),
  totalM6: monthTotal(5),
  totalAmount: calculated({ cn: '金额合计', en: 'Total amount', result: 'money', rmb: true, trend: true,
    value: 'sum(lines[amount != null].amount)', section: 'lines' }),
  note: textarea({ cn: '预测说明', en: 'Comment', max: 500, section: 'lines', span: 4 }),
})

function monthTotal(index: number) {
  const key = months[index] ?? 'm1'
  return calculated({ cn: `M+${index}合计`, en: `Total M+${index}`, result: 'integer', value: `sum(lines[${key} != null].${key})`,
    section: 'lines' })
}

/** Rules of both forecasts: their lines are of one product and customer each. */
export const forecastRules = defineRules([
  rule('SF-R5', { when: 'count(distinct values(lines.lineKey)) < count(lines)', fields: ['lines'], cn: '产品与客户重复',
    en: 'Two lines have the same product and customer' }),
  rule('SF-R6', { when: 'forecastMonth != date(today().year, today().month, 1)', fields: ['forecastMonth'], cn: '只能预测本月',
    en: 'The forecast is for the current month' }),
])

/** The key by which lines are compared. */
export const lineKey = text({ cn: '行标识', en: 'Line key', system: true, readOnly: true, visible: 'false', max: 80,
  value: 'if material = null then null else material.id + "/" + (if customer = null then "" else customer.id)' })

export const salesManager = approve('salesManager', role('salesManagerApprover'), { cn: '销售经理', en: 'Sales manager' })
export const planner = approve('planner', role('planner'), { cn: '计划评审', en: 'Planning' })
/** The step of the responsible vice president, under a condition. */
export const vp = (when: string) =>
  approve('vp', vicePresident('applicantDept'), { cn: '分管副总', en: 'Responsible VP', mode: 'all', when })

/** The figures of SAP for a month and group: one query for all lines, whose answer the server assigns to the lines. */
export const forecastFigures: readonly Figures[] = [{ call: 'sap.salesFigures',
  with: { group: 'salesGroup', plant: 'factory', month: 'forecastMonth' }, into: { figuresFound: 'count' }, readAt: 'figuresReadAt',
  at: ['edit', 'submit'] }]

const nth = (index: number) => (index === 0 ? 'header.forecastMonth' : `header.forecastMonth + duration("P${index}M")`)

/** Planned independent requirements of version 00, one line for each product and customer; `when` leaves lines out. */
export const forecastPosts = (when: string): readonly Posts[] => [{
  id: 'requirement',
  cn: '计划独立需求',
  en: 'Planned requirement',
  at: 'completion',
  call: 'sap.plannedRequirement',
  when,
  rows: 'lines',
  body: {
    material: 'material.code',
    plant: 'header.factory.code',
    mrpArea: 'header.factory.code',
    requirementType: '"VSF"',
    unit: 'material.unit',
    periods: `[${months.map((_, index) => `monthOf(${nth(index)})`).join(', ')}]`,
    days: `[${months.map((_, index) => nth(index)).join(', ')}]`,
    quantities: `[${months.map((key) => `if ${key} = null then 0 else ${key}`).join(', ')}]`,
  },
  amount: 'amount',
  into: 'requirementNo',
  role: 'sapAdmin',
}]
