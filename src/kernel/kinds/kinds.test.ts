import { describe, expect, it } from 'vitest'
import * as build from '../fields.ts'
import { fieldKinds } from '../fields.ts'
import { Num } from '../feel/numbers.ts'
import { FeelRange } from '../feel/values.ts'
import { FeelDate } from '../feel/temporal/date.ts'
import { FeelDateTime, FeelTime } from '../feel/temporal/date-time.ts'
import { fileFaults } from './attachment.ts'
import { filterSchema } from './schema.ts'
import { filterOf } from './host-traits.ts'
import { kindOf } from './registry.ts'
import { everyKind, facts } from './testing.ts'

const label = { cn: '字段', en: 'Field' }

/** A sample value of each kind that holds one. */
const samples: Partial<Record<(typeof fieldKinds)[number], unknown>> = {
  text: 'a',
  textarea: 'a\nb',
  number: '1.5',
  integer: 3,
  money: '1234.50',
  percent: '6',
  date: '2026-11-20',
  datetime: '2026-11-20 10:30:00',
  time: '10:30:00',
  daterange: ['2026-11-01', '2026-11-30'],
  select: '1',
  multiselect: ['1', '2'],
  radio: 'y',
  checkbox: true,
  switch: true,
  cascader: ['31', '3101'],
  person: 'u1',
  people: ['u1', 'u2'],
  department: 'd1',
  reference: 'TAXI',
  currency: 'CNY',
  process: 'madeUp',
  documentLink: ['x1'],
  attachment: ['f1'],
  richtext: '<p>a</p>',
  rate: 4,
  calculated: '2',
}

it('has a meaning for each kind of the closed list', () => {
  expect(Object.keys(everyKind).toSorted()).toEqual(fieldKinds.toSorted())
  for (const kind of fieldKinds) expect(kindOf({ kind })).toBeDefined()
})

it.each(Object.entries(samples))('%s comes back from an expression as it went in', (key, value) => {
  const field = everyKind[key as keyof typeof everyKind]
  expect(kindOf(field).fromFeel(kindOf(field).toFeel(value, field, facts), field)).toEqual(value)
  expect(kindOf(field).empty(value)).toBe(false)
})

it.each(Object.entries(everyKind))('%s knows when it is empty', (_, field) => {
  for (const value of [null, undefined]) {
    expect(kindOf(field).empty(value)).toBe(true)
    expect([null, false]).toContainEqual(
      Array.isArray(kindOf(field).toFeel(value, field, facts)) ? null : kindOf(field).toFeel(value, field, facts),
    )
    expect(kindOf(field).searchText(value, field, facts)).toBe('')
  }
  expect(kindOf(field).fromFeel(null, field)).toBeNull()
})

it('counts blank text, empty lists, unticked boxes and markup without words as empty', () => {
  const empty = (kind: (typeof fieldKinds)[number], value: unknown): boolean => kindOf({ kind }).empty(value)
  expect([empty('text', '  '), empty('people', []), empty('table', []), empty('checkbox', false)]).toEqual([true, true, true, true])
  for (const hidden of ['\u200b\u200b', '\u00ad', '\ufeff', '\u2060\u200d', '\u00a0\u3000'])
    expect([empty('text', hidden), empty('richtext', `<p>${hidden}</p>`)]).toEqual([true, true])
  expect(empty('text', '\u200bA')).toBe(false)
  expect(empty('text', { toString: 'no text' })).toBe(false)
  expect([empty('richtext', '<p>&nbsp;</p>'), empty('richtext', '<img src="x">')]).toEqual([true, false])
  expect([empty('integer', 0), empty('money', '0.00'), empty('rate', 0)]).toEqual([false, false, false])
})

