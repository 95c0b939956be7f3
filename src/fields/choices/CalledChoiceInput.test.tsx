import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeAll, expect, it, vi } from 'vitest'
import { HttpFailure } from '#providers/failure.ts'
import { startTexts } from '#providers/i18n.ts'
import { select } from '#kernel/fields.ts'
import { Frame } from '#shell/App.tsx'
import { BackendContext, type WritingBackend } from '#shell/backend.ts'
import { shellTexts } from '#shell/texts.ts'
import { FieldContextContext } from '../field-context.ts'
import { CalledChoiceInput } from './CalledChoiceInput.tsx'

beforeAll(() => startTexts([shellTexts], 'en'))

const field = select({ cn: '单位', en: 'Unit',
  optionsBy: { call: 'store.units', with: { material: 'material' }, fills: { unitName: 'en' } } })

function Input() {
  const [value, setValue] = useState<unknown>(null)
  return (
    <CalledChoiceInput options={field.optionsBy!} id="unit" field={field} value={value} onChange={setValue} context={{}}
      aria-label="Unit" />
  )
}

it('offers what the other system answers, says that it is away, and asks again', async () => {
  const query = vi.fn(async (): Promise<unknown> => {
    throw new HttpFailure({ kind: 'refused', message: 'Store interface error, please try again later', code: 42009 })
  })
  const fill = vi.fn()
  const context = { form: 'order', read: () => ({ material: 'M-1' }), accepts: () => true, narrowing: () => ({}), propose: () => undefined,
    fill }
  render(
    <Frame>
      <QueryClientProvider client={new QueryClient()}>
        <BackendContext value={{ http: { query } } as unknown as WritingBackend}>
          <FieldContextContext value={context}>
            <Input />
          </FieldContextContext>
        </BackendContext>
      </QueryClientProvider>
    </Frame>,
  )
  const user = userEvent.setup()
  await user.click(await screen.findByRole('combobox'))
  expect(await screen.findByRole('alert')).toHaveTextContent('Store interface error')
  query.mockImplementation(async () => ({ choices: [{ value: 'PCS', cn: '个', en: 'Pieces' }] }))
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  await user.click(await screen.findByText('PCS Pieces', { selector: '.ant-select-item-option-content' }))
  await waitFor(() => expect(fill).toHaveBeenCalledWith({ unitName: 'Pieces' }))
  expect(query).toHaveBeenLastCalledWith('/oaserver/order/choices', { call: 'store.units', with: { material: 'material' },
    values: { material: 'M-1' }, keyword: '' }, {
    quiet: true,
  })
})
