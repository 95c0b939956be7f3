import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Select } from 'antd'
import { afterEach, expect, it, vi } from 'vitest'
import { leaveOpenLists } from './keys.ts'

afterEach(cleanup)

it('Tab leaves an open list of several choices, and chooses nothing', async () => {
  const end = leaveOpenLists()
  const onChange = vi.fn()
  const user = userEvent.setup()
  render(
    <>
      <Select mode="multiple" aria-label="People" options={[{ value: 'a', label: 'A' }]} onChange={onChange} />
      <button>Next</button>
    </>,
  )
  const box = screen.getByRole('combobox', { name: 'People' })
  await user.click(box)
  await user.keyboard('{ArrowDown}')
  expect(box).toHaveAttribute('aria-expanded', 'true')
  await user.tab()
  expect(screen.getByRole('button', { name: 'Next' })).toHaveFocus()
  expect(onChange).not.toHaveBeenCalled()
  end()
})
