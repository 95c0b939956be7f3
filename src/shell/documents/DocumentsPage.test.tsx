import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { DocumentRow } from '#approval/wire/document-row.ts'
import { HttpFailure } from '#providers/failure.ts'
import { filed, nodeForm } from '../detail/testing.tsx'
import { definePlugin, type DocumentMark } from '#kernel/plugin.ts'
import { claim, draw } from '../form/testing.tsx'
import { sourceOf } from '../routing/declaration-source.ts'
import { RoutesContext } from '../routing/routes-context.ts'
import { undoTime } from './batch/pass-queue.ts'
import { DocumentsPage } from './DocumentsPage.tsx'

const rowOf = (n: number, change: Partial<DocumentRow> = {}): DocumentRow => ({
  id: `t${n}`,
  taskId: `t${n}`,
  procInstId: `d${n}`,
  businessKey: `d${n}`,
  businessNo: `SY${n}`,
  businessType: 'madeUpClaim',
  routeName: 'madeUpClaimDetail',
  processName: '试用',
  processNameEn: 'Sample',
  shortName: '试用',
  shortNameEn: 'Sample',
  title: `标题 ${n}`,
  titleEn: `Title ${n}`,
  subject: null,
  subjectEn: null,
  state: 1,
  amount: `${n}.10`,
  initiatorId: 'wang',
  applyerUser: { id: 'wang', name: '王伟/Wei Wang' },
  departmentName: '工厂/Works',
  nodeId: 'head',
  nodeName: '负责人',
  nodeNameEn: 'Head',
  createTime: '2026-11-20 09:00:00',
  endTime: null,
  assignees: [],
  stayHours: 3,
  dueTime: null,
  overdue: false,
  overdueHours: null,
  urgeCount: 0,
  flowVersion: null,
  marks: [],
  countersign: false,
  readState: 0,
  batchPass: true,
  ...change,
})

const all = [rowOf(1, { marks: ['fragile', 'ofNoModule'], urgeCount: 2 }), rowOf(2), rowOf(3, { batchPass: { reason: 'opinion' } }),
  rowOf(4, { overdue: true, overdueHours: 50, urgeCount: 1 }), rowOf(5, { countersign: true })]

/** A mark of a made-up module. */
const fragile: DocumentMark = { role: 'fragile', cn: '易碎', en: 'Fragile', tone: 'orange' }

let rows: DocumentRow[]
let refuse: Set<string>

const answers = () => ({
  '/workflow/tasks/todoList': () => ({ records: rows }),
  '/workflow/tasks/todoList/figures': () => ({ total: rows.length, amount: '15.50', quick: { overdue: 1, urged: 2, fragile: 4 } }),
  '/workflow/tasks/counts': () => ({ todo: rows.length, overdue: 1, initiated: 0, returned: 0, cc: 0, drafts: 0, handledToday: 0 }),
  '/workflow/getHomeFunction': () => [],
  '/system/department/list': () => [],
  '/workflow/pass': ({ taskId }: { taskId: string }) => {
    if (refuse.has(taskId)) throw new HttpFailure({ kind: 'refused', message: 'The month is closed', code: 42_009 })
    rows = rows.filter(({ id }) => id !== taskId)
    return { state: 1 }
  },
})

const open = async () => {
  const page = await draw(<DocumentsPage />, answers() as never, '/todo', { documentMarks: [fragile] })
  await screen.findByText('Title 1')
  return page
}
const press = (key: string, init: KeyboardEventInit = {}) => fireEvent.keyDown(document.activeElement ?? document.body, { key, ...init })
const keys = (...pressed: string[]) => pressed.forEach((key) => press(key))
const titles = () => screen.getAllByText(/^Title \d$/).map(({ textContent }) => textContent?.match(/\d/)?.[0]).join('')
const current = () => document.querySelector('tr[aria-current]')?.querySelector('.oa-row-title')?.textContent?.match(/\d/)?.[0]
const passed = (call: { mock: { calls: unknown[][] } }) =>
  call.mock.calls.filter(([path]) => path === '/workflow/pass').map(([, body]) => (body as { taskId: string }).taskId)
