import { render, screen } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { calculated } from '#kernel/fields.ts'
import { startTexts } from '#providers/i18n.ts'
import { TextProvider } from '#shell/text.tsx'
import { shellTexts } from '#shell/texts.ts'
import { calculatedRenderer } from './calculated.tsx'

beforeAll(() => startTexts([shellTexts], 'en'))

const { Cell } = calculatedRenderer

it.each([[2, '50.00', '50.00'], [3, '2.000', '2']])('shows a ratio of %i decimals in full, and a quantity as it would be entered', (
  precision,
  value,
  shown,
) => {
  const field = calculated({ cn: '数', en: 'Number', result: 'number', value: '1', precision })
  render(
    <TextProvider>
      <Cell field={field} value={value} />
    </TextProvider>,
  )
  expect(screen.getByText(shown)).toBeInTheDocument()
})
