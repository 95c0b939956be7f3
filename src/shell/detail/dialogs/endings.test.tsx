import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { lazyPage } from '#shell/routing/chunks.ts'
import type { DocumentActionDialogProps } from './dialog-props.ts'
import type { FiledDocument } from '#approval/wire/filed-document.ts'
import { begin, filed, inChinese, openDocument } from '../testing.tsx'

describe('ending a document', () => {
  it('refuses with the reason that was typed', async () => {
    const page = await openDocument({}, { '/workflow/refuse': () => ({ state: 2 }) })
    const dialog = await begin(page, /^Refuse/)
    await page.user.type(dialog.getByLabelText(/^Reason/), 'Not ours')
    await page.user.click(dialog.getByRole('button', { name: /^Refuse$/ }))
    await waitFor(() => expect(page.sent('/workflow/refuse')).toEqual([expect.objectContaining({ taskId: 't1', comment: 'Not ours' })]))
  })

  it('goes on with the next document that waits, and says what was done', async () => {
    const sequence = (list: string) => ({ list,
      steps: [{ procInstId: 'd0', address: '/sample-detail?procInstId=d0' }, { procInstId: 'd1', address: '/sample-detail?procInstId=d1' },
        { procInstId: 'd2', address: '/sample-detail?procInstId=d2' }], before: 0, total: 3 })
    const refuse = async (list: string) => {
      const page = await openDocument({}, { '/workflow/refuse': () => ({ state: 2 }) }, sequence(list))
      const dialog = await begin(page, /^Refuse/)
      await page.user.type(dialog.getByLabelText(/^Reason/), 'Not ours')
      await page.user.click(dialog.getByRole('button', { name: /^Refuse$/ }))
      await waitFor(() => expect(page.notify).toHaveBeenCalledWith({ kind: 'success', text: 'Refused SY1' }))
      page.unmount()
      return page.tabs.replace.mock.calls.map(([, address]) => address)
    }
    expect(await refuse('/todo?current=1')).toEqual(['/sample-detail?procInstId=d2'])
    // in a list that is not the to-do list, the next document may not need a decision
    expect(await refuse('/orders')).toEqual(['/orders'])
  })

  it('shows above a returned document who returned it and why, with the way to change it', async () => {
    const back = { id: 'e2', round: 1, nodeType: 1, nodeId: 'head', nodeName: '部门负责人', nodeNameEn: 'Head', operateType: 'backed',
      operator: { id: 'zhang', name: '张敏/Min Zhang', enable: true }, userList: [], ccUserList: [], createTime: '2026-11-21 09:00:00',
      comment: 'The invoice names another company', commentDefault: false, oaAttachmentList: [], removableList: [], approvalTypeCode: null,
      nodePeople: [], editable: false, deleted: false, changes: [], hardToDecide: false, exceptions: 0, administrator: false,
      confirmedBy: null, countersigner: false, orderType: null, cancelled: false, target: null } as const
    const page = await openDocument({ actions: ['resubmit'], editable: ['title'],
      currentTask: { id: 't2', name: 'Start', nodeId: 'start', assigneeList: ['wang'] }, nodeId: 'start', taskId: 't2',
      processRecord: [back] })
    expect(await screen.findByText('The invoice names another company')).toBeInTheDocument()
    expect(screen.getByText(/Min Zhang returned this at “Head”/)).toHaveTextContent('2026-11-21 09:00')
    // it can be corrected in its form only
    expect(screen.queryByRole('textbox', { name: /^Title/ })).toBeNull()
    await page.user.click(screen.getByRole('button', { name: 'Edit and resubmit' }))
    expect(page.tabs.replace).toHaveBeenCalledWith('/sample', '/sample?operate=edit&procInstId=d1')
  })

  it('asks before it withdraws, and then shows the document', async () => {
    const page = await openDocument({ actions: ['revoke'], taskId: null }, { '/workflow/abort': () => ({ state: 12 }) })
    await inChinese()
    const dialog = await begin(page, /^撤销/)
    expect(dialog.getByText('确定撤回该审批吗？')).toBeInTheDocument()
    await page.user.click(dialog.getByRole('button', { name: /^确认撤销$/ }))
    await waitFor(() => expect(page.sent('/workflow/abort')).toEqual([expect.objectContaining({ procInstId: 'd1', attachmentList: [] })]))
    expect(page.tabs.replace).not.toHaveBeenCalled()
  })

  it('opens the form after a withdrawal of what was returned for change', async () => {
    const atStart = { id: 't2', name: 'Start', nodeId: 'start', assigneeList: ['wang'] }
    const page = await openDocument({ actions: ['revoke', 'resubmit'], currentTask: atStart, nodeId: 'start', taskId: 't2' }, {
      '/workflow/abort': () => ({ state: 12 }),
    })
    const dialog = await begin(page, /^Revoke/)
    await page.user.click(dialog.getByRole('button', { name: /^Revoke$/ }))
    await waitFor(() => expect(page.tabs.replace).toHaveBeenCalledWith('/sample', '/sample?operate=edit&procInstId=d1'))
  })

  describe('a module’s own action', () => {
    const modules = {
      documentActions: [{ id: 'stamp', title: { cn: '盖章', en: 'Stamp' },
        dialog: lazyPage(async () => ({ place }: DocumentActionDialogProps) => <p role="alert">Stamps {JSON.stringify(place)}</p>) }],
    }
    const open = (moduleActions?: FiledDocument['moduleActions']) => openDocument({ moduleActions }, {}, undefined, modules)

    it('has a button while it is offered, whose dialog is given what the action acts on', async () => {
      const page = await open({ stamp: { field: 'remark' } })
      await page.user.click(page.bar.getByRole('button', { name: 'Stamp' }))
      expect(await screen.findByRole('alert')).toHaveTextContent('Stamps {"field":"remark"}')
    })

    it('has none where it is not', async () => {
      const { bar } = await open({ other: {} })
      expect(bar.queryByRole('button', { name: 'Stamp' })).toBeNull()
    })
  })

  it('waits for the network', async () => {
    const page = await openDocument()
    const network = { isThere: false }
    vi.stubGlobal('navigator',
      new Proxy(navigator, { get: (whole, name) => (name === 'onLine' ? network.isThere : Reflect.get(whole, name, whole)) }))
    act(() => void dispatchEvent(new Event('offline')))
    expect(page.bar.getByRole('button', { name: /^Refuse/ })).toBeDisabled()
    network.isThere = true
    act(() => void dispatchEvent(new Event('online')))
    await waitFor(() => expect(page.bar.getByRole('button', { name: /^Refuse/ })).toBeEnabled())
    vi.unstubAllGlobals()
  })

  it('urges without a dialog', async () => {
    const page = await openDocument({ actions: ['urge', 'comment'], taskId: null }, { '/workflow/urge/d1': () => true })
    await page.user.click(page.bar.getByRole('button', { name: /^Urge/ }))
    await waitFor(() => expect(page.sent('/workflow/urge/d1')).toHaveLength(1))
    await waitFor(() => expect(page.notify).toHaveBeenCalledWith({ kind: 'success', text: 'Reminder sent' }))
  })

  it('says that it was too early to urge', async () => {
    const page = await openDocument({ actions: ['urge', 'comment'], taskId: null }, { '/workflow/urge/d1': () => false })
    await page.user.click(page.bar.getByRole('button', { name: /^Urge/ }))
    await waitFor(() => expect(page.notify).toHaveBeenCalledWith({ kind: 'warning', text: 'Reminder failed' }))
  })
})

