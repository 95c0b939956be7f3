import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { defineFields, integer, table, text } from '#kernel/fields.ts'
import { approve, defineFlow, initiator } from '#kernel/flow.ts'
import { defineForm } from '#kernel/form.ts'
import { FormPage } from '#shell/form/FormPage.tsx'
import { draw } from '#shell/form/testing.tsx'

const form = defineForm({
  key: 'madeUpList',
  cn: '试用清单',
  en: 'Sample list',
  path: '/sample',
  prefix: 'QD',
  group: 'sample',
  icon: 'file',
  fields: defineFields({
    items: table({ cn: '明细', en: 'Items', required: true, max: 2000,
      columns: { what: text({ cn: '名称', en: 'Item' }), count: integer({ cn: '数量', en: 'Count' }) } }),
  }),
  flow: defineFlow([approve('check', initiator, { cn: '审核', en: 'Check' })]),
})

it('takes a block that was copied in a spreadsheet, from the cell with the focus on, and tells what is wrong', async () => {
  localStorage.clear()
  const failed = { total: 2, failed: 1, failureFileId: null, headings: ['Item'],
    failures: [{ row: 2, column: 'Count', reason: 'not a number', cells: ['Bolt'] }] }
  const { user, call } = await draw(<FormPage form={form} />, {
    '/oaserver/madeUpList/calculate': ({ parameters }: { parameters: object }) => ({ value: parameters, problems: [], nodes: [] }),
    '/oaserver/user-input-cache': () => null,
    '/oaserver/madeUpList/rows/items/read': () => ({ ...failed,
      rows: [{ number: 1, isWrong: false, value: { what: 'Nut', count: 3 } }, { number: 2, isWrong: true, value: { what: 'Bolt' } }] }),
  })
  const first = await screen.findByLabelText('Item, row 1', undefined, { timeout: 20_000 })
  await user.click(first)
  await user.paste('Nut\t3\r\nBolt\tx\r\n')
  expect(await screen.findByLabelText('Item, row 2')).toHaveValue('Bolt')
  expect(await screen.findByLabelText('Count, row 1')).toHaveValue('3')
  expect(call).toHaveBeenCalledWith('/oaserver/madeUpList/rows/items/read',
    expect.objectContaining({ columns: ['what', 'count'], cells: [['Nut', '3'], ['Bolt', 'x']] }))
  expect(await screen.findByText(/not a number/, undefined, { timeout: 5000 })).toBeInTheDocument()
  expect(within(screen.getByRole('dialog')).getByText('Added').parentElement).toHaveTextContent('Added1')
})
