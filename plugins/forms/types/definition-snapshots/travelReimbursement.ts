import type { Expectation } from './expectation.ts'
import { bearing, budget, fx, header, invoice, payee, writeOff } from './parts.ts'

export const travelReimbursement: Expectation = {
  about:
    '差旅费报销 | Travel expense claim | /evection-apply | /evection-apply-detail | CL | web+mini | stays when completed | budget of spending TRAVEL',
  parts: [header, bearing, fx, budget, payee, writeOff, invoice('transportRows'), invoice('hotelRows'), invoice('otherRows')],
  fields: `
    expenseCategory expenseCategory: system
    usdRate number: system
    journeyJson text: system, to 60000
    tripLinks documentLink(businessTrip): required, trend, from 1 to 5
    tripRows table: from 1 to 100, when count(tripLinks) > 0
    tripRows.tripNo text: system
    tripRows.traveler person: required
    tripRows.startCity cascader: required
    tripRows.endCity cascader: required
    tripRows.startTime datetime: required
    tripRows.endTime datetime: required
    tripRows.days calculated
    tripRows.breakfasts integer: from 0 to 60
    tripRows.lunches integer: from 0 to 60
    tripRows.dinners integer: from 0 to 60
    tripRows.startingRiskLevel select(riskLevel): system
    tripRows.destinationRiskLevel select(riskLevel): system
    tripRows.tripBudget calculated: visible when false
    tripRows.tripKind calculated: visible when false
    tripRows.tripScope calculated: visible when false
    tripRows.tripRisk calculated: visible when false
    tripRows.tripCity calculated: visible when false
    tripRows.tripTransport calculated: visible when false
    totalTripDays calculated: system
    riskLevel select(riskLevel): system
    tripBudgetTotal calculated
    transportRows table: to 100
    transportRows.traveler person: required
    transportRows.date date: required
    transportRows.transport select(transport): required
    transportRows.seatClass select(seatClass): when transport in ("1", "2", "3")
    transportRows.startCity cascader: required
    transportRows.endCity cascader: required
    transportRows.distanceKm integer: from 1 to 20000, when transport in ("1", "6")
    transportRows.tableKm integer: system, visible when false
    transportRows.amount money: required, from 0
    transportRows.airLevies money: from 0, visible when transport = "1"
    transportRows.refundFee money: from 0
    transportRows.refundReason text: to 200, when refundFee > 0
    transportRows.taxiLink documentLink(taxiApply): to 1, when transport = "8"
    transportRows.priceChart attachment: to 5 pdf/png/jpg/jpeg, when transport = "1" and (some t in header.tripLinks satisfies t.tripScope = "1") and (if parameter("travelRule", "airRailCompareSide") = "over" then distanceKm > parameter("travelRule", "airRailCompareKm") else distanceKm <= parameter("travelRule", "airRailCompareKm"))
    transportRows.ticketFile attachment: to 5 pdf/ofd/png/jpg/jpeg, when transport = "1"
    transportRows.approvedAmount money: required, from 0, editable at accountantReview
    transportRows.amountRmb calculated
    transportRows.offBudgetStatus select(offBudgetStatus): read-only
    transportRows.tripNo text: system, visible when false
    transportRows.aboveClass calculated: visible when false
    hotelRows table: to 60
    hotelRows.city cascader: required
    hotelRows.checkIn date: required
    hotelRows.checkOut date: required
    hotelRows.nights calculated
    hotelRows.persons people: required, from 1 to 4
    hotelRows.shareRoom switch: visible when count(persons) = 2
    hotelRows.standard calculated
    hotelRows.amount money: required, from 0
    hotelRows.approvedAmount money: required, from 0, editable at accountantReview
    hotelRows.amountRmb calculated
    hotelRows.offBudgetStatus select(offBudgetStatus): read-only
    hotelRows.tripNo text: system, visible when false
    hotelRows.tier calculated: visible when false
    allowanceRows table: system, to 200
    allowanceRows.traveler person: system
    allowanceRows.city cascader: system
    allowanceRows.fromDate date: system
    allowanceRows.toDate date: system
    allowanceRows.days calculated: system
    allowanceRows.mealStandard calculated: system
    allowanceRows.transportStandard calculated: system
    allowanceRows.granted calculated: system, visible when false
    allowanceRows.mealDeduct money: system, from 0, editable at accountantReview
    allowanceRows.amount calculated
    allowanceRows.paidNote text: system, to 2000, visible when paidNote != null
    allowanceRows.approvedAmount money: required, from 0, editable at accountantReview
    allowanceRows.amountRmb calculated
    allowanceRows.offBudgetStatus select(offBudgetStatus): read-only
    allowanceRows.tripNo text: system, visible when false
    otherRows table: to 60
    otherRows.travelItemType select(travelItemType): required
    otherRows.date date: required
    otherRows.expenseDetail text: required, to 25
    otherRows.amount money: required, from 0
    otherRows.approvedAmount money: required, from 0, editable at accountantReview
    otherRows.amountRmb calculated
    otherRows.offBudgetStatus select(offBudgetStatus): read-only
    otherRows.tripNo text: system, visible when false
    approvedAmount calculated
    overTripBudget calculated: trend, visible when false
    excessExplanation textarea: to 1000, when overTripBudget = true
    overStandard switch: system, trend
    overStandardExplanation textarea: to 1000, when overStandard = true
    tripReport textarea: from 20 to 4000, when totalTripDays >= 3
    payDate date: at cashier, editable at cashier
  `,
  nodes: `
    deptHead: any of departmentHead(applicantDept)
    companionConfirm: all of rowPersons(tripRows.traveler), when proceedsType = "2", by hand
    bearingDeptHead: all of departmentHead(bearingDept), when bearingDept != applicantDept
    accountantReview: any of role(accountant, bearingDept), by hand, opinion when approvedAmount < totalAmount
    overBudgetApprover: all of departmentHead(overBudgetInfo.budgetDept) + vicePresident(overBudgetInfo.budgetDept), when overBudget = true, by hand
    viceGm: all of vicePresident(applicantDept) + vicePresident(expenseDeptIdList), when totalAmountRmb > 5000 or overdue = true or overTripBudget = true
    generalManager: any of generalManager, when totalAmountRmb > 50000 or applicantPosition in ("3", "4")
    financeManager: any of role(financeManager)
    cashier: any of role(cashier), when netPayable > 0, by hand
    ccFinish: copy to initiator
  `,
  rules: `
    CL-01 tripLinks: 请至少添加一条出差审批 | Add at least one business trip approval
    CL-03 tripRows.endTime: 出发时间必须早于到达时间 | Departure time must be earlier than arrival time
    CL-04 tripRows.startTime: 行程时间不能重叠 | Itinerary periods must not overlap
    CL-05 excessExplanation: 报销金额超出出差预算，请填写超出说明 | The claim is over the trip budget: explain why
    CL-06 transportRows.priceChart: {km}公里内乘坐飞机须上传机票及高铁价格截图 | Flights within {km} km need the air ticket and a high-speed rail price screenshot
    CL-07 transportRows.taxiLink: 打车费报销必须关联打车审批 | Taxi fare reimbursement must link a taxi approval
    CL-08 overStandardExplanation: 超出差旅标准，请填写超标说明 | Over the travel standard: enter an over-standard explanation
    CL-09 transportRows: 请至少添加一条报销明细 | Add at least one reimbursement item
    CL-10 hotelRows.persons: 同一人住宿日期重叠 | Hotel nights overlap for {name}
    CL-11-transport transportRows.date warn: 费用日期不在出差期间内 | The date is outside the trip
    CL-11-hotel hotelRows.checkIn warn: 费用日期不在出差期间内 | The date is outside the trip
    CL-11-other otherRows.date warn: 费用日期不在出差期间内 | The date is outside the trip
    CL-12 overdueExplanation: 出差结束已超过{days}天，请填写逾期说明 | The trip ended more than {days} days ago: enter an overdue explanation
    CL-14 totalAmount: 报销金额不能为0 | The reimbursement amount cannot be 0
    CL-17 hotelRows.checkOut: 离店日期必须晚于入住日期 | Check-out must be later than check-in
    CL-18 transportRows.refundFee: 退改签费不能大于金额 | The change fee can’t be more than the fare
    CL-21 transportRows.airLevies: 民航发展基金、其他税费与退改签费之和不能大于金额 | Levies and change fee can’t be more than the fare
    CL-19 payDate at cashier: 付款日期不能早于发起日期 | The payment date can’t be before the request date
    CL-20 hotelRows: 本月未设置美元汇率，请联系财务 | The US dollar rate for this month is not set, contact finance
    CL-15-transportRows transportRows.amount: 报销明细金额不能为0 | Each reimbursement item amount cannot be 0
    CL-16-transportRows transportRows.approvedAmount also at accountantReview: 核准金额不能大于申请金额 | The approved amount cannot exceed the requested amount
    CL-15-hotelRows hotelRows.amount: 报销明细金额不能为0 | Each reimbursement item amount cannot be 0
    CL-16-hotelRows hotelRows.approvedAmount also at accountantReview: 核准金额不能大于申请金额 | The approved amount cannot exceed the requested amount
    CL-16-allowanceRows allowanceRows.approvedAmount also at accountantReview: 核准金额不能大于申请金额 | The approved amount cannot exceed the requested amount
    CL-15-otherRows otherRows.amount: 报销明细金额不能为0 | Each reimbursement item amount cannot be 0
    CL-16-otherRows otherRows.approvedAmount also at accountantReview: 核准金额不能大于申请金额 | The approved amount cannot exceed the requested amount
    INV-01-transportRows transportRows.invoiceDate: 开票日期不能晚于今天 | The invoice date cannot be after today
    INV-02-transportRows transportRows.taxAmount also at accountantReview: 税额须小于金额 | The tax must be less than the amount
    INV-01-hotelRows hotelRows.invoiceDate: 开票日期不能晚于今天 | The invoice date cannot be after today
    INV-02-hotelRows hotelRows.taxAmount also at accountantReview: 税额须小于金额 | The tax must be less than the amount
    INV-01-otherRows otherRows.invoiceDate: 开票日期不能晚于今天 | The invoice date cannot be after today
    INV-02-otherRows otherRows.taxAmount also at accountantReview: 税额须小于金额 | The tax must be less than the amount
  `,
  without: ['G-09', 'INV-01', 'INV-02'],
}
