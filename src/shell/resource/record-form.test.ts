import { describe, expect, it } from 'vitest'
import { defineFields, integer, number, select, text, toggle } from '#kernel/fields.ts'
import { defineResource } from '#kernel/resource.ts'
import { problemsOf, sentValue, startValue, statesOf } from './RecordDialog.tsx'

const label = { cn: '字段', en: 'Field' }
const facts = { today: '2026-11-20', now: '2026-11-20 10:00:00', reference: () => undefined }

const gadget = defineResource({
  name: 'gadget',
  ...label,
  base: '/test',
  path: '/gadget',
  table: 'gadget',
  key: 'code',
  fields: defineFields({
    code: text({ ...label, required: true, pattern: '^[A-Z]+$' }),
    status: select({ ...label, default: '"1"', options: [{ value: '1', ...label }, { value: '2', ...label }] }),
    count: integer({ ...label, default: '2 + 3', max: 9 }),
    reason: text({ ...label, required: 'status = "2"' }),
    note: text({ ...label, visible: 'count > 5' }),
    enabled: toggle({ ...label, default: 'true' }),
    locked: toggle({ ...label, system: true, readOnly: true }),
    rate: number({ ...label, system: true, readOnly: true, precision: 2 }),
  }),
  columns: ['code'],
  filters: [],
  search: [],
  can: { view: 'test:gadget:view' },
  enable: 'enabled',
  scope: 'everyone',
})

const start = startValue(gadget, undefined, facts)
const codes = (value: object) => problemsOf(gadget, { ...start, code: 'A', ...value }, facts).map(({ field, code }) => `${field} ${code}`)

describe('a record in its dialog', () => {
  it('starts with its declared defaults, or with what it holds', () => {
    expect(start).toEqual({ code: null, status: '1', count: 5, reason: null, note: null, enabled: true })
    expect(startValue(gadget, { id: 'x', code: 'B', locked: true }, facts)).toMatchObject({ code: 'B', count: null })
  })

  it('shows and asks for fields by their conditions', () => {
    expect(statesOf(gadget, start, facts)('reason')).toEqual({ visible: false, required: false })
    expect(statesOf(gadget, { ...start, status: '2' }, facts)('reason')).toEqual({ visible: true, required: true })
    expect(statesOf(gadget, { ...start, count: 6 }, facts)('note').visible).toBe(true)
  })

  it('is not held up by what the server fills in', () => {
    expect(codes({ rate: '7.123456', locked: 'perhaps' })).toEqual([])
  })

  it('tells what is missing and what breaks a limit', () => {
    expect(codes({})).toEqual([])
    expect(codes({ code: null })).toEqual(['code field.enter'])
    expect(codes({ status: '2' })).toEqual(['reason field.enter'])
    expect(codes({ code: 'a1' })).toHaveLength(1)
    expect(codes({ count: 10 })).toHaveLength(1)
  })

  it('sends nothing in what a condition hides', () => {
    expect(sentValue(gadget, { ...start, note: 'typed before', count: 3 }, facts)).toMatchObject({ note: null, count: 3 })
  })
})