describe('in expressions', () => {
  const feel = (key: keyof typeof everyKind, value: unknown) => kindOf(everyKind[key]).toFeel(value, everyKind[key], facts)

  it('numbers are decimals of 34 digits', () => {
    for (const [key, value] of [['money', '0.1'], ['number', '0.1'], ['percent', '0.1'], ['calculated', '0.1']] as const) {
      const number = feel(key, value)
      expect(number instanceof Num && number.plus('0.2').toFixed()).toBe('0.3')
    }
    expect(feel('integer', 3)).toEqual(new Num(3))
    expect(feel('money', 'nonsense')).toBeNull()
  })

  it('days and moments are FEEL’s own, without a zone', () => {
    expect(feel('date', '2026-11-20')).toBeInstanceOf(FeelDate)
    expect(feel('time', '10:30')).toBeInstanceOf(FeelTime)
    expect(feel('datetime', '2026-11-20 10:30:00')).toBeInstanceOf(FeelDateTime)
    expect(String(feel('datetime', '2026-11-20 10:30:00'))).toBe('2026-11-20T10:30:00')
    expect(feel('daterange', ['2026-11-01', '2026-11-30'])).toBeInstanceOf(FeelRange)
    expect(feel('date', '2026-02-30')).toBeNull()
    expect(feel('daterange', ['2026-12-01', '2026-11-30'])).toBeNull()
  })

  it('a reference is its record, or its id alone when it is unknown', () => {
    expect({ ...(feel('department', 'd1') as object) }).toEqual({ id: 'd1', name: '制造部/Production', nameCn: '制造部',
      nameEn: 'Production', hasBudgetDept: true })
    expect({ ...(feel('department', 'gone') as object) }).toEqual({ id: 'gone' })
    expect(feel('person', 'u1')).toMatchObject({ departments: ['d1'], level: new Num(3) })
    expect(feel('documentLink', ['x1', 'x2'])).toMatchObject([{ id: 'x1', amount: '120.50' }, { id: 'x2' }])
    expect(feel('people', ['u1'])).toMatchObject([{ id: 'u1', name: '王伟/Wei Wang' }])
  })

  it('choices and currencies stay texts, lists are lists, nothing ticked is false', () => {
    expect([feel('select', '1'), feel('currency', 'CNY'), feel('select', ''), feel('text', '')]).toEqual(['1', 'CNY', null, null])
    expect([feel('multiselect', null), feel('table', null), feel('documentLink', undefined)]).toEqual([[], [], []])
    expect([feel('checkbox', null), feel('switch', undefined), feel('switch', true)]).toEqual([false, false, true])
  })

  it('a table is a list of rows', () => {
    expect(feel('table', [{ rowId: 'a', amount: '1.5' }])).toMatchObject([{ rowId: 'a', amount: new Num('1.5'), note: null }])
  })

  it('never takes an attribute that could reach a prototype', () => {
    const record = JSON.parse('{"__proto__":{"admin":true},"constructor":1,"ok":1}') as Record<string, unknown>
    const field = everyKind.reference
    const context = kindOf(field).toFeel('p', field, { reference: () => record })
    expect(Object.keys(context as object).toSorted()).toEqual(['id', 'ok'])
    expect((context as Record<string, unknown>)['admin']).toBeUndefined()
  })
})

