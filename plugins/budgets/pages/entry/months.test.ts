import { expect, it } from 'vitest'
import { planProblems } from '../../budget-year.ts'
import { amountsOf, emptyMonths, pasted, totalOf } from './months.ts'

const typed = (...months: readonly string[]) => [...months, ...emptyMonths.slice(months.length)]

it('reads amounts as people write them, also pasted ones', () => {
  expect(amountsOf(typed('1.5万', '1,286.50元', '12。5')).slice(0, 4)).toEqual(['15000.00', '1286.50', '12.50', '0.00'])
  expect(pasted(emptyMonths, 1, '3,000\t2万\n(5)')?.slice(0, 5)).toEqual(['0', '3000', '20000', '-5', '0'])
})

it('keeps what may be two amounts, which the plan then refuses and no total counts', () => {
  const months = typed('500.000', '12,5', '1e3', '$5', '10')
  const plan = { budgetYear: 2026, departmentId: 'd', expenseCategoryId: 'c', months: amountsOf(months), remark: null }
  expect(planProblems(plan).map(({ field }) => field)).toEqual(['months.0', 'months.1', 'months.2', 'months.3'])
  expect(totalOf(months, { from: 1, to: 12 })).toBe('10.00')
})
