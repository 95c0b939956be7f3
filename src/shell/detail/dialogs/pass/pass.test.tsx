import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { addTexts } from '#providers/i18n.ts'
import type { NodeChecks } from '#approval/wire/filed-document.ts'
import { begin, filed, inChinese, nodeForm, openDocument } from '#shell/detail/testing.tsx'

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
    await page.user.click(again.getByRole('button', { name: confirm }))
    await waitFor(() =>
      expect(page.sent('/workflow/pass')).toEqual([
        expect.objectContaining({ checkList: [{ item: 'b', result: 'pass' }, { item: 'c', result: 'fail', remark: 'Closed' }] }),
      ])
    )
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
    await page.user.click(dialog.getByRole('button', { name: /确认通过$/ }))
    await waitFor(() => expect(page.sent('/workflow/pass')).toEqual([expect.objectContaining({ comment: '同意\n【序列号：SMT-2026】' })]))
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
    await page.user.click(dialog.getByRole('button', { name: confirm }))
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
    await page.user.click(dialog.getByRole('button', { name: /Choose approvers for Judge/ }))
    expect(await screen.findByText('li@example.com')).toBeInTheDocument()
    await page.user.click(screen.getByRole('radio', { name: 'Na Li' }))
    await page.user.click(screen.getByRole('radio', { name: 'Min Zhang' }))
    await page.user.click(screen.getByRole('button', { name: 'Done' }))
    await page.user.click(dialog.getByRole('button', { name: confirm }))
    await waitFor(() =>
      expect(page.sent('/workflow/pass')).toEqual([expect.objectContaining({ nodeList: [{ nodeId: 'judge', userIdList: ['zhang'] }] })])
    )
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
