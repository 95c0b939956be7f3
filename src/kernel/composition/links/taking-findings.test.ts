import { describe, expect, it } from 'vitest'
import { documentLink, type Fields, money, table, text } from '../../fields.ts'
import type { RowTaking } from '../../fields/links.ts'
import { formWith, label, plugin, messagesOf } from '../testing.ts'

const source = (columns: Fields) =>
  formWith({ key: 'source', path: '/source', prefix: 'SO',
    fields: { ...formWith({}).fields, lines: table({ ...label, columns: { code: text(label), price: money(label), ...columns } }) } })
const taking = (takes: Partial<RowTaking>, column: Fields = {}) =>
  formWith({
    fields: {
      ...formWith({}).fields,
      from: documentLink({ ...label, links: ['source'] }),
      items: table({ ...label, takes: { from: 'from', of: { source: { rows: 'lines', set: { code: 'code' }, keeps: ['code'] } }, ...takes },
        columns: { code: text(label), price: money(label), ...column } }),
    },
  })
const found = (takes: Partial<RowTaking>, { theirs = {}, ours = {} }: { readonly theirs?: Fields; readonly ours?: Fields } = {}) =>
  messagesOf(plugin({ forms: [source(theirs), taking(takes, ours)] })).filter((line) => line.includes('takes'))

describe('rows that are taken over', () => {
  it('come from a link that accepts the type, into columns that somebody enters', () => {
    expect(found({})).toEqual([])
    expect(found({ from: 'amount' })).toEqual([expect.stringContaining('takes › from')])
    expect(found({ of: {} })).toEqual([expect.stringContaining('takes › of')])
    expect(found({ of: { small: { rows: 'rows', set: { code: 'owner.name' } } } })).toEqual([expect.stringContaining('takes › of')])
    expect(found({ of: { source: { rows: 'lines', set: { nothing: 'code' } } } })).toEqual([expect.stringContaining('source › set')])
    expect(found({ of: { source: { rows: 'lines', set: { code: 'code' }, keeps: ['price'] } } })).toEqual([
      expect.stringContaining('source › keeps'),
    ])
  })

  it('are rows that there are, by expressions that can be read there', () => {
    expect(found({ of: { source: { rows: 'gone', set: { code: 'code' } } } })).toEqual([expect.stringContaining('source › rows')])
    expect(found({ of: { source: { rows: 'lines', set: { code: 'gone' } } } })).toEqual([expect.stringContaining('set code')])
    expect(found({ of: { source: { rows: 'lines', set: { code: 'code' }, when: 'gone = 1' } } })).toEqual([
      expect.stringContaining('source › when'),
    ])
    expect(found({ of: { source: { rows: 'lines', set: { code: 'header.who.name', price: 'item.price' } } } })).toEqual([])
  })

  it('tell nobody what is confidential there', () => {
    const theirs = { cost: money({ ...label, system: true, visibleTo: { roles: ['a', 'b'] } }) }
    const set = { code: 'code', price: 'cost' }
    const cost = (roles: readonly string[]) => ({ price: money({ ...label, system: true, visibleTo: { roles } }) })
    expect(found({ of: { source: { rows: 'lines', set } } }, { theirs })).toEqual([expect.stringContaining('“lines.cost”')])
    expect(found({ of: { source: { rows: 'lines', set } } }, { theirs, ours: cost(['c']) })).toEqual([
      expect.stringContaining('“lines.cost”'),
    ])
    expect(found({ of: { source: { rows: 'lines', set } } }, { theirs, ours: cost(['a']) })).toEqual([])
    expect(found({ of: { source: { rows: 'lines', set: { code: 'code' }, when: 'cost > 1' } } }, { theirs })).toEqual([
      expect.stringContaining('“lines.cost”'),
    ])
  })
})
