import { expect, it, vi } from 'vitest'

it('is loaded without a line about the runtime', async () => {
  const warn = vi.spyOn(console, 'warn')
  const { Provider, errors, interactionPolicy } = await import('./library.ts')
  expect(warn).not.toHaveBeenCalled()
  expect([typeof Provider, typeof errors.InvalidGrant, typeof interactionPolicy.base]).toEqual(['function', 'function', 'function'])
})
