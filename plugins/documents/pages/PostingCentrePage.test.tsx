import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { canPosting } from '#kernel/postings.ts'
import { loadPermissions } from '#providers/permissions.ts'
import { draw } from '#shell/form/testing.tsx'
import type { PostingDetail, PostingRow } from '../wire.ts'
import { PostingCentrePage } from './PostingCentrePage.tsx'

const row: PostingRow = { id: '1', state: 'refused', what: '信息记录/Info record', system: 'SAP', form: '采购价格/Purchase price',
  key: 'CGJG1-1-infoRecord-i1', amount: '1200.00', attempts: 2, createdAt: '2026-11-20 09:00:00', lastAt: '2026-11-20 09:14:00',
  dueAt: '2026-11-20 09:15:00', posted: null, message: 'E 06 321  Supplier V200004 has not been created', code: '06 321', field: 'vendor',
  means: '供应商未扩展/The vendor isn’t set up', reverses: null, document: 'd1', number: 'CGJG202611200001', type: 'purchasePrice',
  title: '冯伟提交的采购价格', titleEn: 'Purchase price submitted by Wei Feng', subject: '连接器调价', subjectEn: 'Connector price',
  company: '苏州公司/Suzhou', waitsFor: 'SAP管理员/SAP administrator' }
const posted: PostingRow = { ...row, id: '2', state: 'posted', number: 'CGJG202611200002', posted: '5300000001', message: null, code: null,
  field: null, means: null, waitsFor: null }
const detail: PostingDetail = { ...row,
  details: [{ severity: 'error', code: '06 321', message: 'Supplier V200004 has not been created', row: 2, field: 'vendor',
    label: '供应商/Supplier' }],
  body: [{ name: 'vendor', label: '供应商/Supplier', value: 'V200004', isWithheld: false }, { name: 'bankAccounts', label: null,
    value: null, isWithheld: true }, { name: 'batches', label: '批次/Batch', value: [null], isWithheld: false }, { name: 'orders',
    label: '工单/Order', value: ['1000123', null], isWithheld: false }],
  tries: [{ id: '9', at: '2026-11-20 09:14:00', outcome: 'refused', code: '06 321', message: row.message, number: null, person: null }],
  helped: { posted: 4, handled: 0, reason: null }, repair: null, mayBeReversed: false }
const figure = { count: 0, amount: '0', oldest: null, next: null, seconds: null, days: [0, 0, 0, 0, 0, 0, 0] }
const answers = {
  '/workflow/posting/page': ({ states }: { states?: readonly string[] }) => ({
    records: states?.includes('posted') ? [posted] : [row, posted],
    total: 2,
    amount: '2400.00',
  }),
  '/workflow/posting/figures': () => ({
    states: { waiting: figure, sent: figure, posted: { ...figure, count: 1 }, refused: { ...figure, count: 1, oldest: row.createdAt },
      handled: figure },
    types: [{ type: 'purchasePrice', form: '采购价格/Purchase price' }],
  }),
  '/workflow/posting/1': () => detail,
  '/workflow/posting/retry': () => true,
}

beforeEach(async () => {
  globalThis.fetch = (async (address: string) =>
    address === '/public/identityProvider'
      ? Response.json({ data: { issuer: null, clientId: 'oa-web' } })
      : new Response('', { status: 403 })) as typeof fetch
  await loadPermissions({ get: async () => ({ permissions: Object.values(canPosting) }) } as never, async () => 'token')
})

it('tells in our words why a line was refused, then in the other system’s, and offers one way on', async () => {
  const { user, call } = await draw(<PostingCentrePage />, answers)
  await user.click(await screen.findByRole('button', { name: 'Expand CGJG202611200001' }))
  expect(screen.getAllByText('Connector price')[0]).toBeVisible()
  expect(screen.getAllByText('waits for SAP administrator')[0]).toBeVisible()
  expect(within(screen.getByRole('list', { name: 'Messages by row' })).getByText('Row 2 · Supplier')).toBeVisible()
  expect(screen.queryByText('Purchase price submitted by Wei Feng')).not.toBeInTheDocument()
  expect(await screen.findByText('The vendor isn’t set up')).toBeVisible()
  expect(screen.getByText('1000123, —')).toBeInTheDocument()
  expect(screen.queryByText('Batch')).toBeNull()
  expect(screen.getByText('E 06 321 Supplier V200004 has not been created')).toHaveAttribute('lang', 'en')
  expect(screen.getByText('Similar postings corrected and posted: 4')).toBeVisible()
  expect(screen.getByText('V200004').closest('[data-wrong]')).not.toBeNull()
  expect(screen.getByText('Not visible to you')).toBeVisible()
  expect(document.querySelectorAll('.ant-btn-primary')).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  const question = await screen.findByRole('dialog')
  await user.click(within(question).getByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(call).toHaveBeenCalledWith('/workflow/posting/retry', { id: '1' }, expect.anything()))
})

it('ends a refused line in its code for whoever may do nothing about it', async () => {
  await loadPermissions({ get: async () => ({ permissions: [canPosting.view] }) } as never, async () => 'token')
  await draw(<PostingCentrePage />, answers)
  expect(await screen.findByText('06 321')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
})

it('shows only what a figure counts', async () => {
  const { user } = await draw(<PostingCentrePage />, answers)
  await user.click(await screen.findByTitle('Show Posted only'))
  await waitFor(() => expect(screen.queryByText('CGJG202611200001')).toBeNull())
  expect(screen.getByText('5300000001')).toBeVisible()
})

it('is gone through by keys: down, open, select, let go', async () => {
  const { user } = await draw(<PostingCentrePage />, answers)
  await screen.findByText('CGJG202611200001')
  await user.keyboard('j')
  await user.keyboard('{Enter}')
  expect(await screen.findByText('The vendor isn’t set up')).toBeVisible()
  await user.keyboard('x')
  const bar = within(await screen.findByRole('group', { name: 'Batch actions' }))
  expect(bar.getByText('1 selected')).toBeVisible()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByText('The vendor isn’t set up')).toBeNull())
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('group', { name: 'Batch actions' })).toBeNull())
})
