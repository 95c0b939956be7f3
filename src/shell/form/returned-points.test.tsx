import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import type { FiledDocument } from '#approval/wire/filed-document.ts'
import { money, table, text } from '#kernel/fields.ts'
import { filed } from '../detail/testing.tsx'
import { placesIn, Points, pointsOf } from './ReturnedPoints.tsx'
import { apply, calculate, drafts, openFiled } from './testing-editor.tsx'

it.each([
  ['请换发票\n附上报告', ['请换发票', '附上报告']],
  ['第 3 行抬头不符。期间应为 11 月；请附报告', ['第 3 行抬头不符。', '期间应为 11 月；', '请附报告']],
  ['Row 3 is 1,640.00, not 1.480. Please replace it. Attach the report', ['Row 3 is 1,640.00, not 1.480. Please replace it.',
    'Attach the report']],
  ['  \n', []],
])('the reason %j has its points', (reason, points) => expect(pointsOf(reason)).toEqual(points))

it('what was ticked travels in the draft, and is no part of the form', () => {
  const points = new Points(['a', 'b'])
  expect(points.into({ title: 'x' })).toEqual({ title: 'x' })
  points.tick('a', true)
  const content = points.into({ title: 'x' })
  const later = new Points(['a', 'b'])
  expect(later.outOf(content)).toEqual({ title: 'x' })
  expect([...later.snapshot()]).toEqual(['a'])
  later.tick('a', false)
  expect(later.into({})).toEqual({})
})

it.each([
  ['金额不对', [{ key: 'items', column: 'amount' }]],
  ['第 2 行的 Amount 不对', [{ key: 'items', column: 'amount', row: 2 }]],
  ['Row 2 is wrong', [{ key: 'items', row: 2 }]],
  ['The title is too short', [{ key: 'title' }]],
  ['All the amounts are wrong', [{ key: 'items', column: 'amount' }]],
  ['Entitled to nothing', []],
])('%j names its places', (point, places) => {
  const amount = money({ cn: '金额', en: 'Amount' })
  expect(placesIn(point, { title: text({ cn: '标题', en: 'Title' }), items: table({ cn: '明细', en: 'Items', columns: { amount } }) }))
    .toEqual(places)
})

describe('a returned document', () => {
  beforeEach(() => localStorage.clear())
  const back = { id: 'e2', nodeName: '出纳', nodeNameEn: 'Cashier', operateType: 'backed', createTime: '2026-11-21 09:00:00',
    operator: { id: 'zhang', name: '张敏/Min Zhang', enable: true },
    comment: 'The amount is wrong. Attach the report' } as FiledDocument['processRecord'][number]
  const returned: FiledDocument = { ...filed, actions: ['resubmit'], nodeId: 'start', processRecord: [back],
    currentTask: { id: 't2', name: 'Start', nodeId: 'start', assigneeList: ['wang'] } }
  const done = { [apply]: () => ({ businessKey: 'd1', businessNo: 'SY1', procInstId: 'd1' }) }

  it('keeps in its draft which points were ticked, and asks once before it goes with open ones', async () => {
    const page = await openFiled(() => returned, done)
    await page.user.click(await screen.findByRole('checkbox', { name: 'The amount is wrong.' }))
    await waitFor(() =>
      expect(page.call).toHaveBeenCalledWith(`${drafts}/save`, expect.objectContaining({
        content: expect.objectContaining({ $ticked: ['The amount is wrong.'] }),
      }), expect.anything())
    )
    await page.user.click(screen.getByRole('button', { name: /^Resubmit/ }))
    const question = within(await screen.findByRole('dialog'))
    expect(question.getByText('Attach the report')).toBeInTheDocument()
    await page.user.click(question.getByRole('button', { name: 'Resubmit anyway' }))
    await waitFor(() => expect(page.call).toHaveBeenCalledWith(apply, expect.anything(), expect.anything()))
    expect(page.call.mock.calls.find(([path]) => path === apply)?.[1]).not.toHaveProperty('business.$ticked')
  })

  it('ticks a point off when the field that it names was changed, takes that back with it, and leads there', async () => {
    const page = await openFiled(() => returned)
    const box = () => screen.getByRole('checkbox', { name: 'The amount is wrong.' })
    expect(box()).not.toBeChecked()
    await page.user.click(screen.getByRole('button', { name: 'The amount is wrong.' }))
    const amount = await screen.findByLabelText('Amount, row 1')
    await waitFor(() => expect(amount).toHaveFocus())
    await page.user.clear(amount)
    await page.user.type(amount, '15')
    await page.user.tab()
    await waitFor(() => expect(box()).toBeChecked())
    expect(screen.getByRole('checkbox', { name: 'Attach the report' })).not.toBeChecked()
    await page.user.clear(amount)
    await page.user.type(amount, '12')
    await page.user.tab()
    await waitFor(() => expect(box()).not.toBeChecked())
  })

  it('puts a row back that was removed, with what it was filed with', async () => {
    const page = await openFiled(() => returned)
    await page.user.click(await screen.findByRole('button', { name: /^(Remove|Delete).*row 1/i }))
    const removed = within(await screen.findByRole('list', { name: /removed now/ }))
    expect(removed.getByText('Two cables').closest('del')).not.toBeNull()
    await page.user.click(removed.getByRole('button', { name: 'Put back' }))
    expect(await screen.findByLabelText('Amount, row 1')).toHaveValue('12.00')
    expect(screen.queryByRole('button', { name: 'Put back' })).toBeNull()
  })

  it.each([
    ['direct', [], 'Straight back to Cashier', /keep their decision/],
    ['changed', [{ cn: '合计', en: 'Total' }], 'Every step is asked again', 'Changed since the return: Total'],
    ['inOrder', [], 'Every step is asked again', 'Cashier returned it to be approved step by step'],
  ])('says whom filing it again asks: %s', async (way, changed, title, why) => {
    const again = { node: 'cashier', way, changed }
    const page = await openFiled(() => returned, {
      [calculate]: ({ parameters }: { parameters: object }) => ({ value: parameters, problems: [], nodes: filed.nodeList, again }),
    })
    await page.user.click(await screen.findByRole('button', { name: /Path$/ }))
    expect(await screen.findByText(title)).toBeInTheDocument()
    expect(screen.getByText(why)).toBeInTheDocument()
  })
})
