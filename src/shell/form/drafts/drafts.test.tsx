import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import type { FiledDocument } from '#approval/wire/filed-document.ts'
import { HttpFailure } from '#providers/failure.ts'
import { filed } from '#shell/detail/testing.tsx'
import { countsKey } from '#shell/layout/badges.ts'
import { apply, drafts, fill, keptHere, open, openFiled } from '../testing-editor.tsx'

beforeEach(() => localStorage.clear())

describe('a draft of a form', () => {
  it('has the start page count drafts again once it is discarded', async () => {
    const { user, client } = await open({
      [drafts]: () => ({ content: { title: 'From yesterday', items: [] }, updateTime: '2026-11-19 10:42:00', version: 4 }),
    })
    const counted = [...countsKey, 'waiting']
    client.setQueryData(counted, { drafts: 1 })
    await user.click(await screen.findByRole('button', { name: /Discard/ }))
    await waitFor(() => expect(client.getQueryState(counted)?.isInvalidated).toBe(true))
  })

  it('offers the draft of last time, and restores it', async () => {
    const { user } = await open({
      [drafts]: () => ({ content: { title: 'From yesterday', items: [] }, updateTime: '2026-11-19 10:42:00', version: 4 }),
    })
    await user.click(await screen.findByRole('button', { name: 'Restore the 10:42 draft' }))
    expect(screen.getByLabelText(/^Title/)).toHaveValue('From yesterday')
    expect(screen.queryByRole('button', { name: /Restore/ })).toBeNull()
  })

  it('keeps what is typed on this computer at once, and saves nothing over a draft that waits for an answer', async () => {
    const page = await open({
      [drafts]: () => ({ content: { title: 'From yesterday', items: [] }, updateTime: '2026-11-19 10:42:00', version: 4 }),
    })
    await page.user.type(screen.getByLabelText(/^Title/), 'Cables')
    dispatchEvent(new Event('pagehide'))
    expect(keptHere()).toMatchObject([{ version: 0, content: { title: 'Cables' } }])
    expect(page.call).not.toHaveBeenCalledWith(`${drafts}/save`, expect.anything(), expect.anything())
  })

  describe('while an earlier draft waits', () => {
    const earlier = { content: { title: 'From yesterday', items: [] }, updateTime: '2026-11-19 10:42:00', version: 4 }
    const openWaiting = async (answers = {}) => {
      const page = await open({ [drafts]: () => earlier, [apply]: () => ({ businessKey: 'd1', businessNo: 'SY1', procInstId: 'd1' }),
        ...answers })
      await screen.findByRole('button', { name: 'Restore the 10:42 draft' })
      return page
    }

    it('leaves it alone when another document of the kind is submitted', async () => {
      const page = await openWaiting()
      await fill(page)
      await page.user.click(screen.getByRole('button', { name: /^Submit/ }))
      await waitFor(() => expect(page.tabs.replace).toHaveBeenCalled())
      // one read, no delete
      expect(page.call.mock.calls.filter(([path]) => path === drafts)).toHaveLength(1)
      expect(keptHere()).toEqual([])
    })

    it('offers both next time when something else was entered', async () => {
      localStorage.setItem('oa.draft.wang.madeUpClaim.left',
        JSON.stringify({ content: { title: 'Cables' }, updateTime: '2026-11-20 09:30:00', version: 0 }))
      const { user } = await openWaiting()
      expect(screen.getByText(/From yesterday/)).toBeInTheDocument()
      await user.click(screen.getByRole('button', { name: 'Restore the 09:30 draft' }))
      expect(screen.getByLabelText(/^Title/)).toHaveValue('Cables')
      expect(screen.getByRole('button', { name: 'Restore the 10:42 draft' })).toBeInTheDocument()
    })

    it('keeps what was entered in its place when it is restored', async () => {
      const { user } = await openWaiting()
      await user.type(screen.getByLabelText(/^Title/), 'Cables')
      await user.click(screen.getByRole('button', { name: 'Restore the 10:42 draft' }))
      expect(screen.getByLabelText(/^Title/)).toHaveValue('From yesterday')
      expect(screen.getByText(/· Cables/)).toBeInTheDocument()
      expect(keptHere()).toContainEqual(expect.objectContaining({ content: expect.objectContaining({ title: 'Cables' }) }))
    })

    const save = async (answer: string) => {
      const page = await openWaiting()
      await page.user.type(screen.getByLabelText(/^Title/), 'Cables')
      await page.user.keyboard('{Control>}s{/Control}')
      const question = await screen.findByRole('dialog')
      expect(question).toHaveTextContent('11-19 10:42')
      await page.user.click(within(question).getByRole('button', { name: answer }))
      return page
    }

    it('asks before a saving would replace it, and keeps both', async () => {
      const page = await save('Keep both')
      expect(await screen.findByText('Saved on this computer')).toBeInTheDocument()
      expect(keptHere()).toMatchObject([{ content: { title: 'Cables' } }])
      expect(page.call).not.toHaveBeenCalledWith(`${drafts}/save`, expect.anything(), expect.anything())
    })

    it('asks before a saving would replace it, and replaces it', async () => {
      const page = await save('Replace')
      await waitFor(() =>
        expect(page.call).toHaveBeenCalledWith(`${drafts}/save`, expect.objectContaining({ version: 4 }), expect.anything())
      )
    })
  })

  it('goes with the submission, in the same call', async () => {
    const page = await open({ [`${drafts}/save`]: () => ({ updateTime: '2026-11-20 10:42:00', version: 3 }),
      [apply]: () => ({ businessKey: 'd1', businessNo: 'SY1', procInstId: 'd1' }) })
    await fill(page)
    await page.user.keyboard('{Control>}s{/Control}')
    await screen.findByText(/10:42/)
    await page.user.click(screen.getByRole('button', { name: /^Submit/ }))
    const form: unknown = expect.stringMatching(/./)
    expect(page.call).toHaveBeenCalledWith(`${drafts}/save`, expect.objectContaining({ form }), expect.anything())
    await waitFor(() => expect(page.call).toHaveBeenCalledWith(apply, expect.objectContaining({ form }), expect.anything()))
    // one read, and no delete by a separate call
    expect(page.call.mock.calls.filter(([path]) => path === drafts)).toHaveLength(1)
  })

  it('is not saved any more where another window has filed the form, and says so', async () => {
    const page = await open({ [`${drafts}/save`]: () => null })
    await page.user.type(screen.getByLabelText(/^Title/), 'Cables')
    await page.user.keyboard('{Control>}s{/Control}')
    expect(await screen.findByText(/was submitted in another window/)).toBeInTheDocument()
    expect(keptHere()).toMatchObject([{ content: { title: 'Cables' } }])
  })

  it('asks when another window saved the draft: keeps what is here, or takes the other', async () => {
    const other = { content: { title: 'From the other window', items: [] }, updateTime: '2026-11-20 10:50:00', version: 2 }
    let saves = 0
    const page = await open({
      [drafts]: () => (saves > 0 ? other : null),
      [`${drafts}/save`]: ({ version }: { version: number }) => {
        saves++
        if (version !== other.version) throw new HttpFailure({ kind: 'moved', message: 'changed', code: 42007 })
        return { updateTime: '2026-11-20 10:51:00', version: 3 }
      },
    })
    await page.user.type(screen.getByLabelText(/^Title/), 'Mine')
    await page.user.keyboard('{Control>}s{/Control}')
    const banner = within(
      (await screen.findByText('This draft was saved in another window at 11-20 10:50')).closest('.oa-form-banner') as HTMLElement,
    )
    await page.user.click(banner.getByRole('button', { name: 'Keep this version' }))
    expect(await screen.findByText(/10:51/)).toBeInTheDocument()
    expect(screen.getByLabelText(/^Title/)).toHaveValue('Mine')

    await page.user.type(screen.getByLabelText(/^Title/), ' too')
    await page.user.keyboard('{Control>}s{/Control}')
    await page.user.click(await screen.findByRole('button', { name: 'Load the other draft' }))
    expect(screen.getByLabelText(/^Title/)).toHaveValue('From the other window')
  })
})

