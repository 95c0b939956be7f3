import { describe, expect, it } from 'vitest'
import type { FieldDefinition } from '#kernel/fields.ts'
import { converted, needsConversion, notConvertible } from './conversion.ts'

const field = (definition: Omit<FieldDefinition, 'cn' | 'en'>): FieldDefinition => ({ cn: '甲', en: 'A', ...definition })
const text = field({ kind: 'text', max: 20 })
const choice = field({ kind: 'select', options: [{ value: 'o', cn: '可用', en: 'Open' }, { value: 'r', cn: '维修', en: 'Repair' }] })
const hasItem = (dictionary: string, value: string) => dictionary === 'unit' && value === 'pcs'
const convert = (value: unknown, before: FieldDefinition, after: FieldDefinition) => converted(value, before, after, hasItem)

describe('a value of a field whose kind changes', () => {
  it.each<[unknown, FieldDefinition, FieldDefinition, unknown]>([
    ['24', text, field({ kind: 'integer' }), 24],
    ['24.0', text, field({ kind: 'integer' }), 24],
    ['24.50', field({ kind: 'number' }), field({ kind: 'integer' }), notConvertible],
    ['约20人', text, field({ kind: 'integer' }), notConvertible],
    ['9999999999', text, field({ kind: 'integer' }), notConvertible],
    ['300', text, field({ kind: 'integer', max: 200 }), notConvertible],
    [24, field({ kind: 'integer' }), text, '24'],
    ['可用', text, choice, 'o'],
    ['Repair', text, choice, 'r'],
    ['停用', text, choice, notConvertible],
    ['o', choice, text, '可用'],
    ['o', choice, field({ kind: 'multiselect', options: choice.options! }), ['o']],
    [['o', 'r'], field({ kind: 'multiselect', options: choice.options! }), choice, notConvertible],
    ['pcs', text, field({ kind: 'select', dict: 'unit' }), 'pcs'],
    ['box', text, field({ kind: 'select', dict: 'unit' }), notConvertible],
    ['有', text, field({ kind: 'switch' }), true],
    ['也许', text, field({ kind: 'switch' }), notConvertible],
    [true, field({ kind: 'switch' }), text, '是'],
    ['2026-02-30', text, field({ kind: 'date' }), notConvertible],
    ['2026-02-03 04:05:06', field({ kind: 'datetime' }), field({ kind: 'date' }), '2026-02-03'],
    ['2026-02-03', field({ kind: 'date' }), field({ kind: 'datetime' }), '2026-02-03 00:00:00'],
    ['u1', field({ kind: 'person' }), field({ kind: 'people' }), ['u1']],
    [['u1'], field({ kind: 'people' }), field({ kind: 'person' }), 'u1'],
    [['u1', 'u2'], field({ kind: 'people' }), field({ kind: 'person' }), notConvertible],
    ['u1', field({ kind: 'person' }), text, notConvertible],
    ['s1', field({ kind: 'reference', to: 'supplier' }), field({ kind: 'reference', to: 'customer' }), notConvertible],
    ['一二三四五六七八九十一二三四五六七八九十一', field({ kind: 'textarea' }), text, notConvertible],
    ['', text, field({ kind: 'integer' }), null],
  ])('%j', (value, before, after, expected) => {
    expect(convert(value, before, after)).toEqual(expected)
  })

  it('stays as it is where only names and limits change', () => {
    expect([needsConversion(text, field({ kind: 'text', max: 10 })), needsConversion(text, field({ kind: 'textarea' })),
      needsConversion(field({ kind: 'reference', to: 'supplier' }), field({ kind: 'reference', to: 'customer' }))]).toEqual([false, true,
        true])
  })
})
