import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { draw } from '#shell/form/testing.tsx'
import { MyInvoicesPage } from './MyInvoicesPage.tsx'

const field = (value: string) => ({ value, certain: true, certainty: 1, source: 'x' })
const invoice = (id: string, furtherFiles: readonly object[] = []) => ({ id, attachment: `f-${id}`, fileName: `${id}.xml`, furtherFiles,
  addedAt: '2026-11-20T02:00:00Z', vouchers: [{ kind: 'digital', fields: { number: field(id), total: field('106.00') } }] })

it('shows the further files of an invoice, and lets them be looked at', async () => {
  const records = [invoice('1', [{ attachment: 'f-ofd', fileName: '票.ofd' }, { attachment: 'f-pdf', fileName: '票.pdf' }]), invoice('2')]
  await draw(<MyInvoicesPage />, { '/oaserver/voucher/pool/page': () => ({ records, total: 2, forms: [] }) }, '/my-invoices')
  expect(await screen.findAllByText('Other files of this invoice')).toHaveLength(1)
  expect(screen.getByRole('button', { name: 'Preview 票.pdf' })).toBeVisible()
  expect(screen.getAllByRole('button', { name: /票\.ofd/ }).length).toBeGreaterThan(0)
})
