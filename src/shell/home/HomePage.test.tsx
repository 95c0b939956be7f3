import { screen } from '@testing-library/react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { draw } from '../form/testing.tsx'
import { HomePage } from './HomePage.tsx'

it.each([['2026-11-26T23:30:00Z', 'Friday 27 November', 'Good morning'], ['2026-11-27T12:00:00Z', 'Friday 27 November', 'Good evening']])(
  'greets at %s with the company’s day and hour, whatever the time zone of the browser',
  async (now, day, greeting) => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) })
    onTestFinished(() => void vi.useRealTimers())
    await draw(<HomePage />)
    expect((await screen.findByText(/November/)).textContent?.replace(',', '')).toBe(day)
    expect(screen.getByRole('heading', { level: 1 }).textContent).toContain(greeting)
  },
)
