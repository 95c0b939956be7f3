import { fireEvent, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { draw } from '../testing.tsx'
import { useFormKeys } from '../Editor.tsx'

const onSubmit = vi.fn()
const onSave = vi.fn()
const opened = vi.fn()

/** A form with a select that opens on Enter and handles the key, like antd's. */
function Form() {
  useFormKeys({ onSubmit, onSave })
  return (
    <>
      <input aria-label="choice" onKeyDown={(event) => {
        if (event.key !== 'Enter') return
        event.preventDefault()
        opened()
      }} />
      <div role="dialog">
        <input aria-label="elsewhere" />
      </div>
    </>
  )
}

it('submits also from a choice, which stays closed, but not from a dialog', async () => {
  await draw(<Form />, {})
  fireEvent.keyDown(screen.getByLabelText('choice'), { key: 'Enter', ctrlKey: true })
  expect(onSubmit).toHaveBeenCalledOnce()
  expect(opened).not.toHaveBeenCalled()
  fireEvent.keyDown(screen.getByLabelText('choice'), { key: 'Enter' })
  expect(opened).toHaveBeenCalledOnce()
  fireEvent.keyDown(screen.getByLabelText('elsewhere'), { key: 'Enter', ctrlKey: true })
  expect(onSubmit).toHaveBeenCalledOnce()
  fireEvent.keyDown(screen.getByLabelText('choice'), { key: 's', ctrlKey: true })
  expect(onSave).toHaveBeenCalledOnce()
})
