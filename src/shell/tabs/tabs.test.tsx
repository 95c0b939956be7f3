import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { Link, MemoryRouter, Route, Routes, useSearchParams } from 'react-router'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Tab } from './model.ts'
import { TabPages } from './TabPages.tsx'
import { split, tabsThatFit } from './TabStrip.tsx'
import { TabsContext, useIsUnsaved, useTab, useTabDirty, useTabsState } from './tabs-context.ts'

function Note({ name }: { name: string }) {
  const [text, setText] = useState('')
  const { close, refresh } = useTab()
  const [search] = useSearchParams()
  useTabDirty(text !== '', async () => undefined)
  return (
    <section aria-label={name}>
      <input aria-label={`text of ${name}`} value={text} onChange={(event) => setText(event.target.value)} />
      <output aria-label={`query of ${name}`}>{search.get('q')}</output>
      <button type="button" onClick={close}>close {name}</button>
      <button type="button" onClick={refresh}>refresh {name}</button>
    </section>
  )
}

function Counter() {
  const [count, setCount] = useState(0)
  const [isDirty, setDirty] = useState(false)
  useTabDirty(isDirty)
  return (
    <>
      <button type="button" onClick={() => setCount(count + 1)}>count {count}</button>
      <button type="button" onClick={() => setDirty(!isDirty)}>change</button>
    </>
  )
}

const ask = vi.fn(async () => true)
const keyOf = ({ pathname }: { pathname: string }) => pathname

const draw = ({ pathname, search }: Tab) => (
  <Routes location={{ pathname, search }}>
    <Route path="/" element={<p>at home</p>} />
    <Route path="/a" element={<Note name="a" />} />
    <Route path="/b" element={<Note name="b" />} />
    <Route path="/anew" element={<Counter />} />
  </Routes>
)

const Named = ({ tab }: { tab: string }) => <li>{tab}{useIsUnsaved(tab) && ' unsaved'}</li>

let drawn = 0

function Desk() {
  drawn++
  const control = useTabsState({ keyOf, ask, titleAt: () => undefined })
  return (
    <TabsContext value={control}>
      <nav>
        <Link to="/">home</Link>
        <Link to="/a?q=1">a</Link>
        <Link to="/b?q=2">b</Link>
        <Link to="/anew">anew</Link>
      </nav>
      <ul>{control.tabs.open.map((tab) => <Named key={tab.key} tab={tab.key} />)}</ul>
      <TabPages draw={draw} keeps={({ pathname }) => pathname !== '/anew'} />
    </TabsContext>
  )
}

function open() {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter initialEntries={['/']}>
        <Desk />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return userEvent.setup()
}

const tabs = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)
const go = (user: ReturnType<typeof userEvent.setup>, name: string) => user.click(screen.getByRole('link', { name }))
const field = (name: string) => screen.getByLabelText(`text of ${name}`)

beforeEach(() => {
  sessionStorage.clear()
  ask.mockReset()
})

