import { act, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { LiveNotifications } from '#providers/live.ts'
import { draw } from '../form/testing.tsx'
import { LiveContext } from './live-context.ts'
import { NotificationToaster } from './NotificationToaster.tsx'

type PushedFrame = Parameters<Parameters<LiveNotifications['onFrame']>[0]>[0]

/** Shows a message that arrives; returns whether it still stands after half a minute. */
async function staysOn({ isPhone }: { isPhone: boolean }) {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  vi.spyOn(globalThis, 'matchMedia').mockImplementation((media) =>
    ({ matches: isPhone && media.includes('max-width: 767px'), addEventListener: () => undefined, removeEventListener: () =>
      undefined }) as unknown as MediaQueryList
  )
  let arrive: (frame: PushedFrame) => void = () => undefined
  const live = { onFrame: (listener: typeof arrive) => {
    arrive = listener
    return () => undefined
  }, dedupe: { acquire: async () => true } } as unknown as LiveNotifications
  await draw(
    <LiveContext value={live}>
      <NotificationToaster />
    </LiveContext>,
  )
  const message = { id: 'm1', kind: 'note', title: '提醒', enTitle: 'Reminder', content: '明天出发', enContent: 'You leave tomorrow',
    businessNo: null, documentTitle: null, params: {} }
  await act(async () => arrive({ counts: {}, message } as unknown as PushedFrame))
  expect(await screen.findByText('You leave tomorrow')).toBeInTheDocument()
  await act(() => vi.advanceTimersByTimeAsync(30_000))
  return screen.queryByText('You leave tomorrow') !== null
}

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

it('a message leaves the screen of a phone by itself', async () => {
  expect(await staysOn({ isPhone: true })).toBe(false)
})

it('a message stays on a wide screen until it is closed', async () => {
  expect(await staysOn({ isPhone: false })).toBe(true)
})
