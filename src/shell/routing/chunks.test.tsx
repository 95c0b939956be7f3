import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { reloadOnce } from './chunks.ts'

const reload = vi.fn()

beforeEach(() => {
  vi.stubGlobal('location', { reload })
  sessionStorage.clear()
  reload.mockClear()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('loads a new deployment once, so that a broken one does not loop', () => {
  reloadOnce()
  reloadOnce()
  expect(reload).toHaveBeenCalledTimes(1)
})

it('leaves the page as it is without a connection, and may reload when it is back', () => {
  const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  reloadOnce()
  expect(reload).not.toHaveBeenCalled()
  isOnline.mockReturnValue(true)
  reloadOnce()
  expect(reload).toHaveBeenCalledTimes(1)
})
