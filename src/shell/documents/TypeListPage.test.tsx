import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { checkbox, currency, defineFields, integer, money, select } from '#kernel/fields.ts'
import { defineForm } from '#kernel/form.ts'
import { claim, draw } from '../form/testing.tsx'
import { columnsThatFit } from './columns/columns.tsx'
import { TypeListPage } from './TypeListPage.tsx'

const form = defineForm({
  ...claim,
  fields: defineFields({
    ...claim.fields,
    kind: select({ cn: '类别', en: 'Kind', options: [{ value: 'a', cn: '甲', en: 'Kind A' }] }),
    approvedTotal: money({ cn: '核准', en: 'Approved total' }),
    currencyType: currency({ cn: '币种', en: 'Currency' }),
    persons: integer({ cn: '人数', en: 'Persons' }),
    late: checkbox({ cn: '逾期', en: 'Late' }),
  }),
  columns: ['kind', 'approvedTotal', 'total', 'persons', 'late'],
})

const row = {
  id: 'd1',
  taskId: null,
  procInstId: 'd1',
  businessKey: 'd1',
  businessNo: 'SY1',
  businessType: 'madeUpClaim',
  routeName: 'madeUpClaimDetail',
  processName: '试用',
  processNameEn: 'Sample',
  title: '标题',
  titleEn: 'Title 1',
  state: 1,
  amount: '12.00',
  initiatorId: 'wang',
  applyerUser: { id: 'wang', name: '王伟/Wei Wang' },
  departmentName: '工厂/Works',
  nodeId: null,
  nodeName: '',
  nodeNameEn: '',
  createTime: '2026-11-20 09:00:00',
  endTime: null,
  assignees: [],
  stayHours: null,
  dueTime: null,
  overdue: false,
  overdueHours: null,
  urgeCount: 0,
  flowVersion: null,
  marks: ['fragile'],
  countersign: false,
  readState: 0,
  batchPass: null,
  columns: { kind: 'a', approvedTotal: '1.60', currencyType: 'USD', persons: 3, late: true },
}

async function open(address = '/sample-list', modules: Parameters<typeof draw>[3] = {}) {
  const page = await draw(<TypeListPage form={form} />, {
    '/oaserver/madeUpClaim/page': () => ({ records: [row] }),
    '/oaserver/madeUpClaim/statistics': () => ({ total: 1, amount: '12.00', states: [] }),
    '/workflow/tasks/counts': () => ({ todo: 0, overdue: 0, initiated: 0, returned: 0, cc: 0, drafts: 0, handledToday: 0 }),
    '/system/department/list': () => [],
  } as never, address, modules)
  await screen.findByText('Title 1')
  return { ...page, lastQuery: () => page.call.mock.calls.filter(([path]) => path === '/oaserver/madeUpClaim/page').at(-1)?.[1] }
}

afterEach(() => localStorage.clear())

describe('the list of one type', () => {
  it('shows what its form says, by the kinds of its fields, and the amount once', async () => {
    await open()
    const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
    expect(heads).toEqual(expect.arrayContaining(['Kind', 'Approved total', 'Persons', 'Late']))
    expect(heads).not.toContain('Total')
    const cells = within(screen.getAllByRole('row').at(-1)!)
    expect(await cells.findByText('Kind A')).toBeInTheDocument()
    expect(cells.getByText(/USD/)).toBeInTheDocument()
    expect(cells.getByText('Yes')).toBeInTheDocument()
  })

  it('asks for what its address narrows and sorts it by', async () => {
    const { lastQuery } = await open('/sample-list?columns.kind=a&state=4&sort=-columns.persons')
    expect(lastQuery()).toMatchObject({ state: 4, columns: { kind: 'a' }, orders: [{ column: 'columns.persons', asc: false }] })
    expect(await screen.findByText('Sorted by Persons')).toBeInTheDocument()
    fireEvent.click(screen.getByRole('columnheader', { name: /Approved total/ }))
    await waitFor(() => expect(lastQuery()).toMatchObject({ orders: [{ column: 'columns.approvedTotal', asc: true }] }))
  })

  it('remembers for its type alone which columns are shown', async () => {
    await open()
    fireEvent.click(screen.getByRole('button', { name: 'Columns' }))
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Persons' }))
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).not.toContain('Persons')
    expect(localStorage.getItem('oa.columns.wang.madeUpClaim')).toContain('columns.persons')
  })

  it('offers no export to whoever may not export the type', async () => {
    await open()
    expect(screen.queryByRole('button', { name: 'Export' })).toBeNull()
  })
})

describe('columns of a list that is too narrow for all', () => {
  const of = (key: string, width?: number) => ({ key, name: key, ...(width !== undefined && { width }) })
  const columns = [of('businessNo', 150), of('title'), ...['a', 'b', 'c', 'd'].map((key) => of(`columns.${key}`, 100)),
    of('createTime', 100)]
  const shown = (width: number, isChosen?: (key: string) => boolean) => columnsThatFit(columns, width, isChosen).map(({ key }) => key)

  it('leave one after the other: the common ones, its own behind the third, the number, then the last of its own', () => {
    const own = ['columns.a', 'columns.b', 'columns.c']
    expect(shown(950)).toEqual(['businessNo', 'title', ...own, 'columns.d', 'createTime'])
    expect(shown(800)).toEqual(['businessNo', 'title', ...own, 'columns.d'])
    expect(shown(740)).toEqual(['businessNo', 'title', ...own])
    expect(shown(640)).toEqual(['title', ...own])
    expect(shown(450)).toEqual(['title', 'columns.a', 'columns.b'])
  })

  it('stay where the reader has chosen them', () => expect(shown(350, (key) => key === 'createTime')).toEqual(['title', 'createTime']))
})

function onPhone() {
  const phone = vi.spyOn(window, 'matchMedia').mockImplementation((media) =>
    ({ matches: media.includes('max-width: 767px'), media, addEventListener: () => undefined, removeEventListener: () =>
      undefined }) as unknown as MediaQueryList
  )
  onTestFinished(() => phone.mockRestore())
}

it('names its process in no row of a phone, where all are of one', async () => {
  onPhone()
  await open()
  await waitFor(() => expect(document.querySelector('.oa-row-details')).toHaveTextContent('Approved total'))
  expect(document.querySelector('.oa-row-second')).not.toHaveTextContent('Sample claim')
})

it('shows the mark of a row on a phone too, below the title, which has its line to itself', async () => {
  onPhone()
  await open('/sample-list', { documentMarks: [{ role: 'fragile', cn: '易碎', en: 'Fragile', tone: 'orange' }] })
  expect(document.querySelector('.oa-row-second')?.firstElementChild).toHaveTextContent('Fragile')
  expect(document.querySelector('.oa-row-first')).not.toHaveTextContent('Fragile')
})