describe('from expressions', () => {
  const from = (field: build.FieldDefinition, value: Parameters<ReturnType<typeof kindOf>['fromFeel']>[0]) =>
    kindOf(field).fromFeel(value, field)

  it('rounds money half-up to its places', () => {
    expect(from(build.money(label), new Num('1.005'))).toBe('1.01')
    expect(from(build.money({ ...label, precision: 4 }), new Num('1'))).toBe('1.0000')
    expect(from(build.number({ ...label, precision: 1 }), new Num('0.25'))).toBe('0.3')
    expect(from(build.integer(label), new Num('2.5'))).toBe(3)
    expect(from(build.integer(label), new Num('1e30'))).toBeNull()
    expect(from(build.money(label), 'abc')).toBeNull()
  })

  it.each([
    ['money', new Num('-0.004'), '0.00'],
    ['number', new Num('7.1234565'), '7.123457'],
    ['integer', new Num('2.5'), '3'],
    ['text', '贰元整', '贰元整'],
    ['text', new Num('1.50'), '1.5'],
    ['boolean', true, true],
    ['date', FeelDate.of(2026, 1, 2), '2026-01-02'],
    ['money', 'x', null],
  ] as const)('a calculated %s of %s is %j', (result, value, stored) => {
    expect(from(build.calculated({ ...label, value: 'x', result }), value)).toBe(stored)
  })

  it('takes the id of a record and the records of a list', () => {
    expect(from(everyKind.department, { id: 'd1', name: 'x' })).toBe('d1')
    expect(from(everyKind.department, 'd2')).toBe('d2')
    expect(from(everyKind.people, [{ id: 'u1' }, 'u2', null])).toEqual(['u1', 'u2'])
  })

  it('gives rows of a list of contexts ids of their own', () => {
    const rows = from(everyKind.table, [{ amount: new Num(1), strange: 'x' }, { note: 'b' }]) as { rowId: string }[]
    expect(rows).toMatchObject([{ amount: '1.00' }, { note: 'b' }])
    expect(new Set(rows.map(({ rowId }) => rowId)).size).toBe(2)
    expect(rows[0]).not.toHaveProperty('strange')
  })
})

describe('against records and dictionaries', () => {
  const facing = (field: build.FieldDefinition, value: unknown) => kindOf(field).factFaults?.(value, field, facts).map(({ code }) => code)

  it('a choice has to be in its dictionary', () => {
    expect([facing(everyKind.select, '1'), facing(everyKind.select, '9')]).toEqual([[], ['field.option']])
    expect(facing(everyKind.multiselect, ['1', '9'])).toEqual(['field.option'])
    expect(facing(everyKind.radio, 'y')).toEqual([])
  })

  it('a choice is none that its field excludes', () => {
    const unit = build.select({ ...label, dict: 'unit', excludes: ['box'] })
    const found = (value: string) => kindOf(unit).factFaults?.(value, unit, { reference: () => undefined, dict: () => '箱/Box' })
    expect([found('box'), found('set')]).toEqual([[{ code: 'field.option', limit: true }], []])
  })

  it('a number is a multiple of its step', () => {
    const found = (field: build.FieldDefinition, value: unknown) => kindOf(field).faults(value, field).map(({ code }) => code)
    const hours = build.number({ ...label, min: 0, step: 0.1 })
    expect([found(hours, '0.3'), found(hours, '0.35'), found(hours, '0')]).toEqual([[], ['field.step'], []])
    const seats = build.integer({ ...label, step: 4 })
    expect([found(seats, -8), found(seats, 6)]).toEqual([[], ['field.step']])
  })

  it('a file has to suit its field', () => {
    const pdf = build.attachment({ ...label, extensions: ['pdf'], maxBytes: 20_480_000 })
    expect([facing(pdf, ['f1']), facing(pdf, ['f2']), facing(pdf, ['unknown'])]).toEqual([[], ['field.fileType'], []])
    expect(fileFaults({ id: 'x', fileName: '照片.heic' }, build.attachment({ ...label, extensions: ['.pdf', '*.jpg', 'jpg'] }))).toEqual([
      { code: 'field.fileType', parameters: { file: '照片.heic', types: 'pdf, jpg' } },
    ])
    expect(facing(build.attachment({ ...label, maxBytes: 20_480_000 }), ['f2'])).toEqual(['field.fileSize'])
    expect(facing(everyKind.attachment, ['f2'])).toEqual([])
  })
})

