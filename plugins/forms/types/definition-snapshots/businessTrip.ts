import type { Expectation } from './expectation.ts'
import { bearing, budget, fx, header } from './parts.ts'

export const businessTrip: Expectation = {
  about:
    '出差申请 | Business trip request | /evection | /evection-detail | CC | web+mini | may be revoked when completed | budget of application TRAVEL',
  parts: [header, bearing, fx, budget],
  fields: `
    journeyJson text: system, to 60000
    tripKind select(tripKind): required, trend
    tripScope radio(tripScope): required, trend
    journeyWay radio(journeyWay): required
    customer customer: when tripKind = "1" or tripKind = "6"
    hostCompany select(company): when tripKind = "3"
    companions people: trend, to 20
    companionsElsewhere people: system, to 20
    companionsLed people: system, to 20
    companionsLeading people: system, to 20
    headcount calculated
    reason textarea: required, from 5 to 500
    bearingDept department: required, trend
    costCenter costCenter: required
    budgetMonth date: system
    project project: when expenseCategory.projectRequired
    expenseCategory expenseCategory: system
    usdRate number: system
    itinerary table: required, from 1 to 20
    itinerary.startArea cascader: required
    itinerary.endArea cascader: required
    itinerary.startTime datetime: required
    itinerary.endTime datetime: required
    itinerary.days calculated
    itinerary.transport select(transport): required
    itinerary.seatClass select(seatClass): when transport in ("1", "2", "3")
    itinerary.distanceKm integer: from 1 to 20000, when transport in ("1", "6")
    itinerary.tableKm integer: system, visible when false
    itinerary.priceChart attachment: to 5 pdf/png/jpg/jpeg, when transport = "1" and header.tripScope = "1" and (if parameter("travelRule", "airRailCompareSide") = "over" then distanceKm > parameter("travelRule", "airRailCompareKm") else distanceKm <= parameter("travelRule", "airRailCompareKm"))
    itinerary.fare money: required, from 0
    itinerary.startingRiskLevel select(riskLevel): system
    itinerary.destinationRiskLevel select(riskLevel): system
    itinerary.rowRemark text: to 200
    itinerary.fromCity calculated: visible when false
    itinerary.toCity calculated: visible when false
    itinerary.tier calculated: visible when false
    startTime datetime: system
    totalTripDays calculated: trend
    riskLevel select(riskLevel): system
    workHandover person: when totalTripDays >= 5
    dispatchList documentLink(dispatchCar): system
    estimateHotel money: required, from 0
    estimateOther money: from 0
    advanceNeeded switch
    estimateTransport calculated
    homeCity calculated: visible when false
    firstCity calculated: visible when false
    firstTransport calculated: visible when false
    dearestTier calculated: visible when false
    estimateAllowance calculated
    estimatedTotalAmount calculated: trend
    overdueExplanation textarea: to 1000, visible when false
  `,
  nodes: `
    deptHead: any of departmentHead(applicantDept)
    companionDeptHead: all of superior(1, companionsElsewhere), when count(companionsElsewhere) > 0
    bearingDeptHead: all of departmentHead(bearingDept), when bearingDept != applicantDept
    overBudgetApprover: all of departmentHead(overBudgetInfo.budgetDept) + vicePresident(overBudgetInfo.budgetDept), when overBudget = true, by hand
    viceGm: all of vicePresident(applicantDept), when tripScope = "2" or tripKind = "3" or totalTripDays > 3 or estimatedTotalAmountRmb > 5000
    companionViceGm: all of vicePresident(companionsLed) + superior(1, companionsLeading), when count(companions) > 0
    generalManager: any of generalManager, when (tripKind = "3" and totalTripDays < parameter("travelRule", "interCompanyGmDays")) or tripScope = "2" or applicantPosition in ("3", "4")
    ccFinish: copy to person(companions) + role(hr)
  `,
  rules: `
    G-06 bearingDept: 没有预算，请选择正确的费用承担部门 | No budget, select the correct expense-bearing department
    CC-01 itinerary.endTime: 出发时间必须早于到达时间 | Departure time must be earlier than arrival time
    CC-02 itinerary: 出差结束时间必须晚于开始时间 | Trip end time must be later than start time
    CC-03 itinerary: 行程时间不能重叠 | Itinerary periods must not overlap
    CC-05 itinerary.priceChart: {km}公里内乘坐飞机须上传高铁价格截图 | Flights within {km} km need a high-speed rail price screenshot
    CC-09 itinerary: 请至少添加一条行程 | Add at least one itinerary row
    CC-10 itinerary confirm: 行程不连续，请确认 | The itinerary has a gap: confirm
    CC-11 reason warn: 补填出差申请，请在事由中说明 | This trip has already started: explain in the purpose
    CC-12 itinerary warn: 行程含公司派车/自驾，请提交派车申请并关联本出差 | This trip uses a car: submit a company car request linked to it
    CC-13 itinerary.endArea: 目的城市不能与出发城市相同 | The destination must be different from the departure city
    CC-14 itinerary: 往返行程的最后目的地须为首个出发地 | A round trip must end where it started
    CC-15 companions: 同行人不能包含申请人 | The applicant can’t be a companion
    CC-16 hostCompany: 目的公司不能是本人所属公司 | Choose a company other than your own
    CC-17 workHandover: 工作交接人不能是申请人或同行人 | Choose someone who isn’t on this trip
    CC-18 estimateHotel: 出差预算须大于0 | The trip budget must be more than 0
    CC-19 tripScope: 行程含境外地区，请选择国外及港澳台 | This trip leaves mainland China: choose Overseas
    CC-06 itinerary warn: 所选地区包含疫情高风险地区，请了解当地防疫政策，谨慎出行 | The chosen region contains high epidemic risk areas; learn local policies and travel carefully
    CC-07 itinerary warn: 所选地区包含疫情中风险地区，请了解当地防疫政策，谨慎出行 | The chosen region contains medium epidemic risk areas; learn local policies and travel carefully
  `,
}
