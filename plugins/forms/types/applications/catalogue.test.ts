import { describe, expect, it } from 'vitest'
import type { Fields } from '../../../../src/kernel/fields.ts'
import { nodesOf } from '../../../../src/kernel/flow-nodes.ts'
import type { Form } from '../../../../src/kernel/form.ts'
import { costBasedProcurement } from './costBasedProcurement/index.ts'
import { entertainmentApply } from './entertainmentApply/index.ts'
import { serviceFeeApply } from './serviceFeeApply/index.ts'

/** A field as the catalogue has it: key, kind, and `!` required always, `?` under a condition. */
const written = (fields: Fields): string[] => Object.entries(fields).flatMap(([key, field]) => {
  const asked = field.required === true ? '!' : field.required === undefined ? '' : '?'
  return [`${key}:${field.kind}${asked}`, ...(field.columns ? written(field.columns).map((column) => `${key}.${column}`) : [])]
})

const words = (text: string) => text.trim().split(/\s+/).toSorted()

const headerFields = `businessNo:text businessType:text state:select title:text! titleEn:text applicant:person! initiator:person applicantDept:department! applicantPosition:select company:select
  createTime:datetime currentTask:text endTime:datetime remark:textarea attachmentList:attachment ccUserList:people relatedProcessList:documentLink`
const bearingFields = 'bearingDept:department! budgetDept:department costCenter:costCenter! budgetMonth:date project:project'
const fxFields = 'currencyType:currency! exchangeRate:number totalAmount:calculated totalAmountRmb:calculated totalAmountCapital:calculated'
const budgetFields = `overBudget:switch overBudgetInfo:table overBudgetInfo.budgetDept:department overBudgetInfo.departmentName:text overBudgetInfo.category:expenseCategory overBudgetInfo.month:date
  overBudgetInfo.budget:money overBudgetInfo.spent:money overBudgetInfo.occupied:money overBudgetInfo.available:money overBudgetInfo.thisAmount:money overBudgetInfo.exceeded:money overBudgetInfo.warnLevel:text
  overBudgetExplanation:textarea? overdue:switch overdueExplanation:textarea? explainDtoList:table explainDtoList.userName:text! explainDtoList.departmentName:text explainDtoList.explain:textarea! explainDtoList.explainType:select`
const quoteFields = 'quotes:table quotes.supplierName:text! quotes.amount:money! quotes.deliveryDays:integer quotes.quoteFile:attachment! quotes.selected:checkbox singleSourceReason:textarea'

interface Known {
  readonly form: Form
  readonly about: readonly unknown[]
  readonly fields: string
  /** Node, with the condition under which it is entered. */
  readonly nodes: readonly string[]
  readonly rules: string
}

const overBudget = 'overBudgetApprover: overBudget = true'
const rowsElsewhere = 'bearingDeptHead: some i in items satisfies i.bearingDept != applicantDept'

