import { calculated, date, daterange, defineFields, documentLink, integer, money, number, override, person, select, table, text, textarea,
  toggle } from '#kernel/fields.ts'
import { expenseCategory } from '#plugins/expense-types/references.ts'
import { customer } from '#plugins/masters/references.ts'
import { bearing, budget, fx, header } from '#plugins/forms/kit.ts'

const pmo = ['pmoReview'] as const
const accountant = ['accountantReview'] as const
const sales = ['salesReview'] as const
const forSale = 'projectType in ("1","2","3")'
const sold = 'customer != null'

const charter = defineFields({
  projectName: text({ cn: '项目名称', en: 'Project name', required: true, max: 30, section: 'project', span: 2 }),
  projectType: select({ cn: '项目类型', en: 'Project type', required: true, trend: true, dict: 'projectType', section: 'project',
    default: '"1"' }),
  projectCode: text({
    cn: '项目编号',
    en: 'Project code',
    atNode: 'pmoReview',
    pattern: '^[A-Z0-9-]{4,20}$',
    max: 20,
    section: 'project',
    hint: { cn: '4–20位大写字母、数字或横线', en: '4–20 capital letters, digits or hyphens' },
  }),
  customer: customer({ cn: '客户', en: 'Customer', required: 'projectType in ("1","3")', shown: true, trend: true, section: 'project' }),
  productModel: text({ cn: '产品型号', en: 'Product model', required: true, max: 100, section: 'project' }),
  projectManager: person({ cn: '项目经理', en: 'Project manager', required: true, trend: true, editAt: pmo, section: 'project',
    default: 'applicant.id' }),
  period: daterange({ cn: '项目周期', en: 'Period', required: true, editAt: pmo, section: 'project' }),
  risk: select({ cn: '风险等级', en: 'Risk', required: true, trend: true, dict: 'riskGrade', section: 'project', default: '"low"' }),
  riskPlan: textarea({ cn: '风险应对', en: 'Risk response', required: 'risk != "low"', min: 10, max: 1000, section: 'project', span: 4 }),
  background: textarea({ cn: '立项背景', en: 'Background', required: true, min: 10, max: 2000, section: 'project', span: 2 }),
  goals: textarea({ cn: '项目目标', en: 'Goals', required: true, min: 10, max: 2000, section: 'project', span: 2 }),
  proposalLink: documentLink({ cn: '关联提案', en: 'Proposal', links: ['proposalApply'], binds: false, max: 1, section: 'project',
    span: 2 }),
})

const plan = defineFields({
  team: table({
    cn: '项目成员',
    en: 'Team',
    required: true,
    max: 30,
    editAt: pmo,
    section: 'plan',
    span: 4,
    columns: {
      member: person({ cn: '成员', en: 'Member', required: true }),
      role: text({ cn: '角色', en: 'Role', required: true, max: 30 }),
      hoursPlanned: number({ cn: '计划工时', en: 'Planned hours', required: true, min: 1, max: 9999, precision: 1 }),
    },
  }),
  plannedHours: calculated({ cn: '计划工时', en: 'Planned hours', result: 'number', section: 'plan',
    value: 'sum(team[hoursPlanned != null].hoursPlanned)' }),
  milestones: table({
    cn: '里程碑',
    en: 'Milestones',
    required: true,
    max: 20,
    editAt: pmo,
    section: 'plan',
    span: 4,
    columns: {
      name: text({ cn: '名称', en: 'Name', required: true, max: 30 }),
      planDate: date({ cn: '计划日期', en: 'Planned date', required: true }),
      deliverable: text({ cn: '交付物', en: 'Deliverable', max: 100 }),
      owner: person({ cn: '负责人', en: 'Owner' }),
    },
  }),
})

const costs = defineFields({
  costItems: table({
    cn: '预算明细',
    en: 'Cost items',
    required: true,
    max: 50,
    editAt: accountant,
    section: 'costs',
    span: 4,
    columns: {
      expenseCategory: expenseCategory({ cn: '费用类型', en: 'Expense category', required: true }),
      expenseDetail: text({ cn: '费用明细', en: 'Expense detail', required: true, max: 25 }),
      amount: money({ cn: '金额', en: 'Amount', required: true, min: 0 }),
      month: date({ cn: '月份', en: 'Month', required: true,
        hint: { cn: '费用发生的月份，取该月任一天', en: 'Any day in the month of the expense' } }),
    },
  }),
  estimatedTotalAmount: calculated({
    cn: '项目预算',
    en: 'Project budget',
    result: 'money',
    trend: true,
    section: 'costs',
    value: 'sum(costItems[amount != null].amount)',
  }),
})

const market = defineFields({
  expectedQuantity: integer({ cn: '预计销量', en: 'Expected quantity', required: sold, min: 0, editAt: sales, section: 'market' }),
  expectedRevenue: money({ cn: '预计销售额', en: 'Expected revenue', required: sold, min: 0, editAt: sales, section: 'market' }),
  targetCost: money({ cn: '目标成本', en: 'Target cost', required: forSale, min: 0, editAt: sales, section: 'market' }),
  targetPrice: money({ cn: '目标售价', en: 'Target price', required: forSale, min: 0, editAt: sales, section: 'market' }),
  grossMargin: calculated({
    cn: '毛利率（%）',
    en: 'Gross margin (%)',
    result: 'number',
    precision: 2,
    section: 'market',
    visible: forSale,
    value: 'if targetPrice > 0 then round half up((targetPrice - targetCost) / targetPrice * 100, 2) else null',
  }),
  devProjectMapped: toggle({ cn: '研发项目映射', en: 'R&D project mapped', system: true, readOnly: true }),
})

export const fields = defineFields({
  ...header({ cn: '快速立项', en: 'Rapid project' }),
  ...charter,
  ...override(bearing({ editAt: accountant }), { project: { visible: 'false', required: undefined, readOnly: true },
    budgetMonth: { visible: 'false' } }),
  ...plan,
  ...override(fx({ total: 'sum(costItems[amount != null].amount)', rmb: 'rmb(sum(costItems[amount != null].amount), exchangeRate)' }), {
    currencyType: { section: 'costs' },
    exchangeRate: { section: 'costs' },
    totalAmount: { section: undefined },
    totalAmountRmb: { section: 'costs' },
    totalAmountCapital: { section: undefined },
  }),
  ...costs,
  ...market,
  ...budget('false'),
})
