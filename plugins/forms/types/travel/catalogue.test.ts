import { describe, expect, it } from 'vitest'
import type { FieldDefinition } from '../../../../src/kernel/fields.ts'
import type { Form } from '../../../../src/kernel/form.ts'
import { travelReimbursement } from '../finance/travelReimbursement/index.ts'
import { businessTrip } from './businessTrip/index.ts'
import { dispatchCar } from './dispatchCar/index.ts'
import { taxiApply } from './taxiApply/index.ts'

const words = (text: string) => text.trim().split(/\s+/)
const header = words('businessNo businessType state title titleEn applicant initiator applicantDept applicantPosition company createTime currentTask endTime remark attachmentList ccUserList relatedProcessList')
const bearing = words('bearingDept budgetDept costCenter budgetMonth project')
const fx = words('currencyType exchangeRate totalAmount totalAmountRmb totalAmountCapital')
const budget = words('overBudget overBudgetInfo overBudgetExplanation overdue overdueExplanation explainDtoList')
const payee = words('proceedsType payeeLines writeOffFlag writeOffItems writeOffPartyName writeOffPartyAbbr writeOffTotal netPayable')
const invoice = words('invoiceType invoiceTitle invoiceNo invoiceDate invoiceKind taxRate taxAmount noInvoiceReason invoiceFiles')
const approved = words('approvedAmount amountRmb offBudgetStatus')

/** Keys of every field as "key kind", and of the columns of a table below it. */
const kinds = ({ fields }: Form) => Object.fromEntries(Object.entries<FieldDefinition>(fields).map(([key, { kind }]) => [key, kind]))
const columns = ({ fields }: Form, table: string) => Object.keys((fields[table] as FieldDefinition).columns ?? {})
const conditions = ({ fields }: Form) => Object.fromEntries(Object.entries<FieldDefinition>(fields).flatMap(([key, { required }]) => (typeof required === 'string' ? [[key, required]] : [])))
const nodes = ({ flow }: Form) => flow.steps.map((step) => [step.id, step.block === 'approve' ? step.mode : step.block, 'when' in step ? step.when ?? 'always' : 'always'])
const openAt = ({ fields }: Form, node: string) => Object.entries<FieldDefinition>(fields).flatMap(([key, field]) => [
  ...(field.editAt?.includes(node) || field.atNode === node ? [key] : []),
  ...Object.entries<FieldDefinition>(field.columns ?? {}).flatMap(([column, inner]) => (inner.editAt?.includes(node) ? [`${key}.${column}`] : [])),
])

describe('the business trip as data', () => {
  it('has its fields, of their kinds', () => {
    expect(Object.keys(businessTrip.fields).toSorted()).toEqual([...new Set([...header, ...bearing, ...fx, ...budget, ...words(`
      tripKind tripScope journeyWay reason customer hostCompany startTime endTime totalTripDays companions headcount itinerary riskLevel journeyJson dispatchList
      estimateTransport estimateHotel estimateAllowance estimateOther estimatedTotalAmount advanceNeeded workHandover
      companionsElsewhere companionsLed companionsLeading expenseCategory usdRate homeCity dearestTier`)])].toSorted())
    expect(kinds(businessTrip)).toMatchObject({
      tripKind: 'select', tripScope: 'radio', journeyWay: 'radio', reason: 'textarea', customer: 'customer', hostCompany: 'select', startTime: 'datetime', endTime: 'datetime', companions: 'people', itinerary: 'table',
      dispatchList: 'documentLink', estimateHotel: 'money', estimatedTotalAmount: 'calculated', advanceNeeded: 'switch', workHandover: 'person',
    })
    expect(columns(businessTrip, 'itinerary')).toEqual(words('startArea endArea startTime endTime days transport seatClass distanceKm priceChart fare startingRiskLevel destinationRiskLevel rowRemark fromCity toCity tier'))
  })

  it('asks for what its kind needs', () => {
    expect(conditions(businessTrip)).toEqual({
      customer: 'tripKind in ("1", "6")', hostCompany: 'tripKind = "3"', workHandover: 'totalTripDays >= 5', overBudgetExplanation: 'overBudget = true',
    })
  })

  it('goes its way', () => {
    expect(nodes(businessTrip)).toEqual([
      ['deptHead', 'any', 'always'],
      ['companionDeptHead', 'all', 'count(companionsElsewhere) > 0'],
      ['bearingDeptHead', 'all', 'bearingDept != applicantDept'],
      ['overBudgetApprover', 'all', 'overBudget = true'],
      ['viceGm', 'all', 'tripScope = "2" or tripKind = "3" or totalTripDays > 3 or estimatedTotalAmountRmb > 5000'],
      ['companionViceGm', 'all', 'count(companions) > 0'],
      ['generalManager', 'any', '(tripKind = "3" and totalTripDays < parameter("travelRule", "interCompanyGmDays")) or tripScope = "2" or applicantPosition in ("3", "4")'],
      ['ccFinish', 'copy', 'always'],
    ])
    expect(businessTrip).toMatchObject({ path: '/evection', detailPath: '/evection-detail', prefix: 'CC', abortAfterCompletion: true, terminals: ['web', 'mini'], budget: { class: 'application', categoryCode: 'TRAVEL' } })
  })
})

