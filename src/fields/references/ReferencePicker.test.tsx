import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { defineFields, reference, text } from '#kernel/fields.ts'
import { defineForm } from '#kernel/form.ts'
import { changeLocale } from '#providers/i18n.ts'
import { FormStore } from '#shell/form/store/form-store.ts'
import { StoreContext } from '#shell/form/store/use-store.ts'
import { FormContext } from '#shell/form/FormContext.tsx'
import { claim, draw } from '#shell/form/testing.tsx'
import { ReferencePicker } from './ReferencePicker.tsx'

const processes = Array.from({ length: 12 }, (_, index) => ({
  id: `p${index}`,
  name: `流程${index}/Process ${index}`,
  enabled: index !== 1,
  code: `P${index}`,
  parentId: '行政/Administration',
  label: `流程${index}/Process ${index}`,
  description: `P${index} · version 1`,
  open: index !== 2,
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
  const { user, call } = await draw(
    <ReferencePicker id="process" isMany={false} field={field} value={undefined} context={{}} aria-label="Process" onChange={onChange} />,
    answers,
  )
  await act(() => user.click(screen.getByRole('combobox', { name: 'Process' })))
  await act(() => user.keyboard('{F4}'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Choose process' }))
  expect(await dialog.findByRole('radio', { name: 'Process 0' })).toBeEnabled()
  expect(dialog.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['Parent', 'Process', 'Description'])
  expect(dialog.getByRole('radio', { name: 'Process 1: Disabled' })).toBeDisabled()
  expect(dialog.getByRole('radio', { name: 'Process 2: Doesn’t meet the conditions here' })).toBeDisabled()
  expect(dialog.getByText('12 in all')).toBeInTheDocument()
  await user.click(dialog.getByTitle('2'))
  expect(await dialog.findByRole('radio', { name: 'Process 11' })).toBeInTheDocument()
  await user.type(dialog.getByRole('textbox', { name: 'Search by name or number' }), 'Process 7')
  await waitFor(() => expect(dialog.getAllByRole('radio')).toHaveLength(1), { timeout: 5000 })
  expect(call.mock.calls.map(([, body]) => body)).toContainEqual({ keyword: 'Process 7', current: 1, size: 10, context: {} })
  await user.click(dialog.getByText('Process 7'))
  await user.click(dialog.getByRole('button', { name: 'Choose' }))
  await waitFor(() => expect(onChange).toHaveBeenCalledWith('p7'))
})

it('shows numbers as people read them, choices by their label where the record has it, and a name that is the code once', async () => {
  const vehicle = { id: 'v1', name: 'V1', code: 'V1', enabled: true, seats: 5, kind: 'car', kindName: '轿车/Car', mileage: 12_500 }
  const label = (text: string) => ({ cn: text, en: text })
  const { user } = await draw(
    <ReferencePicker id="vehicle" isMany={false} value={undefined} context={{}} aria-label="Vehicle" onChange={vi.fn()}
      field={{ kind: 'reference', to: 'vehicle', cn: '车辆', en: 'Vehicle',
        shows: { seats: label('Seats'), kind: label('Type'), mileage: label('Mileage') } }} />,
    {
      '/system/reference/vehicle/page': () => ({ records: [vehicle], total: 1, keyLabel: { cn: '车牌', en: 'Plate' }, current: 1,
        size: 10 }),
      '/system/reference/vehicle/find': () => [],
    },
  )
  await act(() => user.click(screen.getByRole('combobox', { name: 'Vehicle' })))
  await act(() => user.keyboard('{F4}'))
  const row = within((await screen.findByRole('radio', { name: 'V1' })).closest('tr')!)
  expect(row.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(['5', 'Car', '12,500'])
  expect(screen.getByRole('textbox', { name: 'Search by plate' })).toBeInTheDocument()
})

it.each([['en', 'Seats 5 · Car'], ['cn', '座位数 5 · 轿车']] as const)(
  'says of each record that it proposes at most two of the facts that tell it apart (%s)',
  async (locale, facts) => {
    const car = { id: 'v1', name: 'V1', code: 'V1', enabled: true, seats: 5, colour: '', kind: 'car', kindName: '轿车/Car', mileage: 12 }
    const bare = { id: 'v2', name: 'V2', code: 'V2', enabled: true }
    const shows = { seats: { cn: '座位数', en: 'Seats' }, colour: { cn: '颜色', en: 'Colour' }, kind: { cn: '类型', en: 'Type' },
      mileage: { cn: '里程', en: 'Mileage' } }
    const { user, call } = await draw(
      <ReferencePicker id="vehicle" isMany={false} value={undefined} context={{}} aria-label="Vehicle" onChange={vi.fn()}
        field={{ kind: 'reference', to: 'vehicle', cn: '车辆', en: 'Vehicle', shows }} />,
      { '/system/reference/vehicle/page': () => ({ records: [car, bare], total: 2, current: 1, size: 20 }) },
    )
    await act(() => changeLocale(locale))
    await act(() => user.click(screen.getByRole('combobox', { name: 'Vehicle' })))
    expect(await screen.findByText(facts)).toHaveClass('oa-option-facts')
    const plain = screen.getAllByText('V2').find(({ className }) => className === 'cut')!
    expect(plain.closest('.ant-select-item-option')).toHaveTextContent(/^V2$/)
    expect(call.mock.calls).toHaveLength(1)
    await act(() => changeLocale('en'))
  },
)

it('replaces what was typed where the choice locks it, and nothing else', async () => {
  const locked = 'account != null'
  const form = defineForm({ ...claim, key: 'paid', rules: [], amount: undefined, fields: defineFields({
    account: reference({ to: 'bankAccount', cn: '账户', en: 'Account' }),
    number: text({ cn: '账号', en: 'Number', locked, masked: true, pattern: '^\\d+$' }),
    branch: text({ cn: '联行号', en: 'Branch' }),
    reason: text({ cn: '事由', en: 'Reason' }),
  }) })
  const record = { id: 'a1', name: 'Supplier •••• 9876', enabled: true, number: '**** 9876', branch: '105', reason: 'from the register' }
  const store = new FormStore({ form, at: 'start', entered: { number: '1111', reason: 'typed' }, currentUser: () => ({}),
    facts: () => ({ today: '2026-11-20', now: '2026-11-20 10:00:00', reference: () => record }) })
  const { user } = await draw(
    <StoreContext value={store}>
      <FormContext>
        <ReferencePicker id="account" isMany={false} field={form.fields['account']!} value={undefined} context={{}} aria-label="Account"
          onChange={(id) => store.set({ key: 'account' }, id)} />
      </FormContext>
    </StoreContext>,
    { '/system/reference/bankAccount/page': () => ({ records: [record], total: 1, current: 1, size: 20 }) },
  )
  await act(() => user.click(screen.getByRole('combobox', { name: 'Account' })))
  await user.click(await screen.findByText('Supplier •••• 9876'))
  store.flush()
  expect(store.value).toMatchObject({ account: 'a1', number: '**** 9876', branch: '105', reason: 'typed' })
  expect(store.allProblems()).toEqual([])
})
