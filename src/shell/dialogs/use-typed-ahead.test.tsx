import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { expect, it, vi } from 'vitest'
import { useTypedAhead } from './use-typed-ahead.ts'

function Search({ typedAhead }: { typedAhead(): string }) {
  const [keyword, setKeyword] = useState('')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    field.current?.focus()
  }, [])
  return (
    <input aria-label="search" ref={field} value={keyword} onChange={({ target }) => setKeyword(target.value)}
      onFocus={() => setKeyword(keyword + typedAhead())} />
  )
}

/** A page whose key `c` opens a search that arrives later, and that does something else with `p`. */
async function open(pass: () => void) {
  let arrive: () => void = () => undefined
  const Late = lazy(() => new Promise<{ default: typeof Search }>((resolve) => (arrive = () => resolve({ default: Search }))))
  function Page() {
    const [isOpen, setIsOpen] = useState(false)
    const typedAhead = useTypedAhead(isOpen, useCallback(() => setIsOpen(false), []))
    useEffect(() => {
      const press = ({ key }: KeyboardEvent) => (key === 'c' ? setIsOpen(true) : pass())
      addEventListener('keydown', press)
      return () => removeEventListener('keydown', press)
    }, [])
    return isOpen
      ? (
        <Suspense fallback="waiting">
          <Late typedAhead={typedAhead} />
        </Suspense>
      )
      : 'closed'
  }
  render(<Page />)
  const user = userEvent.setup()
  await user.keyboard('c')
  expect(document.body).toHaveTextContent('waiting')
  return { user, arrive: () => arrive() }
}

it('gives a search what was typed while it was on its way, and nothing of it to the page', async () => {
  const pass = vi.fn<() => void>()
  const { user, arrive } = await open(pass)
  await user.keyboard('fxp{Backspace}')
  arrive()
  expect(await screen.findByLabelText('search')).toHaveValue('fx')
  await user.keyboard('by')
  expect(screen.getByLabelText('search')).toHaveValue('fxby')
  expect(pass).toHaveBeenCalledTimes(2)
})

it('closes a search that is not there yet with Escape', async () => {
  const { user } = await open(() => undefined)
  await user.keyboard('x{Escape}')
  expect(document.body).toHaveTextContent('closed')
})
