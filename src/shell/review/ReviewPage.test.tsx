import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { DocumentRow } from '#approval/wire/document-row.ts'
import { definePlugin } from '#kernel/plugin.ts'
import { filed, nodeForm } from '../detail/testing.tsx'
import { undoTime } from '../documents/batch/pass-queue.ts'
import { claim, draw } from '../form/testing.tsx'
import { filesOf } from '../detail/actions/files.ts'
import { sourceOf } from '../routing/declaration-source.ts'
import { RoutesContext } from '../routing/routes-context.ts'
import { FilePane } from './FilePane.tsx'
import { ReviewPage } from './ReviewPage.tsx'

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

const declared = { brand: { cn: '示例', en: 'Sample' }, pages: [],
  declarations: async () => sourceOf([definePlugin({ id: 'sample', forms: [claim], locales: { cn: {}, en: {} } })]) }

const open = async (rows: readonly DocumentRow[]) => {
  const page = await draw(<RoutesContext value={{ config: declared, pages: [] }}>
    <ReviewPage />
  </RoutesContext>, {
    '/workflow/tasks/todoList': () => ({ records: rows }),
    '/oaserver/madeUpClaim/detail': ({ procInstId }: { procInstId: string }) => ({ ...filed, procInstId, businessKey: procInstId,
      taskId: `t${procInstId.slice(1)}`, titleEn: `Title ${procInstId.slice(1)}` }),
    '/workflow/approvingNodeForm': () => nodeForm,
    '/workflow/pass': () => ({ state: 1 }),
    '/system/opinions': () => [],
    '/system/users/list': () => [],
  } as never, '/review')
  await heading(1)
  return page
}
const heading = (n: number) => screen.findByRole('heading', { level: 1, name: `Title ${n}` })
/** Awaited, because the next document may suspend for its chunk. */
const press = (key: string) => act(async () => void fireEvent.keyDown(document.activeElement ?? document.body, { key }))
const passed = (call: { mock: { calls: unknown[][] } }) =>
  call.mock.calls.filter(([path]) => path === '/workflow/pass').map(([, body]) => (body as { taskId: string }).taskId)

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }))
afterEach(() => {
  vi.useRealTimers()
  sessionStorage.clear()
})

describe('a review', () => {
  it('passes with P and goes on; Z calls back and returns to it; at the end it says what was decided', async () => {
    const { call } = await open([rowOf(1), rowOf(2), rowOf(3)])
    expect(screen.getByText('1 of 3')).toBeInTheDocument()
    await press('p')
    await heading(2)
    await press('z')
    await heading(1)
    await act(() => vi.advanceTimersByTimeAsync(undoTime))
    expect(passed(call)).toEqual([])
    for (const next of [2, 3]) {
      await press('p')
      await heading(next)
    }
    await press('p')
    await screen.findByText(/Passed 3, returned 0/)
    await act(() => vi.advanceTimersByTimeAsync(undoTime))
    await waitFor(() => expect(passed(call)).toEqual(['t1', 't2', 't3']))
  })

  it('asks where a document asks for more than a yes, and moves without deciding', async () => {
    const { call } = await open([rowOf(1, { batchPass: { reason: 'opinion' } }), rowOf(2)])
    await press('p')
    await screen.findByRole('dialog')
    expect(passed(call)).toEqual([])
    fireEvent.click(screen.getByRole('button', { name: /Cancel/ }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    await press('j')
    await heading(2)
    expect(screen.getByText('2 of 2')).toBeInTheDocument()
  })
})

it('begins with a file that a browser draws', async () => {
  const files = [{ id: 'f1', name: 'plan.docx', fileType: 'docx' }, { id: 'f2', name: 'quote.pdf', fileType: 'pdf' }]
  const { user } = await draw(<RoutesContext value={{ config: declared, pages: [] }}>
    <FilePane document="d1" ids={['f1', 'f2']} />
  </RoutesContext>, { '/system/reference/attachment/find': () => files })
  const sign = (name: string) => screen.findByText((_, element) => element?.getAttribute('title') === name, { selector: 'button' })
  await waitFor(async () => expect(await sign('quote.pdf')).toHaveAttribute('aria-pressed', 'true'))
  await user.click(await sign('plan.docx'))
  expect(await sign('plan.docx')).toHaveAttribute('aria-pressed', 'true')
})

it('shows the files of rows as well, each once', () => {
  const value = { items: [{ rowId: 'r1', files: ['f1', 'f2'] }, { rowId: 'r2', files: ['f2', 'f3'] }] }
  expect(filesOf(claim.fields, value)).toEqual(['f1', 'f2', 'f3'])
})
