import { expect, it } from 'vitest'
import { mergedScenario, scenarioConflicts } from './scenario-merge.ts'

const base = { name: 'Small', person: 'wang', value: { amount: '10.00', kind: 'a' }, expected: [{ node: 'head', people: ['li', 'zhao'] }] }

it('changes of different parts are merged, whoever is preferred', () => {
  const theirs = { ...base, name: 'Small claim', value: { amount: '10.00' } }
  const mine = { ...base, person: 'sun', value: { ...base.value, amount: '20.00' } }
  const both = { name: 'Small claim', person: 'sun', value: { amount: '20.00' }, expected: base.expected }
  expect(scenarioConflicts({ base, theirs, mine })).toEqual([])
  expect([mergedScenario({ base, theirs, mine }, 'mine'), mergedScenario({ base, theirs, mine }, 'theirs')]).toEqual([both, both])
})

it('a part that both changed is one of both', () => {
  const theirs = { ...base, name: 'Other', value: { ...base.value, amount: '30.00' } }
  const mine = { ...base, name: 'Other', value: { kind: 'b' }, expected: [] }
  expect(scenarioConflicts({ base, theirs, mine })).toEqual(['value.amount'])
  expect(mergedScenario({ base, theirs, mine }, 'mine')).toEqual({ ...mine, value: { kind: 'b' } })
  expect(mergedScenario({ base, theirs, mine }, 'theirs').value).toEqual({ amount: '30.00', kind: 'b' })
})

it('the order of people and steps that ask nobody are no change', () => {
  const theirs = { ...base, expected: [{ node: 'head', people: ['zhao', 'li'] }, { node: 'gm', people: [] }] }
  const mine = { ...base, expected: [{ node: 'head', people: ['li'] }] }
  expect(scenarioConflicts({ base, theirs, mine })).toEqual([])
  expect(mergedScenario({ base, theirs, mine }, 'theirs').expected).toEqual(mine.expected)
})
