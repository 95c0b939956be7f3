import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { startTexts } from '#providers/i18n.ts'
import { multiselect, select } from '#kernel/fields.ts'
import { Frame } from '#shell/App.tsx'
import { BackendContext, type WritingBackend } from '#shell/backend.ts'
import { shellTexts } from '#shell/texts.ts'
import { multiselectRenderer as renderer, selectRenderer } from './renderers.tsx'

beforeAll(() => startTexts([shellTexts], 'en'))

const departments = ['Sales', 'Lab', 'Office', 'Stores'].map((en) => ({ id: en.toLowerCase(), name: `部门/${en}`, enabled: true }))
const field = multiselect({ cn: '部门', en: 'Departments', of: 'department' })

function open(content: React.ReactNode) {
  const query = vi.fn(async (
    path: string,
  ) => (path.endsWith('/find') ? departments : { records: departments, total: departments.length, current: 1 }))
  const units = ['pcs', 'set', 'carton'].map((value) => ({ type: 'unit', value, label: value, localName: value.toUpperCase() }))
  const backend = {
    http: { query, get: async (path: string) => (path.endsWith('sysDict/list') ? units : []) },
  } as unknown as WritingBackend
  render(<Frame>
    <QueryClientProvider client={new QueryClient()}>
      <BackendContext value={backend}>{content}</BackendContext>
    </QueryClientProvider>
  </Frame>)
  return { query, user: userEvent.setup() }
}

describe('several records of a kind', () => {
  it('stand in a cell by their names, two of them and how many more', async () => {
    const { query } = open(<p>
      <renderer.Cell field={field} value={['sales', 'lab', 'office', 'stores']} />
    </p>)
    expect(await screen.findByText('+2', { exact: false })).toBeInTheDocument()
    expect(screen.getByText('Sales, Lab', { exact: false })).toHaveAttribute('data-tip', 'Sales, Lab, Office, Stores')
    expect(query).toHaveBeenCalledWith('/system/reference/department/find', { ids: ['sales', 'lab', 'office', 'stores'] }, { quiet: true })
  })

  it('are chosen by name and given as ids', async () => {
    const choose = vi.fn()
    const { user } = open(
      <renderer.Input id="departments" field={field} value={['lab']} context={{}} onChange={choose} aria-label="Departments" />,
    )
    await user.click(await screen.findByRole('combobox'))
    await user.click(await screen.findByText('Office', { selector: '.ant-select-item .cut' }))
    expect(choose).toHaveBeenCalledWith(['lab', 'office'])
  })
})

it('excluded values of a dictionary are not offered, and show their name where one was chosen before', async () => {
  const unit = select({ cn: '单位', en: 'Unit', dict: 'unit', excludes: ['pcs', 'set'] })
  const { user } = open(<selectRenderer.Input id="unit" field={unit} value="set" context={{}} onChange={vi.fn()} aria-label="Unit" />)
  expect(await screen.findByText('SET')).toBeInTheDocument()
  await user.click(screen.getByRole('combobox'))
  expect(await screen.findByText('CARTON')).toBeInTheDocument()
  expect(screen.queryByText('PCS')).toBeNull()
})
