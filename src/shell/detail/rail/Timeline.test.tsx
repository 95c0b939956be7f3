import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import type { FiledDocument } from '#approval/wire/filed-document.ts'
import type { TimelineFile, TimelineRecord } from '#approval/wire/timeline.ts'
import { text } from '#kernel/fields.ts'
import { claim, draw } from '#shell/form/testing.tsx'
import { filed as filedDocument } from '../testing.tsx'
import { DetailPage } from '../DetailPage.tsx'

const wang = { id: 'wang', name: '王伟/Wei Wang', enable: true }
const li = { id: 'li', name: '李娜/Na Li', enable: true }

let seq = 0
const line = (operateType: string, more: Partial<TimelineRecord> = {}): TimelineRecord => ({
  id: `d1-${(seq += 1)}`,
  round: 1,
  nodeType: 1,
  nodeId: 'cashier',
  nodeName: '出纳',
  nodeNameEn: 'Cashier',
  operateType,
  operator: li,
  userList: [li],
  ccUserList: [],
  createTime: '2026-11-20 09:00:00',
  comment: null,
  commentDefault: false,
  oaAttachmentList: [],
  removableList: [],
  approvalTypeCode: 1,
  nodePeople: [],
  editable: false,
  deleted: false,
  changes: [],
  hardToDecide: false,
  exceptions: 0,
  administrator: false,
  confirmedBy: null,
  countersigner: false,
  orderType: null,
  cancelled: false,
  target: null,
  ...more,
})

const file = (id: string): TimelineFile => ({ id, realName: `${id}.pdf`, fileType: 'pdf', size: 20, removed: false })

const rounds = [
  { round: 1, startedAt: '2026-11-20 09:00:00', endedAt: '2026-11-20 09:10:00', changes: [], edits: [] },
  {
    round: 2,
    startedAt: '2026-11-20 09:20:00',
    endedAt: null,
    changes: [{ field: 'title', before: 'Wires', after: 'Cables' }, { field: 'items', row: 'r2', rowNumber: 2,
      before: { rowId: 'r2', detail: 'A plug', amount: '3.00' }, after: null }],
    edits: [{ field: 'items.approved', row: 'r1', rowNumber: 1, before: '15.00', after: '12.00', by: li, at: '2026-11-20 09:30:00' }],
  },
]

const filed = (records: readonly TimelineRecord[], more: Partial<FiledDocument> = {}): FiledDocument => ({
  ...filedDocument,
  currentTask: null,
  taskId: null,
  nodeId: null,
  business: { title: 'Cables', applicant: 'wang', urgent: '0', total: '12.00',
    items: [{ rowId: 'r1', detail: 'Two cables', amount: '15.00', approved: '12.00' }] },
  actions: ['comment'],
  processRecord: records,
  nodeList: [],
  ...more,
})

async function open(document: FiledDocument, answers: Record<string, (body: never) => unknown> = {}, form = claim) {
  vi.spyOn(globalThis, 'matchMedia').mockImplementation((media) =>
    ({ matches: media.includes('min-width: 1280px'), media, addEventListener: () => undefined, removeEventListener: () =>
      undefined }) as unknown as MediaQueryList
  )
  const page = await draw(<DetailPage form={form} />, { '/oaserver/madeUpClaim/detail': () => document,
    '/oaserver/messages/myGotItSetRead': () => true, '/workflow/rounds/d1': () => rounds, ...answers }, '/sample-detail?procInstId=d1')
  await screen.findByRole('heading', { name: 'Cables' }, { timeout: 20_000 })
  const rail = within(screen.getByRole('complementary', { name: 'Timeline' }))
  return { ...page, rail,
    lines: () =>
      rail.getAllByRole('listitem').filter(({ className }) => className.startsWith('oa-step')).map(({ textContent }) => textContent) }
}

it('names the two people of an intervention in a document that moves money', async () => {
  await open(filed([line('autoCompleted', { operator: wang, administrator: true, confirmedBy: li, comment: 'On leave' })]))
  expect(await screen.findByText('Proposed by Wei Wang, confirmed by Na Li')).toBeInTheDocument()
})

