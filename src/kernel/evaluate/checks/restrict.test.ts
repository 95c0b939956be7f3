import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FieldDefinition, Fields } from '#kernel/fields.ts'
import { facts } from '#kernel/kinds/testing.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { editableFields } from '../access/editable.ts'
import { withoutHidden } from '../filling/defaults.ts'
import { openValue } from '../form-state.ts'
import { restrict } from './restrict.ts'
import { everyForm, form, good } from '../testing.ts'

describe('what may be written', () => {
  const editable = (at: string, ...paths: string[]) => paths.filter(editableFields(form, at))

  it('at the start is everything but what is read-only, derived, set by the server or a later node’s', () => {
    expect(editable('start', ...Object.keys(form.fields))).toEqual([
      'title',
      'dept',
      'kind',
      'reason',
      'hint',
      'note',
      'currencyType',
      'deposit',
      'links',
      'items',
      'extra',
      'writeOff',
      'ticket',
      'files',
    ])
    expect(editable('start', 'items.amount', 'items.3.amount', 'items.amountRmb', 'items.stamp', 'extra.open')).toEqual(['items.amount',
      'items.3.amount'])
  })

  it('at a node is what declares the node, a column also without its table', () => {
    const paths = ['title', 'items', 'items.category', 'items.0.approved', 'items.amount', 'extra', 'extra.amount', 'extra.open', 'month',
      'received', 'payDate', 'total']
    expect(editable('review', ...paths)).toEqual(['items.category', 'items.0.approved', 'extra', 'extra.amount', 'month', 'received'])
    expect(editable('pay', ...paths, 'mileage')).toEqual(['payDate', 'mileage'])
  })

  it('at a node is also what the flow opens, but not what is read-only or set by the server', () => {
    expect(editable('boss', 'note', 'comment', 'items.project', 'items.amount', 'number', 'title')).toEqual(['note', 'items.project'])
  })

  it('is nothing at a node that does not exist', () => {
    expect(editable('nowhere', ...Object.keys(form.fields), 'items.amount')).toEqual([])
    expect(editable('start', '__proto__', 'constructor', 'items.constructor', 'nothing')).toEqual([])
  })
})

describe('the cut', () => {
  it('takes over what may be written and keeps the rest', () => {
    const before = { title: 'old', number: 'N1', total: '5.00', month: '2026-11-01' }
    const incoming = { title: 'new', number: 'forged', total: '0.01', month: '2020-01-01', other: 1, deposit: '5' }
    expect(restrict(form, 'start', before, incoming)).toEqual({ title: 'new', number: 'N1', total: '5.00', month: '2026-11-01',
      deposit: '5' })
    expect(restrict(form, 'review', before, incoming)).toEqual({ ...before, month: '2020-01-01' })
  })

  it('keeps what is absent, and clears what is null', () => {
    expect(restrict(form, 'start', { title: 'a', deposit: '1' }, { deposit: null })).toEqual({ title: 'a', deposit: null })
  })

  it('keeps a row’s own columns by its id, whatever its place', () => {
    const before = { items: [{ rowId: 'a', amount: '1', stamp: 'sa' }, { rowId: 'b', amount: '2', stamp: 'sb' }] }
    const incoming = {
      items: [{ rowId: 'b', amount: '3', stamp: 'forged' }, { rowId: 'c', amount: '4', stamp: 'forged', other: 1 }, { amount: '5' }],
    }
    expect(restrict(form, 'start', before, incoming)).toEqual({
      items: [{ rowId: 'b', amount: '3', stamp: 'sb' }, { rowId: 'c', amount: '4' }, { amount: '5' }],
    })
  })

  it('changes only open columns of rows that are there, in their order', () => {
    const incoming = { items: [{ rowId: 'r2', approved: '0.01', amount: '9' }, { rowId: 'new', approved: '1' }],
      extra: [{ rowId: 'e', amount: '1', open: '99' }] }
    const cut = restrict(form, 'review', good, incoming)
    const [one, two] = good['items'] as FormValue[]
    expect(cut['items']).toEqual([one, { ...two, approved: '0.01' }])
    expect(cut['extra']).toEqual([{ rowId: 'e', amount: '1' }])
  })

  it('keeps under approval what the form no longer declares, and leaves it behind when filed anew', () => {
    expect(restrict(form, 'review', { old: 1 }, {})).toEqual({ old: 1 })
    expect(restrict(form, 'start', { old: 1 }, {})).toEqual({})
  })

  it('hands a value of the wrong shape on to the check where it may be written, and drops it elsewhere', () => {
    expect(restrict(form, 'start', {}, { items: 'x' })).toEqual({ items: 'x' })
    expect(restrict(form, 'start', {}, { items: [1, null] })).toEqual({ items: [1, null] })
    expect(restrict(form, 'review', good, { items: 'x' })['items']).toBe(good['items'])
  })

  it('never reads what an object inherits', () => {
    const incoming = Object.create({ title: 'inherited' }) as FormValue
    expect(restrict(form, 'start', {}, incoming)).toEqual({})
    expect(Object.keys(restrict(form, 'start', {}, JSON.parse('{"__proto__":{"title":"x"}}') as FormValue))).toEqual([])
  })
})