const elapse = (time: number) => act(() => vi.advanceTimersByTimeAsync(time))

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  rows = [...all]
  refuse = new Set()
})
afterEach(() => {
  vi.useRealTimers()
  localStorage.clear()
  sessionStorage.clear()
})

describe('a to-do list', () => {
  it('remarks one thing of a row: its exceptions before a mark of a module before overdue before urged before countersign', async () => {
    const exceptional = rowOf(7, { marks: ['fragile'], batchPass: { reason: 'exceptions', exceptions: 3 } })
    rows = [...all, rowOf(6, { marks: ['ofNoModule'], urgeCount: 1 }), exceptional]
    await open()
    const pills = [...document.querySelectorAll('tbody tr.ant-table-row')].map((row) => row.querySelector('.oa-pill')?.textContent ?? '')
    expect(pills).toEqual(['Fragile', '', '', '2 d overdue', 'Countersign', 'Urged 1', '3 exceptions'])
    expect(screen.getByRole('checkbox', { name: /Title 7. Has exceptions/ })).toBeDisabled()
  })

  it('is narrowed to a mark that a module declares, beside how many rows have it', async () => {
    const { user, call } = await open()
    const filter = await screen.findByRole('checkbox', { name: /^Fragile/ })
    expect(filter.closest('label')).toHaveTextContent('Fragile4')
    await user.click(screen.getByRole('checkbox', { name: /^Overdue/ }))
    await user.click(filter)
    await waitFor(() =>
      expect(call.mock.calls.findLast(([path]) => path === '/workflow/tasks/todoList')?.[1]).toMatchObject({ overdue: true,
        marks: ['fragile'] })
    )
  })

  it('says why a task is not selected by its key, and no sum where there is none', async () => {
    rows = [rowOf(3, { batchPass: { reason: 'opinion' } })]
    const { notify } = await draw(<DocumentsPage />,
      { ...answers(), '/workflow/tasks/todoList/figures': () => ({ total: 1, amount: '0' }) } as never, '/todo')
    await screen.findByText('Title 3')
    keys('j', 'x')
    expect(notify).toHaveBeenCalledWith(expect.objectContaining({ text: 'Needs an opinion. Open it to approve' }))
    expect(await screen.findByText('1 item')).toHaveTextContent(/^1 item$/)
  })

  it('is walked through by keys, and the focus goes along', async () => {
    await open()
    keys('j', 'j', 'j', 'k')
    expect(current()).toBe('2')
    expect(document.activeElement).toHaveTextContent('Title 2')
    keys('Escape')
    expect(current()).toBeUndefined()
  })

  it('keeps the row and the selection while it is read anew, and goes to the next where the row has left', async () => {
    const { client } = await open()
    keys('j', 'j', 'x')
    await act(() => client.invalidateQueries())
    expect(current()).toBe('2')
    expect(screen.getByRole('checkbox', { name: 'Select Title 2' })).toBeChecked()
    rows = rows.filter(({ id }) => id !== 't2')
    await act(() => client.invalidateQueries())
    await waitFor(() => expect(titles()).toBe('1345'))
    expect(current()).toBe('3')
    expect(screen.queryByRole('group', { name: 'Bulk actions' })).toBeNull()
  })

  it('selects rows and ranges, and never one that asks for something, which says why', async () => {
    await open()
    keys('j', 'x', 'j', 'j', 'j', 'j', 'X')
    expect(within(screen.getByRole('group', { name: 'Bulk actions' })).getByText('4 selected')).toBeInTheDocument()
    expect(screen.getByRole('checkbox', { name: /Title 3. Needs an opinion/ })).toBeDisabled()
    keys('Escape')
    press('a', { ctrlKey: true })
    expect(screen.getByText('4 selected')).toBeInTheDocument()
  })
})

