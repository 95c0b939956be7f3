import type { Expectation } from './expectation.ts'
import { bearing, budget, fx, header } from './parts.ts'

export const entertainmentApply: Expectation = {
  about:
    '业务招待申请 | Entertainment request | /expense | /expense-detail | ZD | web+mini | may be revoked when completed | budget of application ENT',
  parts: [header, bearing, fx, budget],
  fields: `
    bearingDept department: required, trend
    costCenter costCenter: required
    budgetMonth date: system
    project project: when expenseCategory.projectRequired
    expenseCategory expenseCategory: system
    entertainmentType select(entertainmentType): required, trend
    entertainDate date: required
    mealTime radio(1 午餐/Lunch; 2 晚餐/Dinner; 3 其他/Other): when entertainmentType = "1"
    venue text: required, to 100
    reason textarea: required, from 5 to 500
    tripLink documentLink(businessTrip): to 1
    counterpartKind select(counterpartKind): required, trend
    customer customer: when counterpartKind = "1"
    counterpartCompany text: required, to 100
    counterpartPeople table: required, to 50
    counterpartPeople.name text: required, to 30
    counterpartPeople.position text: to 30
    host person: required
    hostType select(hostType): required, trend
    ourPeople people: required
    ourCount integer: required, from 1 to 999
    theirCount integer: required, from 1 to 999
    totalCount calculated
    amountDetails table: required, to 50
    amountDetails.amountType select(entertainAmountType): required
    amountDetails.detail text: required, to 25
    amountDetails.quantity number: from 0
    amountDetails.unitPrice money: from 0
    amountDetails.amount money: required, from 0
    estimatedTotalAmount money: required, trend
    perCapitaAmount calculated
    perCapita calculated
    standardAmount calculated
    capAmount calculated
    overStandard switch: system, trend
    overStandardExplanation textarea: to 1000, when overStandard = true
    drawDrinks switch: required, trend
    drinks table: to 20, when drawDrinks = true
    drinks.drinkType select(drinkType): required
    drinks.drinkName text: required, to 30
    drinks.quantity number: required, from 0, editable at adminDrinks
    drinks.unit select(unit): required
    drinks.returned number: at adminDrinks, from 0, editable at adminDrinks
  `,
  nodes: `
    deptHead: any of departmentHead(applicantDept)
    bearingDeptHead: all of departmentHead(bearingDept), when bearingDept != applicantDept
    overBudgetApprover: all of departmentHead(overBudgetInfo.budgetDept) + vicePresident(overBudgetInfo.budgetDept), when overBudget = true, by hand
    viceGm: all of vicePresident(applicantDept) + vicePresident(expenseDeptIdList), when estimatedTotalAmountRmb > 1000 or overStandard = true or hostType in ("3","4")
    generalManager: any of generalManager, when overStandard = true or estimatedTotalAmountRmb > 2000 or hostType = "4", opinion when overStandard = true
    adminDrinks: any of role(adminOffice), when drawDrinks = true, by hand
    ccFinish: copy to initiator + person(host)
  `,
  rules: `
    G-06 bearingDept: 没有预算，请选择正确的费用承担部门 | No budget, select the correct expense-bearing department
    ZD-01 estimatedTotalAmount: 金额明细之和必须等于预计招待总金额 | The sum of amount details must equal the estimated total entertainment amount
    ZD-02 ourCount: 我方人数不能超过对方人数加2 | Our headcount must be at most the counterparty headcount plus 2
    ZD-03 amountDetails: 请至少添加一条金额明细 | Add at least one amount detail
    ZD-04 overStandardExplanation: 超出招待标准，请填写超标说明 | Over the standard: enter an over-standard explanation
    ZD-05 theirCount confirm: 对方人员名单与人数不一致 | The guest list doesn’t match the counterparty headcount
    ZD-06 hostType: 主陪类型与主陪人职级不一致 | The host type doesn’t match the host’s grade
    ZD-07 drawDrinks: 内部招待不得领用酒水 | Drinks can’t be drawn for internal entertainment
    ZD-08 entertainDate warn: 招待日期早于今天，请在事由中说明补填原因 | The date has passed: say in the reason why this is late
    ZD-09 entertainDate: 招待日期不能早于3天前 | The date can be at most 3 days in the past
    ZD-10 amountDetails.amount: 金额须大于0 | The amount must be more than 0
    ZD-11 drinks.quantity also at adminDrinks: 领用数量须大于0 | The quantity drawn must be more than 0
    ZD-12 drinks.returned at adminDrinks: 退回数量不能大于领用数量 | You can’t return more than was drawn
  `,
}
