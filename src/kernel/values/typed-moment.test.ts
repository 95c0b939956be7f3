import { describe, expect, it } from 'vitest'
import { dayIn, momentIn, monthIn, timeIn } from './typed-moment.ts'

const today = '2026-11-20'

describe('a typed day', () => {
  it.each([
    ['2026-11-02', '20261102', '2026/11/02', '2026.11.02', '2026-11-2', '2026年11月2日', '2026 年 11 月 2 号', '２０２６－１１－０２'],
    ['2026-01-05', '2026-1-5', '2026/1/5', '5 Jan 2026', 'January 5, 2026', '1-5', '1/5'],
    ['2026-11-05', '5 Nov 2026', 'Nov 5, 2026', '5th November, 2026', '05-Nov-2026', 'Nov. 5 2026', '5 Nov', 'Nov 5', 'November 5th'],
    ['2026-11-08', '11-08', '11/8', '11月8日', '11月8号', ' 2026-11-08 ', '2026-11-08 09:30', '2026-11-08T00:00:00', '8 tháng 11'],
    ['2026-11-03', 'ngày 3 tháng 11 năm 2026', '3 thg 11, 2026'],
    ['2026-11-25', '25/11/2026', '11/25/2026', '25.11.2026'],
    ['2026-05-05', '05/05/2026'],
    ['2028-02-29', '2028-2-29'],
  ])('%s may be written in many ways', (day, ...spellings) => {
    expect(spellings.map((text) => [text, dayIn(text, today)])).toEqual(spellings.map((text) => [text, day]))
  })

  it.each(['05/11/2026', '5-11-2026', '26-11-05', '2026-02-30', '2026-13-01', '202611', '2026-11', '31/11/2026', '13-11', '11.06', 'soon',
    '5 Foo 2026', '', '2026-11-05 nonsense', '46000'])('%j is not guessed', (text) => expect(dayIn(text, today)).toBeNull())

  it('has a year of its own where today is not known', () => {
    expect(['11-08', '11月8日', '5 Nov'].map((text) => dayIn(text))).toEqual([null, null, null])
  })
})

describe('a typed moment', () => {
  it.each([
    ['2026-12-01', '2026-12-01 00:00:00'],
    ['2026/12/1 9:05', '2026-12-01 09:05:00'],
    ['2026-12-01T09:05:07', '2026-12-01 09:05:07'],
    ['2026年12月1日 下午3:30', '2026-12-01 15:30:00'],
    ['1 Dec 2026, 3:30 pm', '2026-12-01 15:30:00'],
    ['12-01 9点', '2026-12-01 09:00:00'],
  ])('%j is %s', (text, moment) => expect(momentIn(text, today)).toBe(moment))

  it.each(['2026-12-01 25:00', '2026-12-01 9:60', '09:30', '2026-12-01 soon'])('%j is none',
    (text) => expect(momentIn(text, today)).toBeNull())
})

it.each([
  ['9:30', '09:30'],
  ['09:30:00', '09:30'],
  ['9：30', '09:30'],
  ['0930', '09:30'],
  ['9点30分', '09:30'],
  ['9h30', '09:30'],
  ['12 am', '00:00'],
  ['12:15 pm', '12:15'],
  ['中午12点', '12:00'],
  ['上午9点', '09:00'],
  ['24:00', null],
  ['13 am', null],
  ['9.30', null],
])('a typed time %j is %s', (text, time) => expect(timeIn(text)).toBe(time))

it.each([
  ['2026-11', '2026-11'],
  ['202611', '2026-11'],
  ['2026年11月', '2026-11'],
  ['11/2026', '2026-11'],
  ['Nov 2026', '2026-11'],
  ['tháng 11 năm 2026', '2026-11'],
  ['2026-11-01', '2026-11'],
  ['2026-11-05', null],
  ['2026-13', null],
])('a typed month %j is %s', (text, month) => expect(monthIn(text)).toBe(month))