describe('the timeline', () => {
  it('says who did what at which node, to whom, and with which mark', async () => {
    const { lines } = await open(filed([
      line('start', { operator: wang, userList: [wang] }),
      line('addsign', { userList: [li, wang], orderType: 1 }),
      line('completed', { countersigner: true, comment: 'Fine' }),
      line('completed', { comment: '同意', commentDefault: true, hardToDecide: true }),
      line('backed', { target: { nodeId: 'start', nodeName: '发起', nodeNameEn: 'Start' } }),
      line('transfer', { operator: wang, userList: [li, wang], administrator: true }),
      line('autoCompleted', { operator: null, why: { code: 'approval.auto.initiator', parameters: {} } }),
      line('cc', { operator: null, userList: [], ccUserList: [{ ...li, read: true }, { ...wang, read: false }] }),
      line('cc', { operator: null, userList: [], ccUserList: [{ ...li, read: true }] }),
    ]))
    const shown = lines()
    expect(shown[0]).toContain('Wei Wangsubmitted')
    expect(shown[1]).toMatch(/Na LiCashier · added countersigners.*Wei Wangin order, before me/)
    expect(shown[2]).toMatch(/Na LiCountersigner · approved.*Fine/)
    expect(shown[3]).toMatch(/approvedHard to decide.*Agree/)
    expect(shown[4]).toContain('Cashier · returned for changes')
    expect(shown[5]).toMatch(/Wei WangCashier · transferred toAdministrator.*Na Li→.*Wei Wang/)
    expect(shown[6]).toMatch(/Na LiCashier · approved automatically/)
    expect(shown[7]).toContain('1 read, 1 unread')
    expect(shown[8]).toMatch(/Na LiRead/)
  })

  it('says what an approver changed, but not what is kept beside the screen', async () => {
    const kept = text({ cn: '唯一供应商', en: 'Only supplier', section: 'basics', visible: 'false' })
    const changes = [{ field: 'paidOn', before: null, after: '2026-11-24' }, { field: 'kept', before: null, after: '09dab93281ec461d' }]
    const { rail } = await open(filed([line('completed', { changes })]), {}, { ...claim, fields: { ...claim.fields, kept } })
    expect(await rail.findByText('2026-11-24')).toBeInTheDocument()
    expect(rail.queryByText(/Only supplier/)).toBeNull()
  })

  it('says which document changed this one, and what', async () => {
    const changes = [{ field: 'paidOn', before: '2026-11-20', after: '2026-11-24' }]
    const { rail } = await open(filed([line('written', { changes, writtenBy: 'ECNC202611200001' })]))
    expect(await rail.findByText('2026-11-24')).toBeInTheDocument()
    expect(rail.getByText(/changed this by ECNC202611200001/)).toBeInTheDocument()
  })

  it('tells who has it now, how they decide, since when and until when, and where the way ends', async () => {
    const { rail, lines } = await open(filed([line('running', {
      operator: null,
      approvalTypeCode: 1,
      userList: [{ ...li, stayHours: 26, dueTime: '2026-11-20 18:00:00', overdue: true }],
      nodePeople: [{ ...wang, state: 'done', countersigner: false }, { ...li, state: 'running', countersigner: false }],
    })], {
      nodeList: [{ nodeId: 'end', nodeName: '结束', nodeNameEn: 'End', nodeType: -1, approvalTypeCode: 1, state: 'coming', userList: [],
        why: null, selectUser: null, problems: [] }],
    }))
    expect(lines()[0]).toMatch(/CashierIn progressEveryone.*Wei Wangdone\+.*Na Liin progresswaiting 1 d 2 hdue 11-20 18:00Overdue/)
    expect(lines()[1]).toBe('End')
    expect(rail.getAllByRole('listitem').filter((item) => item.getAttribute('aria-current') === 'step')).toHaveLength(1)
  })

  it('a file that was taken out keeps its name in the lines, and cannot be opened', async () => {
    const gone = { ...file('f1'), removed: true }
    const nameless = { id: 'f2', realName: null, fileType: null, size: null, removed: true }
    const { rail, lines } = await open(
      filed([line('attachment', { operator: wang, oaAttachmentList: [gone, file('f3')] }),
        line('delAttachment', { operator: wang, oaAttachmentList: [gone, nameless] })]),
    )
    expect(lines()[1]).toMatch(/removed files.*f1\.pdf.*20\.00B.*Deleted file/)
    expect(rail.getAllByTitle('f1.pdf').map(({ tagName }) => tagName)).toEqual(['DEL', 'DEL'])
    expect(rail.queryByRole('button', { name: /f1/ })).toBeNull()
    expect(rail.getByRole('button', { name: /^Download.*f3\.pdf/ })).toBeInTheDocument()
  })

  it('a file that the reader added a moment ago is taken out again, once that is confirmed', async () => {
    const taken = vi.fn(() => true)
    const { user, rail } = await open(
      filed([line('attachment', { operator: wang, oaAttachmentList: [file('f1'), file('f2')], removableList: ['f2'] })]),
      {
        '/oaserver/delAttachment': taken,
      },
    )
    expect(rail.getAllByRole('button', { name: /^Remove/ })).toHaveLength(1)
    await user.click(rail.getByRole('button', { name: 'Remove f2.pdf' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(taken).not.toHaveBeenCalled()
    await user.click(dialog.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(taken).toHaveBeenCalledExactlyOnceWith({ attachmentId: 'f2', id: expect.any(String), procInstId: 'd1' }))
  })

  it('shows what was left out, and why, only when asked', async () => {
    const { user, rail, lines } = await open(
      filed([line('start'), line('completed')], {
        skippedNodes: [{
          ...line('skipped', { operator: null, userList: [], nodeNameEn: 'Director',
            why: { code: 'approval.skip.condition', parameters: {} } }),
          id: 'd1-1.5',
        }],
      }),
    )
    expect(lines()).toHaveLength(2)
    await user.click(rail.getByRole('button', { name: 'Show skipped steps (1)' }))
    expect(lines().find((text) => text?.includes('Director · skipped'))).toBeDefined()
    await user.click(rail.getByRole('button', { name: 'Hide skipped steps' }))
    expect(lines()).toHaveLength(2)
  })

  it('names proposals that were not done where they were made, and how many exceptions an approver had looked at', async () => {
    const proposal = { id: 'p1', action: 'skip', state: 'waiting', proposer: wang, proposedAt: '2026-11-20 10:00:00',
      expiresAt: '2026-11-27 10:00:00', reason: 'On leave', target: null, assignee: null, endedBy: null, answer: null,
      mayWithdraw: true } as const
    const { lines } = await open(
      filed([line('start'), line('completed', { exceptions: 2 }), line('completed', { exceptions: 1, createTime: '2026-11-21 09:00:00' }),
        line('running', { createTime: '2026-11-20 09:30:00' })], {
        proposals: [proposal, { ...proposal, id: 'p2', action: 'jump', state: 'declined', proposedAt: '2026-11-22 10:00:00',
          mayWithdraw: false, target: { cn: '出纳', en: 'Cashier' }, endedBy: li, answer: 'Not needed' }],
      }),
    )
    expect(lines()[1]).toContain('Reviewed 2 exceptions')
    expect(lines()[2]).toMatch(/Wei Wangproposed: Skip stepWaiting for a second person until .*On leave/)
    expect(screen.getByRole('link', { name: 'View or withdraw' })).toHaveAttribute('href', '/interventions?list=mine')
    expect(lines()[3]).toContain('Reviewed 1 exception')
    expect(lines()[4]).toMatch(/proposed: Jump to step, to CashierDeclined by Na Li.*Na Li: Not needed/)
    expect(lines()).toHaveLength(6)
  })

  it('strikes out a comment that was taken back; its author takes one back after confirming', async () => {
    const kept = line('comment', { comment: 'Soon, please', editable: true })
    const { user, rail, lines, call } = await open(filed([line('comment', { deleted: true }), line('deleted'), kept]), {
      '/workflow/wf/processInstance/comment/delete': () => ({ state: 1 }),
    })
    expect(lines()).toHaveLength(2)
    expect(lines()[0]).toMatch(/commenteddeleted/)
    expect(rail.getByRole('tab', { name: /^Comments ?1$/ })).toBeInTheDocument()
    // the dialogs are loaded with the first question
    await act(() => user.click(rail.getByRole('button', { name: 'Delete comment' })))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))
    await waitFor(() =>
      expect(call.mock.calls.find(([path]) => path.endsWith('comment/delete'))?.[1]).toMatchObject({ procInstId: 'd1', recordId: kept.id })
    )
  })
})

describe('a document in its second round', () => {
  const again = filed([line('start'), line('start', { round: 2 })], { round: 2 })

  it('heads each round, and lists what differs with what stood there before', async () => {
    const { user, rail } = await open(again)
    expect(rail.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual(['Round 1', 'Round 2'])
    expect(await screen.findByText('2 changes since round 1, 1 edit by an approver')).toBeInTheDocument()
    await user.click(screen.getByRole('switch', { name: /Changes since round 1/ }))
    const rows = () => screen.getAllByRole('row').map(({ textContent }) => textContent)
    await waitFor(() =>
      expect(rows()).toEqual(
        expect.arrayContaining(['TitleWiresCables', expect.stringMatching(/^Items · Row 2 removedA plug￥3\.00—$/),
          expect.stringMatching(/^Approvedrow 1￥15\.00￥12\.00.*Na Li/)]),
      )
    )
  })

  it('says that nothing differs, and offers nothing to show then', async () => {
    await open(again, { '/workflow/rounds/d1': () => rounds.map((round) => ({ ...round, changes: [], edits: [] })) })
    expect(await screen.findByText('Same content as round 1')).toBeInTheDocument()
    expect(screen.queryByRole('switch', { name: /Changes since round 1/ })).toBeNull()
  })

  it('marks the cell that an approver changed while changes are shown, and tells on focus what stood there', async () => {
    const { user } = await open(again)
    const show = await screen.findByRole('switch', { name: /Changes since round 1/ })
    expect(screen.queryByRole('button', { name: 'Changed' })).toBeNull()
    await user.click(show)
    const marks = await screen.findAllByRole('button', { name: 'Changed' })
    expect(marks).toHaveLength(1)
    marks[0]?.focus()
    expect(await screen.findByText('Before Na Li’s edit')).toBeInTheDocument()
    await waitFor(() => expect(screen.getByRole('tooltip')).toHaveTextContent('15.00'))
  })
})
