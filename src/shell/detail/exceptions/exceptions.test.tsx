import { fireEvent, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { exceptions, openDocument } from '../testing.tsx'

const key = (pressed: string) => fireEvent.keyDown(document.body, { key: pressed })

it('stand in one line below the head, the applicant’s words unfolded by E; the row carries the sign, and says what it is', async () => {
  await openDocument({ exceptions })
  const line = screen.getByRole('region', { name: '2 exceptions' })
  expect(line).toHaveTextContent('Row 1: invoice of another company')
  expect(line).toHaveTextContent('12 days late')
  expect(line).toHaveTextContent('1 not explained')
  expect(line).not.toHaveTextContent('Made out to ACME')
  key('e')
  expect(within(line).getByRole('list')).toHaveTextContent('Made out to ACME')
  expect(within(line).getByRole('list')).toHaveTextContent('Explanation: Bought for us')
  key('e')
  expect(within(line).queryByRole('list')).toBeNull()
  const row = (await screen.findByText('Two cables')).closest('tr')!
  expect(within(row).getByRole('img', { name: 'Exception' })).toBeInTheDocument()
  const said = screen.getByText('Made out to ACME').closest('tr')!
  expect(said).toHaveTextContent('Explanation: Bought for us')
  // no column of its own beside those of the row
  const width = ({ cells }: HTMLTableRowElement) => [...cells].reduce((sum, { colSpan }) => sum + colSpan, 0)
  expect(width(said)).toBe(width(row))
})

it('are gone through by N, and a click shows one: its row, or its field', async () => {
  const shown: string[] = []
  Element.prototype.scrollIntoView = function scrolled() {
    shown.push((this as HTMLElement).dataset['place'] ?? (this as HTMLElement).dataset['field'] ?? '')
  }
  const page = await openDocument({ exceptions })
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  for (let pressed = 0; pressed < 3; pressed += 1) {
    key('n')
    await frame()
  }
  expect(shown).toEqual(['items 1', 'paidOn', 'items 1'])
  await page.user.click(screen.getByRole('button', { name: '12 days late' }))
  await frame()
  expect(shown.at(-1)).toBe('paidOn')
})

it('of more than three only three are named; a document without any has no line', async () => {
  const page = await openDocument({ exceptions: ['c', 'd', 'e', 'f', 'g'].map((each) => ({ ...exceptions[0]!, key: each })) })
  expect(screen.getByRole('region', { name: '5 exceptions' })).toHaveTextContent('2 more')
  page.unmount()
  await openDocument()
  expect(screen.queryByRole('region', { name: /exception/ })).toBeNull()
})
