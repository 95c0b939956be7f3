import { attachment, calculated, cascader, date, defineFields, documentLink, integer, money, people, person, select, table, text, toggle,
  override } from '#kernel/fields.ts'
import { minutesBetween } from '#plugins/travel/types/clocks.ts'
import { inCurrency, isCompared, standardClass, tableKm, tierOf } from '#plugins/travel/types/standards.ts'
import { invoiceGroup, approvedWithinAmount, inRmb, invoice } from '#plugins/forms/kit.ts'
import { defineRules, rule } from '#kernel/rules.ts'

const accountant = ['accountantReview'] as const

/** Last columns of every cost row: approved amount, amount in RMB, off-budget status, and number of its trip. */
const approved = defineFields({
  approvedAmount: money({ cn: '核准金额', en: 'Approved', as: 'approvedAmount', required: true, min: 0, editAt: accountant,
    default: 'amount' }),
  amountRmb: inRmb('amount'),
  offBudgetStatus: select({ cn: '预算状态', en: 'Budget status', dict: 'offBudgetStatus', readOnly: true, default: '"0"' }),
  tripNo: text({ cn: '出差申请编号', en: 'Trip request no.', system: true, readOnly: true, visible: 'false' }),
})

/** Expression for the deductible tax contained in the taxed part of a price: price ÷ (1 + rate) × rate. */
const contained = (rate: string, taxed = 'amount') =>
  `if header.expenseCategory = null then null else if header.expenseCategory.deductible = true and invoiceType != "4" ` +
  `and ${rate} != null then max(0, round half up((${taxed}) / (100 + ${rate}) * ${rate}, 2)) else 0`

/** Invoice columns of a travel cost table. */
const invoiced = override(invoice, { taxAmount: { default: contained('taxRate') } })

const orNothing = (column: string) => `(if ${column} = null then 0 else ${column})`

/** Taxed part of a fare: includes fuel surcharges, excludes the development fund, other levies and change fees. */
const taxedFare = `amount - ${orNothing('refundFee')} - (if transport = "1" then ${orNothing('airLevies')} else 0)`

const byAirOrRail = 'transport in ("1", "2", "3")'

/**
 * Invoice columns of tickets, with statutory rates even if none is printed: air and rail 9 %, road and water 3 %. Nothing is deductible
 * abroad.
 */
const ticketed = override(invoiced, {
  invoiceKind: { default: 'if transport = "1" then "5" else if transport in ("2", "3") then "6" else "2"' },
  taxRate: { default: `if ${byAirOrRail} then 9 else if transport in ("4", "7") then 3 else 6` },
  taxAmount: {
    default: contained(
      `(if invoiceKind = "4" or string length(startCity[1]) = 2 or string length(endCity[1]) = 2 then null ` +
        `else if ${byAirOrRail} then 9 else if transport in ("4", "7") then 3 else taxRate)`,
      taxedFare,
    ),
  },
})

/** Rules of a cost table. */
export const moneyRules = (rows: string) =>
  defineRules([
    rule(`CL-15-${rows}`, {
      each: rows,
      when: 'amount = 0',
      fields: ['amount'],
      cn: '报销明细金额不能为0',
      en: 'Each reimbursement item amount cannot be 0',
    }),
    approvedWithinAmount(`CL-16-${rows}`, rows),
  ])

const withinDomestic = 'transport = "1" and (some t in header.tripLinks satisfies t.tripScope = "1")'
const flown = minutesBetween({ from: 'leg.startCity', to: 'leg.endCity', start: 'leg.startTime', end: 'leg.endTime' })
/** Condition for long flights, on which vice presidents fly business class; also true where a time zone is unknown, as in far countries. */
const isLong =
  'some leg in header.tripRows satisfies (leg.traveler.id = traveler.id and leg.startCity = startCity and leg.endCity = endCity ' +
  `and (if ${flown} = null then true else ${flown} > parameter("travelRule", "longFlightMinutes")))`

/** Condition that a person filed the taxi request or was a passenger. */
const tookIt = (person: string) =>
  `option.starter = ${person} or option.applicant = ${person} or list contains(option.passengers, ${person})`