describe('in spreadsheets', () => {
  const cell = (key: keyof typeof everyKind, value: unknown, locale: 'cn' | 'en' = 'en') =>
    kindOf(everyKind[key]).excelCell(value, everyKind[key], { locale, facts })

  it('types numbers, days and words', () => {
    expect(cell('money', '1234.5')).toEqual({ value: 1234.5, format: '#,##0.00' })
    expect(cell('number', '7.125')).toEqual({ value: 7.125, format: '#,##0.###' })
    expect(cell('integer', 3)).toEqual({ value: 3, format: '#,##0' })
    // a year has no thousands separator
    expect(kindOf({ kind: 'integer' }).excelCell(2026, { ...everyKind.integer, isName: true }, { locale: 'cn', facts })).toEqual({
      value: 2026,
      format: '0',
    })
    expect(cell('date', '2026-11-20')).toEqual({ value: new Date('2026-11-20T00:00:00Z'), format: 'yyyy-mm-dd' })
    expect(cell('datetime', '2026-11-20 10:30:00').value).toEqual(new Date('2026-11-20T10:30:00Z'))
    expect(cell('text', '=1+1')).toEqual({ value: '=1+1', format: '@' })
  })

  it('keeps an amount exact that a spreadsheet would round', () => {
    expect(cell('money', '99999999999999.99')).toEqual({ value: '99,999,999,999,999.99', format: '@' })
    expect(cell('money', '9999999999999.99').value).toBe(9999999999999.99)
  })

  it('shows names in the reader’s language', () => {
    expect([cell('person', 'u1', 'cn').value, cell('person', 'u1').value]).toEqual(['王伟', 'Wei Wang'])
    expect([cell('select', '2', 'cn').value, cell('radio', 'n').value, cell('switch', true, 'cn').value]).toEqual(['蓝', 'No', '是'])
    expect(cell('multiselect', ['1', '2']).value).toBe('Red; Blue')
    expect([cell('documentLink', ['x1']).value, cell('attachment', ['f1']).value, cell('person', 'gone').value]).toEqual(['AB202611200001',
      'Scan.PDF', 'gone'])
    expect(cell('richtext', '<p>a &amp; b</p>').value).toBe('a & b')
  })
})

describe('several records of a kind', () => {
  const owners = build.multiselect({ ...label, of: 'person', max: 2 })
  const { toFeel, fromFeel, faults, excelCell, searchText, shape } = kindOf(owners)

  it('are ids on the wire and records in expressions', () => {
    expect(shape(owners).safeParse(['u1', 'u2']).success).toBe(true)
    expect(toFeel(['u1'], owners, facts)).toMatchObject([{ id: 'u1', name: '王伟/Wei Wang' }])
    expect(fromFeel([{ id: 'u1' }, 'u2'], owners)).toEqual(['u1', 'u2'])
  })

  it('are none twice, no more than the limit, and have ids', () => {
    expect(faults(['u1', 'u1'], owners).map(({ code }) => code)).toEqual(['field.repeated'])
    expect(faults(['u1', 'u2', 'u3'], owners).map(({ code }) => code)).toEqual(['field.tooMany'])
    expect(faults([' '], owners)).toEqual([{ code: 'field.id', path: [0] }])
  })

  it('are found and shown by their names', () => {
    expect(searchText(['u1'], owners, facts)).toBe('王伟 Wei Wang')
    expect(excelCell(['u1', 'gone'], owners, { locale: 'cn', facts }).value).toBe('王伟; gone')
  })
})

it('finds references and choices by both their names', () => {
  const words = (key: keyof typeof everyKind, value: unknown) => kindOf(everyKind[key]).searchText(value, everyKind[key], facts)
  expect(words('person', 'u1')).toBe('王伟 Wei Wang')
  expect(words('select', '1')).toBe('红 Red')
  expect(words('currency', 'CNY')).toBe('CNY 人民币 RMB')
  expect(words('table', [{ rowId: 'a', amount: '1.5', note: 'tea' }])).toBe('1.5 tea')
})