interface RestrictSource {
  readonly from: FormValue
  readonly editable: (path: string) => boolean
}

/** The parts that are not editable, as in `from`: fields, the rows of closed tables, and the closed columns of the rows of `after`. */
function sealed(of: typeof form | typeof everyForm, after: FormValue, { from, editable }: RestrictSource): Record<string, unknown> {
  const closed = Object.entries(of.fields).flatMap(([key, field]): [string, unknown][] => {
    if (field.kind !== 'table') return editable(key) ? [] : [[key, from[key]]]
    const columns = Object.keys(columnsOf(field)).filter((column) => !editable(`${key}.${column}`))
    const old = new Map(rowsIn(from, key).map((row) => [row['rowId'], row]))
    const cells = rowsIn(after, key).flatMap((row) =>
      columns.map((column): [string, unknown] => [`${key}.${String(row['rowId'])}.${column}`, old.get(row['rowId'])?.[column]])
    )
    return editable(key) ? cells : [[key, [...old.keys()]], ...cells]
  })
  return Object.fromEntries(closed)
}

function isDerived({ fields }: typeof form | typeof everyForm, path: string): boolean {
  const [key = '', column] = path.split('.')
  const field: FieldDefinition | undefined = fields[key]
  return (column === undefined ? field : field?.columns?.[column])?.value !== undefined
}

const rowsIn = (value: FormValue, key: string): readonly FormValue[] => (value[key] ?? []) as FormValue[]

const columnsOf = (field: FieldDefinition): Fields => field.columns ?? {}

const cell = fc.oneof(fc.constant(undefined), fc.constant(null), fc.string(), fc.integer(), fc.boolean(), fc.constant('1'),
  fc.constant('12.50'))

function anyValue(of: typeof form | typeof everyForm): fc.Arbitrary<FormValue> {
  const entries = Object.entries(of.fields).map(([key, field]) =>
    [key, field.kind === 'table' ? fc.option(rowsOf(Object.keys(columnsOf(field)))) : cell] as const
  )
  return fc.record(Object.fromEntries(entries), { requiredKeys: [] })
}

function rowsOf(columns: readonly string[]): fc.Arbitrary<unknown[]> {
  const row = fc.record({ rowId: fc.constantFrom('r1', 'r2', 'r3', 'r4'), ...Object.fromEntries(columns.map((column) => [column, cell])) },
    { requiredKeys: ['rowId'] })
  return fc.uniqueArray(row, { selector: ({ rowId }) => rowId, maxLength: 4 })
}

describe.each([['sample', form], ['every', everyForm]] as const)('whatever comes in for %s', (_, subject) => {
  it('a path that is not writable keeps its value', () => {
    const moments = fc.constantFrom('start', 'head', 'boss', 'review', 'pay', 'nowhere')
    fc.assert(fc.property(anyValue(subject), anyValue(subject), moments, (before, incoming, at) => {
      const editable = editableFields(subject, at)
      const after = restrict(subject, at, before, incoming)
      expect(sealed(subject, after, { from: after, editable })).toEqual(sealed(subject, after, { from: before, editable }))
      // clearing a hidden value may change a sum, and no other closed field
      const opened = openValue(subject, after, { facts, at })
      const cleared = withoutHidden(opened, at).value
      const entered = (from: FormValue) =>
        sealed(subject, cleared, { from, editable: (path) => editable(path) || isDerived(subject, path) })
      expect(entered(cleared)).toEqual(entered(opened.value))
    }), { numRuns: 300 })
  })
})
