import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { calculated } from '#kernel/fields.ts'
import { calculatedRenderer } from './calculated.tsx'

const { Cell } = calculatedRenderer

it('shows a ratio with its decimals, and a quantity like one that was entered', () => {
  const of = (precision: number) => calculated({ cn: '数', en: 'Number', result: 'number', value: '1', precision })
  const { rerender } = render(<Cell field={of(2)} value="50.00" />)
  expect(screen.getByText('50.00')).toBeInTheDocument()
  rerender(<Cell field={of(3)} value="2.000" />)
  expect(screen.getByText('2')).toBeInTheDocument()
})