describe('the panel beside a to-do list', () => {
  const detail = ({ procInstId }: { procInstId: string }) => ({ ...filed, procInstId, businessKey: procInstId,
    businessNo: `SY${procInstId.slice(1)}`, taskId: `t${procInstId.slice(1)}`,
    actions: procInstId === 'd3' ? ['comment'] : ['pass', 'return', 'refuse', 'comment'] })
  const shown = () => within(screen.getByRole('complementary', { name: 'Peek' }))

  it('shows rows, decides as the page does, says so, and goes on with the next document', async () => {
    const more = { '/oaserver/madeUpClaim/detail': detail, '/workflow/approvingNodeForm': () => nodeForm, '/system/opinions': () => [],
      '/system/users/list': () => [] }
    const world = { brand: { cn: '示例', en: 'Sample' }, pages: [],
      declarations: async () => sourceOf([definePlugin({ id: 'sample', forms: [claim], locales: { cn: {}, en: {} } })]) }
    const { call } = await draw(<RoutesContext value={{ config: world, pages: [] }}>
      <DocumentsPage />
    </RoutesContext>, { ...answers(), ...more } as never, '/todo')
    await screen.findByText('Title 1')
    keys('j', ' ')
    await waitFor(() => expect(shown().getByText('Two cables')).toBeInTheDocument())
    fireEvent.click(shown().getByRole('button', { name: /^Pass/ }))
    const dialog = within(await screen.findByRole('dialog'))
    fireEvent.click(dialog.getByRole('button', { name: 'Pass' }))
    await waitFor(() => expect(titles()).toMatch(/^2345/))
    await waitFor(() => expect(shown().getByRole('heading', { name: 'Title 2' })).toBeInTheDocument())
    expect(await waitFor(() => shown().getAllByRole('button', { name: /^(Pass|Return|Refuse)/ }).map(({ textContent }) => textContent)))
      .toEqual(['PassP', 'ReturnR', 'Refuse'])
    expect(screen.getByText(/^Approving SY1 in \d s$/)).toBeInTheDocument()
    fireEvent(window, new Event('pagehide'))
    await waitFor(() => expect(passed(call)).toEqual(['t1']))
    keys('j')
    await waitFor(() => expect(shown().getByText('Two cables')).toBeInTheDocument())
    expect(shown().queryByRole('button', { name: /^Pass/ })).toBeNull()
  })
})

describe('a to-do list on a phone', () => {
  const asPhone = (media: string) =>
    ({ matches: media.includes('max-width: 767px'), media, addEventListener: () => undefined, removeEventListener: () =>
      undefined }) as unknown as MediaQueryList
  const finger = (type: string, clientX: number, row: Element) =>
    fireEvent(row, Object.assign(new Event(type, { bubbles: true }), { pointerType: 'touch', pointerId: 1, clientX, clientY: 100 }))
  const swipe = (title: string, width = 300) => {
    const row = screen.getByText(title).closest('.oa-swipe') as HTMLElement
    row.setPointerCapture = () => undefined
    vi.spyOn(row, 'clientWidth', 'get').mockReturnValue(375)
    for (const [type, x] of [['pointerdown', 20], ['pointermove', 60], ['pointermove', 20 + width], ['pointerup', 20 + width]] as const)
      finger(type, x, row)
  }
  beforeEach(() => void vi.spyOn(globalThis, 'matchMedia').mockImplementation(asPhone))
  afterEach(() => void vi.restoreAllMocks())

  it('says at the row why the server refused its pass', async () => {
    refuse.add('t2')
    await open()
    swipe('Title 2')
    await elapse(undoTime)
    await waitFor(() => expect(titles()).toBe('12345'))
    expect(screen.getByText('Not approved: The month is closed')).toBeInTheDocument()
  })

  it('passes the row that is swiped, which can be called back; a short way passes nothing', async () => {
    const { call } = await open()
    swipe('Title 1', 100)
    expect(titles()).toBe('12345')
    swipe('Title 2')
    expect(titles()).toBe('1345')
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
    expect(titles()).toBe('12345')
    swipe('Title 4')
    await elapse(undoTime)
    expect(passed(call)).toEqual(['t4'])
  })

  it('says why a row is not passed by swiping', async () => {
    const { notify } = await open()
    swipe('Title 3')
    expect(titles()).toBe('12345')
    expect(notify).toHaveBeenCalledWith({ kind: 'warning', text: 'Needs an opinion. Open it to approve' })
  })

  it('offers the same in the menu of a row that is held down', async () => {
    await open()
    const row = screen.getByText('Title 2').closest('.oa-swipe')!
    finger('pointerdown', 20, row)
    await elapse(600)
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Pass' }))
    expect(titles()).toBe('1345')
  })
})

