import { describe, expect, it } from 'vitest'
import { integer, number } from '#kernel/fields.ts'
import { rule } from '#kernel/rules.ts'
import { claim } from '../testing.tsx'
import { columnWidth, frameWidth, planColumns } from './columns.ts'

const frame = { whole: frameWidth.number + frameWidth.actions, more: frameWidth.more }
const plan = (width: number, more = {}) => planColumns({ form: claim, table: 'items', width, frame, isShown: () => true, ...more })

describe('the columns of a grid', () => {
  it('are all there when they fit, in the order of the form', () => {
    expect(plan(2000)).toEqual({ main: ['detail', 'amount', 'approved', 'proof', 'note', 'place', 'origin', 'files'], groups: [],
      rest: [] })
  })

  it('are those that everybody has to fill in when they do not', () => {
    expect(plan(480).main).toEqual(['detail', 'amount'])
    expect(plan(480).rest).toContain('approved')
  })

  it('are as wide as the heading of a count', () => {
    expect(columnWidth(integer({ cn: '数量', en: 'Quantity' }))).toBe(80)
    expect(columnWidth(integer({ cn: '交货周期（天）', en: 'Lead time (days)' }))).toBe(119)
  })

  it('are those that a node opens, for its approver', () => {
    expect(plan(480, { isOpen: (column: string) => column === 'approved' }).main).toEqual(['amount', 'approved'])
  })

  it('have room for quantities that are asked for in some documents, and for those of a node before all others', () => {
    const { items } = claim.fields
    const asked = number({ cn: '数量', en: 'Quantity', required: 'amount > 0', precision: 3 })
    const issued = number({ cn: '实发', en: 'Issued', required: 'amount > 0', atNode: 'pay', editAt: ['pay'], precision: 3 })
    const form = { ...claim, fields: { ...claim.fields, items: { ...items, columns: { ...items?.columns, asked, issued } } } }
    expect(plan(600, { form }).main).toContain('asked')
    expect(plan(600, { form }).main).not.toContain('issued')
    expect(plan(600, { form, isOpen: (column: string) => column === 'issued' }).main).toContain('issued')
  })

  it('keep what an entry of the node is compared with beside it', () => {
    const { items } = claim.fields
    const ordered = number({ cn: '订单数', en: 'Ordered', required: true, precision: 3 })
    const supplied = number({ cn: '可供数量', en: 'Available', required: true, atNode: 'pay', editAt: ['pay'], precision: 3 })
    const columns = { ...items?.columns, ordered, supplied }
    const compared = rule('X-1', { each: 'items', when: 'supplied > ordered', fields: ['supplied'], cn: '过多', en: 'Too much' })
    const form = { ...claim, rules: [...claim.rules, compared], fields: { ...claim.fields, items: { ...items, columns } } }
    const isOpen = (column: string) => column === 'supplied'
    expect(plan(600, { form, isOpen }).main).toEqual(['amount', 'ordered', 'supplied'])
    expect(plan(600, { form: { ...form, rules: claim.rules }, isOpen }).main).not.toContain('ordered')
  })

  it('keep the figures that the node reads anew beside its entries', () => {
    const { items } = claim.fields
    const stock = number({ cn: '可用库存', en: 'Available stock', system: true, readOnly: true, precision: 3 })
    const issued = number({ cn: '实发', en: 'Issued', required: true, atNode: 'pay', editAt: ['pay'], precision: 3 })
    const read = { call: 'stock', with: {}, rows: 'items', into: { stock: 'qty' } }
    const form = { ...claim, figures: [{ ...read, at: ['edit', 'pay'] }],
      fields: { ...claim.fields, items: { ...items, columns: { ...items?.columns, stock, issued } } } }
    const isOpen = (column: string) => column === 'issued'
    expect(plan(600, { form, isOpen }).main).toContain('stock')
    expect(plan(600, { form: { ...form, figures: [{ ...read, at: ['edit'] }] }, isOpen }).main).not.toContain('stock')
  })

  it('leave out what no row shows', () => {
    expect(plan(2000, { isShown: (column: string) => column === 'amount' })).toEqual({ main: ['amount'], groups: [], rest: [] })
  })

  it('leave out what is never shown, also while there is no row', () => {
    const { items } = claim.fields
    const form = { ...claim,
      fields: { ...claim.fields,
        items: { ...items, columns: { ...items?.columns, note: { ...items?.columns?.['note'], visible: 'false' } } } } }
    expect(plan(2000, { form }).main).not.toContain('note')
  })
})
