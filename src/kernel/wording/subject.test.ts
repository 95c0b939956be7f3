import { describe, expect, it } from 'vitest'
import { cascader, date, datetime, daterange, defineFields, table, text, textarea } from '../fields.ts'
import type { FormValue } from '../values/value.ts'
import type { SubjectPart } from '../form.ts'
import { subjectOf, subjectPlaces } from './subject.ts'

const named = { cn: '名', en: 'Name' }
const fields = defineFields({
  reason: textarea(named),
  supplier: text({ ...named, bilingual: true }),
  day: date(named),
  period: daterange(named),
  start: datetime(named),
  end: datetime(named),
  items: table({ ...named, columns: { detail: text(named), spec: text(named), from: cascader(named), to: cascader(named) } }),
})

const names: Readonly<Record<string, string>> = { '320500': '苏州市/Suzhou', '310100': '上海市/Shanghai', '440300': '深圳市/Shenzhen',
  DE: '德国/Germany' }
const places = { reference: (_: string, code: string) => (names[code] ? { name: names[code] } : undefined) }
const about = (value: FormValue, ...subject: SubjectPart[]) => subjectOf({ fields, subject }, value, places)
const leg = (from: readonly string[], to: readonly string[]) => ({ rowId: `${from}${to}`, from, to })
const [suzhou, shanghai, shenzhen] = [['320000', '320500'], ['310000', '310100'], ['440000', '440300', '440305']]
const route = { from: 'items.from', to: 'items.to' }

describe('what a document is about', () => {
  it('is nothing where its form says nothing, or nothing was entered', () => {
    expect(about({ reason: '出差' })).toEqual({ cn: '', en: '' })
    expect(about({ reason: '  ', items: [{ rowId: 'r' }] }, 'reason', 'items.detail', route, { from: 'start', to: 'end' }, 'period'))
      .toEqual({ cn: '', en: '' })
  })

  it('is a text in one line, cut where it is long', () => {
    expect(about({ reason: ' 拜访\n客户 ' }, 'reason')).toEqual({ cn: '拜访 客户', en: '拜访 客户' })
    expect([...about({ reason: '长'.repeat(80) }, 'reason').cn]).toHaveLength(40)
  })

  it('is the half of a name in each language', () => {
    expect(about({ supplier: '启明包装/Qiming Packaging', reason: '首次/再次' }, 'supplier', 'reason')).toEqual({ cn: '启明包装，首次/再次',
      en: 'Qiming Packaging, 首次/再次' })
  })

  it('is the first of several rows with their number', () => {
    const items = [{ rowId: '1', detail: '测试夹具' }, { rowId: '2', detail: '快递' }, { rowId: '3', detail: '测试夹具' }, { rowId: '4',
      detail: '样品' }]
    expect(about({ items }, 'items.detail')).toEqual({ cn: '测试夹具等 3 项', en: '测试夹具 and 2 more' })
  })

  it('says once, at the end, how many rows there are of the table that several of its parts come from', () => {
    const items = [{ rowId: '1', detail: '示波器', spec: '100 MHz' }, { rowId: '2', detail: '示波器', spec: '200 MHz' }, { rowId: '3' }, {
      rowId: '4',
      detail: '示波器',
      spec: '100 MHz',
    }]
    expect(about({ items, reason: '实验室' }, 'items.detail', 'items.spec', 'reason')).toEqual({ cn: '示波器，100 MHz等 2 项，实验室',
      en: '示波器, 100 MHz and 1 more, 实验室' })
    expect(about({ items: items.slice(0, 1) }, 'items.detail', 'items.spec').cn).toBe('示波器，100 MHz')
    expect(about({ items: [{ rowId: '1', detail: '样机' }, { rowId: '2', detail: '夹具', spec: 'B2' }] }, 'items.detail', 'items.spec').en)
      .toBe('样机 and 1 more')
  })

  it('is a way without its return, and a span of days', () => {
    const trip = { items: [leg(suzhou!, shanghai!), leg(shanghai!, suzhou!)], start: '2026-11-24 08:00:00', end: '2026-11-25 18:00:00',
      reason: '客户拜访' }
    expect(about(trip, route, { from: 'start', to: 'end' }, 'reason')).toEqual({ cn: '苏州 → 上海，11-24 至 11-25，客户拜访',
      en: 'Suzhou → Shanghai, 11-24 to 11-25, 客户拜访' })
    expect(
      about({ items: [leg(suzhou!, shenzhen!), leg(shenzhen!, ['DE'])], start: trip.start, end: '2026-11-24 18:00:00' }, route, {
        from: 'start',
        to: 'end',
      }).cn,
    ).toBe(
      '苏州 → 深圳 → 德国，11-24',
    )
    expect(about({ period: ['2026-01-01', '2026-03-31'], day: '2026-02-28' }, 'period', 'day').en).toBe('01-01 to 03-31, 02-28')
  })

  it('asks for the places it names', () => {
    expect(subjectPlaces({ fields, subject: [route, 'items.detail'] }, { items: [leg(suzhou!, ['DE'])] })).toEqual(['320500', 'DE'])
  })
})
