import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Money } from './Figures.tsx'

it.each([
  ['12480', '￥12,480.00'],
  ['-0.005', '−￥0.01'],
  ['1234567890123456.78', '￥1,234,567,890,123,456.78'],
  ['0', '￥0.00'],
  [null, '—'],
  ['', '—'],
  ['x', '—'],
])('%s is shown as %s', (value, shown) => {
  expect(render(<Money value={value} />).container).toHaveTextContent(shown)
})
