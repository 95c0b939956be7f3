import { expect, it } from 'vitest'
import { form } from '../testing.ts'
import { formula } from './formula.ts'
import { readNames } from './plan.ts'

const read = (...sources: readonly string[]) => {
  const names = readNames(form, sources.map((source) => formula(source, [...Object.keys(form.fields), 'header', 'item'])))
  return names && [...names].sort()
}

it('the names that formulas read include those of the form that a row reads by its name', () => {
  expect(read('amount * 2', 'header.kind = "1"')).toEqual(['amount', 'exchangeRate', 'kind'])
  expect(read('if header.kind = "1" then header.deposit else kind')).toEqual(['deposit', 'exchangeRate', 'kind'])
})

it('are not known where a formula reads the form as a whole', () => {
  expect(read('count(get entries(header)) > 1')).toBeUndefined()
  expect(read('kind', 'header')).toBeUndefined()
})
