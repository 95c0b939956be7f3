import { expect, it } from 'vitest'
import { matches, movedTo } from './dictionaries.ts'

it.each([
  ['down', 0, 2, 'bcad'],
  ['up', 3, 1, 'adbc'],
  ['to where it is', 1, 1, 'abcd'],
  ['beyond the end', 1, 9, 'acdb'],
  ['before the beginning', 2, -1, 'cabd'],
  ['what is not there', 7, 0, 'abcd'],
])('an entry moves %s', (_, from, to, order) => {
  expect(movedTo([...'abcd'], from, to).join('')).toBe(order)
})

it.each([['UNIT', true], [' 单 ', true], ['', true], ['x', false]])('%j is found: %s', (keyword, isFound) => {
  expect(matches(['unit', '单位'], keyword)).toBe(isFound)
})
