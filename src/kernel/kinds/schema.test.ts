import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import * as build from '../fields.ts'
import type { FieldDefinition } from '../fields.ts'
import { patterns } from '../values/patterns.ts'
import type { IssueParameters } from './checked.ts'
import { fieldSchema, valueSchema } from './schema.ts'
import { everyKind } from './testing.ts'

const label = { cn: '字段', en: 'Field' }

/** Fault codes of a value: the kind's own, or zod's for a value of the wrong shape. */
function faultsOf(field: FieldDefinition, value: unknown): string[] {
  const issues = fieldSchema(field).safeParse(value).error?.issues ?? []
  return issues.map((issue) => ('params' in issue ? (issue.params as unknown as IssueParameters).code : issue.code))
}

const long = (length: number): string => '字'.repeat(length)

const edges: Record<string, { field: FieldDefinition; good: unknown[]; bad: Record<string, unknown[]> }> = {
  text: {
    field: build.text(label),
    good: ['', ' ', long(200), '😀'.repeat(200), 'a/b'],
    bad: { 'field.tooLong': [long(201), '😀'.repeat(201)], 'field.characters': ['a\nb', 'a\u0000', '\ud800', '\u007f'],
      invalid_type: [1, true, ['a'], {}] },
  },
  'text with limits': {
    field: build.text({ ...label, min: 2, max: 4, pattern: '^[a-z]+$' }),
    good: ['', 'ab', 'abcd'],
    bad: { 'field.tooShort': ['a'], 'field.tooLong': ['abcde'], 'field.format': ['AB'] },
  },
  phone: { field: build.text({ ...label, pattern: patterns.phone }), good: ['13800138000'],
    bad: { 'field.phone': ['12800138000', '1380013800', '138001380001'] } },
  email: { field: build.text({ ...label, pattern: patterns.email }), good: ['a@b.cn', 'a.b@c.d.e'],
    bad: { 'field.email': ['a', 'a@b', 'a b@c.d', '@b.c', 'a@.c'] } },
  textarea: { field: build.textarea(label), good: [`a\n\t${long(497)}`],
    bad: { 'field.tooLong': [long(501)], 'field.characters': ['\u0000', '\u000b'] } },
  richtext: { field: build.richtext(label), good: ['<p>a</p>'], bad: { 'field.tooLong': [long(20_001)] } },
  money: {
    field: build.money(label),
    good: ['0', '0.00', '-1.5', '999999999999999.99', '1234.5'],
    bad: {
      'field.decimals': ['1.005', '0.001'],
      'field.tooLarge': ['1000000000000000'],
      'field.amount': ['', ' ', '1,000', '1e3', '+1', '01', '.5', '5.', 'NaN', 'Infinity', '-0', '-0.00', '１', '0x1', '1 '],
      invalid_type: [1, 1.5, false, {}],
    },
  },
  'money with limits': {
    field: build.money({ ...label, min: 0, max: 100 }),
    good: ['0', '100', '100.00'],
    bad: { 'field.money': ['-0.01', '100.01', '12,5'] },
  },
  'money from zero': { field: build.money({ ...label, min: 0 }), good: ['0'], bad: { 'field.min': ['-0.01'] } },
  'money up to ten': { field: build.money({ ...label, max: 10, precision: 4 }), good: ['10.0000', '0.1234'],
    bad: { 'field.max': ['10.0001'], 'field.decimals': ['0.12345'] } },
  number: {
    field: build.number({ ...label, precision: 1, min: 0.5, max: 365 }),
    good: ['0.5', '365', '1.0'],
    bad: { 'field.decimals': ['0.55'], 'field.range': ['0.4', '365.1'], 'field.number': ['a'] },
  },
  'number of six places': { field: build.number(label), good: ['7.123456'], bad: { 'field.decimals': ['7.1234567'] } },
  percent: { field: build.percent({ ...label, min: 0, max: 13 }), good: ['6', '13.00', '0'],
    bad: { 'field.range': ['13.01', '-1'], 'field.decimals': ['1.001'] } },
  integer: {
    field: build.integer({ ...label, min: 1, max: 3 }),
    good: [1, 3],
    bad: { 'field.range': [0, 4], invalid_type: [1.5, '1', Number.NaN, Number.POSITIVE_INFINITY] },
  },
  'any integer': { field: build.integer(label), good: [0, -5, Number.MAX_SAFE_INTEGER],
    bad: { too_big: [2 ** 53], too_small: [-(2 ** 53)] } },
  rate: { field: build.rate(label), good: [0, 5], bad: { 'field.range': [-1, 6], invalid_type: [2.5] } },
  date: {
    field: build.date(label),
    good: ['2024-02-29', '2026-12-31'],
    bad: { 'field.date': ['2026-02-29', '2026-13-01', '2026-1-1', '', '20261231', '2026-12-31T00:00:00'], invalid_type: [20261231] },
  },
  datetime: {
    field: build.datetime(label),
    good: ['2026-12-31 23:59:59'],
    bad: { 'field.datetime': ['2026-12-31', '2026-12-31 24:00:00', '2026-02-30 10:00:00', '2026-12-31T10:00:00', '2026-12-31 10:00'] },
  },
  time: { field: build.time(label), good: ['00:00', '23:59:59'], bad: { 'field.time': ['24:00', '9:00', ''] } },
  daterange: {
    field: build.daterange(label),
    good: [['2026-01-01', '2026-01-01'], ['2026-01-01', '2026-12-31']],
    bad: {
      'field.dateOrder': [['2026-01-02', '2026-01-01']],
      'field.date': [['2026-02-30', '2026-03-01']],
      too_small: [['2026-01-01'], []],
      too_big: [['2026-01-01', '2026-01-02', '2026-01-03']],
      invalid_type: ['2026-01-01'],
    },
  },
  select: { field: build.select({ ...label, dict: 'colour' }), good: ['1', 'anything'],
    bad: { 'field.tooLong': [long(101)], invalid_type: [1] } },
  radio: { field: everyKind.radio, good: ['y', ''], bad: { 'field.options': ['maybe'] } },
  multiselect: {
    field: build.multiselect({ ...label, max: 2, options: everyKind.radio.options }),
    good: [[], ['y'], ['y', 'n']],
    bad: { 'field.options': [['x']], 'field.option': [['']], 'field.repeated': [['y', 'y']], invalid_type: ['y', [1]] },
  },
  'multiselect of three': { field: build.multiselect({ ...label, max: 2 }), good: [['a', 'b']],
    bad: { 'field.tooMany': [['a', 'b', 'c']] } },
  checkbox: { field: build.checkbox(label), good: [true, false], bad: { invalid_type: ['true', 1, 'Y'] } },
  switch: { field: build.toggle(label), good: [true, false], bad: { invalid_type: ['1'] } },
  cascader: { field: build.cascader(label), good: [[], ['31', '3101']],
    bad: { 'field.type': [[''], ['1', '2', '3', '4', '5', '6', '7']], invalid_type: ['31', [31]] } },
  person: { field: build.person(label), good: ['u1', 'x'.repeat(64)],
    bad: { 'field.id': ['', ' ', 'x'.repeat(65), 'a\u0000'], invalid_type: [1, ['u1'], { id: 'u1' }] } },
  currency: { field: build.currency(label), good: ['CNY'], bad: { 'field.currency': ['cny', 'CN', 'CNYX', ''] } },
  people: {
    field: build.people({ ...label, min: 2, max: 3 }),
    good: [[], ['a', 'b'], ['a', 'b', 'c']],
    bad: { 'field.tooManyPeople': [['a', 'b', 'c', 'd']], 'field.tooFewPeople': [['a']], 'field.repeated': [['a', 'a']],
      'field.id': [['a', '']] },
  },
  documentLink: {
    field: build.documentLink({ ...label, min: 2 }),
    good: [['a', 'b']],
    bad: { 'field.tooFew': [['a']], 'field.tooMany': [Array.from({ length: 21 }, (_, index) => String(index))] },
  },
  attachment: {
    field: build.attachment(label),
    good: [[], Array.from({ length: 100 }, (_, index) => `f${index}`)],
    bad: { 'field.tooManyFiles': [Array.from({ length: 101 }, (_, index) => `f${index}`)], invalid_type: [['a', null], [{ id: 'f1' }]] },
  },
  'few attachments': { field: build.attachment({ ...label, min: 1, max: 2 }), good: [['a'], ['a', 'b']],
    bad: { 'field.tooManyFiles': [['a', 'b', 'c']] } },
  calculated: { field: build.calculated({ ...label, result: 'money', value: '1', min: 0 }), good: ['0.00', '5'],
    bad: { 'field.min': ['-1.00'], invalid_union: [5, {}] } },
  title: { field: build.title(label), good: [], bad: { invalid_type: ['x', 1, {}] } },
  table: {
    field: build.table({ ...label, min: 2, max: 3, columns: { amount: build.money({ ...label, max: 5 }) } }),
    good: [[], [{ rowId: 'a' }, { rowId: 'b', amount: '5' }], [{ rowId: 'a', amount: null }, { rowId: 'b' }]],
    bad: {
      'field.tooFewRows': [[{ rowId: 'a' }]],
      'field.tooManyRows': [['a', 'b', 'c', 'd'].map((rowId) => ({ rowId }))],
      'field.rowRepeated': [[{ rowId: 'a' }, { rowId: 'a' }]],
      'field.max': [[{ rowId: 'a' }, { rowId: 'b', amount: '6' }]],
      unrecognized_keys: [[{ rowId: 'a', other: 1 }, { rowId: 'b' }], [JSON.parse('{"rowId":"a","__proto__":{"x":1}}'), { rowId: 'b' }], [{
        rowId: 'a',
        constructor: 1,
      }, {
        rowId: 'b',
      }]],
      invalid_type: [[{ amount: '1' }, { rowId: 'b' }], [{ rowId: 1 }, { rowId: 'b' }], {}, 'x'],
      custom: [[{ rowId: '' }, { rowId: 'b' }]],
    },
  },
}

