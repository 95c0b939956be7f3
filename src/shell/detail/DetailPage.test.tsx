import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import type { FiledDocument } from '#approval/wire/filed-document.ts'
import { describeForm } from '#kernel/wording/describe.ts'
import { HttpFailure } from '#providers/failure.ts'
import { addTexts } from '#providers/i18n.ts'
import type { Permission } from '#kernel/permissions.ts'
import { keepPermissions } from '#providers/permissions.ts'
import { useEarlyKeys } from '../key-hold.ts'
import { claim, draw } from '../form/testing.tsx'
import { filed as filedDocument } from './testing.tsx'
import { DetailPage } from './DetailPage.tsx'

const detail = '/oaserver/madeUpClaim/detail'

const filed: FiledDocument = {
  ...filedDocument,
  business: { title: 'Cables', applicant: 'wang', urgent: '0', total: '12.00',
    items: [{ rowId: 'r1', detail: 'Two cables', amount: '12.00', approved: '12.00' }] },
  actions: ['pass', 'refuse', 'comment', 'return'],
  editable: ['items.approved', 'paidOn'],
  references: {},
  processRecord: [{ id: 'd1-1', round: 1, nodeType: 0, nodeId: 'start', nodeName: '', nodeNameEn: '', operateType: 'start',
    userList: [{ id: 'wang', name: '王伟/Wei Wang', enable: true }], ccUserList: [], createTime: '2026-11-20 09:00:00', comment: null,
    oaAttachmentList: [], removableList: [], changes: [], operator: { id: 'wang', name: '王伟/Wei Wang', enable: true },
    commentDefault: false, approvalTypeCode: null, nodePeople: [], editable: false, deleted: false, hardToDecide: false, exceptions: 0,
    administrator: false, confirmedBy: null, countersigner: false, orderType: null, cancelled: false, target: null }],
  skippedNodes: [],
  proposals: [],
  nodeList: [{ nodeId: 'cashier', nodeName: '出纳', nodeNameEn: 'Cashier', nodeType: 1, approvalTypeCode: 2, state: 'running',
    userList: [{ id: 'wang', name: '王伟/Wei Wang', enable: true }], why: null, selectUser: null, problems: [] }],
}

const nodeForm = { checkList: [], commentRequired: false, commentMustContain: [], opinionFacts: [], explains: null }
const quiet = { [detail]: () => filed, '/workflow/approvingNodeForm': () => nodeForm, '/oaserver/messages/myGotItSetRead': () => true,
  '/workflow/task/setReadState/t1': () => true }

const open = async (answers: Record<string, () => unknown> = {}) => {
  const page = await draw(<DetailPage form={claim} />, { ...quiet, ...answers }, '/sample-detail?procInstId=d1')
  await screen.findByRole('heading', { name: 'Cables' }, { timeout: 20_000 })
  return page
}

const openPass = async (answers = {}) => {
  const page = await open(answers)
  await page.user.click(screen.getByRole('button', { name: /^Pass/ }))
  return { ...page, dialog: within(await screen.findByRole('dialog')) }
}

it('downloads every file of the document, those of rows included, as one archive', async () => {
  const business = { ...filed.business,
    items: [{ rowId: 'r1', detail: 'Two cables', amount: '12.00', approved: '12.00', files: ['f1', 'f2'] }] }
  const path = '/oaserver/attachment/downloadZip/SY1'
  const { user, call } = await open({ [detail]: () => ({ ...filed, business }),
    [path]: () => new Response('', { headers: { 'content-disposition': "attachment; filename*=UTF-8''SY1.zip" } }) })
  await user.click(screen.getByRole('button', { name: 'Download files (2)' }))
  await waitFor(() => expect(call.mock.calls.find(([called]) => called === path)?.[1]).toEqual(['f1', 'f2']))
})