describe('the travel claim as data', () => {
  it('has its fields, and its four tables their columns', () => {
    expect(Object.keys(travelReimbursement.fields).toSorted()).toEqual([...header, ...bearing, ...fx, ...budget, ...payee, ...words(`
      tripLinks tripRows totalTripDays transportRows hotelRows allowanceRows otherRows approvedAmount tripBudgetTotal excessExplanation overStandard overStandardExplanation tripReport
      expenseCategory usdRate riskLevel journeyJson payDate`)].toSorted())
    expect(columns(travelReimbursement, 'tripRows')).toEqual(words('tripNo traveler startCity endCity startTime endTime days breakfasts lunches dinners startingRiskLevel destinationRiskLevel'))
    expect(columns(travelReimbursement, 'transportRows')).toEqual([...words('traveler date transport seatClass startCity endCity distanceKm amount refundFee refundReason taxiLink priceChart ticketFile'), ...invoice, ...approved, 'aboveClass'])
    expect(columns(travelReimbursement, 'hotelRows')).toEqual([...words('city checkIn checkOut nights persons shareRoom standard amount'), ...invoice, ...approved, 'tier'])
    expect(columns(travelReimbursement, 'allowanceRows')).toEqual([...words('traveler city fromDate toDate days mealStandard transportStandard mealDeduct amount'), ...approved])
    expect(columns(travelReimbursement, 'otherRows')).toEqual([...words('travelItemType date expenseDetail amount'), ...invoice, ...approved])
  })

  it('opens to the accountant and the cashier what is theirs', () => {
    const open = openAt(travelReimbursement, 'accountantReview')
    for (const table of ['transportRows', 'hotelRows', 'allowanceRows', 'otherRows']) expect(open).toContain(`${table}.approvedAmount`)
    expect(open).toEqual(expect.arrayContaining(['costCenter', 'budgetMonth', 'writeOffItems', 'payeeLines', 'allowanceRows.mealDeduct', 'hotelRows.taxAmount']))
    expect(openAt(travelReimbursement, 'cashier')).toEqual(['payDate'])
    for (const node of ['deptHead', 'companionConfirm', 'bearingDeptHead', 'viceGm', 'generalManager']) expect(openAt(travelReimbursement, node)).toEqual([])
  })

  it('goes its way', () => {
    expect(nodes(travelReimbursement)).toEqual([
      ['deptHead', 'any', 'always'],
      ['companionConfirm', 'all', 'proceedsType = "2"'],
      ['bearingDeptHead', 'all', 'bearingDept != applicantDept'],
      ['accountantReview', 'any', 'always'],
      ['overBudgetApprover', 'all', 'overBudget = true'],
      ['viceGm', 'all', 'totalAmountRmb > 5000 or overdue = true or totalAmountRmb > tripBudgetTotal'],
      ['generalManager', 'any', 'totalAmountRmb > 50000 or applicantPosition in ("3", "4")'],
      ['financeManager', 'any', 'always'],
      ['cashier', 'any', 'netPayable > 0'],
      ['ccFinish', 'copy', 'always'],
    ])
    expect(travelReimbursement).toMatchObject({ path: '/evection-apply', detailPath: '/evection-apply-detail', prefix: 'CL', abortAfterCompletion: false, permissions: ['changeItemStatus'] })
  })
})

describe('the taxi and the car as data', () => {
  it('have their fields', () => {
    expect(Object.keys(taxiApply.fields).toSorted()).toEqual([...new Set([...header, ...bearing, ...fx, ...words(`
      taxiReason reason taxiVehicle dispatchTime endTime pickup startArea endArea route roundTrip passengers headcount phone estimatedFare overtimeEnd tripLink startMileage endMileage riskLevel journeyJson actualFare`)])].toSorted())
    expect(Object.keys(dispatchCar.fields).toSorted()).toEqual([...new Set([...header, ...bearing, ...words(`
      carKind car plateNo driver licenceFile insuranceConfirmed dispatchTime endTime pickup route totalDistanceKm passengers customer reason tripLink startMileage endMileage actualKm actualEndTime
      mileagePhotos startPhotos tollAmount fuelAmount kmAllowance carCondition riskLevel journeyJson lastMileage`)])].toSorted())
    expect(conditions(taxiApply)).toEqual({ overtimeEnd: 'taxiReason = "1"', startMileage: 'taxiVehicle = "3"', endMileage: 'taxiVehicle = "3"' })
  })

  it('go their way', () => {
    expect(nodes(taxiApply)).toEqual([
      ['deptHead', 'any', 'always'], ['bearingDeptHead', 'all', 'bearingDept != applicantDept'], ['viceGm', 'all', 'estimatedFare > 500'], ['usageConfirm', 'any', 'taxiVehicle = "3"'], ['ccFinish', 'copy', 'always'],
    ])
    expect(nodes(dispatchCar)).toEqual([
      ['deptHead', 'any', 'always'], ['viceGm', 'all', 'totalDistanceKm > 300 or carKind = "2"'], ['fleetAssign', 'any', 'carKind = "1"'], ['carOut', 'any', 'always'], ['carReturn', 'any', 'always'],
      ['fleetConfirm', 'any', 'carKind = "1"'], ['ccFinish', 'copy', 'always'],
    ])
    expect(openAt(dispatchCar, 'fleetAssign')).toEqual(['car', 'dispatchTime', 'endTime', 'pickup'].toSorted((a, b) => Object.keys(dispatchCar.fields).indexOf(a) - Object.keys(dispatchCar.fields).indexOf(b)))
    expect([taxiApply.path, dispatchCar.path, taxiApply.prefix, dispatchCar.prefix]).toEqual(['/taxi', '/dispatch-car', 'DC', 'PC'])
  })
})