const known: readonly Known[] = [
  {
    form: entertainmentApply, about: ['/expense', '/expense-detail', 'ZD', true, 'application'],
    fields: `entertainmentType:select! entertainDate:date! mealTime:radio? venue:text! reason:textarea! counterpartKind:select! counterpartCompany:text! customer:customer?
      counterpartPeople:table! counterpartPeople.name:text! counterpartPeople.position:text ourCount:integer! ourPeople:people! theirCount:integer! totalCount:calculated hostType:select! host:person!
      perCapita:calculated standardAmount:calculated capAmount:calculated amountDetails:table! amountDetails.amountType:select! amountDetails.detail:text! amountDetails.quantity:number
      amountDetails.unitPrice:money amountDetails.amount:money! estimatedTotalAmount:money! perCapitaAmount:calculated overStandard:switch overStandardExplanation:textarea drawDrinks:switch
      drinks:table? drinks.drinkType:select! drinks.drinkName:text! drinks.quantity:number! drinks.unit:select! drinks.returned:number tripLink:documentLink expenseCategory:expenseCategory`,
    nodes: [
      'deptHead', 'bearingDeptHead: bearingDept != applicantDept', overBudget, 'viceGm: estimatedTotalAmountRmb > 1000 or overStandard = true or hostType in ("3","4")',
      'generalManager: overStandard = true or estimatedTotalAmountRmb > 2000 or hostType = "4"', 'adminDrinks: drawDrinks = true', 'ccFinish',
    ],
    rules: 'ZD-01 ZD-02 ZD-03 ZD-04 ZD-05:confirm ZD-06 ZD-07 ZD-08:warn',
  },
  {
    form: serviceFeeApply, about: ['/service-fee-apply', '/service-fee-apply-detail', 'FW', true, 'application'],
    fields: `serviceFeeType:select! serviceName:text! expenseCategory:expenseCategory! supplier:supplier? isNewSupplier:switch supplierName:text? contractLink:contract servicePeriod:daterange! reason:textarea!
      items:table! items.expenseDetail:text! items.quantity:number! items.unit:select! items.unitPrice:money! items.amount:calculated items.amountRmb:calculated items.taxRate:percent
      items.bearingDept:department! items.costCenter:costCenter! ${quoteFields} notLowestReason:textarea? paymentPlan:table? paymentPlan.percent:integer! paymentPlan.planDate:date! paymentPlan.condition:text
      acceptanceStandard:textarea usedAmount:money remainingAmount:money closeReason:textarea settled:switch`,
    nodes: [
      'deptHead', rowsElsewhere, 'procurementReview: totalAmountRmb > 10000', 'legalReview: serviceFeeType in ("7","8") or totalAmountRmb > 100000', 'accountantReview', overBudget,
      'viceGm: totalAmountRmb > 5000', 'generalManager: totalAmountRmb > 50000 or serviceFeeType = "8"', 'ccFinish',
    ],
    rules: 'FW-01 FW-02 FW-03 FW-04 FW-05:confirm FW-06',
  },
  {
    form: costBasedProcurement, about: ['/cost-based-procurement', '/cost-based-procurement-detail', 'FC', true, 'application'],
    fields: `procurementType:select! expenseCategory:expenseCategory! purpose:textarea! needDate:date! receiver:person! deliveryPlace:text! urgency:radio!
      items:table! items.itemName:text! items.material:material items.spec:text! items.quantity:number! items.unit:select! items.unitPrice:money! items.amount:calculated items.amountRmb:calculated
      items.supplier:supplier items.taxRate:percent items.bearingDept:department! items.costCenter:costCenter! items.project:project? items.arrivedQty:number items.arrivalDate:date
      ${quoteFields} fixedAssetFlag:switch approvedTotalRmb:money usedAmount:money remainingAmount:money closeReason:textarea settled:switch`,
    nodes: [
      'deptHead', rowsElsewhere, 'itReview: procurementType = "5"', 'accountantReview', overBudget, 'viceGm: totalAmountRmb > 3000', 'generalManager: totalAmountRmb > 30000', 'procurementHandle', 'receipt', 'ccFinish',
    ],
    rules: 'FC-01 FC-02 FC-03 FC-04 FC-05 FC-06 FC-07:warn',
  },
]

describe.each(known)('$form.key', ({ form, about, fields, nodes, rules }) => {
  it('is where and what it is', () => {
    expect([form.path, form.detailPath, form.prefix, form.abortAfterCompletion, form.budget?.class]).toEqual(about)
    expect(form.terminals).toEqual(['web', 'mini'])
  })

  it('asks for what is asked for, in the kinds that hold it', () => {
    expect(written(form.fields).toSorted()).toEqual(words(`${headerFields} ${bearingFields} ${fxFields} ${budgetFields} ${fields}`))
  })

  it('goes through its nodes in order, under their conditions', () => {
    expect(nodesOf(form.flow).map(({ id, when }) => (when === undefined ? id : `${id}: ${when}`))).toEqual(nodes)
  })

  it('has its rules, refusing unless they only ask or warn', () => {
    const own = form.rules.map(({ id, level }) => (level === 'block' ? id : `${id}:${level}`))
    expect(own).toEqual(expect.arrayContaining(words(rules)))
  })
})
