import { Decimal } from 'decimal.js'
import { expect, it } from 'vitest'
import { accuracyOf } from './forecasts.ts'

const forecast = (quantities: Readonly<Record<string, number>>) =>
  new Map(Object.entries(quantities).map(([key, quantity]) => [key, new Decimal(quantity)]))
const delivered = (quantities: Readonly<Record<string, number>>) =>
  new Map(Object.entries(quantities).map(([key, actualLast]) => [key, { actualLast }]))
const accuracy = (...sides: readonly [Readonly<Record<string, number>>, Readonly<Record<string, number>>]) =>
  accuracyOf(forecast(sides[0]), delivered(sides[1]))?.toString()

it('is the share of the forecast that came true, never below 0', () => {
  expect(accuracy({ a: 100, b: 100 }, { a: 70, b: 100 })).toBe('85')
  expect(accuracy({ a: 100 }, { a: 500 })).toBe('0')
})

it('counts what was delivered without a forecast', () => {
  expect(accuracy({ a: 100 }, { a: 100, z: 40 })).toBe('60')
})

it('is unknown where nothing was forecast, or deliveries are not known', () => {
  expect(accuracy({}, { a: 5 })).toBeUndefined()
  expect(accuracyOf(forecast({ a: 5 }), undefined)).toBeUndefined()
})
