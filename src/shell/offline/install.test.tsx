import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { useInstall } from './install.ts'

function Install() {
  const install = useInstall()
  return install ? <button type="button" onClick={install}>install</button> : <p>nothing</p>
}

it('is offered once the browser offers it, and asks once', async () => {
  const prompt = vi.fn(async () => undefined)
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt })
  render(<Install />)
  expect(screen.getByText('nothing')).toBeVisible()
  act(() => void dispatchEvent(event))
  expect(event.defaultPrevented).toBe(true)
  await userEvent.click(screen.getByRole('button', { name: 'install' }))
  expect(prompt).toHaveBeenCalledOnce()
  expect(screen.getByText('nothing')).toBeVisible()
})

it('is gone when the product was installed from the browser', () => {
  render(<Install />)
  act(() => void dispatchEvent(Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt: vi.fn() })))
  expect(screen.getByRole('button', { name: 'install' })).toBeVisible()
  act(() => void dispatchEvent(new Event('appinstalled')))
  expect(screen.getByText('nothing')).toBeVisible()
})
