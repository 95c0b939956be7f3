import { defineForm } from '#kernel/form.ts'
import { approve, both, copy, defineFlow, generalManager, initiator, personIn, role } from '#kernel/flow.ts'
import { defineRules, rule } from '#kernel/rules.ts'
import { calculated, date, defineFields, documentLink, integer, money, number, override, people, person, radio, select, table, text,
  textarea, toggle } from '#kernel/fields.ts'
import { basics, bearingDeptHead, bearingOfApplication, bearingRules, budget, budgeted, budgetRules, closing, deptHead, fixedCategory, fx,
  fxRules, header, headerRules, overBudgetApprover, viceGms } from '#plugins/forms/kit.ts'
import { customer } from '#plugins/masters/references.ts'
import { limits } from '../../approval-limits.ts'

const dining = 'entertainmentType = "1"'
const issue = ['adminDrinks'] as const

/** Host type: for dining the position level, with general managers counted as vice presidents; otherwise 5. */
const hostTypeOf = `if ${dining} then (if host.positionLevel = "5" then "4" else host.positionLevel) else "5"`

const occasion = defineFields({
  entertainmentType: select({ cn: '招待类型', en: 'Type', required: true, trend: true, dict: 'entertainmentType', section: 'occasion',
    default: '"1"' }),
  entertainDate: date({ cn: '招待日期', en: 'Date', required: true, section: 'occasion' }),
  mealTime: radio({
    cn: '用餐时段',
    en: 'Meal',
    required: dining,
    section: 'occasion',
    default: '"2"',
    options: [{ value: '1', cn: '午餐', en: 'Lunch' }, { value: '2', cn: '晚餐', en: 'Dinner' }, { value: '3', cn: '其他', en: 'Other' }],
  }),
  venue: text({ cn: '招待地点', en: 'Venue', required: true, max: 100, section: 'occasion', span: 2 }),
  reason: textarea({ cn: '招待事由', en: 'Reason', required: true, min: 5, max: 500, section: 'occasion', span: 4 }),
  tripLink: documentLink({
    cn: '关联出差',
    en: 'Business trip',
    links: ['businessTrip'],
    linkStates: ['inApproval', 'completed'],
    binds: true,
    max: 1,
    section: 'occasion',
    span: 2,
  }),
})

const guests = defineFields({
  counterpartKind: select({ cn: '对象类别', en: 'Counterparty type', required: true, trend: true, dict: 'counterpartKind',
    section: 'people', default: '"1"' }),
  customer: customer({ cn: '客户', en: 'Customer', required: 'counterpartKind = "1"', section: 'people' }),
  counterpartCompany: text({ cn: '对方单位/部门', en: 'Counterparty', required: true, max: 100, section: 'people',
    default: 'customer.nameCn' }),
  counterpartPeople: table({
    cn: '对方人员',
    en: 'Guests',
    required: true,
    max: 50,
    section: 'people',
    span: 4,
    columns: {
      name: text({ cn: '姓名', en: 'Name', required: true, max: 30 }),
      position: text({ cn: '职务', en: 'Position', max: 30 }),
    },
  }),
  host: person({ cn: '主陪人', en: 'Host', required: true, section: 'people', default: 'applicant.id' }),
  hostType: select({ cn: '主陪类型', en: 'Host type', required: true, trend: true, dict: 'hostType', section: 'people',
    default: hostTypeOf }),
  ourPeople: people({ cn: '我方人员', en: 'Our attendees', required: true, section: 'people', span: 2, default: '[applicant.id]' }),
  ourCount: integer({ cn: '我方人数', en: 'Our headcount', required: true, min: 1, max: 999, section: 'people',
    default: 'count(ourPeople)' }),
  theirCount: integer({ cn: '对方人数', en: 'Counterparty headcount', required: true, min: 1, max: 999, section: 'people',
    default: 'count(counterpartPeople)' }),
  totalCount: calculated({ cn: '总人数', en: 'Total headcount', result: 'integer', section: 'people', value: 'ourCount + theirCount' }),
})

