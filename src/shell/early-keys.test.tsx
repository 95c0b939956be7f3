import { expect, it, vi } from 'vitest'
import { usePageLeft } from './key-hold.ts'
import { draw } from './form/testing.tsx'
import { useKeys } from './keys.ts'

it('a page that is left leaves its keys to the next one', async () => {
  const act = vi.fn()
  const List = () => {
    useKeys({ p: act }, usePageLeft())
    return <p>rows</p>
  }
  const { user } = await draw(<List />)
  await user.keyboard('p')
  expect(act).toHaveBeenCalledOnce()
  const before = location.pathname
  // the router changes the address at once and renders the next page later
  history.pushState(null, '', '/a-document')
  await user.keyboard('p')
  expect(act).toHaveBeenCalledOnce()
  history.pushState(null, '', before)
})
