import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { HttpFailure } from '#providers/failure.ts'
import { addTexts } from '#providers/i18n.ts'
import type { NodeChecks } from '#approval/wire/filed-document.ts'
import { begin, exceptions, filed, inChinese, nodeForm, openDocument } from '#shell/detail/testing.tsx'

const unchecked = { result: null, remark: null, checkedBy: null, checkedAt: null }
const checks: readonly NodeChecks[] = [
  {
    nodeId: 'head',
    nodeName: '部门负责人',
    nodeNameEn: 'Department head',
    required: false,
    active: false,
    items: [{ id: 'a', cn: '合同', en: 'Contract', result: 'fail', remark: 'No stamp',
      checkedBy: { id: 'li', name: '李娜/Na Li', enable: true }, checkedAt: '2026-11-20 10:00:00' }],
  },
  { nodeId: 'cashier', nodeName: '出纳', nodeNameEn: 'Cashier', required: true, active: true,
    items: [{ id: 'b', cn: '发票', en: 'Invoice', ...unchecked }, { id: 'c', cn: '账户', en: 'Account', ...unchecked }] },
]
const serialNo = { key: 'serialNo', title: '序列号', cn: '序列号', en: 'Serial number', pattern: '[A-Z0-9-]{6,20}' }
const passed = { '/workflow/pass': () => ({ state: 4 }) }
const asking = (part: object) => ({ ...passed, '/workflow/approvingNodeForm': () => ({ ...nodeForm, ...part }) })
const line = (item: string) => within(screen.getByText(item).closest('li')!)
const confirm = /Pass$/
const add = '/workflow/wf/processInstance/comment/add'