describe('passing together', () => {
  it('takes the rows away at once, counts, and sends each once after six seconds', async () => {
    const { call } = await open()
    keys('j', 'x', 'j', 'x')
    press('p')
    expect(titles()).toBe('345')
    expect(screen.getByText(/^Approving 2 in \d s$/)).toBeInTheDocument()
    expect(passed(call)).toEqual([])
    await elapse(undoTime)
    expect(passed(call)).toEqual(['t1', 't2'])
    await waitFor(() => expect(screen.queryByText(/^Approving/)).toBeNull())
    expect(titles()).toBe('345')
  })

  it('is undone by key or button, and then nothing is sent', async () => {
    const { call } = await open()
    keys('j', 'x', 'p')
    await elapse(3_000)
    press('z')
    expect(titles()).toBe('12345')
    keys('x', 'p')
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
    await elapse(undoTime * 2)
    expect(titles()).toBe('12345')
    expect(passed(call)).toEqual([])
  })

  it('sends nothing twice on a double click', async () => {
    const { call } = await open()
    keys('j', 'x')
    const button = screen.getByRole('button', { name: 'Pass 1' })
    fireEvent.click(button)
    fireEvent.click(button)
    await elapse(undoTime * 2)
    expect(passed(call)).toEqual(['t1'])
  })

  it('brings back in place what the server refused, with the reason', async () => {
    refuse.add('t2')
    await open()
    keys('j', 'x', 'j', 'x', 'p')
    await elapse(undoTime)
    await waitFor(() => expect(titles()).toBe('2345'))
    expect(screen.getByText('Not approved: The month is closed')).toBeInTheDocument()
  })

  it('sends at once when the window closes', async () => {
    const { call } = await open()
    keys('j', 'x', 'p')
    fireEvent(window, new Event('pagehide'))
    await elapse(0)
    expect(passed(call)).toEqual(['t1'])
  })

  it('says an opinion for all of them', async () => {
    const { call } = await open()
    keys('j', 'x', 'j', 'x')
    fireEvent.click(screen.getByRole('button', { name: 'Add opinion' }))
    fireEvent.change(screen.getByLabelText('Opinion for all selected'), { target: { value: 'Fine' } })
    fireEvent.click(screen.getByRole('button', { name: 'Pass 2' }))
    await elapse(undoTime)
    expect(call.mock.calls.filter(([path]) => path === '/workflow/pass').map(([, body]) => body)).toEqual([{ taskId: 't1',
      comment: 'Fine' }, { taskId: 't2', comment: 'Fine' }])
  })
})

