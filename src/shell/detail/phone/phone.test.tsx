import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { attachment, defineFields, table } from '#kernel/fields.ts'
import { fileStrip } from '../actions/files.ts'
import { begin, filed, openDocument } from '../testing.tsx'

beforeEach(() =>
  void vi.spyOn(globalThis, 'matchMedia').mockImplementation((media) =>
    ({ matches: media.includes('max-width: 767px'), media, addEventListener: () => undefined, removeEventListener: () =>
      undefined }) as unknown as MediaQueryList
  )
)
afterEach(() => void vi.restoreAllMocks())

const sequence = { list: '/todo', before: 0, total: 3,
  steps: ['d0', 'd1', 'd2'].map((procInstId) => ({ procInstId, address: `/sample-detail?procInstId=${procInstId}` })) }

it('has one bar above with its place in the list, and one below with the verdicts; refusing is one of the others', async () => {
  const page = await openDocument({ titleEn: 'Sample claim submitted by Wei Wang', title: '王伟提交的试用报销', subject: '两根线缆',
    subjectEn: 'Two cables for line 3' }, {}, sequence)
  expect(screen.getByRole('heading', { level: 1, name: 'Two cables for line 3' })).toBeInTheDocument()
  expect(screen.getByText('2 / 3')).toBeInTheDocument()
  expect(page.bar.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['More', 'ReturnR', 'PassP'])
  expect((await begin(page, /^Refuse$/)).getByRole('button', { name: 'Refuse' })).toBeInTheDocument()
})

it('shows the files of rows, and those of the only field with files, once: in the row above the content', () => {
  const fields = defineFields({ files: attachment({ cn: '附件', en: 'Files' }), scan: attachment({ cn: '扫描件', en: 'Scan' }),
    items: table({ cn: '明细', en: 'Items', columns: { invoice: attachment({ cn: '发票', en: 'Invoice' }) } }) })
  const items = [{ rowId: 'r1', invoice: ['f1'] }, { rowId: 'r2', invoice: ['f2'] }]
  const closed = () => false
  expect(fileStrip(fields, { items, files: ['f3', 'f1'] }, closed)).toEqual({ field: 'files', ids: ['f1', 'f2', 'f3'] })
  expect(fileStrip(fields, { items, files: ['f3'], scan: ['f4'] }, closed)).toEqual({ field: undefined, ids: ['f1', 'f2'] })
  expect(fileStrip(fields, { files: ['f3'] }, (path) => path === 'files')).toEqual({ field: undefined, ids: [] })
})

it('folds the history into who acted last and whose turn it is, and opens it with a press', async () => {
  const wang = { id: 'wang', name: '王伟/Wei Wang', enable: true }
  const started = { id: 'd1-1', round: 1, nodeType: 0, nodeId: 'start', nodeName: '', nodeNameEn: '', operateType: 'start',
    userList: [wang], ccUserList: [], createTime: '2026-11-20 09:00:00', comment: null, oaAttachmentList: [], removableList: [],
    changes: [], operator: wang, commentDefault: false, approvalTypeCode: null, nodePeople: [], editable: false, deleted: false,
    hardToDecide: false, administrator: false, confirmedBy: null, countersigner: false, orderType: null, cancelled: false,
    target: null } as const
  const { user } = await openDocument({ processRecord: [started] as unknown as typeof filed.processRecord })
  const line = screen.getByRole('button', { name: 'Wei Wang submitted · Waiting for you' })
  expect(screen.queryByRole('tab', { name: 'Timeline' })).toBeNull()
  await user.click(line)
  expect(await screen.findByRole('tab', { name: 'Timeline' })).toBeInTheDocument()
  expect(within(screen.getByRole('tabpanel')).getByText('submitted')).toBeInTheDocument()
})
