import * as fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { facts } from '#kernel/kinds/testing.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { completeIn } from '../filling/complete.ts'
import { form, good } from '../testing.ts'
import { type Formula, formula } from './formula.ts'
import type { PlannedField } from './plan.ts'
import { FormScope, type RowPosition } from './scope.ts'

const row = fc.record({ rowId: fc.constantFrom('r1', 'r2', 'r3'), category: fc.constantFrom('RD', 'PLAIN', null),
  amount: fc.constantFrom('1.00', '900.00', null), approved: fc.constantFrom('1.00', '2.00'), dept: fc.constantFrom('d1', 'd2') })
const change = fc.record({ kind: fc.constantFrom('1', '2', null), reason: fc.constantFrom('x', null), dept: fc.constantFrom('d1', 'd2'),
  exchangeRate: fc.constantFrom('7.1', '1', null), deposit: fc.constantFrom('3.00', null), applicant: fc.constantFrom('u1', null),
  items: fc.array(row, { maxLength: 3 }) }, { requiredKeys: [] })

/** Every expression of the form with the rows that it is evaluated for. */
function evaluatedIn(scope: FormScope): readonly (readonly [Formula, RowPosition | undefined])[] {
  const placesIn = (table: string | undefined) => (table === undefined ? [undefined] : scope.places(table))
  const planned = scope.plan.fields.flatMap((field) => [field, ...field.columns])
  return [...planned.map((field) => [formulasOf(field), field.table] as const),
    ...scope.plan.rules.map(({ rule, when }) => [[when], rule.each] as const)]
    .flatMap(([formulas, table]) => formulas.flatMap((each) => placesIn(table).map((place) => [each, place] as const)))
}

const formulasOf = ({ required, visible, locked, default: standard, derived }: PlannedField): readonly Formula[] =>
  [required, visible, locked, standard, derived].filter((each): each is Formula => typeof each === 'object')

const resultsOf = (scope: FormScope) => evaluatedIn(scope).map(([each, place]) => scope.evaluate(each, place))

/** A formula that counts its evaluations. */
function counted(source: string) {
  const whole = formula(source, [...Object.keys(form.fields), 'header', 'item', ...Object.keys(form.fields['items']?.columns ?? {})])
  const evaluate = vi.fn(whole.expression.evaluate)
  return { ...whole, evaluate, expression: { ...whole.expression, evaluate } }
}

describe('the scope of a form', () => {
  it('gives the results of a new one, whatever has changed since', () => {
    fc.assert(fc.property(fc.array(change, { maxLength: 5 }), (changes) => {
      let value: FormValue = good
      const scope = new FormScope(form, value, { facts })
      for (const part of [{}, ...changes]) {
        const next = { ...value, ...part }
        scope.follow(value, next)
        value = completeIn(scope, next)
        expect(resultsOf(scope)).toEqual(resultsOf(new FormScope(form, value, { facts })))
      }
    }), { numRuns: 30 })
  })

  it('evaluates an expression again once a name that it reads has changed', () => {
    const scope = new FormScope(form, good, { facts })
    const [plain, ofRow, sum] = [counted('kind = "2"'), counted('amount > header.deposit'), counted('sum(items.amount)')]
    const first = { table: 'items', index: 0 }
    const evaluate = () => {
      for (const [each, place] of [[plain], [ofRow, first], [sum]] as const) scope.evaluate(each, place)
      return [plain, ofRow, sum].map((each) => each.evaluate.mock.calls.length)
    }
    evaluate()
    expect(evaluate()).toEqual([1, 1, 1])
    scope.set(scope.plan.byKey.get('kind')!, '2')
    expect(evaluate()).toEqual([2, 1, 1])
    scope.set(scope.plan.byKey.get('deposit')!, '5.00')
    expect(evaluate()).toEqual([2, 2, 1])
    scope.set(scope.plan.byKey.get('items')!.columns.find(({ key }) => key === 'amount')!, '9.00', first)
    expect(evaluate()).toEqual([2, 3, 2])
  })

  it('keeps the results of rows of different tables apart', () => {
    const scope = new FormScope(form, { ...good, extra: [{ rowId: 'e1', amount: '2.00' }] }, { facts })
    const amount = formula('string(amount)', ['amount'])
    expect(['items', 'extra'].map((table) => scope.evaluate(amount, { table, index: 0 }))).toEqual(['100.1', '2'])
  })

  it('takes over records that were loaded since, and computes no more than what reads them', () => {
    const known = new Set<string>()
    const learning = { ...facts, reference: (kind: string, id: string) => (known.has(id) ? facts.reference(kind, id) : undefined) }
    const value = { ...good, items: [{ rowId: 'r1', category: 'RD', dept: 'd1' }] }
    const scope = new FormScope(form, value, { facts: learning })
    const [name, project, other] = [counted('applicant.nameCn'), counted('category.projectRequired'), counted('kind')]
    const first = { table: 'items', index: 0 }
    const evaluate = () => [scope.evaluate(name), scope.evaluate(project, first), scope.evaluate(other)]
    expect(evaluate()).toEqual([null, null, '1'])
    for (const id of ['u1', 'RD', 'd1']) known.add(id)
    scope.learn(value)
    expect(evaluate()).toEqual(['王伟', true, '1'])
    expect(other.evaluate).toHaveBeenCalledTimes(1)
    scope.learn(value)
    evaluate()
    expect([name, project].map(({ evaluate: { mock } }) => mock.calls.length)).toEqual([2, 2])
  })

  it('binds names for one evaluation only', () => {
    const scope = new FormScope(form, good, { facts })
    const asked = formula('option = kind', ['option', 'kind'])
    expect(scope.holdsWith(asked, { option: '1' })).toBe(true)
    expect(scope.holdsWith(asked, { option: '2' })).toBe(false)
    expect(scope.holds(asked)).toBe(false)
  })
})