const amounts = defineFields({
  amountDetails: table({
    cn: '金额明细',
    en: 'Amount details',
    required: true,
    max: 50,
    section: 'amounts',
    span: 4,
    columns: {
      amountType: select({ cn: '费用项', en: 'Item', required: true, dict: 'entertainAmountType', default: '"1"' }),
      detail: text({ cn: '明细说明', en: 'Details', required: true, max: 25 }),
      quantity: number({ cn: '数量', en: 'Quantity', min: 0, precision: 2, default: '1' }),
      unitPrice: money({ cn: '单价', en: 'Unit price', each: true, min: 0 }),
      amount: money({ cn: '金额', en: 'Amount', required: true, min: 0, default: 'round half up(quantity * unitPrice, 2)' }),
    },
  }),
  estimatedTotalAmount: money({
    cn: '预计招待总额',
    en: 'Estimated total',
    required: true,
    trend: true,
    section: 'amounts',
    default: 'sum(amountDetails[amount != null].amount)',
  }),
  perCapitaAmount: calculated({ cn: '人均金额', en: 'Amount per person', result: 'money', section: 'amounts',
    value: 'estimatedTotalAmount / totalCount' }),
  perCapita: calculated({ cn: '人均标准', en: 'Standard per person', result: 'money', section: 'amounts',
    value: 'parameter("diningStandard", "perPerson." + hostType)' }),
  standardAmount: calculated({ cn: '标准金额', en: 'Standard amount', result: 'money', section: 'amounts',
    value: 'totalCount * perCapita' }),
  capAmount: calculated({ cn: '总额上限', en: 'Total cap', result: 'money', section: 'amounts',
    value: 'parameter("diningStandard", "cap." + hostType)' }),
  overStandard: toggle({
    cn: '是否超标',
    en: 'Over standard',
    system: true,
    readOnly: true,
    trend: true,
    section: 'amounts',
    // null where a standard does not apply
    value: '(capAmount != null and estimatedTotalAmountRmb > capAmount) ' +
      'or (standardAmount != null and estimatedTotalAmountRmb > standardAmount)',
  }),
  overStandardExplanation: textarea({ cn: '超标说明', en: 'Over-standard explanation', required: 'overStandard = true', max: 1000,
    section: 'amounts', span: 4 }),
})

const drinks = defineFields({
  drawDrinks: toggle({ cn: '是否领用酒水', en: 'Drinks needed', required: true, trend: true, section: 'drinks', default: 'false' }),
  drinks: table({
    cn: '领用酒水',
    en: 'Drinks drawn',
    required: 'drawDrinks = true',
    max: 20,
    section: 'drinks',
    span: 4,
    columns: {
      drinkType: select({ cn: '酒水类型', en: 'Type', required: true, dict: 'drinkType', default: '"1"' }),
      drinkName: text({ cn: '名称', en: 'Name', required: true, max: 30 }),
      quantity: number({ cn: '数量', en: 'Quantity', required: true, min: 0, precision: 2, editAt: issue }),
      unit: select({ cn: '单位', en: 'Unit', required: true, dict: 'unit' }),
      returned: number({ cn: '退回数量', en: 'Returned', min: 0, precision: 2, atNode: 'adminDrinks', editAt: issue, default: '0' }),
    },
  }),
})

const fields = defineFields({
  ...header({ cn: '业务招待申请', en: 'Entertainment request' }),
  ...bearingOfApplication('entertainDate'),
  expenseCategory: fixedCategory,
  ...occasion,
  ...guests,
  ...override(fx({ total: 'estimatedTotalAmount', rmb: 'rmb(estimatedTotalAmount, exchangeRate)' }), {
    totalAmount: { section: undefined },
    totalAmountRmb: { section: 'amounts' },
    totalAmountCapital: { section: undefined },
  }),
  ...amounts,
  ...budget('false'),
  ...drinks,
})

