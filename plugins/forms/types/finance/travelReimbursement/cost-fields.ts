import { attachment, calculated, cascader, date, defineFields, documentLink, integer, money, people, person, select, table, text,
  toggle } from '#kernel/fields.ts'
import { clocksDiffer } from '#plugins/forms/types/travel/clocks.ts'
import { inCurrency, isCompared, standardClass, tableKm, tierOf } from '#plugins/forms/types/travel/standards.ts'
import { invoiceGroup } from '#plugins/forms/mixins/invoice.ts'
import { approved, invoiced, ticketed } from './money-columns.ts'

const withinDomestic = 'transport = "1" and (some t in header.tripLinks satisfies t.tripScope = "1")'
/** Longer than this, a vice president flies business class; by clocks that differ no length is known. */
const isLong =
  'some leg in header.tripRows satisfies (leg.traveler.id = traveler.id and leg.startCity = startCity and leg.endCity = endCity ' +
  `and (${clocksDiffer('leg.startCity', 'leg.endCity')} ` +
  'or minutes(leg.startTime, leg.endTime) > parameter("travelRule", "longFlightMinutes")))'

/** The condition that a person filed the taxi, or rode in it. */
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
      // the passenger was on the trip
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

/** Made by the server of the itinerary: one row per traveller and destination. */
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

/** The tables whose rows the claim consists of. */
export const costTables = ['transportRows', 'hotelRows', 'allowanceRows', 'otherRows'] as const

/** The sum of a column over all of them. */
export const sumOfCosts = (column: string): string => costTables.map((table) => `sum(${table}[${column} != null].${column})`).join(' + ')

/** While the approved amount of some row is still to be filled in; what is payable is not known before. */
export const someUnapproved = costTables.map((table) =>
  `(some cost in ${table} satisfies (cost.amount != null and cost.approvedAmount = null))`
).join(' or ')

export const costs = defineFields({ transportRows, hotelRows, allowanceRows, otherRows })
