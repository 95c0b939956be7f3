import { fireEvent, screen, waitFor } from '@testing-library/react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { draw } from './form/testing.tsx'
import { endHold, openedByKeys, useKeyHold } from './key-hold.ts'
import { asDecision, useKeys } from './keys.ts'

/** A dialog whose frame gets the focus first, like antd's, and then its field or a button. */
function Return({ onConfirm, isDanger }: { onConfirm(text: string): void; isDanger: boolean }) {
  const [text, setText] = useState('')
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    frame.current?.focus()
  }, [])
  return (
    <div role="dialog" aria-modal tabIndex={-1} ref={frame} onKeyDown={({ key, ctrlKey }) => key === 'Enter' && ctrlKey && onConfirm(text)}>
      <textarea aria-label="reason" value={text} onChange={({ target }) =>
        setText(target.value)} />
      <button type="button" onClick={() => openedByKeys(frame.current)}>cancel</button>
      {!isDanger && <button type="button" onClick={() => screen.getByLabelText('reason').focus()}>to the field</button>}
    </div>
  )
}

/** A page whose shortcut `r` opens a dialog that is loaded later, and with other shortcuts. */
async function open({ isDanger = false, key = 'r' } = {}) {
  const calls = { pass: vi.fn<() => void>(), launch: vi.fn<() => void>(), confirm: vi.fn<(text: string) => void>() }
  let arrive: () => void = () => undefined
  const Late = lazy(() => new Promise<{ default: typeof Return }>((resolve) => (arrive = () => resolve({ default: Return }))))
  function Page() {
    const [isOpen, setIsOpen] = useState(false)
    const hold = useKeyHold()
    const close = () => setIsOpen(false)
    const ask = () => {
      hold(close)
      setIsOpen(true)
    }
    useKeys({ [key]: asDecision(ask), p: asDecision(calls.pass), c: calls.launch })
    return isOpen
      ? (
        <Suspense fallback="waiting">
          <Late onConfirm={calls.confirm} isDanger={isDanger} />
        </Suspense>
      )
      : 'closed'
  }
  const { user } = await draw(<Page />)
  return { user, calls, arrive: async () => {
    arrive()
    await screen.findByRole('dialog')
  } }
}

afterEach(endHold)

it.each(['price is wrong', 'please correct', 'please fix this'])('types “%s” into the dialog that a letter asked for', async (said) => {
  const { user, calls, arrive } = await open()
  await user.keyboard(`r${said.slice(0, 5)}`)
  await arrive()
  await user.keyboard(`${said.slice(5)}x{Backspace}{Control>}{Enter}{/Control}`)
  expect(calls.confirm).not.toHaveBeenCalled()
  fireEvent.click(screen.getByText('to the field'))
  await waitFor(() => expect(calls.confirm).toHaveBeenCalledExactlyOnceWith(said))
  expect(calls.pass).not.toHaveBeenCalled()
  expect(calls.launch).not.toHaveBeenCalled()
  await user.keyboard('!')
  expect(screen.getByLabelText('reason')).toHaveValue(`${said}!`)
})

it('types into the first field where the dialog gives the focus to a button', async () => {
  const { user, arrive } = await open({ isDanger: true })
  await user.keyboard('rno')
  await arrive()
  fireEvent.click(screen.getByText('cancel'))
  await waitFor(() => expect(screen.getByLabelText('reason')).toHaveValue('no'))
})

it('gives up with Escape, and when nothing opens', async () => {
  const { user, calls } = await open()
  await user.keyboard('rp{Escape}')
  expect(document.body).toHaveTextContent('closed')
  expect(calls.pass).not.toHaveBeenCalled()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    fireEvent.keyDown(document.body, { key: 'r' })
    fireEvent.keyDown(document.body, { key: 'p' })
    expect(document.body).toHaveTextContent('waiting')
    vi.advanceTimersByTime(30_000)
  } finally {
    vi.useRealTimers()
  }
  await waitFor(() => expect(document.body).toHaveTextContent('closed'))
  expect(calls.pass).not.toHaveBeenCalled()
})

it('decides nothing within a word that is typed where nothing was asked for', async () => {
  const { calls } = await open({ key: 't' })
  for (const [at, key] of [...'rp'].entries()) press(key, 10_000 + at * 120)
  expect(calls.pass).not.toHaveBeenCalled()
  press('p', 12_000)
  expect(calls.pass).toHaveBeenCalledOnce()
})

/** Presses a key with a time stamp in ms. */
function press(key: string, at: number) {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
  Object.defineProperty(event, 'timeStamp', { value: at })
  document.body.dispatchEvent(event)
}