const own = defineRules([
  rule('ZD-01', {
    when: 'count(amountDetails) > 0 and sum(amountDetails[amount != null].amount) != estimatedTotalAmount',
    fields: ['estimatedTotalAmount'],
    cn: '金额明细之和必须等于预计招待总金额',
    en: 'The sum of amount details must equal the estimated total entertainment amount',
  }),
  rule('ZD-02', {
    when: 'ourCount > theirCount + 2',
    fields: ['ourCount'],
    cn: '我方人数不能超过对方人数加2',
    en: 'Our headcount must be at most the counterparty headcount plus 2',
  }),
  rule('ZD-03', {
    when: 'count(amountDetails) = 0',
    fields: ['amountDetails'],
    cn: '请至少添加一条金额明细',
    en: 'Add at least one amount detail',
  }),
  rule('ZD-04', {
    when: 'overStandard = true and (overStandardExplanation = null or overStandardExplanation = "")',
    fields: ['overStandardExplanation'],
    cn: '超出招待标准，请填写超标说明',
    en: 'Over the standard: enter an over-standard explanation',
  }),
  rule('ZD-05', {
    when: 'count(counterpartPeople) != theirCount',
    fields: ['theirCount'],
    level: 'confirm',
    cn: '对方人员名单与人数不一致',
    en: 'The guest list doesn’t match the counterparty headcount',
  }),
  rule('ZD-06', {
    when: `hostType != (${hostTypeOf})`,
    fields: ['hostType'],
    cn: '主陪类型与主陪人职级不一致',
    en: 'The host type doesn’t match the host’s grade',
  }),
  rule('ZD-07', {
    when: 'counterpartKind = "4" and drawDrinks = true',
    fields: ['drawDrinks'],
    cn: '内部招待不得领用酒水',
    en: 'Drinks can’t be drawn for internal entertainment',
  }),
  rule('ZD-08', {
    when: 'entertainDate < today()',
    fields: ['entertainDate'],
    level: 'warn',
    cn: '招待日期早于今天，请在事由中说明补填原因',
    en: 'The date has passed: say in the reason why this is late',
  }),
  rule('ZD-09', {
    when: 'entertainDate < today() - duration("P3D")',
    fields: ['entertainDate'],
    cn: '招待日期不能早于3天前',
    en: 'The date can be at most 3 days in the past',
  }),
  rule('ZD-10', {
    each: 'amountDetails',
    when: 'amount <= 0',
    fields: ['amount'],
    cn: '金额须大于0',
    en: 'The amount must be more than 0',
  }),
  rule('ZD-11', {
    each: 'drinks',
    when: 'quantity <= 0',
    fields: ['quantity'],
    at: ['start', 'adminDrinks'],
    cn: '领用数量须大于0',
    en: 'The quantity drawn must be more than 0',
  }),
  rule('ZD-12', {
    each: 'drinks',
    when: 'returned > quantity',
    fields: ['returned'],
    at: ['adminDrinks'],
    cn: '退回数量不能大于领用数量',
    en: 'You can’t return more than was drawn',
  }),
])

const rules = [...headerRules, ...fxRules, ...bearingRules(), ...own, ...budgetRules] as const

/** Flow as shipped: finance edits its limits, and an administrator may publish a version with other conditions. */
const flow = defineFlow([
  deptHead,
  bearingDeptHead(),
  overBudgetApprover,
  viceGms(`estimatedTotalAmountRmb > ${limits.of('entertainmentApply', 'viceGm')} or overStandard = true or hostType in ("3","4")`),
  approve('generalManager', generalManager, {
    cn: '总经理',
    en: 'General manager',
    when: `overStandard = true or estimatedTotalAmountRmb > ${limits.of('entertainmentApply', 'generalManager')} or hostType = "4"`,
    opinionRequired: 'overStandard = true',
  }),
  approve('adminDrinks', role('adminOffice'), { cn: '行政酒水发放', en: 'Drinks issue', manual: true, when: 'drawDrinks = true' }),
  copy('ccFinish', both(initiator, personIn('host')), { cn: '抄送', en: 'CC' }),
])

/** Request for entertaining guests, approved in advance; its estimate occupies the budget until a claim takes it over. */
export const entertainmentApply = defineForm({
  key: 'entertainmentApply',
  cn: '业务招待申请',
  en: 'Entertainment request',
  short: { cn: '业务招待', en: 'Entertainment' },
  path: '/expense',
  prefix: 'ZD',
  group: 'expenseApplication',
  icon: 'team',
  amount: 'totalAmountRmb',
  abortAfterCompletion: true,
  sections: [
    basics,
    { id: 'occasion', cn: '招待安排', en: 'Occasion' },
    { id: 'people', cn: '参加人员', en: 'Attendees' },
    { id: 'amounts', cn: '金额与标准', en: 'Amounts and standard' },
    { id: 'drinks', cn: '酒水', en: 'Drinks' },
    budgeted,
    ...closing,
  ],
  fields,
  rules,
  flow,
  subject: ['counterpartCompany', 'entertainDate', 'reason'],
  columns: ['entertainmentType', 'entertainDate', 'counterpartCompany', 'totalCount', 'totalAmountRmb', 'overStandard'],
  budget: {
    class: 'application',
    department: 'bearingDept',
    category: 'expenseCategory',
    categoryCode: 'ENT',
    month: 'budgetMonth',
    amount: 'totalAmountRmb',
    releaseOn: 'entertainDate + duration("P" + string(parameter("claimRule", "entertainmentReleaseDays") + 1) + "D")',
  },
})
