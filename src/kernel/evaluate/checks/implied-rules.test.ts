import { describe, expect, it } from 'vitest'
import { date, daterange, datetime, table, text } from '#kernel/fields.ts'
import { approve, defineFlow, initiator } from '#kernel/flow.ts'
import { defineForm } from '#kernel/form.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { check } from './check.ts'
import { rulesOf } from './implied-rules.ts'

const label = { cn: '到访日期', en: 'Arrival' }
const form = defineForm({ key: 'visit', cn: '来访', en: 'Visit', path: '/visit', prefix: 'LF', group: 'x', icon: 'file',
  flow: defineFlow([approve('head', initiator, { cn: '主管', en: 'Head', edits: ['end'] })]), fields: {
    arrival: date({ ...label, earliest: 'today()', latest: 'today() + duration("P30D")' }),
    start: datetime({ cn: '开始', en: 'Start', earliest: 'arrival' }),
    end: datetime({ cn: '结束', en: 'End', earliest: 'start' }),
    stay: daterange({ cn: '住宿', en: 'Stay', earliest: 'arrival', latest: 'date("2026-12-31")' }),
    days: table({ cn: '日程', en: 'Days',
      columns: { on: date({ cn: '日期', en: 'Day', earliest: 'header.arrival' }), until: date({ cn: '至', en: 'Until', earliest: 'on' }),
        what: text({ cn: '内容', en: 'What' }) } }),
  } })

const found = (value: FormValue, at = 'start') =>
  check(form, value, { today: '2026-11-30', now: '2026-11-30 09:00:00', reference: () => undefined }, { at, partial: true })
    .map(({ field, message }) => `${field}: ${message?.en}`)

describe('the limits of a date', () => {
  it('refuse a day before the earliest and after the latest, with the day in the message', () => {
    expect(found({ arrival: '2026-11-29' })).toEqual(['arrival: Arrival cannot be before 2026-11-30'])
    expect(found({ arrival: '2026-12-31' })).toEqual(['arrival: Arrival cannot be after 2026-12-30'])
    expect(found({ arrival: '2026-11-30' })).toEqual([])
    expect(found({ arrival: null })).toEqual([])
  })

  it('compare a moment with a day by its day, and moments to the second', () => {
    const arrival = '2026-12-01'
    expect(found({ arrival, start: '2026-12-01 00:00:00' })).toEqual([])
    expect(found({ arrival, start: '2026-11-30 23:59:00' })).toEqual(['start: Start cannot be before 2026-12-01'])
    expect(found({ arrival, start: '2026-12-01 09:00:00', end: '2026-12-01 08:59:59' })).toEqual([
      'end: End cannot be before 2026-12-01 09:00:00',
    ])
  })

  it('hold for both ends of a range, and for each row', () => {
    expect(found({ arrival: '2026-12-01', stay: ['2026-11-30', '2027-01-01'] })).toEqual(['stay: Stay cannot be before 2026-12-01',
      'stay: Stay cannot be after 2026-12-31'])
    expect(
      found({ arrival: '2026-12-01',
        days: [{ rowId: 'a', on: '2026-12-01', until: '2026-11-30' }, { rowId: 'b', on: '2026-11-30', until: null }] }),
    ).toEqual([
      'days.1.on: Day cannot be before 2026-12-01',
      'days.0.until: Until cannot be before 2026-12-01',
    ])
  })

  it('hold where the field is filled in', () => {
    expect(rulesOf(form).map(({ id, at }) => `${id} ${at?.join()}`)).toEqual(['arrival earliest start', 'arrival latest start',
      'start earliest start', 'end earliest start,head', 'stay earliest start', 'stay latest start', 'days.on earliest start',
      'days.until earliest start'])
  })
})