describe.each(Object.entries(edges))('%s', (_, { field, good, bad }) => {
  it('accepts nothing', () => {
    expect(faultsOf(field, null)).toEqual([])
    expect(faultsOf(field, undefined)).toEqual([])
  })

  it('accepts its values', () => {
    for (const value of good) expect([value, ...faultsOf(field, value)]).toEqual([value])
  })

  it('says what is wrong', () => {
    for (const [code, values] of Object.entries(bad)) {
      for (const value of values) expect([value, ...faultsOf(field, value)]).toEqual([value, code])
    }
  })
})

describe('a whole value', () => {
  const schema = valueSchema(everyKind)

  it('is built once for its fields', () => expect(valueSchema(everyKind)).toBe(schema))

  it('refuses keys that it does not know, above all those that reach a prototype', () => {
    const refused = (json: string): unknown => schema.safeParse(JSON.parse(json)).error?.issues.map((issue) => issue.code)
    expect(refused('{}')).toBeUndefined()
    for (const key of ['other', '__proto__', 'constructor', 'toString', 'prototype']) {
      expect(refused(`{"${key}": {}}`)).toEqual(['unrecognized_keys'])
    }
  })

  it('describes itself for the API', () => {
    const json = z.toJSONSchema(schema, { io: 'input' })
    expect(json.additionalProperties).toBe(false)
    expect(Object.keys(json.properties ?? {})).toEqual(Object.keys(everyKind))
    expect(JSON.stringify(json.properties?.['text'])).toContain('"maxLength":200')
  })

  it('answers any JSON with a verdict, never with an exception', () => {
    const keys = fc.constantFrom(...Object.keys(everyKind))
    fc.assert(fc.property(fc.dictionary(keys, fc.jsonValue()), (value) => {
      expect(typeof schema.safeParse(value).success).toBe('boolean')
    }))
  })
})
