import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { refusal } from '#approval/reason.ts'
import { claim, draw } from '../testing.tsx'
import { calculate, open } from '../testing-editor.tsx'
import { prefetchCalculation } from './first-calculation.ts'
import { NodeLine } from './NodeLine.tsx'

beforeEach(() => localStorage.clear())

describe('a form', () => {
  it('is calculated once when it opens, whatever the answer fills in, and again after a change', async () => {
    const { user, call } = await open({
      [calculate]: ({ parameters }: { parameters: object }) => ({ value: { ...parameters, applicant: 'u2' }, problems: [], nodes: [] }),
    })
    const calculations = () => call.mock.calls.filter(([path]) => path === calculate).length
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(calculations()).toBe(1)
    await user.click(screen.getByText('Yes'))
    await waitFor(() => expect(calculations()).toBe(2))
  })

  it('takes over the records that its calculation brings, without asking for them', async () => {
    const { call } = await open({
      [calculate]: ({ parameters }: { parameters: object }) => ({ value: { ...parameters, applicant: 'u2' }, problems: [], nodes: [],
        references: { person: [{ id: 'u2', name: '李娜/Na Li', enabled: true }] } }),
    })
    expect(await screen.findByText(/Na Li/)).toBeVisible()
    expect(
      call.mock.calls.filter(([path, body]) => path === '/system/reference/person/find' && (body as { ids: string[] }).ids.includes('u2')),
    ).toEqual([])
  })

  it.each(['before', 'after'])('takes an answer that was asked for while it loaded and came %s it was drawn, and asks no second time',
    async (when) => {
      let answer = () => undefined as void
      const answered = new Promise<void>((resolve) => (answer = resolve))
      const { call } = await open({
        [calculate]: async ({ parameters }: { parameters: object }) => {
          await answered
          return { value: { ...parameters, applicant: 'u2', kind: 'a', urgent: '0', total: 0 }, problems: [], nodes: [],
            references: { person: [{ id: 'u2', name: '李娜/Na Li', enabled: true }] } }
        },
      }, async (http) => {
        prefetchCalculation(http, claim, '')
        if (when === 'before') answer()
        await new Promise((resolve) => setTimeout(resolve))
      })
      answer()
      expect(await screen.findByText(/Na Li/)).toBeVisible()
      await new Promise((resolve) => setTimeout(resolve, 300))
      expect(call.mock.calls.filter(([path]) => path === calculate)).toHaveLength(1)
    })
})

it('a node says of each record that nobody answers for it, and each sentence once', async () => {
  const missing = (record: string) => refusal('noOwner', { owner: '保管人/Keeper', record })
  await draw(
    <NodeLine tone="coming"
      node={{ nodeId: 'keeper', nodeName: '保管人', nodeNameEn: 'Keeper', nodeType: 1, approvalTypeCode: 1, state: 'coming', userList: [],
        why: null, selectUser: null, problems: [missing('K'), missing('N'), missing('N')] }} />,
  )
  expect(screen.getAllByText(/isn’t set/).map(({ textContent }) => textContent)).toEqual([
    'Keeper of K isn’t set, contact the administrator',
    'Keeper of N isn’t set, contact the administrator',
  ])
})
