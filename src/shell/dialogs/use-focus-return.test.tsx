import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { expect, it } from 'vitest'
import { useFocusReturn } from './use-focus-return.ts'

/** A dialog that is unmounted as soon as it is closed; like antd's drawer, its frame gets the focus first. */
function Opening() {
  useFocusReturn()
  const [isOpen, setIsOpen] = useState(false)
  const inside = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isOpen) inside.current?.focus()
  }, [isOpen])
  return (
    <main id="main" tabIndex={-1} onKeyDown={({ key }) => key === 'p' && setIsOpen(true)}>
      <button type="button" onClick={() => setIsOpen(true)}>open</button>
      {isOpen && createPortal(<div className="ant-drawer" tabIndex={-1} ref={(frame) => frame?.focus()}>
        <div role="dialog" aria-label="d">
          <input aria-label="inside" ref={inside} />
          <button type="button" onClick={() => setIsOpen(false)}>close</button>
        </div>
      </div>, document.body.appendChild(holder))}
    </main>
  )
}

const holder = document.createElement('div')

it.each([['the button that opened it', true], ['the content, where nothing had it', false]])('gives the focus back to %s',
  async (_, isByButton) => {
    const user = userEvent.setup()
    render(<Opening />)
    const button = screen.getByRole('button', { name: 'open' })
    if (isByButton) await user.click(button)
    else {
      screen.getByRole('main').dispatchEvent(new KeyboardEvent('keydown', { key: 'p', bubbles: true }))
      await screen.findByRole('dialog')
    }
    expect(document.activeElement).toBe(screen.getByLabelText('inside'))
    await user.click(screen.getByRole('button', { name: 'close' }))
    // as antd removes its portal
    holder.remove()
    await Promise.resolve()
    expect(document.activeElement).toBe(isByButton ? button : screen.getByRole('main'))
  })

it('gives the focus back to the dialog from which another one was opened, then to the page', async () => {
  render(<Opening />)
  const opener = screen.getByRole('button', { name: 'open' })
  opener.focus()
  const opened = () => {
    const box = document.createElement('div')
    box.innerHTML = '<div role="dialog"><button type="button">inside</button></div>'
    document.body.append(box)
    box.querySelector('button')!.focus()
    return { box, button: box.querySelector('button')! }
  }
  const [outer, inner] = [opened(), opened()]
  inner.box.remove()
  await Promise.resolve()
  expect(document.activeElement).toBe(outer.button)
  outer.box.remove()
  await Promise.resolve()
  expect(document.activeElement).toBe(opener)
})