/** Confirms the dialog and leaves the page, which ends the undo period. */
async function passAndLeave({ user }: { user: UserEvent }, dialog: ReturnType<typeof within>, name = confirm) {
  await user.click(dialog.getByRole('button', { name }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  fireEvent(window, new Event('pagehide'))
}

describe('passing', () => {
  afterEach(() => sessionStorage.clear())

  it('needs every check answered on the page, and a remark for a failed one', async () => {
    const page = await openDocument({ checkList: checks }, passed)
    expect(await screen.findByText('No stamp')).toBeInTheDocument()
    expect(screen.getByText(/Na Li/)).toBeInTheDocument()
    const dialog = await begin(page, /^Pass/)
    expect(dialog.getByText('0 of 2 answered')).toBeInTheDocument()
    await page.user.click(dialog.getByRole('button', { name: confirm }))
    expect(await dialog.findByText('Complete the checklist')).toBeInTheDocument()
    await page.user.click(dialog.getByRole('button', { name: 'Complete' }))
    await page.user.click(line('Invoice').getByText('Pass'))
    await page.user.click(line('Account').getByText('Fail'))
    expect(await screen.findByText('A remark is required for a failed item')).toBeInTheDocument()
    await page.user.type(screen.getByLabelText(/Account.*Remark/), 'Closed')
    const again = await begin(page, /^Pass/)
    await passAndLeave(page, again)
    await waitFor(() =>
      expect(page.sent('/workflow/pass')).toEqual([
        expect.objectContaining({ checkList: [{ item: 'b', result: 'pass' }, { item: 'c', result: 'fail', remark: 'Closed' }] }),
      ])
    )
  })

  it('needs each exception ticked, and names them in the call', async () => {
    const page = await openDocument({ exceptions }, passed)
    const dialog = await begin(page, /^Pass/)
    await page.user.click(dialog.getByRole('button', { name: confirm }))
    expect(await dialog.findByText('Look at each exception and tick it')).toBeInTheDocument()
    for (const box of dialog.getAllByRole('checkbox')) await page.user.click(box)
    await page.user.click(dialog.getByRole('button', { name: confirm }))
    await waitFor(() => expect(page.sent('/workflow/pass')).toEqual([expect.objectContaining({ exceptions: ['a', 'b'] })]))
  })

  it('writes what the opinion must state into lines of it', async () => {
    await addTexts(async (locale) => ({
      'approval.opinionSerialNo': locale === 'cn' ? '审批意见中必须包含序列号' : 'The opinion must contain the serial number',
    }))
    const page = await openDocument({}, asking({ commentMustContain: ['serialNo'], opinionFacts: [serialNo] }))
    await inChinese()
    const dialog = await begin(page, /^通过/)
    await page.user.click(dialog.getByRole('button', { name: /确认通过$/ }))
    expect(await dialog.findByText('审批意见中必须包含序列号')).toBeInTheDocument()
    await page.user.type(dialog.getByLabelText(/^审批意见/), '同意')
    await page.user.type(dialog.getByLabelText(/^序列号/), 'smt-2026')
    expect(dialog.getByLabelText(/^审批意见/)).toHaveValue('同意\n【序列号：SMT-2026】')
    await passAndLeave(page, dialog, /确认通过$/)
    await waitFor(() => expect(page.sent('/workflow/pass')).toEqual([expect.objectContaining({ comment: '同意\n【序列号：SMT-2026】' })]))
  })

  it('asks for what the value of the page makes due, and for nothing that it does not', async () => {
    const due = { ...serialNo, when: 'true' }
    const over = { ...serialNo, key: 'batchNo', cn: '批号', en: 'Batch no.', when: 'false' }
    const page = await openDocument({}, asking({ commentMustContain: ['batchNo'], opinionFacts: [over], conditionalFacts: [due, over] }))
    await inChinese()
    const dialog = await begin(page, /^通过/)
    expect(dialog.getByLabelText(/^序列号/)).toBeInTheDocument()
    expect(dialog.queryByLabelText(/^批号/)).toBeNull()
  })

  it('keeps the opinion while the dialog is closed', async () => {
    const page = await openDocument({}, passed)
    const dialog = await begin(page, /^Pass/)
    await page.user.type(dialog.getByLabelText(/^Opinion/), 'Almost')
    await page.user.click(dialog.getByRole('button', { name: 'Cancel' }))
    expect((await begin(page, /^Pass/)).getByLabelText(/^Opinion/)).toHaveValue('Almost')
  })

  it('owes an explanation below those of others', async () => {
    const explained = { ...filed.business,
      said: [{ rowId: 'e1', userName: '李娜', departmentName: '研发中心', explain: 'A second test', explainType: 'overBudget' }] }
    const page = await openDocument({ business: explained },
      asking({ explains: { key: 'overBudget', cn: '超预算说明', en: 'Over-budget explanation' } }))
    const dialog = await begin(page, /^Pass/)
    expect(await dialog.findByText('A second test')).toBeInTheDocument()
    expect(dialog.getByText('李娜 · 研发中心')).toBeInTheDocument()
    await page.user.type(dialog.getByLabelText(/^Over-budget explanation/), 'From December')
    await passAndLeave(page, dialog)
    await waitFor(() =>
      expect(page.sent('/workflow/pass')).toEqual([
        expect.objectContaining({ explainDtoList: [{ nodeId: 'cashier', explain: 'From December', explainType: 'overBudget' }] }),
      ])
    )
  })

  it('says who decides after the reader on the same node, and that it ends only after the last of them', async () => {
    const [running] = filed.nodeList
    const [wang, li] = [{ id: 'wang', name: '王伟/Wei Wang', enable: true }, { id: 'li', name: '李娜/Na Li', enable: true }]
    const line = { id: 'r1', operateType: 'running', nodeId: 'cashier', nodeName: '出纳', nodeNameEn: 'Cashier', operator: null,
      ccUserList: [], oaAttachmentList: [], removableList: [], changes: [], userList: [wang],
      nodePeople: [{ ...wang, state: 'running', countersigner: false }, { ...li, state: 'waiting', countersigner: false }] }
    const nextFor = async (approvalTypeCode: number) => {
      const page = await openDocument({ nodeList: running ? [{ ...running, approvalTypeCode }] : [],
        processRecord: [{ ...line, approvalTypeCode }] as never })
      const dialog = await begin(page, /^Pass/)
      const text = (await dialog.findByText('Next step')).parentElement?.textContent
      page.unmount()
      return text
    }
    expect(await nextFor(3)).toMatch(/^Next stepCashier.*Na Li$/)
    expect(await nextFor(2)).toBe('Next stepFinal step')
    line.nodePeople = [{ ...li, state: 'suspended', countersigner: false }, { ...wang, state: 'running', countersigner: true }]
    expect(await nextFor(2), 'who asked for a countersignature decides after it').toMatch(/^Next stepCashier.*Na Li$/)
  })

  it('asks for the people of a later node, from the table of those it allows', async () => {
    const [running] = filed.nodeList
    const later = running &&
      { ...running, nodeId: 'judge', nodeName: '评审', nodeNameEn: 'Judge', state: 'coming' as const, userList: [],
        selectUser: { size: 1, canAdd: true, optionalRange: { type: 'ALL' } } }
    const users = [{ id: 'li', name: '李娜/Na Li', email: 'li@example.com', departmentName: '研发中心/R&D', avatar: null }, { id: 'zhang',
      name: '张敏/Min Zhang', email: null, departmentName: null, avatar: null }]
    const page = await openDocument({ nodeList: [...filed.nodeList, ...(later ? [later] : [])] }, { ...passed,
      '/workflow/getSelectUsers': () => ({ records: users, total: 2 }) })
    const dialog = await begin(page, /^Pass/)
    await page.user.click(dialog.getByRole('button', { name: confirm }))
    expect(await dialog.findByText('Choose approvers for the following steps')).toBeInTheDocument()
    await page.user.click(dialog.getByRole('button', { name: /Judge: choose people/ }))
    expect(await screen.findByText('li@example.com')).toBeInTheDocument()
    await page.user.click(screen.getByRole('radio', { name: 'Na Li' }))
    await page.user.click(screen.getByRole('radio', { name: 'Min Zhang' }))
    await page.user.click(screen.getByRole('button', { name: 'Done' }))
    await page.user.click(dialog.getByRole('button', { name: confirm }))
    await waitFor(() =>
      expect(page.sent('/workflow/pass')).toEqual([expect.objectContaining({ nodeList: [{ nodeId: 'judge', userIdList: ['zhang'] }] })])
    )
  })

  it('names the amount, but none of a document without one', async () => {
    const amountIn = async (business: object) => {
      const page = await openDocument({ business: { ...filed.business, ...business } }, passed)
      const subject = (await begin(page, /^Pass/)).getByText(/SY/).closest('.oa-dialog-subject')
      page.unmount()
      return subject?.textContent
    }
    expect(await amountIn({})).toContain('12.00')
    expect(await amountIn({ items: [], total: '0.00' })).not.toContain('0.00')
  })

  it('keeps own phrases as a whole list', async () => {
    const page = await openDocument({}, { ...passed,
      '/system/opinions': (body: { opinions?: string[] } | undefined) => body?.opinions ?? ['Fine', 'Thanks'] })
    const dialog = await begin(page, /^Pass/)
    await page.user.click(await dialog.findByRole('button', { name: 'Thanks' }))
    expect(dialog.getByLabelText(/^Opinion/)).toHaveValue('Thanks')
    await page.user.click(dialog.getByRole('button', { name: /Saved opinions/ }))
    await page.user.click(await dialog.findByRole('button', { name: 'Move saved opinion 2 up' }))
    await page.user.type(dialog.getByLabelText('Saved opinion 2'), '!')
    await page.user.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(page.call).toHaveBeenCalledWith('/system/opinions', { opinions: ['Thanks', 'Fine!'] }, { quiet: true }))
  })

  it('does not replace written words unasked', async () => {
    const page = await openDocument({}, passed)
    const dialog = await begin(page, /^Pass/)
    await page.user.type(dialog.getByLabelText(/^Opinion/), 'My own words')
    await page.user.click(dialog.getByRole('button', { name: 'Receipts are complete' }))
    expect((await screen.findAllByText('This operation will overwrite the current content, continue?')).length).toBeGreaterThan(0)
    expect(dialog.getByLabelText(/^Opinion/)).toHaveValue('My own words')
  })
})

describe('a pass that can be called back', () => {
  afterEach(() => sessionStorage.clear())
  const passWith = async (page: Awaited<ReturnType<typeof openDocument>>, opinion: string) => {
    const dialog = await begin(page, /^Pass/)
    await page.user.type(dialog.getByLabelText(/^Opinion/), opinion)
    await page.user.click(dialog.getByRole('button', { name: confirm }))
    await waitFor(() => expect(page.tabs.replace).toHaveBeenCalledWith('/sample', '/todo'))
  }

  it('goes on at once, counts with its number, and is sent when the page is hidden', async () => {
    const page = await openDocument({}, passed)
    await passWith(page, 'Fine')
    expect(screen.getByText(/^Approving SY1 in \d s$/)).toBeInTheDocument()
    expect(page.bar.queryByRole('button', { name: /^(Pass|Return|Refuse)/ })).toBeNull()
    expect(page.sent('/workflow/pass')).toEqual([])
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    fireEvent(document, new Event('visibilitychange'))
    await waitFor(() =>
      expect(page.sent('/workflow/pass')).toEqual([expect.objectContaining({ taskId: 't1', procInstId: 'd1', comment: 'Fine' })])
    )
    await waitFor(() => expect(sessionStorage.getItem('oa.task.t1')).toBeNull())
    vi.restoreAllMocks()
  })

  it('is called back with its opinion', async () => {
    const page = await openDocument({}, passed)
    await passWith(page, 'Too fast')
    fireEvent.keyDown(document.body, { key: 'z' })
    expect(await page.bar.findByRole('button', { name: /^Pass/ })).toBeInTheDocument()
    expect((await begin(page, /^Pass/)).getByLabelText(/^Opinion/)).toHaveValue('Too fast')
    fireEvent(window, new Event('pagehide'))
    expect(page.sent('/workflow/pass')).toEqual([])
  })

  it('that is refused later is told with its number and the way back, and keeps the opinion', async () => {
    const refuse = () => {
      throw new HttpFailure({ kind: 'refused', message: 'The month is closed', code: 42009 })
    }
    const page = await openDocument({}, { '/workflow/pass': refuse })
    await passWith(page, 'Fine')
    fireEvent(window, new Event('pagehide'))
    await waitFor(() =>
      expect(page.notify).toHaveBeenCalledWith({ kind: 'refused', text: '“SY1” wasn’t approved: The month is closed',
        open: expect.any(Function) })
    )
    expect((await begin(page, /^Pass/)).getByLabelText(/^Opinion/)).toHaveValue('Fine')
  })

  it('is sent before anything else is done to its document', async () => {
    const page = await openDocument({}, { ...passed, [add]: () => ({}) })
    await passWith(page, 'Fine')
    await page.user.click(page.bar.getByRole('button', { name: /^Comment/ }))
    await page.user.type(screen.getByLabelText('Comment, @ to mention'), 'One more thing')
    await page.user.click(screen.getByRole('button', { name: 'Send' }))
    await waitFor(() => expect(page.sent(add)).toHaveLength(1))
    const calls = page.call.mock.calls.map(([path]) => path).filter((path) => path.startsWith('/workflow/pass') || path === add)
    expect(calls).toEqual(['/workflow/pass', add])
  })
})
