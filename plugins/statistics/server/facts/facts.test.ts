import { expect, it } from 'vitest'
import type { Form } from '#kernel/form.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { expenseReimbursement } from '#plugins/expenses/types/expenseReimbursement/index.ts'
import { travelReimbursement } from '#plugins/travel/types/travelReimbursement/index.ts'
import { disbursement } from '#plugins/payments/types/disbursement/index.ts'
import { statisticsPages } from '../testing-pages.ts'
import { factsOf } from './facts.ts'

const forms = { entertainment: expenseReimbursement, travel: travelReimbursement }

/** The facts of a completed claim on a page. */
function statedFacts(page: string, form: Form, value: FormValue) {
  const [started, ended] = [new Date('2026-11-01T09:00:00+08:00'), new Date('2026-11-20T09:00:00+08:00')]
  const document = { type: form.key, state: 'completed', value: { exchangeRate: '1', ...value }, applicant: 'p', department: 'd',
    started_at: started, ended_at: ended }
  return factsOf(statisticsPages.filter(({ key }) => key === page), form, document)
}

/** The facts of a completed claim that have the measure. */
const said = (page: keyof typeof forms, value: FormValue, measure: string) =>
  statedFacts(page, forms[page], value).flatMap(({ dimensions, measures }) =>
    measures[measure] === undefined ? [] : [[dimensions['host'], dimensions['over'], measures[measure]]]
  )

/** Trips counted as claimed by a completed claim, with their type. */
const claimedTrips = (value: FormValue) =>
  statedFacts('travelApplication', travelReimbursement, value).flatMap(({ dimensions, measures }) =>
    measures['claimed'] === undefined ? [] : [[dimensions['tripKind'], measures['claimed']]]
  )

const dinner = (rowId: string, linkNo: string | null, rest: FormValue = {}) => ({ rowId, linkNo, approvedAmount: '100.00', ...rest })
const own = { host: 'u-head', hostType: '3', heads: 3, standard: '150.00' }

it('what is claimed of an entertainment request stands with its host, and lies above its standard with all of its rows', () => {
  const value = { reimburseKind: '3',
    items: [dinner('1', 'ZD1', own), dinner('2', 'ZD1', own), dinner('3', 'ZD2', { ...own, standard: '300.00' }),
      dinner('4', 'ZD3', { ...own, standard: null })] }
  expect(said('entertainment', value, 'actual')).toEqual([['u-head', '1', '100'], ['u-head', '1', '100'], ['u-head', '0', '100'], ['u-head',
    '0', '100']])
  expect(said('entertainment', value, 'heads')).toEqual([['u-head', '1', '3'], ['u-head', '0', '3'], ['u-head', '0', '3']])
  expect(said('entertainment', value, 'excess')).toEqual([['u-head', '1', '50']])
})

it('a claim of before, whose rows do not name the host, counts without one', () => {
  const value = { reimburseKind: '3', items: [dinner('1', 'ZD1')] }
  expect([said('entertainment', value, 'actual'), said('entertainment', value, 'heads')]).toEqual([[[undefined, undefined, '100']], []])
  expect(said('entertainment', { ...value, reimburseKind: '1' }, 'actual')).toEqual([])
})

const cost = (tripNo: string | undefined, approvedAmount: string) => ({ rowId: `${tripNo} ${approvedAmount}`, tripNo, approvedAmount })
const totals = { tripLinks: ['a', 'b'], tripBudgetTotal: '300', totalAmountRmb: '400' }

it('what is claimed and paid of a service stands with its provider and contract', () => {
  const ofRequest = { providedBy: 's1', underContract: 'c1' }
  const claim = { reimburseKind: '5', items: [{ rowId: '1', linkNo: 'FW1', approvedAmount: '30.00', ...ofRequest }] }
  const payment = { disburseKind: '4', supplier: 's1', totalAmount: '20.00', totalAmountRmb: '20.00', payStatus: '2',
    items: [{ rowId: '1', thisPayAmount: '20.00', ...ofRequest }] }
  const placed = (form: Form, value: FormValue) =>
    statedFacts('serviceFee', form, value).map(({ dimensions, measures }) => [dimensions['supplier'], dimensions['contract'], measures])
  expect(placed(expenseReimbursement, claim)).toEqual([['s1', 'c1', { reimbursed: '30' }]])
  expect(placed(disbursement, payment)).toEqual([['s1', 'c1', { paid: '20' }]])
})

it('a claimed trip stands with its type, and one that no leg is of with none', () => {
  const legs = [{ rowId: '1', tripNo: 'A', tripKind: '3' }, { rowId: '2', tripNo: 'A', tripKind: '3' }, { rowId: '3', tripNo: 'B',
    tripKind: '1' }]
  const value = { tripLinks: ['a', 'b', 'c'], tripRows: legs }
  expect(claimedTrips(value)).toEqual([['3', '1'], ['1', '1'], [undefined, '1']])
  expect(claimedTrips({ ...value, tripRows: [{ rowId: '1', tripNo: 'A' }] })).toEqual([[undefined, '3']])
})

it('each trip is compared with its own budget, and a trip below it does not offset another', () => {
  const legs = [{ rowId: '1', tripNo: 'A', tripBudget: '100' }, { rowId: '2', tripNo: 'A', tripBudget: '100' }, { rowId: '3', tripNo: 'B',
    tripBudget: '200' }]
  const value = { ...totals, tripRows: legs, hotelRows: [cost('A', '140.00'), cost('B', '150.00')], otherRows: [cost('A', '20.00')] }
  expect(said('travel', value, 'excess')).toEqual([[undefined, undefined, '60']])
})

it('a claim of before, whose costs name no trip, is compared as a whole', () => {
  expect(said('travel', { ...totals, tripRows: [{ rowId: '1', tripNo: 'A' }], hotelRows: [cost(undefined, '400.00')] }, 'excess')).toEqual([
    [undefined, undefined, '100'],
  ])
})

it('a version of a form without a field that is called like a function counts without its figures', () => {
  const form = expenseReimbursement
  const source = { form: form.key, at: 'completion', dimensions: { long: { of: 'if days > 1 then "1" else "0"' } },
    measures: { documents: '1', sum: 'days' } } as const
  const document = { type: form.key, state: 'completed', value: { exchangeRate: '1' }, applicant: 'p', department: 'd',
    started_at: new Date('2026-11-01T09:00:00+08:00'), ended_at: new Date('2026-11-20T09:00:00+08:00') }
  const page = { ...statisticsPages[0]!, facts: [source] }
  expect(factsOf([page], form, document)).toMatchObject([{ dimensions: {}, measures: { documents: '1' } }])
  expect(factsOf([{ ...page, facts: [{ ...source, when: 'days > 1' }] }], form, document)).toEqual([])
})
