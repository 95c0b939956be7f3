import type { Expectation } from './expectation.ts'
import { bearing, header } from './parts.ts'

export const dispatchCar: Expectation = {
  about:
    '自驾派车 | Company car request | /dispatch-car | /dispatch-car-detail | PC | web+mini | may be revoked when completed | no budget',
  parts: [header, bearing],
  fields: `
    journeyJson text: system, to 60000
    bearingDept department: required, trend
    costCenter costCenter: required
    budgetMonth date: system
    project project
    carKind radio(carKind): required, trend
    car select(companyCar): editable at fleetAssign, visible when carKind = "1"
    plateNo text: to 8 ^[\\u4e00-\\u9fa5][A-Z][A-Z0-9]{5,6}$, when carKind = "2"
    driver person: required
    licenceFile attachment: to 2 png/jpg/jpeg, when carKind = "2"
    insuranceConfirmed checkbox: when carKind = "2"
    reason textarea: required, from 2 to 500
    dispatchTime datetime: required, editable at fleetAssign
    endTime datetime: required, editable at fleetAssign
    pickup text: required, to 100, editable at fleetAssign
    route table: required, from 1 to 20
    route.startArea cascader: required
    route.endArea cascader: required
    route.address text: to 100
    route.distanceKm integer: required, from 1 to 3000
    route.tableKm integer: system, visible when false
    totalDistanceKm calculated: trend
    passengers people: to 8
    customer customer
    tripLink documentLink(businessTrip): to 1, when totalDistanceKm > 200
    riskLevel select(riskLevel): system
    lastMileage number: system
    startMileage number: at carOut, from 0
    startPhotos attachment: at carOut, to 5 png/jpg/jpeg, when carKind = "2"
    endMileage number: at carReturn, from 0
    actualKm calculated
    actualEndTime datetime: at carReturn
    mileagePhotos attachment: at carReturn, to 5 png/jpg/jpeg, when carKind = "2"
    tollAmount money: at carReturn, from 0
    fuelAmount money: at carReturn, from 0, when carKind = "1"
    kmAllowance calculated: visible when carKind = "2"
    carCondition textarea: at carReturn, to 300, when carKind = "1"
  `,
  nodes: `
    deptHead: any of departmentHead(applicantDept)
    viceGm: all of vicePresident(applicantDept), when totalDistanceKm > 300 or carKind = "2"
    fleetAssign: any of role(fleetManager), when carKind = "1", by hand
    carOut: any of initiator + person(driver), by hand, initiator may
    carReturn: any of initiator + person(driver), by hand, initiator may, opinion tells actualEndTime
    fleetConfirm: any of role(fleetManager), when carKind = "1", by hand
    ccFinish: copy to person(passengers)
  `,
  rules: `
    G-06 bearingDept: 没有预算，请选择正确的费用承担部门 | No budget, select the correct expense-bearing department
    PC-01 endTime also at fleetAssign: 结束时间必须晚于派车（用车）时间 | End time must be later than dispatch time
    PC-02 endMileage at carReturn: 出发里程必须小于结束里程 | Departure mileage must be less than end mileage
    PC-04 startMileage confirm at carOut: 出车里程小于上次还车里程{n} | Start mileage is lower than at the last return ({n})
    PC-05 endMileage warn at carReturn: 实际里程超出预计30%以上，请说明 | The actual distance is over 30% more than planned. Explain why
    PC-07 insuranceConfirmed: 请确认车辆保险在有效期内 | Confirm that the car insurance is valid
    PC-08 car at fleetAssign: 请分配车辆 | Assign a car
    PC-09 dispatchTime: 派车时间不能早于24小时之前 | The dispatch time can be at most 24 hours in the past
    PC-10 actualEndTime at carReturn: 实际还车时间必须晚于派车时间 | The return must be later than the dispatch
    PC-06 route warn: 所选地区包含疫情高风险地区，请了解当地防疫政策，谨慎出行 | The chosen region contains high epidemic risk areas; learn local policies and travel carefully
    PC-06-middle route warn: 所选地区包含疫情中风险地区，请了解当地防疫政策，谨慎出行 | The chosen region contains medium epidemic risk areas; learn local policies and travel carefully
  `,
}
