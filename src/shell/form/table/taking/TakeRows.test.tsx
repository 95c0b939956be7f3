import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { defineFields, documentLink, money, table, text } from '#kernel/fields.ts'
import { approve, defineFlow, initiator } from '#kernel/flow.ts'
import { defineForm } from '#kernel/form.ts'
import type { RowsToTake } from '#kernel/answers.ts'
import { FormPage } from '#shell/form/FormPage.tsx'
import { draw } from '#shell/form/testing.tsx'
import { addable, updated, withoutUnlinked, withTaken } from './taken-rows.ts'

const takes = { from: 'quotes', of: { quoted: { rows: 'lines', set: { code: 'code', price: 'price' }, keeps: ['price'] } } } as const
const form = defineForm({
  key: 'madeUpOrder',
  cn: '试用订单',
  en: 'Sample order',
  path: '/sample',
  prefix: 'DD',
  group: 'sample',
  icon: 'file',
  fields: defineFields({
    quotes: documentLink({ cn: '报价', en: 'Quotations', links: ['quoted'], default: '["d1"]' }),
    lines: table({ cn: '行', en: 'Lines', takes,
      columns: { code: text({ cn: '料号', en: 'Code' }), price: money({ cn: '价格', en: 'Price' }) } }),
  }),
  flow: defineFlow([approve('check', initiator, { cn: '审核', en: 'Check' })]),
})

const offered = (code: string, more: Partial<RowsToTake['rows'][number]> = {}) => ({ takenFrom: `quoted/d1/${code}`,
  values: { code, price: '5.00' }, ...more })
const answer: RowsToTake = { businessNo: 'BJ1', rows: [offered('a'), offered('b', { takenBy: 'DD9' }), offered('c')] }

it('adds the rows of a linked document that are chosen; what is kept is locked, and what another document has is told', async () => {
  localStorage.clear()
  const { user } = await draw(<FormPage form={form} />, {
    '/oaserver/madeUpOrder/calculate': ({ parameters }: { parameters: object }) => ({ value: parameters, problems: [], nodes: [] }),
    '/oaserver/user-input-cache': () => null,
    '/oaserver/madeUpOrder/rows/lines/take': () => answer,
    '/workflow/getProcess': () => ({ records: [], total: 0 }),
    '/oaserver/references': () => ({}),
  })
  await user.click(await screen.findByRole('button', { name: 'Add from source' }, { timeout: 20_000 }))
  const dialog = within(await screen.findByRole('dialog', undefined, { timeout: 20_000 }))
  expect(await dialog.findByText('In DD9')).toBeInTheDocument()
  await user.click(dialog.getByRole('button', { name: 'Add 2 rows' }))
  expect(await screen.findByLabelText('Code, row 2')).toHaveValue('c')
  // kept columns are read-only
  expect(screen.queryByLabelText('Price, row 1')).toBeNull()
  expect(screen.getByLabelText('Code, row 1')).toBeEnabled()
})

it('takes a row once, drops those of unlinked documents, and follows what is kept', () => {
  const held = withTaken([{ rowId: 'x' }, { rowId: 'own', code: 'own' }], answer.rows.slice(0, 1))
  expect(held).toMatchObject([{ rowId: 'own' }, { code: 'a', takenFrom: 'quoted/d1/a' }])
  expect(addable(answer, held, undefined).map(({ values }) => values['code'])).toEqual(['c'])
  expect(addable(answer, held, 'DD9').map(({ values }) => values['code'])).toEqual(['b', 'c'])
  expect(withoutUnlinked(held, ['d1'])).toBe(held)
  expect(withoutUnlinked(held, [])).toEqual([{ rowId: 'own', code: 'own' }])
  const changed = held.map((row) => (row['takenFrom'] ? { ...row, code: 'mine', price: '1' } : row))
  expect(updated(changed, [answer], takes)).toMatchObject([{ rowId: 'own' }, { code: 'mine', price: '5.00' }])
  expect(updated(changed, [{ ...answer, rows: [] }], takes)).toEqual([{ rowId: 'own', code: 'own' }])
})
