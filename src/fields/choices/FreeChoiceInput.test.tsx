import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeAll, expect, it, vi } from 'vitest'
import { startTexts } from '#providers/i18n.ts'
import { select } from '#kernel/fields.ts'
import { Frame } from '#shell/App.tsx'
import { BackendContext, type WritingBackend } from '#shell/backend.ts'
import { shellTexts } from '#shell/texts.ts'
import { FieldContextContext } from '../field-context.ts'
import { FreeChoiceInput } from './FreeChoiceInput.tsx'

beforeAll(() => startTexts([shellTexts], 'en'))

const field = select({ cn: '仓库', en: 'Store', freeText: true,
  suggests: { call: '/stores', value: 'title', fills: { shelf: 'shelfNo' } } })

function Input() {
  const [value, setValue] = useState<unknown>(null)
  return <FreeChoiceInput id="store" field={field} value={value} onChange={setValue} context={{}} aria-label="Store" />
}

it('proposes what the call of its field answers, and fills in what follows from it', async () => {
  const get = vi.fn(async (path: string) => (path === '/stores' ? [{ title: 'Main store', shelfNo: 'S-7' }] : []))
  const fill = vi.fn()
  const context = { accepts: () => true, narrowing: () => ({}), propose: () => undefined, fill }
  render(
    <Frame>
      <QueryClientProvider client={new QueryClient()}>
        <BackendContext value={{ http: { get } } as unknown as WritingBackend}>
          <FieldContextContext value={context}>
            <Input />
          </FieldContextContext>
        </BackendContext>
      </QueryClientProvider>
    </Frame>,
  )
  const user = userEvent.setup()
  expect(await screen.findByText('Select or type')).toBeVisible()
  await user.type(await screen.findByRole('combobox'), 'ma')
  await user.click(await screen.findByText('Main store', { selector: '.ant-select-item-option-content' }))
  await waitFor(() => expect(fill).toHaveBeenCalledWith({ shelf: 'S-7' }))
  expect(get).toHaveBeenCalledWith('/stores', { keyword: 'ma' }, expect.anything())
})
