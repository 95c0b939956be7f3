import { screen } from '@testing-library/react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { draw } from '../form/testing.tsx'
import { HomePage } from './HomePage.tsx'

it.each([['2026-11-26T20:00:00Z', 'Friday 27 November'], ['2026-11-27T12:00:00Z', 'Friday 27 November']])(
  'greets at %s with the company’s day, whatever the time zone of the browser',
  async (now, day) => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) })
    onTestFinished(() => void vi.useRealTimers())
    await draw(<HomePage />)
    expect((await screen.findByText(/November/)).textContent?.replace(',', '')).toBe(day)
  },
)

it('greets the person by their given name', async () => {
  await draw(<HomePage />)
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toMatch(/^Good \w+, [A-Z][a-z]+$/)
})
