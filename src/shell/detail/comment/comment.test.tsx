import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { HttpFailure } from '#providers/failure.ts'
import { inChinese, openDocument } from '../testing.tsx'
import { peopleBelow, treeOf } from './MentionDialog.tsx'

const add = '/workflow/wf/processInstance/comment/add'
const person = (id: string, name: string) => ({ id, type: 'PEOPLE' as const, info: { name }, children: [] })
const unit = (id: string, name: string, children: readonly ReturnType<typeof person>[]) => ({ id, type: 'DEPARTMENT' as const,
  info: { name }, children })
const book = [unit('d1', '研发/R&D', [person('zhang', '张敏/Min Zhang'), person('li', '李娜/Na Li')]),
  unit('d2', '质量/Quality', [person('li', '李娜/Na Li')]), unit('d3', '空/Empty', [])]

describe('a comment', () => {
  it('needs words, and names whom the address book finds', async () => {
    const page = await openDocument({ actions: ['comment'] }, { [add]: () => ({ state: 1 }), '/system/groups/addressBookTree': () => book })
    await page.user.click(page.bar.getByRole('button', { name: /^Comment/ }))
    await page.user.click(screen.getByRole('button', { name: 'Send' }))
    expect(await screen.findByText('Enter the comment')).toBeInTheDocument()
    expect(page.sent(add)).toEqual([])
    await page.user.type(screen.getByLabelText('Comment, @ to mention'), 'Please look')
    await page.user.click(screen.getByRole('button', { name: 'Mention colleagues' }))
    const dialog = within(await screen.findByRole('dialog'))
    await page.user.type(dialog.getByLabelText('Name, pinyin or department'), 'zm')
    await page.user.click(await dialog.findByRole('checkbox', { name: /Min Zhang/ }))
    expect(dialog.getByText('1 selected')).toBeInTheDocument()
    await page.user.click(dialog.getByRole('button', { name: 'Done' }))
    expect(screen.getByLabelText('Comment, @ to mention')).toHaveValue('Please look @Min Zhang ')
    await page.user.click(screen.getByRole('button', { name: 'Send' }))
    await waitFor(() =>
      expect(page.sent(add)).toEqual([expect.objectContaining({ comment: 'Please look @Min Zhang', userIds: ['zhang'], attachmentId: '' })])
    )
    await waitFor(() => expect(screen.getByLabelText('Comment, @ to mention')).toHaveValue(''))
  })

  it('mentions whom the search finds by pinyin, not by the letters of the name', async () => {
    const page = await openDocument({ actions: ['comment'] }, { [add]: () => ({ state: 1 }) })
    await inChinese()
    await page.user.click(page.bar.getByRole('button', { name: /^评论/ }))
    const box = screen.getByLabelText('写评论，@ 提到同事')
    await page.user.type(box, '@zm')
    await page.user.click(await screen.findByText('张敏'))
    await page.user.click(screen.getByRole('button', { name: '发送' }))
    await waitFor(() => expect(page.sent(add)).toEqual([expect.objectContaining({ comment: '@张敏', userIds: ['zhang'] })]))
  })

  it('stays as it was typed when it is refused', async () => {
    const refuse = () => {
      throw new HttpFailure({ kind: 'refused', message: '单据已被处理', code: 42009 })
    }
    const page = await openDocument({ actions: ['comment'] }, { [add]: refuse })
    await inChinese()
    await page.user.click(page.bar.getByRole('button', { name: /^评论/ }))
    await page.user.type(screen.getByLabelText('写评论，@ 提到同事'), '请看')
    await page.user.click(screen.getByRole('button', { name: '发送' }))
    expect(await screen.findByText('单据已被处理')).toHaveRole('alert')
    expect(screen.getByLabelText('写评论，@ 提到同事')).toHaveValue('请看')
  })
})

describe('the address book', () => {
  const tree = treeOf(book, (name) => name)

  it('leaves out units without people, and tells two places of one person apart', () => {
    expect(tree.map(({ key }) => key)).toEqual(['/d1', '/d2'])
    expect(tree.flatMap(({ children = [] }) => children.map(({ key, person }) => [key, person]))).toEqual([['/d1/zhang', 'zhang'], [
      '/d1/li',
      'li',
    ], ['/d2/li', 'li']])
  })

  it('means by a unit everyone below it, once', () => {
    expect(peopleBelow({ key: '', title: '', children: tree })).toEqual(['zhang', 'li'])
  })
})
