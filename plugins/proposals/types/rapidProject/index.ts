import { defineForm } from '#kernel/form.ts'
import { approve, both, copy, defineFlow, generalManager, personIn, role, rowPersons, selectUser } from '#kernel/flow.ts'
import { defineRules, rule } from '#kernel/rules.ts'
import { calculated, date, daterange, defineFields, documentLink, integer, money, number, override, person, select, table, text, textarea,
  toggle } from '#kernel/fields.ts'
import { accountantReview, basics, bearing, bearingRules, budget, budgeted, budgetRules, closing, deptHead, fx, fxRules, header,
  headerRules, viceGm } from '#plugins/forms/kit.ts'
import { expenseCategory } from '#plugins/expense-types/references.ts'
import { customer } from '#plugins/masters/references.ts'
import { limits } from '../../approval-limits.ts'

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

const fields = defineFields({
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

const planned = ['start', 'pmoReview'] as const
const priced = ['start', 'salesReview'] as const
const costed = ['start', 'accountantReview'] as const

const own = defineRules([
  rule('KL-02', {
    when: 'days(period.start, period.end) > parameter("rapidProject", "longestDays")',
    fields: ['period'],
    at: planned,
    blanks: { days: 'parameter("rapidProject", "longestDays")' },
    cn: '快速立项周期不能超过{days}天，请走正式立项',
    en: 'A rapid project can last at most {days} days. Use the full project process',
  }),
  rule('KL-03', {
    each: 'milestones',
    when: 'planDate < header.period.start or planDate > header.period.end',
    fields: ['planDate'],
    at: planned,
    cn: '里程碑日期须在项目周期内',
    en: 'Milestone dates must be within the project period',
  }),
  rule('KL-04', {
    when: 'targetPrice <= targetCost',
    fields: ['targetPrice'],
    level: 'confirm',
    at: priced,
    cn: '目标售价不高于目标成本，请确认',
    en: 'The target price is not above the target cost: confirm',
  }),
  rule('KL-05', {
    when: 'totalAmountRmb > parameter("rapidProject", "largestBudget")',
    fields: ['estimatedTotalAmount'],
    at: costed,
    blanks: { limit: 'parameter("rapidProject", "largestBudget")', tenThousands: 'parameter("rapidProject", "largestBudget") / 10000' },
    cn: '预算超过{tenThousands}万元，请走正式立项',
    en: 'The budget is more than ￥{limit}. Use the full project process',
  }),
  rule('KL-06', {
    when: 'count(team) > 0 and not(some t in team satisfies t.member.id = projectManager.id)',
    fields: ['projectManager'],
    level: 'confirm',
    at: planned,
    cn: '项目经理须在项目成员中',
    en: 'The project manager must be a team member',
  }),
  rule('KL-07-team', {
    when: 'count(team) = 0',
    fields: ['team'],
    at: planned,
    cn: '请至少添加一条项目成员',
    en: 'Add at least one team member',
  }),
  rule('KL-07-milestone', {
    when: 'count(milestones) = 0',
    fields: ['milestones'],
    at: planned,
    cn: '请至少添加一条里程碑',
    en: 'Add at least one milestone',
  }),
  rule('KL-07-cost', {
    when: 'count(costItems) = 0',
    fields: ['costItems'],
    at: costed,
    cn: '请至少添加一条预算明细',
    en: 'Add at least one cost item',
  }),
  rule('KL-08', {
    each: 'costItems',
    when: 'amount <= 0',
    fields: ['amount'],
    at: costed,
    cn: '预算明细金额须大于0',
    en: 'The amount of a cost item must be more than 0',
  }),
  rule('KL-09', {
    when: 'targetCost <= 0',
    fields: ['targetCost'],
    at: priced,
    cn: '目标成本须大于0',
    en: 'The target cost must be more than 0',
  }),
])

const rules = [...headerRules, ...bearingRules({ at: ['accountantReview'] }), ...fxRules, ...budgetRules, ...own] as const

/** Flow as shipped: finance edits its limits, and an administrator may publish a version with other conditions. */
const flow = defineFlow([
  deptHead,
  approve('salesReview', role('salesManagerApprover'), { cn: '销售评审', en: 'Sales review', when: 'customer != null' }),
  approve('techReview', selectUser(5), { cn: '技术评审', en: 'Technical review', mode: 'all', opinionRequired: true }),
  approve('qualityReview', role('qualityHead'), { cn: '质量评审', en: 'Quality review', when: 'projectType in ("1","2","3")' }),
  approve('pmoReview', role('pmo'), { cn: '项目办', en: 'PMO', manual: true }),
  accountantReview('bearingDept'),
  viceGm(),
  approve('generalManager', generalManager, { cn: '总经理', en: 'General manager',
    when: `estimatedTotalAmountRmb > ${limits.of('rapidProject', 'generalManager')} or risk = "high"` }),
  copy('ccFinish', both(rowPersons('team.member'), personIn('projectManager')), { cn: '抄送', en: 'CC' }),
])

/** Small project with team, milestones and a cost limit; expenses can be charged to it once it is completed. */
export const rapidProject = defineForm({
  key: 'rapidProject',
  cn: '快速立项',
  en: 'Rapid project',
  short: { cn: '快速立项', en: 'Rapid project' },
  path: '/rapid-project',
  prefix: 'KL',
  group: 'project',
  icon: 'rocket',
  amount: 'totalAmountRmb',
  abortAfterCompletion: true,
  sections: [
    basics,
    { id: 'project', cn: '项目信息', en: 'Project' },
    { id: 'plan', cn: '成员与里程碑', en: 'Team and milestones' },
    { id: 'costs', cn: '项目预算', en: 'Project budget' },
    budgeted,
    { id: 'market', cn: '市场与成本', en: 'Market and cost' },
    ...closing,
  ],
  fields,
  rules,
  flow,
  subject: ['projectName', 'productModel'],
  columns: ['projectName', 'projectCode', 'projectType', 'projectManager', 'totalAmountRmb', 'risk'],
})