const transportRows = table({
  cn: '交通费',
  en: 'Transport',
  max: 100,
  section: 'costs',
  span: 4,
  columnGroups: [invoiceGroup],
  columns: {
    traveler: person({ cn: '出差人', en: 'Traveller', as: 'traveller', required: true, default: 'header.applicant.id' }),
    date: date({ cn: '日期', en: 'Date', as: 'travelDate', required: true }),
    transport: select({ cn: '交通工具', en: 'Transport', required: true, dict: 'transport', default: '"2"',
      voucherKinds: { air: '1', rail: '2', taxi: '8' } }),
    seatClass: select({ cn: '席别', en: 'Class', as: 'travelClass', required: 'transport in ("1", "2", "3")', dict: 'seatClass',
      default: standardClass('traveler.positionLevel') }),
    startCity: cascader({ cn: '起', en: 'From', as: 'placeFrom', required: true }),
    endCity: cascader({ cn: '止', en: 'To', as: 'placeTo', required: true }),
    distanceKm: integer({ cn: '里程（公里）', en: 'Distance (km)', required: 'transport in ("1", "6")', min: 1, max: 20_000,
      default: 'tableKm' }),
    tableKm,
    amount: money({ cn: '金额', en: 'Fare', as: 'invoiceAmount', required: true, min: 0 }),
    airLevies: money({ cn: '其中民航发展基金及其他税费', en: 'Development fund and other levies', visible: 'transport = "1"', min: 0,
      default: '0',
      hint: { cn: '行程单上票价和燃油附加费以外的部分，不计算可抵扣税额',
        en: 'The parts of the itinerary beside fare and fuel surcharge, which contain no deductible tax' } }),
    refundFee: money({ cn: '其中退改签费', en: 'Change/refund fee', as: 'changeFee', min: 0, default: '0' }),
    refundReason: text({ cn: '退改签原因', en: 'Reason of change', required: 'refundFee > 0', max: 200 }),
    taxiLink: documentLink({
      cn: '打车申请',
      en: 'Taxi request',
      required: 'transport = "8"',
      links: ['taxiApply'],
      binds: true,
      claim: 'once',
      claims: { amount: 'rmb(amount, header.exchangeRate)' },
      max: 1,
      // a passenger must be on the trip
      filter: `${tookIt('header.applicant.id')} or (some leg in header.tripRows satisfies (${tookIt('leg.traveler.id')}))`,
    }),
    priceChart: attachment({
      cn: '高铁价格截图',
      en: 'High-speed rail price',
      required: `${withinDomestic} and ${isCompared('distanceKm')}`,
      max: 5,
      extensions: ['pdf', 'png', 'jpg', 'jpeg'],
    }),
    ticketFile: attachment({ cn: '机票/车票', en: 'Ticket', required: 'transport = "1"', max: 5,
      extensions: ['pdf', 'ofd', 'png', 'jpg', 'jpeg'] }),
    ...ticketed,
    ...approved,
    aboveClass: calculated({
      cn: '席别超标',
      en: 'Above class standard',
      result: 'boolean',
      visible: 'false',
      value: `(transport = "1" and seatClass = "2" and parameter("travelStandard", "air." + traveler.positionLevel) = 1 ` +
        `and not(traveler.positionLevel = "4" and (${isLong}))) ` +
        'or (transport = "2" and seatClass in ("3", "4", "5") ' +
        'and number(seatClass) > parameter("travelStandard", "rail." + traveler.positionLevel))',
    }),
  },
})

const guests = 'if count(persons) = 2 and shareRoom = true then parameter("travelRule", "sharedRoom") else count(persons)'

