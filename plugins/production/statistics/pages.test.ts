import { expect, it } from 'vitest'
import type { FormValue } from '#kernel/values/value.ts'
import { factsOf } from '#plugins/statistics/server/facts/facts.ts'
import { statisticsPages } from '#plugins/statistics/testing-pages.ts'
import { sapPurchaseRequisition } from '../types/pushed/sapPurchaseRequisition.ts'

const line = (itemNo: number, change: FormValue): FormValue => ({ rowId: `item-${itemNo}`, itemNo, qty: '2', price: '10.00', priceUnit: 1,
  amount: '20.00', costCenter: 'c1', supplier: 's1', decision: '1', ...change })
const items = [line(10, { costCenter: null }), line(20, { deleted: true }), line(30, { decision: '0', supplier: null }), line(40, {})]

/** Facts of a requisition in US dollars on the page of expense procurement. */
const facts = (state: string) =>
  factsOf(statisticsPages.filter(({ key }) => key === 'costBasedProcurement'), sapPurchaseRequisition, { type: sapPurchaseRequisition.key,
    state, value: { currencyType: 'USD', exchangeRate: '7', createTime: '2026-11-16 09:00:00', items }, applicant: 'p', department: 'd',
    started_at: new Date('2026-11-16T09:00:00+08:00'), ended_at: state === 'completed' ? new Date('2026-11-20T09:00:00+08:00') : null })
    .map(({ day, dimensions, measures }) => [day, dimensions['supplier'], measures])

it('counts lines of a purchase requisition with a cost centre as requested, in RMB, and the requisition once', () => {
  expect(facts('inApproval')).toEqual([['2026-11-16', undefined, { requests: '1', applied: '140', lines: '1' }], ['2026-11-16', 's1', {
    applied: '140',
    lines: '1',
  }]])
})

it('counts lines that were agreed to as approved', () => {
  expect(facts('completed').slice(2)).toEqual([['2026-11-20', 's1', { completed: '140', finished: '1', waited: '4' }]])
})