describe('a tab', () => {
  it('keeps its input and its own address while another is shown', async () => {
    const user = open()
    await go(user, 'a')
    await user.type(field('a'), 'half a sentence')
    await go(user, 'b')
    expect(field('b')).toBeVisible()
    expect(field('a')).not.toBeVisible()
    expect(field('a').closest('[inert]')).not.toBeNull()
    await go(user, 'a')
    expect(field('a')).toHaveValue('half a sentence')
    expect(screen.getByLabelText('query of a')).toHaveTextContent('1')
    expect(screen.getByLabelText('query of b')).toHaveTextContent('2')
  })

  it('begins anew when it is shown again where its menu entry says so, but never loses unsaved input', async () => {
    const user = open()
    const counted = () => screen.getByRole('button', { name: /^count/ }).textContent
    await go(user, 'anew')
    await user.click(screen.getByRole('button', { name: 'count 0' }))
    await go(user, 'b')
    await go(user, 'anew')
    expect(counted()).toBe('count 0')
    await user.click(screen.getByRole('button', { name: 'count 0' }))
    await user.click(screen.getByRole('button', { name: 'change' }))
    await go(user, 'b')
    await go(user, 'anew')
    expect(counted()).toBe('count 1')
  })

  it('stays unsaved while it is hidden', async () => {
    const user = open()
    await go(user, 'a')
    await user.type(field('a'), 'x')
    await go(user, 'b')
    expect(tabs()).toEqual(['/', '/a unsaved', '/b'])
  })

  it('draws its mark and nothing else when it becomes unsaved', async () => {
    const user = open()
    await go(user, 'a')
    const before = drawn
    await user.type(field('a'), 'x')
    expect(tabs()).toEqual(['/', '/a unsaved'])
    expect(drawn).toBe(before)
  })

  it('begins anew without what it had unsaved', async () => {
    ask.mockResolvedValueOnce(true)
    const user = open()
    await go(user, 'a')
    await user.type(field('a'), 'x')
    await user.click(screen.getByRole('button', { name: 'refresh a' }))
    await waitFor(() => expect(field('a')).toHaveValue(''))
    expect(tabs()).toEqual(['/', '/a'])
  })

  it('closes to its neighbour and is forgotten', async () => {
    const user = open()
    await go(user, 'a')
    await go(user, 'b')
    await user.click(screen.getByRole('button', { name: 'close b' }))
    expect(tabs()).toEqual(['/', '/a'])
    expect(field('a')).toBeVisible()
    expect(ask).not.toHaveBeenCalled()
    await go(user, 'b')
    expect(field('b')).toHaveValue('')
  })

  it('asks before unsaved input is lost', async () => {
    ask.mockResolvedValueOnce(false).mockResolvedValueOnce(true)
    const user = open()
    await go(user, 'a')
    await user.type(field('a'), 'x')
    await user.click(screen.getByRole('button', { name: 'close a' }))
    expect(tabs()).toEqual(['/', '/a unsaved'])
    await user.click(screen.getByRole('button', { name: 'close a' }))
    await waitFor(() => expect(tabs()).toEqual(['/']))
    await go(user, 'a')
    await waitFor(() => expect(tabs()).toEqual(['/', '/a']))
  })

  it('comes back after a reload, and is drawn when it is shown', async () => {
    sessionStorage.setItem('oa.tabs', JSON.stringify([{ key: '/a', pathname: '/a', search: '?q=9', generation: 0 }, 'nonsense']))
    open()
    expect(tabs()).toEqual(['/', '/a'])
    expect(screen.queryByLabelText('text of a')).toBeNull()
  })

  it('is kept for a reload', async () => {
    const user = open()
    await go(user, 'a')
    await act(async () => undefined)
    expect(JSON.parse(sessionStorage.getItem('oa.tabs') ?? '[]')).toMatchObject([{ key: '/' }, { key: '/a', search: '?q=1' }])
  })
})

it.each([[0, 9, 6], [1200, 3, 3], [1200, 9, 6], [492, 4, 4], [491, 4, 3], [330, 9, 2], [100, 2, 1]])(
  'a strip of %i pixels shows of %i tabs beside home %i',
  (width, open, shown) => {
    expect(tabsThatFit(width, open)).toBe(shown)
  },
)

it('shows the tabs that were opened last, and the active one among them', () => {
  const open = ['/', 'a', 'b', 'c', 'd'].map((key) => ({ key, pathname: key, search: '', generation: 0 }))
  const keys = (active: string, most: number) => {
    const { shown, rest } = split({ open, active }, most)
    return [shown, rest].map((tabs) => tabs.map(({ key }) => key).join(''))
  }
  expect(keys('d', 4)).toEqual(['/abcd', ''])
  expect(keys('d', 2)).toEqual(['/cd', 'ab'])
  expect(keys('a', 2)).toEqual(['/ad', 'bc'])
})