const hotelRows = table({
  cn: '住宿费',
  en: 'Hotel',
  max: 60,
  section: 'costs',
  span: 4,
  columnGroups: [invoiceGroup],
  columns: {
    city: cascader({ cn: '城市', en: 'City', as: 'place', required: true }),
    checkIn: date({ cn: '入住', en: 'Check-in', as: 'dayFrom', required: true }),
    checkOut: date({ cn: '离店', en: 'Check-out', as: 'dayTo', required: true }),
    nights: calculated({ cn: '晚数', en: 'Nights', result: 'integer', value: 'days(checkIn, checkOut) - 1' }),
    persons: people({ cn: '入住人', en: 'Guests', as: 'traveller', required: true, min: 1, max: 4, default: '[header.applicant.id]' }),
    shareRoom: toggle({ cn: '同性合住一间', en: 'Same-sex, one room', visible: 'count(persons) = 2', default: 'false' }),
    standard: calculated({
      cn: '标准金额',
      en: 'Standard',
      result: 'money',
      value: `round half up(nights * parameter("travelStandard", "hotel." + tier + "." + max(persons.positionLevel)) * (${guests}) * ${
        inCurrency('tier')
      }, 2)`,
    }),
    amount: money({ cn: '金额', en: 'Amount', as: 'invoiceAmount', required: true, min: 0 }),
    ...invoiced,
    ...approved,
    tier: calculated({ cn: '城市级别', en: 'City tier', result: 'text', visible: 'false', value: tierOf('city') }),
  },
})

/** Allowances calculated by the server from the itinerary: a row per traveller and destination. */
const allowanceRows = table({
  cn: '补贴',
  en: 'Allowances',
  system: true,
  readOnly: true,
  section: 'costs',
  span: 4,
  max: 200,
  columns: {
    traveler: person({ cn: '出差人', en: 'Traveller', system: true, readOnly: true }),
    city: cascader({ cn: '目的地', en: 'Destination', system: true, readOnly: true }),
    fromDate: date({ cn: '起', en: 'From', system: true, readOnly: true }),
    toDate: date({ cn: '止', en: 'To', system: true, readOnly: true }),
    days: calculated({ cn: '天数', en: 'Days', result: 'number', system: true, precision: 1 }),
    mealStandard: calculated({ cn: '餐补标准', en: 'Meals per day', result: 'money', system: true, each: true,
      hint: { cn: '外币按汇率折算，此处取到分；补贴按未取整的标准计算，只取整一次',
        en: 'Converted standards are shown to the cent; the allowance is worked out unrounded and rounded once' } }),
    transportStandard: calculated({ cn: '市内交通标准', en: 'Local transport per day', result: 'money', system: true, each: true }),
    granted: calculated({ cn: '扣减前补贴', en: 'Allowance before deduction', result: 'money', system: true, visible: 'false' }),
    mealDeduct: money({ cn: '餐补扣减', en: 'Meal deduction', system: true, min: 0, editAt: ['accountantReview'] }),
    amount: calculated({ cn: '补贴金额', en: 'Allowance', result: 'money', value: 'max(0, granted - mealDeduct)' }),
    paidNote: text({ cn: '说明', en: 'Note', system: true, readOnly: true, bilingual: true, max: 2000, visible: 'paidNote != null' }),
    ...approved,
  },
})

const otherRows = table({
  cn: '其他费用',
  en: 'Other costs',
  max: 60,
  section: 'costs',
  span: 4,
  columnGroups: [invoiceGroup],
  columns: {
    travelItemType: select({ cn: '费用项', en: 'Item', required: true, dict: 'travelItemType', default: '"5"' }),
    date: date({ cn: '日期', en: 'Date', as: 'expenseDate', required: true }),
    expenseDetail: text({ cn: '费用明细', en: 'Expense detail', as: 'expensePurpose', required: true, max: 25 }),
    amount: money({ cn: '金额', en: 'Amount', as: 'invoiceAmount', required: true, min: 0 }),
    ...invoiced,
    ...approved,
  },
})

/** Tables with the costs of the claim. */
export const costTables = ['transportRows', 'hotelRows', 'allowanceRows', 'otherRows'] as const

/** Expression for the sum of a column over all cost tables. */
export const sumOfCosts = (column: string): string => costTables.map((table) => `sum(${table}[${column} != null].${column})`).join(' + ')

/** Condition that an approved amount is missing, so that the payable amount is unknown. */
export const someUnapproved = costTables.map((table) =>
  `(some cost in ${table} satisfies (cost.amount != null and cost.approvedAmount = null))`
).join(' or ')

export const costs = defineFields({ transportRows, hotelRows, allowanceRows, otherRows })
