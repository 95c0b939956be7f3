import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { defineFields, table, text } from '#kernel/fields.ts'
import { approve, defineFlow, initiator } from '#kernel/flow.ts'
import { defineForm } from '#kernel/form.ts'
import { FormPage } from '../FormPage.tsx'
import { draw } from '../testing.tsx'

const form = defineForm({
  key: 'madeUpPayment',
  cn: '试用付款',
  en: 'Sample payment',
  path: '/sample',
  prefix: 'FK',
  group: 'sample',
  icon: 'file',
  fields: defineFields({
    vendor: text({ cn: '供应商', en: 'Vendor' }),
    items: table({
      cn: '明细',
      en: 'Items',
      columns: { amount: text({ cn: '金额', en: 'Amount' }) },
      fetches: { cn: '获取', en: 'Fetch items', call: '/made-up/items', by: ['vendor'] },
    }),
  }),
  flow: defineFlow([approve('check', initiator, { cn: '审核', en: 'Check' })]),
})

it('says what it waits for to whoever reaches it, and fetches then', async () => {
  localStorage.clear()
  const { user, call } = await draw(<FormPage form={form} />, {
    '/oaserver/madeUpPayment/calculate': ({ parameters }: { parameters: object }) => ({ value: parameters, problems: [], nodes: [] }),
    '/oaserver/user-input-cache': () => null,
    '/made-up/items': () => ({ rows: [{ rowId: 'r1', amount: '5' }] }),
  })
  const fetch = await screen.findByRole('button', { name: 'Fetch items' }, { timeout: 20_000 })
  expect(fetch).toHaveAttribute('aria-disabled', 'true')
  expect(fetch).toHaveAccessibleDescription('First fill in Vendor')
  fetch.focus()
  expect(fetch).toHaveFocus()
  await user.click(fetch)
  expect(call).not.toHaveBeenCalledWith('/made-up/items', expect.anything())
  await user.type(await screen.findByLabelText('Vendor'), 'V1')
  expect(await screen.findByRole('button', { name: 'Fetch items', description: '' })).not.toHaveAttribute('aria-disabled')
  await user.click(fetch)
  expect(await screen.findByLabelText('Amount, row 1')).toHaveValue('5')
})
