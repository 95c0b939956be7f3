import { expect, it } from 'vitest'
import { statutoryDays } from './migrations.ts'

const weekday = (day: string) => new Date(day).getUTCDay()

it('names each day once', () => {
  expect(new Set(statutoryDays.map(({ day }) => day)).size).toBe(statutoryDays.length)
})

it('has people work at weekends only, and as many days off as the law grants', () => {
  expect(statutoryDays.filter(({ day, kind }) => kind === 'WORKDAY' && ![0, 6].includes(weekday(day)))).toEqual([])
  const off = (year: string) => statutoryDays.filter(({ day, kind }) => kind === 'HOLIDAY' && day.startsWith(year)).length
  expect([off('2025'), off('2026')]).toEqual([28, 33])
})
