import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { FiledDocument } from '#approval/wire/filed-document.ts'
import { HttpFailure } from '#providers/failure.ts'
import { filed } from '../detail/testing.tsx'
import { apply, cell, fill, open, openFiled } from './testing-editor.tsx'

beforeEach(() => localStorage.clear())

/** Presses Tab until a button has the focus; returns the names of all focused elements. */
async function tabThrough(user: Awaited<ReturnType<typeof open>>['user'], end: string) {
  const names: string[] = []
  for (let presses = 0; presses < 30 && names.at(-1) !== end; presses++) {
    await user.tab()
    names.push(document.activeElement?.getAttribute('aria-label') ?? '')
  }
  return names
}

describe('a form', () => {
  it('is filed when the network is back: until then its button says why not, and so does its key', async () => {
    const page = await open({ [apply]: () => ({ businessKey: 'd1', businessNo: 'SY1', procInstId: 'd1' }) })
    await fill(page)
    const network = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    act(() => void dispatchEvent(new Event('offline')))
    const submit = screen.getByRole('button', { name: /^Submit/ })
    expect(submit).toBeDisabled()
    expect(submit).toHaveAccessibleDescription('You’re offline. Submit once you’re back online')
    await page.user.keyboard('{Control>}{Enter}{/Control}')
    expect(page.notify).toHaveBeenCalledWith({ kind: 'warning', text: 'You’re offline. Submit once you’re back online' })
    network.mockReturnValue(true)
    act(() => void dispatchEvent(new Event('online')))
    await waitFor(() => expect(submit).toBeEnabled())
    expect(page.call.mock.calls.filter(([path]) => path === apply)).toEqual([])
    expect(submit).not.toHaveAccessibleDescription()
    network.mockRestore()
    await page.user.click(submit)
    await waitFor(() => expect(page.call.mock.calls.filter(([path]) => path === apply)).toHaveLength(1))
  })

  it('shows and asks for a field while its condition holds', async () => {
    const { user } = await open()
    expect(screen.queryByLabelText(/^Cause/)).toBeNull()
    await user.click(await screen.findByRole('radio', { name: 'Yes' }, { timeout: 20_000 }))
    expect(await screen.findByLabelText(/^Cause/)).toHaveAttribute('aria-required', 'true')
  })

  it('marks the columns of a table that are to be filled in, and those only', async () => {
    await open()
    await cell('Amount')
    const [, ...heads] = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
    expect(heads.filter((head) => head?.includes('*'))).toEqual(['Detail*required', 'Amount*required', 'Approved*required'])
  })

  it('keeps the focus and what is typed while fields appear and go beside it', async () => {
    const { user } = await open()
    const title = screen.getByLabelText(/^Title/)
    await user.click(screen.getByText('Yes'))
    await screen.findByLabelText(/^Cause/)
    expect(screen.getByLabelText(/^Title/)).toBe(title)
  })

  it('writes an amount with its separators, and keeps what is none', async () => {
    const { user } = await open()
    const amount = await cell('Amount')
    await user.type(amount, '1234.5')
    await user.tab()
    expect(amount).toHaveValue('1,234.50')
    await user.clear(amount)
    await user.type(amount, 'abc')
    await user.tab()
    expect(amount).toHaveValue('abc')
  })

  it('visits the buttons of a row with Tab, adds a row after one with content, and moves rows with the arrow keys', async () => {
    const { user } = await open()
    await user.type(await cell('Detail'), 'first')
    const stops = await tabThrough(user, 'Delete row 1')
    expect(stops).toContain('Copy row 1')
    expect(stops.some((name) => name.startsWith('Show more of row 1'))).toBe(true)
    await user.tab()
    const second = await cell('Detail', 2)
    await waitFor(() => expect(second).toHaveFocus())
    await user.type(second, 'second')
    await user.keyboard('{Alt>}{ArrowUp}{/Alt}')
    expect(await cell('Detail', 1)).toHaveValue('second')
    expect(await cell('Detail', 2)).toHaveValue('first')
  })

  it('is left with Tab after a row in which nothing was entered', async () => {
    const { user } = await open()
    await cell('Detail')
    screen.getByRole('button', { name: /Add row/ }).focus()
    const stops = await tabThrough(user, 'Delete row 1')
    expect(stops.filter((name) => name.startsWith('Detail'))).toEqual(['Detail, row 1'])
    await user.tab()
    expect(screen.getByRole('group', { name: 'Items' })).not.toContainElement(document.activeElement as HTMLElement)
    expect(screen.queryByLabelText('Detail, row 2')).toBeNull()
    expect(screen.queryByRole('button', { name: /fields? left/ })).toBeNull()
    await user.type(await cell('Detail'), 'first')
    await tabThrough(user, 'Delete row 1')
    await user.tab()
    await waitFor(() => expect(screen.getByRole('button', { name: /fields? left/ })).toHaveClass('is-wrong'))
  })

  it('takes an added row away when the focus leaves it untouched, and never counts it', async () => {
    const { user } = await open()
    await user.type(await cell('Detail'), 'first')
    const missing = () => screen.getByRole('button', { name: /fields? left/ }).textContent
    await waitFor(() => expect(missing()).toMatch(/^3 /))
    await user.click(screen.getByRole('button', { name: /Add row/ }))
    const second = await cell('Detail', 2)
    await waitFor(() => expect(second).toHaveFocus())
    await user.tab()
    expect(second).toBeInTheDocument()
    expect(missing()).toMatch(/^3 /)
    await user.tab({ shift: true })
    await user.tab({ shift: true })
    expect(screen.getByRole('button', { name: 'Delete row 1' })).toHaveFocus()
    await waitFor(() => expect(second).not.toBeInTheDocument())
  })

  it('puts the focus onto the neighbour when a row is deleted', async () => {
    const { user } = await open()
    await user.type(await cell('Detail'), 'first')
    await user.click(screen.getByRole('button', { name: 'Copy row 1' }))
    await user.click(await screen.findByRole('button', { name: 'Delete row 2' }))
    await waitFor(() => expect(screen.queryByLabelText('Detail, row 2')).toBeNull())
    expect(screen.getByRole('button', { name: 'Delete row 1' })).toHaveFocus()
  })

  it('asks before a change empties what was entered', async () => {
    const { user } = await open()
    await user.type(await cell('Detail'), 'Two')
    await user.click(screen.getByRole('radio', { name: 'Kind B' }))
    const question = await screen.findByRole('dialog')
    expect(question).toHaveTextContent('What you entered in Items will be cleared')
    expect(screen.getByRole('radio', { name: 'Kind A' })).toBeChecked()
    await user.click(within(question).getByRole('button', { name: 'Clear and change' }))
    await waitFor(() => expect(screen.queryByDisplayValue('Two')).toBeNull())
    expect(screen.getByRole('radio', { name: 'Kind B' })).toBeChecked()
  })

  it('keeps everything when the answer is no', async () => {
    const { user } = await open()
    await user.type(await cell('Detail'), 'Two')
    await user.click(screen.getByRole('radio', { name: 'Kind B' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Go back' }))
    expect(await cell('Detail')).toHaveValue('Two')
    expect(screen.getByRole('radio', { name: 'Kind A' })).toBeChecked()
  })

  it('changes at once where nothing would be lost', async () => {
    const { user } = await open()
    await user.click(await screen.findByRole('radio', { name: 'Kind B' }))
    expect(screen.getByRole('radio', { name: 'Kind B' })).toBeChecked()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('files what was entered, and goes to the document in place of the form', async () => {
    const page = await open({ [apply]: () => ({ businessKey: 'd1', businessNo: 'SY1', procInstId: 'd1' }) })
    await fill(page)
    await page.user.click(screen.getByRole('button', { name: /^Submit/ }))
    await waitFor(() => expect(page.tabs.replace).toHaveBeenCalledWith('/sample', '/sample-detail?procInstId=d1'))
    const [, body] = page.call.mock.calls.find(([path]) => path === apply) ?? []
    expect(body).toMatchObject({ operate: 'add', confirmed: [],
      business: { title: 'Cables', total: '12.00', items: [{ detail: 'Two cables', amount: '12.00', approved: '12.00' }] } })
  })

  it('does not send what lacks something, and says where', async () => {
    const page = await open({ [apply]: () => ({}) })
    await page.user.click(screen.getByRole('button', { name: /^Submit/ }))
    expect(await screen.findByText('Please enter Title')).toBeInTheDocument()
    expect(screen.getByLabelText(/^Title/)).toHaveAttribute('aria-invalid', 'true')
    expect(page.call.mock.calls.some(([path]) => path === apply)).toBe(false)
  })

  it('puts a refusal of the server into the row, and keeps what was typed', async () => {
    const refuse = () => {
      throw new HttpFailure({ kind: 'refused', message: 'Not accepted', code: 42009,
        data: { fields: [{ name: 'items.0.detail', message: 'Already claimed', level: 'block' }] } })
    }
    const page = await open({ [apply]: refuse })
    await fill(page)
    await page.user.click(screen.getByRole('button', { name: /^Submit/ }))
    expect(await screen.findByText('Already claimed')).toBeInTheDocument()
    const detail = await cell('Detail')
    expect(detail).toHaveValue('Two cables')
    expect(detail).toHaveAccessibleDescription('Already claimed')
    expect(screen.getByRole('alert')).toHaveTextContent('Not accepted')
  })
})

describe('a filed document that waits at its initiator', () => {
  const returned: Partial<FiledDocument> = {
    actions: ['revoke', 'resubmit'],
    taskId: 't2',
    nodeId: 'start',
    currentTask: { id: 't2', name: 'Start', nodeId: 'start', assigneeList: ['wang'] },
  }

  it('names what its form no longer has a place for', async () => {
    const dropped = [{ path: 'remark', cn: '备注', en: 'Remark' }, { path: 'items.unit', cn: '单位', en: 'Unit' }]
    await openFiled(() => ({ ...filed, ...returned, dropped }))
    expect(await screen.findByText('The form has changed since this document was submitted. Not carried over: Remark, Unit')).toBeTruthy()
  })

  it('is revoked from its form, which stays open with what was entered, to be filed again', async () => {
    const document = { ...filed, ...returned }
    const revoke = () => {
      Object.assign(document, { state: 12, revision: 2, actions: ['resubmit'], taskId: null, nodeId: null, currentTask: null })
      return { state: 12 }
    }
    const page = await openFiled(() => ({ ...document }), { '/workflow/abort': revoke })
    await page.user.type(screen.getByLabelText(/^Title/), ' and plugs')
    await page.user.click(screen.getByRole('button', { name: 'Revoke' }))
    const dialog = within(await screen.findByRole('dialog'))
    await page.user.type(dialog.getByLabelText(/^Comment/), 'Another supplier')
    await page.user.click(dialog.getByRole('button', { name: 'Revoke' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Revoke' })).toBeNull())
    expect(page.call.mock.calls.filter(([path]) => path === '/workflow/abort').map(([, body]) => body)).toEqual([
      expect.objectContaining({ procInstId: 'd1', comment: 'Another supplier' }),
    ])
    expect(await screen.findByText('Revoked')).toBeInTheDocument()
    expect(screen.getByLabelText(/^Title/)).toHaveValue('Cables and plugs')
    expect(screen.getByRole('button', { name: /^Resubmit/ })).toBeEnabled()
    expect(page.tabs.replace).not.toHaveBeenCalled()
  })

  it('is not revoked where that is not allowed, or where it has ended', async () => {
    const bound = await openFiled(() => ({ ...filed, ...returned, actions: ['resubmit'] }))
    expect(screen.getByRole('button', { name: /^Resubmit/ })).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Revoke' })).toBeNull()
    bound.unmount()
    await openFiled(() => ({ ...filed, state: 2, actions: ['resubmit', 'revoke'], taskId: null, nodeId: null, currentTask: null }))
    expect(screen.queryByRole('button', { name: 'Revoke' })).toBeNull()
  })
})