it('shows an account number whole to who may read it, once it is asked for, and hides it again', async () => {
  const items = { ...claim.fields['items']!,
    columns: { ...claim.fields['items']!.columns, proof: { ...claim.fields['items']!.columns!['proof']!, masked: true as const } } }
  const definition = describeForm({ ...claim, fields: { ...claim.fields, items } })
  const business = { ...filed.business,
    items: [{ rowId: 'r1', detail: 'Two cables', amount: '12.00', approved: '12.00', proof: '**** 3333' }] }
  const { user, call, unmount } = await open({ [detail]: () => ({ ...filed, definition, business, editable: [], printsAccounts: true }),
    '/oaserver/madeUpClaim/d1/account/reveal': () => ({ account: '6222021111113333' }) })
  expect(await screen.findByText('•••• 3333')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: /Show the full account number/ }))
  expect(await screen.findByText('6222 0211 1111 3333')).toBeInTheDocument()
  expect(call.mock.calls.find(([path]) => path === '/oaserver/madeUpClaim/d1/account/reveal')?.[1]).toEqual({ field: 'items.proof',
    row: 'r1' })
  await user.click(screen.getByRole('button', { name: 'Hide the account number' }))
  expect(screen.getByText('•••• 3333')).toBeInTheDocument()
  unmount()
  await open({ [detail]: () => ({ ...filed, definition, business, editable: [], printsAccounts: false }) })
  expect(await screen.findByText('•••• 3333')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: /account number/ })).toBeNull()
})