describe('the draft of a document that is filed again', () => {
  const back = { id: 'e2', nodeName: '部门负责人', nodeNameEn: 'Head', operateType: 'backed', createTime: '2026-11-21 09:00:00',
    operator: { id: 'zhang', name: '张敏/Min Zhang', enable: true },
    comment: 'The amount is wrong' } as FiledDocument['processRecord'][number]
  const returned: FiledDocument = { ...filed, actions: ['resubmit'], nodeId: 'start', processRecord: [back],
    currentTask: { id: 't2', name: 'Start', nodeId: 'start', assigneeList: ['wang'] } }

  it('is its own, is found again, and shows what was changed', async () => {
    const page = await openFiled(() => returned, {
      [drafts]: ({ document }: { document?: string }) => (document === 'd1-1'
        ? { content: { title: 'Corrected', items: [] }, updateTime: '2026-11-22 10:42:00', version: 2, form: 'f1' }
        : null),
    })
    expect(await screen.findByText('The amount is wrong')).toBeInTheDocument()
    await waitFor(() => expect(screen.getByLabelText(/^Title/)).toHaveValue('Corrected'))
    expect((await screen.findByText('Cables')).closest('del')).not.toBeNull()
    await page.user.type(screen.getByLabelText(/^Title/), '!')
    await page.user.keyboard('{Control>}s{/Control}')
    await waitFor(() =>
      expect(page.call).toHaveBeenCalledWith(`${drafts}/save`, expect.objectContaining({ document: 'd1-1', form: 'f1', version: 2 }),
        expect.anything())
    )
    await page.user.click(screen.getByRole('button', { name: 'Go back to what was filed' }))
    expect(screen.getByLabelText(/^Title/)).toHaveValue('Cables')
  })
})
