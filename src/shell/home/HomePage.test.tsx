import { screen } from '@testing-library/react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { draw } from '../form/testing.tsx'
import { HomePage } from './HomePage.tsx'
import { StartTiles } from './StartTiles.tsx'

it.each([['2026-11-26T23:30:00Z', 'Friday 27 November', 'Good morning'], ['2026-11-27T12:00:00Z', 'Friday 27 November', 'Good evening']])(
  'greets at %s with the company’s day and hour, whatever the time zone of the browser',
  async (now, day, greeting) => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) })
    onTestFinished(() => void vi.useRealTimers())
    await draw(<HomePage />)
    expect((await screen.findByText(/November/)).textContent?.replace(',', '')).toBe(day)
    expect(screen.getByRole('heading', { level: 1 }).textContent).toContain(greeting)
  },
)

it('starts the first process once it is here, where Enter comes before it', async () => {
  let arrive: (groups: readonly object[]) => void = () => undefined
  const arrived = new Promise<readonly object[]>((done) => (arrive = done))
  const onStart = vi.fn<() => void>()
  const { user } = await draw(<StartTiles onStart={onStart} />, { '/workflow/getHomeFunction': () => arrived })
  await user.type(screen.getByRole('searchbox'), 'claim{Enter}')
  expect(onStart).not.toHaveBeenCalled()
  arrive([{ groupName: '示例', groupNameEn: 'Sample', items: [
    { businessType: 'other', name: '其他', nameEn: 'Other', path: '/other' },
    { businessType: 'claim', name: '试用报销', nameEn: 'Sample claim', path: '/sample' },
  ] }])
  await vi.waitFor(() => expect(onStart).toHaveBeenCalledTimes(1))
})

it('greets the person by their given name', async () => {
  await draw(<HomePage />)
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toMatch(/^Good \w+, [A-Z][a-z]+$/)
})
