import { createTheme, StyleProvider, useStyleRegister } from '@ant-design/cssinjs'
import { render } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { keptStyles } from './kept-styles.ts'

const theme = createTheme(() => ({}))
const make = vi.fn(() => ({ '.warm': { color: 'red' } }))

function Styled() {
  useStyleRegister({ theme, token: { _tokenKey: 'look' }, path: ['styled'] }, make)
  return null
}

const elements = () => [...document.head.querySelectorAll('style')].filter(({ innerHTML }) => innerHTML.includes('.warm{color:red;}'))

it('a style is made and looked for once, however often components come and go', () => {
  make.mockClear()
  const cache = keptStyles()
  const look = vi.spyOn(cache, 'opGet')
  const draw = (count: number) =>
    render(<StyleProvider cache={cache}>{Array.from({ length: count }, (_, key) => <Styled key={key} />)}</StyleProvider>)
  const first = draw(2)
  expect(elements()).toHaveLength(1)
  first.unmount()
  draw(1)
  expect(make).toHaveBeenCalledTimes(1)
  expect(elements()).toHaveLength(1)
  // an entry without its text is not searched for in the document
  expect(look.mock.results.at(-1)?.value).toMatchObject([expect.any(Number), expect.arrayContaining(['_FILE_STYLE__'])])
})
