import type { Expectation } from './expectation.ts'
import { bearing, fx, header } from './parts.ts'

export const taxiApply: Expectation = {
  about: '打车申请 | Taxi request | /taxi | /taxi-detail | DC | web+mini | may be revoked when completed | no budget',
  parts: [header, bearing, fx],
  fields: `
    journeyJson text: system, to 60000
    taxiReason select(taxiReason): required, trend
    taxiVehicle select(taxiVehicle): required, trend
    overtimeEnd time: when taxiReason = "1"
    reason textarea: required, from 2 to 200
    bearingDept department: required, trend
    costCenter costCenter: required
    budgetMonth date: system
    project project
    currencyType currency: required, read-only, trend
    dispatchTime datetime: required
    endTime datetime: required
    startArea cascader: required
    endArea cascader: required
    pickup text: required, to 100
    roundTrip radio(journeyWay): required
    phone text: required, to 11 ^1[3-9]\\d{9}$
    route table: required, from 1 to 10
    route.from text: required, to 100
    route.to text: required, to 100
    route.purpose text: to 100
    passengers people: to 6
    headcount calculated
    estimatedFare money: required, trend, from 0 to 5000
    actualFare money: system, visible when actualFare != null
    tripLink documentLink(businessTrip): to 1
    riskLevel select(riskLevel): system
    startMileage number: at usageConfirm, from 0, when taxiVehicle = "3"
    endMileage number: at usageConfirm, from 0, when taxiVehicle = "3"
  `,
  nodes: `
    deptHead: any of departmentHead(applicantDept)
    bearingDeptHead: all of departmentHead(bearingDept), when bearingDept != applicantDept
    viceGm: all of vicePresident(applicantDept), when estimatedFare > 500
    usageConfirm: any of initiator, when taxiVehicle = "3", by hand, initiator may
    ccFinish: copy to person(passengers)
  `,
  rules: `
    G-06 bearingDept: 没有预算，请选择正确的费用承担部门 | No budget, select the correct expense-bearing department
    DC-01 endTime: 结束时间必须晚于派车（用车）时间 | End time must be later than dispatch time
    DC-02 endMileage at usageConfirm: 出发里程必须小于结束里程 | Departure mileage must be less than end mileage
    DC-03 overtimeEnd: 加班打车时间应在{from}至次日{until} | Overtime taxis are allowed from {from} to {to}
    DC-05 route: 请至少添加一条行程路线 | Add at least one route row
    DC-07 dispatchTime: 用车时间不能早于24小时之前 | The pickup time can be at most 24 hours in the past
    DC-08 dispatchTime: 用车时间不能早于出差开始时间 | The pickup time can’t be before the trip starts
    DC-09 estimatedFare: 预估费用须大于0 | The estimated fare must be more than 0
    DC-10 passengers: 同车人不能包含申请人 | The applicant is already counted as a passenger
    DC-06 endArea warn: 所选地区包含疫情高风险地区，请了解当地防疫政策，谨慎出行 | The chosen region contains high epidemic risk areas; learn local policies and travel carefully
    DC-06-middle endArea warn: 所选地区包含疫情中风险地区，请了解当地防疫政策，谨慎出行 | The chosen region contains medium epidemic risk areas; learn local policies and travel carefully
  `,
}