it('tells who has decided meanwhile, and takes no dialog away in which something is written', async () => {
  let document: FiledDocument = filed
  const page = await openDocument({}, { '/oaserver/madeUpClaim/detail': () => document, '/workflow/v2/backList/d1': () => [] })
  const dialog = await begin(page, /^Return/)
  await page.user.type(dialog.getByRole('textbox'), 'Too late')
  const passed = { id: 'e9', round: 1, nodeType: 1, nodeId: 'cashier', nodeName: '出纳', nodeNameEn: 'Cashier', operateType: 'agreed',
    operator: { id: 'zhang', name: '张敏/Min Zhang', enable: true }, userList: [], ccUserList: [], createTime: '2026-11-21 09:00:00',
    comment: '', commentDefault: false, oaAttachmentList: [], removableList: [], approvalTypeCode: null, nodePeople: [], editable: false,
    deleted: false, changes: [], hardToDecide: false, exceptions: 0, administrator: false, confirmedBy: null, countersigner: false,
    orderType: null, cancelled: false, target: null } as const
  document = { ...filed, state: 4, actions: [], taskId: null, nodeId: null, currentTask: null, processRecord: [passed],
    business: { ...filed.business, title: 'Cables, passed' } }
  await act(() => page.client.invalidateQueries({ queryKey: ['document'] }))
  expect(await screen.findByText('Handled by Min Zhang, refreshed')).toBeInTheDocument()
  expect(dialog.getByRole('textbox')).toHaveValue('Too late')
})
