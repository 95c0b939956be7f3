import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Tips } from './Floating.tsx'

/** Sets the width of a text, because jsdom has no layout. */
const wide = (element: HTMLElement, width: number) => Object.defineProperty(element, 'scrollWidth', { value: width })

const cut = { textOverflow: 'ellipsis' } as const

it('tells the whole of a text that is cut, and of no other', async () => {
  render(
    <>
      <span style={cut}>
        A long name<span className="unseen">, unread</span>
      </span>
      <span style={cut}>Short</span>
      <span style={cut} title="The browser says it">Named</span>
      <Tips />
    </>,
  )
  wide(screen.getByText('Short'), 0)
  wide(screen.getByText('Named'), 200)
  wide(screen.getByText('A long name'), 200)
  fireEvent.pointerOver(screen.getByText('A long name'))
  expect(await screen.findByRole('tooltip')).toHaveTextContent(/^A long name$/)
  for (const other of ['Short', 'Named']) {
    fireEvent.pointerOver(screen.getByText(other))
    expect(screen.queryByRole('tooltip')).toBeNull()
  }
})