describe('filters', () => {
  const accepts = (field: build.FieldDefinition, value: unknown) => filterSchema(field)?.safeParse(value).success

  it('are of the kind’s sort', () => {
    expect(filterOf(everyKind.text)).toBe('contains')
    expect(filterOf(everyKind.money)).toBe('range')
    expect(filterOf(everyKind.person)).toBe('oneOf')
    expect(filterOf(everyKind.switch)).toBe('equals')
    expect(filterOf(everyKind.table)).toBeNull()
    expect(filterOf(build.calculated({ ...label, value: 'x', result: 'text' }))).toBe('contains')
  })

  it('take values of the field’s own sort, beyond its limits too', () => {
    expect(accepts(build.money({ ...label, max: 5 }), ['0', '1000.123'])).toBe(true)
    expect(accepts(everyKind.money, [null, '1'])).toBe(true)
    expect(accepts(everyKind.money, ['x', null])).toBe(false)
    expect(accepts(everyKind.date, ['2026-01-01', '2026-02-30'])).toBe(false)
    expect(accepts(everyKind.daterange, ['2026-01-01', null])).toBe(true)
    expect(accepts(everyKind.calculated, ['1', '2'])).toBe(true)
    expect(accepts(everyKind.integer, [1, 5])).toBe(true)
    expect(accepts(everyKind.person, ['u1'])).toBe(true)
    expect(accepts(everyKind.person, [])).toBe(false)
    expect(accepts(everyKind.switch, 'true')).toBe(false)
    expect(accepts(everyKind.table, 'x')).toBeUndefined()
  })
})

it('names a column type for every kind that holds a value', () => {
  const types = Object.fromEntries(Object.entries(everyKind).map(([key, field]) => [key, kindOf(field).sqlType(field)]))
  expect(types).toMatchObject({
    text: 'varchar(200)',
    money: 'numeric(17,2)',
    number: 'numeric(24,6)',
    date: 'date',
    datetime: 'timestamp(0)',
    person: 'varchar(64)',
    table: 'jsonb',
    title: null,
    plaintext: null,
    integer: 'bigint',
    switch: 'boolean',
    richtext: 'text',
  })
  expect(Object.values(types).filter((type) => type === null)).toHaveLength(2)
})

describe('attributes that companies settle', () => {
  it('answer with the own message of a pattern, in both languages and with slashes', () => {
    const words = { cn: '编号如2026/01', en: 'A number such as 2026/01' }
    const field = build.text({ ...label, pattern: '^\\d{4}/\\d\\d$', patternMessage: words })
    expect(kindOf(field).faults('x', field)).toEqual([{ code: 'field.own',
      parameters: { message: '编号如2026／01/A number such as 2026/01' }, limit: true }])
    expect(kindOf(field).faults('2026/01', field)).toEqual([])
  })

  it('take tags beside the choices, ten of twenty characters', () => {
    const field = build.multiselect({ ...label, options: [{ value: 'a', cn: '甲', en: 'A' }], freeText: true })
    expect(kindOf(field).faults(['a', '样品'], field)).toEqual([])
    expect(kindOf(field).faults(['x'.repeat(21)], field)).toMatchObject([{ code: 'field.tooLong', parameters: { n: 20 } }])
    const many = Array.from({ length: 11 }, (_, number) => `t${number}`)
    expect(kindOf(field).faults(many, field)).toMatchObject([{ code: 'field.tooMany', parameters: { n: 10 } }])
    const { freeText: _, ...closed } = field
    expect(kindOf(closed).faults(['样品'], closed)).toMatchObject([{ code: 'field.options' }])
  })

  it('write numbers that are names without thousands, and print units', () => {
    const year = build.number({ ...label, isName: true })
    expect(kindOf(year).excelCell('2026', year, { locale: 'cn', facts })).toEqual({ value: 2026, format: '0' })
    const length = build.number({ ...label, unit: { cn: '公里', en: 'km' } })
    expect(kindOf(length).print?.text?.('1200', length, { locale: 'en', facts })).toBe('1,200 km')
  })
})
