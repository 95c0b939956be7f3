import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { compile, type FeelContext, isTrue } from '#kernel/feel/feel.ts'
import declarations from '#resources/declarations.ts'
import { type ConditionGroup, type ConditionRow, operators, readCondition, writeCondition } from './condition.ts'
import { blocksOf } from '../drawing/tree.ts'

const row = (path: string, operator: ConditionRow['operator'], ...values: string[]): ConditionRow => ({ subject: { of: 'field', path },
  operator, values })

it.each<[string, ConditionGroup]>([
  ['total > 5000', { join: 'and', parts: [row('total', '>', '5000')] }],
  ['overdue', { join: 'and', parts: [row('overdue', '=', 'true')] }],
  ['total > 5000 or overdue = true or kind = "3"', { join: 'or',
    parts: [row('total', '>', '5000'), row('overdue', '=', 'true'), row('kind', '=', '"3"')] }],
  ['total > 5 and (kind in ("1","2") or dept.company = "a")', { join: 'and', parts: [row('total', '>', '5'), { join: 'or', parts: [
    row('kind', 'in', '"1"', '"2"'),
    row('dept.company', '=', '"a"'),
  ] }] }],
  ['kind in ["1", "2"]', { join: 'and', parts: [row('kind', 'in', '"1"', '"2"')] }],
  ['not(kind in ("1"))', { join: 'and', parts: [row('kind', 'notIn', '"1"')] }],
  ['not(list contains(marks, "none"))', { join: 'and', parts: [row('marks', 'lacks', '"none"')] }],
  ['customer != null', { join: 'and', parts: [row('customer', 'filled')] }],
  ['customer = null', { join: 'and', parts: [row('customer', 'empty')] }],
  ['a != b', { join: 'and', parts: [row('a', '!=', 'b')] }],
  ['count(items) > 2', { join: 'and', parts: [{ subject: { of: 'count', path: 'items' }, operator: '>', values: ['2'] }] }],
  ['sum(items.amount) >= 2.5', { join: 'and', parts: [{ subject: { of: 'sum', path: 'items.amount' }, operator: '>=', values: ['2.5'] }] }],
  ['some i in items satisfies i.price < i.floor', { join: 'and',
    parts: [{ subject: { of: 'anyRow', path: 'items.price' }, operator: '<', values: ['items.floor'] }] }],
  ['day >= date("2026-01-01")', { join: 'and', parts: [row('day', '>=', 'date("2026-01-01")')] }],
])('%s is shown as rows, which say the same', (source, group) => {
  expect(readCondition(source)).toEqual(group)
  expect(readCondition(writeCondition(group))).toEqual(group)
})

it.each(['a + b > 3', 'parameter("a", "b") > 1', 'every i in items satisfies i.a > 1', 'some i in items satisfies (i.a > 1 and i.b > 1)',
  'a between 1 and 2', 'a > 1 and (b > 1 or (c > 1 and d > 1))', 'string length(a) > 2', 'not(a > 1)', 'a >', '"text"',
  'some r in region satisfies r != "cn"', 'if a then b else c'])('%s is left to its text', (source) => {
    expect(readCondition(source)).toBeUndefined()
  })

const context: FeelContext = { a: null, b: null, kind: '1', marks: ['x'], overdue: true } as unknown as FeelContext
const holds = (source: string) => isTrue(compile(source).evaluate(context))

const rows = fc.constantFrom<ConditionRow>(row('overdue', '=', 'true'), row('kind', 'in', '"1"', '"2"'), row('kind', '!=', '"1"'),
  row('a', 'empty'), row('b', 'filled'), row('marks', 'contains', '"x"'), row('marks', 'lacks', '"x"'), row('kind', 'notIn', '"3"'))
const joins = fc.constantFrom('and' as const, 'or' as const)
const inner = fc.record({ join: joins, parts: fc.array(rows, { minLength: 2, maxLength: 3 }) })
const groups: fc.Arbitrary<ConditionGroup> = fc.record({ join: joins,
  parts: fc.array(fc.oneof(rows, inner), { minLength: 1, maxLength: 4 }) })

const truth = (group: ConditionGroup): boolean =>
  (group.join === 'and' ? 'every' as const : 'some' as const) === 'every'
    ? group.parts.every(truthOf)
    : group.parts.some(truthOf)
const truthOf = (part: ConditionGroup['parts'][number]): boolean =>
  'join' in part ? truth(part) : holds(writeCondition({ join: 'and', parts: [part] }))

it('writes what its rows say, in any combination', () => {
  fc.assert(fc.property(groups, (group) => {
    const source = writeCondition(group)
    const again = readCondition(source) ?? group
    expect([holds(source), holds(writeCondition(again))]).toEqual([truth(group), truth(group)])
  }))
})

it('shows every operator', () => {
  for (const operator of operators) expect(readCondition(writeCondition({ join: 'and', parts: [row('a', operator, '"1"')] }))).toBeDefined()
})

it('shows at least three quarters of the conditions of the shipped flows, and never changes their meaning for no value', () => {
  const sources = declarations.flatMap(({ forms }) => forms ?? []).flatMap(({ flow }) => blocksOf(flow.steps)).flatMap((block) => [
    ...('when' in block && block.when !== undefined ? [block.when] : []),
    ...('branches' in block ? block.branches.flatMap((branch) => ('when' in branch ? [branch.when] : [])) : []),
  ])
  const shown = sources.filter((source) => readCondition(source) !== undefined)
  expect(shown.length / sources.length).toBeGreaterThan(0.75)
  for (const source of shown) {
    const written = writeCondition(readCondition(source)!)
    expect([...compile(written).names].toSorted()).toEqual([...compile(source).names].toSorted())
  }
})
