import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { HttpFailure } from '#providers/failure.ts'
import { begin, filed, inChinese, openDocument, pick } from '../testing.tsx'
import { firstInput } from './ActionDialog.tsx'

const position = { state: 1, currentTask: null }
const [running] = filed.nodeList
const inOrder = running ? [{ ...running, approvalTypeCode: 3 }] : []

describe('handing a task to others', () => {
  it('transfers to exactly one other person', async () => {
    const page = await openDocument({}, { '/workflow/transfer': () => position })
    const dialog = await begin(page, /^Transfer/)
    await page.user.click(dialog.getByRole('button', { name: /Transfer$/ }))
    expect(await dialog.findByText('Choose one person to transfer to')).toBeInTheDocument()
    await pick(page.user, dialog.getByRole('combobox'), 'Min Zhang')
    await page.user.type(dialog.getByLabelText(/^Note/), 'You know it')
    await page.user.click(dialog.getByRole('button', { name: /Transfer$/ }))
    await waitFor(() => expect(page.tabs.replace).toHaveBeenCalledWith('/sample', '/todo'))
    expect(page.sent('/workflow/transfer')).toEqual([expect.objectContaining({ taskId: 't1', assignee: 'zhang', comment: 'You know it' })])
  })

  it('says of the initiator, when chosen, that it is their own document', async () => {
    const page = await openDocument({ excludedAssignees: ['zhang'] }, { '/workflow/transfer': () => position })
    const dialog = await begin(page, /^Transfer/)
    await pick(page.user, dialog.getByRole('combobox'), 'Min Zhang')
    expect(await dialog.findByText(/own document. Choose someone else$/)).toBeInTheDocument()
    await page.user.click(dialog.getByRole('button', { name: /Transfer$/ }))
    expect(page.sent('/workflow/transfer')).toEqual([])
  })

  it('warns of a second transferee and begins the choice anew', async () => {
    const page = await openDocument({}, { '/workflow/transfer': () => position })
    const dialog = await begin(page, /^Transfer/)
    await pick(page.user, dialog.getByRole('combobox'), 'Min Zhang')
    await pick(page.user, dialog.getByRole('combobox'), 'Na Li')
    expect(await dialog.findByText('Choose one person to transfer to')).toBeInTheDocument()
    await page.user.click(dialog.getByRole('button', { name: /Transfer$/ }))
    expect(page.sent('/workflow/transfer')).toEqual([])
  })

  it('puts a refusal at the person and keeps what was typed', async () => {
    const refuse = () => {
      throw new HttpFailure({ kind: 'refused', message: 'No', code: 42009,
        data: { fields: [{ name: 'assignee', message: 'Min Zhang is an approver already' }] } })
    }
    const page = await openDocument({}, { '/workflow/transfer': refuse })
    const dialog = await begin(page, /^Transfer/)
    await pick(page.user, dialog.getByRole('combobox'), 'Min Zhang')
    await page.user.type(dialog.getByLabelText(/^Note/), 'You know it')
    await page.user.click(dialog.getByRole('button', { name: /Transfer$/ }))
    expect(await dialog.findByText('Min Zhang is an approver already')).toBeInTheDocument()
    expect(dialog.getByLabelText(/^Note/)).toHaveValue('You know it')
    expect(dialog.queryByText('No')).toBeNull()
  })

  it('countersigns; an order is asked for on a node in order only', async () => {
    const page = await openDocument({ nodeList: inOrder }, { '/workflow/countersign': () => position })
    const dialog = await begin(page, /^Countersign/)
    await page.user.click(dialog.getByRole('button', { name: /Countersign$/ }))
    expect(await dialog.findByText('Choose a countersigner other than yourself and the approvers of this step')).toBeInTheDocument()
    await pick(page.user, dialog.getByRole('combobox'), 'Min Zhang')
    await page.user.click(dialog.getByRole('radio', { name: 'One after another' }))
    await page.user.click(dialog.getByRole('button', { name: /Countersign$/ }))
    await waitFor(() =>
      expect(page.sent('/workflow/countersign')).toEqual([
        expect.objectContaining({ assigneeList: ['zhang'], orderType: 1, attachmentList: [] }),
      ])
    )
  })

  it('sends no order where the first to pass is enough', async () => {
    const page = await openDocument({}, { '/workflow/countersign': () => position })
    await inChinese()
    const dialog = await begin(page, /^加签/)
    expect(dialog.queryByRole('radio')).toBeNull()
    await pick(page.user, dialog.getByRole('combobox'), '张敏')
    await page.user.click(dialog.getByRole('button', { name: /确认加签$/ }))
    await waitFor(() =>
      expect(page.sent('/workflow/countersign')).toEqual([expect.objectContaining({ assigneeList: ['zhang'], orderType: 2 })])
    )
  })

  it('takes a countersign back by the suspended task', async () => {
    const page = await openDocument({ actions: ['cancelCountersign', 'comment'], taskId: null, suspendedTaskId: 't9' }, {
      '/workflow/cancelCountersign': () => position,
    })
    const dialog = await begin(page, /^Cancel countersign/)
    await page.user.click(dialog.getByRole('button', { name: /Cancel countersign$/ }))
    await waitFor(() => expect(page.sent('/workflow/cancelCountersign')).toEqual([expect.objectContaining({ taskId: 't9' })]))
  })

  it('proposes the initiator, returns to a node that is chosen, and warns where it went before', async () => {
    const targets = [
      { activityId: 'start', name: '发起', nameEn: 'Start', userList: [], endTime: null, again: true },
      { activityId: 'head', name: '部门负责人', nameEn: 'Department head', userList: [{ id: 'li', name: '李娜/Na Li', enable: true }],
        endTime: '2026-11-20 10:00:00', again: false },
    ]
    const page = await openDocument({}, { '/workflow/v2/backList/d1': () => targets, '/workflow/v2/back': () => position })
    const dialog = await begin(page, /^Return/)
    expect(await dialog.findByRole('radio', { name: /Back to the applicant for changes/ })).toBeChecked()
    expect(dialog.getByText('Already returned once')).toBeInTheDocument()
    await page.user.click(dialog.getByRole('radio', { name: /Department head/ }))
    await page.user.click(dialog.getByRole('button', { name: /Return$/ }))
    await waitFor(() => expect(page.sent('/workflow/v2/back')).toEqual([expect.objectContaining({ desNodeId: 'head', taskId: 't1' })]))
  })

  it('lets the way back be chosen, beginning with the flow’s own', async () => {
    const start = { activityId: 'start', name: '', nameEn: '', userList: [], endTime: null, again: false, resume: 'sequential',
      canResumeDirectly: true }
    const page = await openDocument({}, { '/workflow/v2/backList/d1': () => [start], '/workflow/v2/back': () => position })
    const dialog = await begin(page, /^Return/)
    expect(await dialog.findByRole('radio', { name: 'Every later step approves again' })).toBeChecked()
    await page.user.click(dialog.getByRole('radio', { name: 'Straight back to me, if nothing changes' }))
    expect(dialog.getByText(/it comes straight back to you$/)).toBeInTheDocument()
    await page.user.click(dialog.getByRole('button', { name: /Return$/ }))
    await waitFor(() => expect(page.sent('/workflow/v2/back')).toEqual([expect.objectContaining({ desNodeId: 'start', resume: 'direct' })]))
  })

  it('returns to the applicant without a choice', async () => {
    const page = await openDocument({}, {
      '/workflow/v2/backList/d1': () => [{ activityId: 'start', name: '', nameEn: '', userList: [], endTime: null, again: false }],
      '/workflow/v2/back': () => position,
    })
    const dialog = await begin(page, /^Back to the applicant/)
    expect(dialog.queryByRole('radio')).toBeNull()
    await page.user.click(dialog.getByRole('button', { name: /Return$/ }))
    await waitFor(() => expect(page.sent('/workflow/v2/back')).toEqual([expect.objectContaining({ desNodeId: 'start' })]))
  })

  it('hands a judgement on with the reason that the node asks for', async () => {
    const page = await openDocument({ actions: ['pass', 'hardToDecide'] }, {
      '/workflow/approvingNodeForm': () => ({ commentRequired: false, commentMustContain: [], opinionFacts: [], explains: null,
        hardToDecide: 'two' }),
      '/workflow/hardToDecide': () => position,
    })
    const dialog = await begin(page, /^Hard to decide/)
    await page.user.click(dialog.getByRole('button', { name: /Send on$/ }))
    expect(await dialog.findByText('Enter the reason (at most 1000 characters)')).toBeInTheDocument()
    await page.user.type(dialog.getByLabelText(/^Why it is hard/), 'Two scores')
    await page.user.type(dialog.getByLabelText(/^Anything to add/), 'See the photos')
    await page.user.click(dialog.getByRole('button', { name: /Send on$/ }))
    await waitFor(() =>
      expect(page.sent('/workflow/hardToDecide')).toEqual([
        expect.objectContaining({ business: { hardToDecideTwoReason: 'Two scores' }, comment: 'See the photos' }),
      ])
    )
  })

  it('offers an administrator’s repairs apart, each with its reason', async () => {
    const runningTasks = [{ taskId: 't1', nodeId: 'cashier', nodeName: '出纳', nodeNameEn: 'Cashier',
      person: { id: 'wang', name: '王伟/Wei Wang', enable: true }, dueTime: null, excludedAssignees: [] }]
    const page = await openDocument({ actions: ['reassign', 'skip', 'jump', 'forceEnd'], taskId: null, runningTasks }, {
      '/workflow/admin/reassign': () => position,
    })
    const dialog = await begin(page, /^Reassign/)
    // the only task is preselected, so the focus is on the person
    expect(firstInput(dialog.getByRole('radio').closest<HTMLElement>('.oa-dialog'))).toBe(dialog.getByRole('combobox'))
    await page.user.click(dialog.getByRole('button', { name: /Reassign$/ }))
    expect(await dialog.findByText('Enter a reason')).toBeInTheDocument()
    await pick(page.user, dialog.getByRole('combobox'), 'Na Li')
    await page.user.type(dialog.getByLabelText(/^Reason/), 'On leave')
    await page.user.click(dialog.getByRole('button', { name: /Reassign$/ }))
    await waitFor(() =>
      expect(page.sent('/workflow/admin/reassign')).toEqual([
        expect.objectContaining({ taskId: 't1', assignee: 'li', comment: 'On leave' }),
      ])
    )
    expect(screen.queryByText('That didn’t go through. Try again')).toBeNull()
  })

  it('says beforehand that a second person has to confirm an administrator’s repair, and who can', async () => {
    const runningTasks = [{ taskId: 't1', nodeId: 'cashier', nodeName: '出纳', nodeNameEn: 'Cashier',
      person: { id: 'wang', name: '王伟/Wei Wang', enable: true }, dueTime: null, excludedAssignees: [] }]
    const sun = { id: 'sun', name: '孙丽/Li Sun', enable: true }
    const opened = (confirmation: { confirmers: (typeof sun)[]; candidates: (typeof sun)[] }) =>
      openDocument({ actions: ['skip'], taskId: null, runningTasks, confirmation }, { '/workflow/admin/skip': () => position })
    const page = await opened({ confirmers: [sun], candidates: [] })
    const dialog = await begin(page, /^Skip/)
    expect(dialog.getByRole('note')).toHaveTextContent('This document moves money: a second person has to confirmCan confirm: Li Sun')
    await page.user.type(dialog.getByLabelText(/^Reason/), 'On leave')
    await page.user.click(dialog.getByRole('button', { name: /Propose$/ }))
    await waitFor(() => expect(page.sent('/workflow/admin/skip')).toEqual([expect.objectContaining({ taskId: 't1', comment: 'On leave' })]))
  })

  it('voids another person’s money by a proposal with a reason, else at once', async () => {
    const sun = { id: 'sun', name: '孙丽/Li Sun', enable: true }
    const opened = (confirmation: { confirmers: (typeof sun)[]; candidates: (typeof sun)[] } | null) =>
      openDocument({ actions: ['void'], taskId: null, confirmation }, { '/workflow/abandoned': () => ({ state: 4 }) })
    const page = await opened({ confirmers: [sun], candidates: [] })
    const dialog = await begin(page, /^Void/)
    expect(dialog.getByRole('note')).toHaveTextContent('Can confirm: Li Sun')
    await page.user.click(dialog.getByRole('button', { name: /Propose$/ }))
    expect(await dialog.findByText('Enter a reason')).toBeInTheDocument()
    await page.user.type(dialog.getByLabelText(/^Reason/), 'Paid twice')
    await page.user.click(dialog.getByRole('button', { name: /Propose$/ }))
    await waitFor(() => expect(page.sent('/workflow/abandoned')).toEqual([expect.objectContaining({ comment: 'Paid twice' })]))
    await waitFor(() =>
      expect(page.notify).toHaveBeenCalledWith({ kind: 'success', text: 'Proposed. It is done once a second person has confirmed it' })
    )
    page.unmount()
    const alone = await opened(null)
    const direct = await begin(alone, /^Void/)
    expect(direct.queryByRole('note')).toBeNull()
    await alone.user.click(direct.getByRole('button', { name: /^Void$/ }))
    await waitFor(() => expect(alone.sent('/workflow/abandoned')).toHaveLength(1))
  })
})
