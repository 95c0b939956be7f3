import { expect, it } from 'vitest'
import { compile } from '../feel.ts'
import { holds } from '../testing-truth-table.ts'

holds('instance of', [
  ['1 instance of number', true],
  ['"1" instance of number', false],
  ['"a" instance of string', true],
  ['true instance of boolean', true],
  ['null instance of number', false],
  ['null instance of Any', false],
  ['null instance of Null', true],
  ['1 instance of Any', true],
  ['@"2026-11-20" instance of date', true],
  ['@"2026-11-20" instance of date and time', false],
  ['@"P1Y" instance of years and months duration', true],
  ['@"P1D" instance of days and time duration', true],
  ['@"P1D" instance of years and months duration', false],
  ['[1, 2] instance of list<number>', true],
  ['[1, "2"] instance of list<number>', false],
  ['[1, "2"] instance of list<Any>', true],
  ['[1] instance of list', true],
  ['[1] instance of number', false],
  ['[] instance of list<string>', true],
  ['{a: 1} instance of context', true],
  ['{a: 1, b: "x"} instance of context<a: number>', true],
  ['{a: 1} instance of context<a: string>', false],
  ['{a: 1} instance of context<a: number, b: number>', false],
  ['{a: {b: 1}} instance of context<a: context<b: number>>', true],
  ['[1..5] instance of range<number>', true],
  ['[1..5] instance of range<string>', false],
  ['[@"P1D"..@"P2D"] instance of range<days and time duration>', true],
  ['1 instance of function<number>->number', false],
  ['1 instance of number and true', true],
])

it('refuses unknown types', () => {
  expect(() => compile('1 instance of money')).toThrow('no type “money”')
})