describe('quick filters', () => {
  it('stand with their counts, and in the address', async () => {
    const { call } = await open()
    fireEvent.click(await screen.findByRole('checkbox', { name: /^Overdue only\s?1$/ }))
    await waitFor(() =>
      expect(
        call.mock.calls.some(([path, body]) => path === '/workflow/tasks/todoList' && (body as { overdue?: boolean }).overdue === true),
      ).toBe(true)
    )
  })

  it('offer the nodes at which tasks wait, with their number, once they are opened', async () => {
    const calls = { ...answers(), '/workflow/tasks/todoNodes': () => [{ node: 'vp,gm', cn: '总经理', en: 'General manager', count: 3 }] }
    const { call, user } = await draw(<DocumentsPage />, calls as never, '/todo')
    await user.click(await screen.findByRole('button', { name: /\d more/ }))
    const field = await screen.findByRole('combobox', { name: 'Current step' })
    expect(call.mock.calls.some(([path]) => path === '/workflow/tasks/todoNodes')).toBe(false)
    await user.click(field)
    await user.click(await screen.findByText('General manager', { selector: '.ant-select-item-option-content' }))
    await user.click(screen.getByRole('button', { name: 'Search' }))
    await waitFor(() =>
      expect(call.mock.calls.some(([path, body]) => path === '/workflow/tasks/todoList' && (body as { node?: string }).node === 'vp,gm'))
        .toBe(true)
    )
    await user.type(screen.getAllByRole('textbox')[0]!, 'fair')
    await user.click(screen.getByRole('combobox', { name: 'Current step' }))
    await waitFor(() =>
      expect(call.mock.calls.findLast(([path]) => path === '/workflow/tasks/todoNodes')?.[1]).toEqual({ keyword: 'fair' })
    )
  })

  it('of the list of all open by themselves where its address narrows it: the node, and the days that documents wait', async () => {
    const list = { '/workflow/tasks/all': () => ({ records: rows }),
      '/workflow/tasks/all/figures': () => ({ total: rows.length, amount: null }),
      '/workflow/tasks/allNodes': () => [{ node: 'pay', cn: '付款', en: 'Payment', count: 2 }] }
    const { call } = await draw(<DocumentsPage />, { ...answers(), ...list } as never, '/orders?node=pay&waited=31-')
    expect(await screen.findByTitle('Payment')).toBeInTheDocument()
    expect(screen.getByTitle('Over 30 days')).toBeInTheDocument()
    expect(call.mock.calls.find(([path]) => path === '/workflow/tasks/all')?.[1]).toMatchObject({ node: 'pay', waited: '31-' })
    expect(call.mock.calls.find(([path]) => path === '/workflow/tasks/allNodes')?.[1]).toEqual({ waited: '31-' })
  })

  it('offer what may be passed together in the to-do list, unless too many wait to be judged', async () => {
    const figures = (batchPass: object) => ({ ...answers(),
      '/workflow/tasks/todoList/figures': () => ({ total: rows.length, amount: null, quick: { overdue: 1, urged: 2, ...batchPass } }) })
    const { call, unmount } = await draw(<DocumentsPage />, figures({ batchPass: 2 }) as never, '/todo')
    fireEvent.click(await screen.findByRole('checkbox', { name: /^Can be passed together\s?2$/ }))
    await waitFor(() =>
      expect(
        call.mock.calls.some(([path, body]) => path === '/workflow/tasks/todoList' && (body as { batchPass?: boolean }).batchPass === true),
      ).toBe(true)
    )
    unmount()
    await draw(<DocumentsPage />, figures({}) as never, '/todo')
    await screen.findByRole('checkbox', { name: /^Urged\s?2$/ })
    expect(screen.queryByRole('checkbox', { name: /^Can be passed together/ })).toBeNull()
  })

  it('offer what waits for a disabled initiator to workflow administrators, in the list of all documents', async () => {
    const list = { '/workflow/tasks/all': () => ({ records: rows }),
      '/workflow/tasks/all/figures': () => ({ total: rows.length, amount: null }) }
    const { call, client } = await draw(<DocumentsPage />, { ...answers(), ...list } as never, '/orders')
    await screen.findByText('Title 1')
    expect(screen.queryByRole('checkbox', { name: 'Returned to a deactivated initiator' })).toBeNull()
    act(() => void client.setQueryData(['read', 'user'], { id: 'wang', name: '王伟/Wei Wang', userName: 'wang', roles: ['workflowAdmin'] }))
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Returned to a deactivated initiator' }))
    await waitFor(() =>
      expect(
        call.mock.calls.some(([path, body]) =>
          path === '/workflow/tasks/all' && (body as { initiatorGone?: boolean }).initiatorGone === true
        ),
      ).toBe(true)
    )
  })
})
