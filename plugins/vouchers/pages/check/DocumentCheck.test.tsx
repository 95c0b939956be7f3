import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { draw } from '#shell/form/testing.tsx'
import type { ComparedRow } from './comparing.ts'
import { DocumentCheck } from './DocumentCheck.tsx'

const row = (place: number, change: Partial<ComparedRow> = {}): ComparedRow => ({ table: 'items', place, isRead: true, isCompared: true,
  comparisons: [{ subject: 'number', entered: '1', read: '1', isSame: true }], usedIn: [], verifications: [], isVerifiable: false,
  ...change })
const other = row(2, { comparisons: [{ subject: 'buyer', entered: 'Ours', read: 'Theirs', isSame: false }] })

async function shown(rows: readonly ComparedRow[], isChecked?: boolean): Promise<string | undefined> {
  const { call, unmount } = await draw(<DocumentCheck document="d1" {...(isChecked && { isChecked })} />, {
    '/oaserver/voucher/compare': () => rows,
  })
  await expect.poll(() => call.mock.calls.length).toBe(1)
  await new Promise((done) => setTimeout(done))
  const text = screen.queryByRole('region', { name: 'Invoice check' })?.textContent ?? undefined
  unmount()
  return text
}

it('says what differs, and what agrees', async () => {
  expect(await shown([row(1), other])).toContain('Theirs')
  expect(await shown([row(1)])).not.toContain('Theirs')
})

it('is absent where the differences are listed as exceptions and nothing else is to be said', async () => {
  expect(await shown([row(1), other], true)).toBeUndefined()
})

it('says what was verified beside such differences', async () => {
  const verified = row(1, { verifications: [{ number: '1', file: 'f', outcome: 'genuine' }] })
  expect(await shown([verified, other], true)).toContain('1')
})
