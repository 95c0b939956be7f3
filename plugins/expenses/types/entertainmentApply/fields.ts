import { calculated, date, defineFields, documentLink, integer, money, number, override, people, person, radio, select, table, text,
  textarea, toggle } from '#kernel/fields.ts'
import { customer } from '#plugins/masters/references.ts'
import { bearingOfApplication, budget, fixedCategory, fx, header } from '#plugins/forms/kit.ts'

const dining = 'entertainmentType = "1"'
const issue = ['adminDrinks'] as const

/** Host type: for dining the position level, with general managers counted as vice presidents; otherwise 5. */
export const hostTypeOf = `if ${dining} then (if host.positionLevel = "5" then "4" else host.positionLevel) else "5"`

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

export const fields = defineFields({
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
