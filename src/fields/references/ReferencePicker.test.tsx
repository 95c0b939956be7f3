import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { draw } from '../../shell/form/testing.tsx'
import { ReferencePicker } from './ReferencePicker.tsx'

const processes = Array.from({ length: 12 }, (_, index) => ({
  id: `p${index}`, name: `流程${index}/Process ${index}`, enabled: index !== 1, code: `P${index}`, parentId: '行政/Administration', label: `流程${index}/Process ${index}`, description: `P${index} · version 1`, open: index !== 2,
}))
const answers = {
  '/system/reference/process/page': ({ keyword, current, size }: { keyword: string; current: number; size: number }) => {
    const found = processes.filter(({ name }) => name.includes(keyword))
    return { records: found.slice((current - 1) * size, current * size), total: found.length, current, size }
  },
  '/system/reference/process/find': () => [],
}
const field = { kind: 'process', cn: '流程', en: 'Process', filter: 'option.open = true' } as const

it('chooses from the whole list, with its columns, page by page, without the mouse', async () => {
  const onChange = vi.fn()
  const { user, call } = await draw(<ReferencePicker id="process" isMany={false} field={field} value={undefined} context={{}} aria-label="Process" onChange={onChange} />, answers)
  await act(() => user.click(screen.getByRole('combobox', { name: 'Process' })))
  await act(() => user.keyboard('{F4}'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Choose: Process' }))
  expect(await dialog.findByRole('radio', { name: 'Process 0' })).toBeEnabled()
  expect(dialog.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['Parent', 'Process', 'Description'])
  expect(dialog.getByRole('radio', { name: 'Process 1: Disabled' })).toBeDisabled()
  expect(dialog.getByRole('radio', { name: 'Process 2: Does not meet the conditions here' })).toBeDisabled()
  expect(dialog.getByText('12 in all')).toBeInTheDocument()
  await user.click(dialog.getByTitle('2'))
  expect(await dialog.findByRole('radio', { name: 'Process 11' })).toBeInTheDocument()
  await user.type(dialog.getByRole('textbox', { name: 'Find by name or number' }), 'Process 7')
  await waitFor(() => expect(dialog.getAllByRole('radio')).toHaveLength(1), { timeout: 5000 })
  expect(call.mock.calls.map(([, body]) => body)).toContainEqual({ keyword: 'Process 7', current: 1, size: 10, context: {} })
  await user.click(dialog.getByText('Process 7'))
  await user.click(dialog.getByRole('button', { name: 'Choose' }))
  await waitFor(() => expect(onChange).toHaveBeenCalledWith('p7'))
})