describe('a filed document', () => {
  it('links to pages of modules for those who may open them', async () => {
    const to = vi.fn(() => '/sample-detail?procInstId=d1')
    const link = { id: 'try', title: { cn: '试', en: 'Try its flow' }, needs: 'flow:try' as Permission, to }
    const menu = async () => {
      const page = await draw(<DetailPage form={claim} />, { ...quiet,
        [detail]: () => ({ ...filed, actions: ['pass', 'comment', 'revoke', 'return', 'countersign', 'transfer', 'copy'] }) },
        '/sample-detail?procInstId=d1', { documentLinks: [link] })
      await page.user.click(await screen.findByRole('button', { name: 'More actions' }, { timeout: 20_000 }))
      await screen.findAllByRole('menuitem')
      return page
    }
    const { unmount } = await menu()
    expect(screen.queryByRole('menuitem', { name: /Try its flow/ })).toBeNull()
    unmount()
    keepPermissions({ permissions: ['flow:try' as Permission] })
    const { user } = await menu()
    await user.click(screen.getByRole('menuitem', { name: /Try its flow/ }))
    expect(to).toHaveBeenCalledWith(expect.objectContaining({ businessType: 'madeUpClaim', procInstId: 'd1' }))
    keepPermissions({ permissions: [] })
  })

  it('says where its task is decided, if not here', async () => {
    await open({ [detail]: () => ({ ...filed, actions: ['comment'], decidedOn: ['web', 'mini'] }) })
    expect(await screen.findByText(/You decide on this task on: Computer, Mini-program/)).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: /^Pass/ })).toBeNull()
  })

  it('is shown with the form that it was filed with', async () => {
    const definition = describeForm({ ...claim,
      fields: { ...claim.fields, paidOn: { ...claim.fields.paidOn!, cn: '旧日期', en: 'Former day' } } })
    await open({ [detail]: () => ({ ...filed, definition }) })
    expect((await screen.findAllByText(/Former day/)).length).toBeGreaterThan(0)
  })

  it('offers what is allowed and has its call, and nothing else', async () => {
    const page = await open()
    const bar = within(screen.getByRole('toolbar'))
    expect(bar.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Print', '', 'Refuse', 'ReturnR', 'PassP'])
    await page.user.click(bar.getByRole('button', { name: 'More actions' }))
    expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual(['CommentM',
      'Back to the applicant for changes'])
  })

  it('takes a key that was pressed while it was loading', async () => {
    const EarlyKeys = () => {
      useEarlyKeys()
      return <DetailPage form={claim} />
    }
    let answer: (document: FiledDocument) => void = () => undefined
    const pending = new Promise<FiledDocument>((resolve) => (answer = resolve))
    const { user } = await draw(<EarlyKeys />, { ...quiet, [detail]: () => pending }, '/sample-detail?procInstId=d1')
    await user.keyboard('p')
    answer(filed)
    expect(await screen.findByRole('dialog', {}, { timeout: 20_000 })).toHaveAccessibleName(/^Pass/)
  })

  it('opens what the approver may write, and nothing else', async () => {
    await open()
    expect(await screen.findByLabelText('Approved, row 1')).toHaveValue('12.00')
    expect(screen.queryByLabelText(/^Title/)).toBeNull()
  })

  it('changes between what may be written into it once it is completed', async () => {
    const followUps = [{ id: 'note', cn: '补记', en: 'Add a note', editable: [] }, { id: 'cashier', cn: '登记付款', en: 'Record payment',
      editable: ['paidOn'] }]
    const done = { ...filed, state: 4, taskId: null, nodeId: null, actions: ['comment'], editable: [], followUp: followUps[0], followUps }
    const { user, call } = await open({ [detail]: () => done, '/workflow/followUp': () => ({ state: 4 }) })
    expect(screen.queryByLabelText(/^Paid on/)).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Record payment…' }))
    await user.type(await screen.findByLabelText(/^Paid on/), '2026-11-20{Enter}')
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Add a note…' })).toBeNull())
    await user.click(screen.getByRole('button', { name: 'Record payment' }))
    await waitFor(() =>
      expect(call.mock.calls.find(([path]) => path === '/workflow/followUp')?.[1]).toMatchObject({ followUp: 'cashier',
        business: { paidOn: '2026-11-20' } })
    )
  })

  it('passes with the opinion and what was written at the node', async () => {
    const { user, dialog, call, tabs } = await openPass({ '/workflow/pass': () => ({ state: 4 }) })
    await user.type(dialog.getByLabelText(/^Opinion/), 'Fine')
    await user.type(await dialog.findByLabelText(/^Paid on/), '2026-11-20{Enter}')
    await user.click(dialog.getByRole('button', { name: 'Pass' }))
    await waitFor(() => expect(tabs.replace).toHaveBeenCalledWith('/sample', '/todo'))
    const [, body] = call.mock.calls.find(([path]) => path === '/workflow/pass') ?? []
    expect(body).toMatchObject({ taskId: 't1', comment: 'Fine',
      business: { paidOn: '2026-11-20', items: [{ rowId: 'r1', approved: '12.00' }] } })
    expect(body).not.toHaveProperty('business.title')
  })

  it('does not pass without what the node asks for', async () => {
    // the refusal text comes from the module that declares the explanation
    await addTexts(async () => ({ 'approval.overBudgetExplanation': 'Enter the over-budget explanation' }))
    const explains = { key: 'overBudget', cn: '超预算说明', en: 'Over-budget explanation' }
    const { user, dialog, call } = await openPass({
      '/workflow/approvingNodeForm': () => ({ ...nodeForm, commentRequired: 'total > 10', explains }),
      '/workflow/pass': () => ({}),
    })
    await dialog.findByLabelText(/^Over-budget explanation/)
    await user.click(dialog.getByRole('button', { name: 'Pass' }))
    expect(await dialog.findByText('Enter an opinion')).toBeInTheDocument()
    expect(dialog.getByText('Enter the over-budget explanation')).toBeInTheDocument()
    expect(dialog.getByText('Please select Paid on')).toBeInTheDocument()
    expect(call.mock.calls.some(([path]) => path === '/workflow/pass')).toBe(false)
  })

  it('keeps the dialog and says why when the server refuses', async () => {
    const refuse = () => {
      throw new HttpFailure({ kind: 'refused', message: 'The month is closed', code: 42009 })
    }
    const { user, dialog } = await openPass({ '/workflow/pass': refuse })
    await user.type(await dialog.findByLabelText(/^Paid on/), '2026-11-20{Enter}')
    await user.click(dialog.getByRole('button', { name: 'Pass' }))
    expect(await dialog.findByText('The month is closed')).toHaveRole('alert')
  })

  it('says in the dialog, too, what the server refuses about values of the page', async () => {
    const refuse = () => {
      throw new HttpFailure({ kind: 'refused', message: 'Wrong', code: 42009,
        data: { fields: [{ name: 'items.1.amount', message: 'Above the limit' }, { name: 'gone', message: 'Not known here' }] } })
    }
    const { user, dialog } = await openPass({ '/workflow/pass': refuse })
    await user.type(await dialog.findByLabelText(/^Paid on/), '2026-11-20{Enter}')
    await user.click(dialog.getByRole('button', { name: 'Pass' }))
    expect(await dialog.findByText(/row 2 · .*Above the limit$/)).toHaveRole('alert')
    expect(dialog.getByText('Not known here')).toHaveRole('alert')
  })

  it('says that it may not be read', async () => {
    const refuse = () => {
      throw new HttpFailure({ kind: 'forbidden', message: 'No', code: 403 })
    }
    await draw(<DetailPage form={claim} />, { [detail]: refuse }, '/sample-detail?procInstId=d1')
    expect(await screen.findByText('No view permission')).toBeInTheDocument()
  })
})
