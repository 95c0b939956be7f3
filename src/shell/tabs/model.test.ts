import { describe, expect, it } from 'vitest'
import { change, home, homeKey, moveTo, neighbourOf, stepFrom, visit, type Tabs } from './model.ts'

const place = (pathname: string, search = '') => ({ pathname, search })
const keys = (tabs: Tabs) => tabs.open.map(({ key }) => key)
const start: Tabs = { open: [home], active: homeKey, at: '/' }
const opened = (...paths: string[]) => paths.reduce((tabs, path) => visit(tabs, place(path), path), start)

describe('open tabs', () => {
  it('open a new address behind the others and make it active', () => {
    const tabs = opened('/todo', '/budget')
    expect(keys(tabs)).toEqual(['/', '/todo', '/budget'])
    expect(tabs).toMatchObject({ active: '/budget', at: '/budget' })
  })

  it('move an open tab to a new address of its own and keep its title', () => {
    const named = change(opened('/todo'), '/todo', { title: { cn: '待办', en: 'To do' } })
    const moved = visit(named, place('/todo', '?current=2'), '/todo')
    expect(moved.open[1]).toMatchObject({ search: '?current=2', title: { en: 'To do' } })
  })

  it('forget the title when another page of a shared tab is shown', () => {
    const named = change(opened('/todo'), '/todo', { title: { cn: '待办', en: 'To do' } })
    expect(visit(named, place('/handled'), '/todo').open[1]?.title).toBeUndefined()
  })

  it('drop a closing tab only when the address has left it', () => {
    const closing: Tabs = { ...opened('/a', '/b'), closing: '/b' }
    expect(keys(visit(closing, place('/b', '?x=1'), '/b'))).toEqual(['/', '/a', '/b'])
    expect(keys(visit(closing, place('/a'), '/a'))).toEqual(['/', '/a'])
  })

  it('go to the next tab on closing, else the previous, else home', () => {
    const tabs = opened('/a', '/b')
    expect(neighbourOf(tabs, '/a').key).toBe('/b')
    expect(neighbourOf(tabs, '/b').key).toBe('/a')
    expect(neighbourOf(opened('/a'), '/a').key).toBe('/')
  })

  it('step around the ends', () => {
    expect(stepFrom(opened('/a', '/b'), 1).key).toBe('/')
    expect(stepFrom(start, -1).key).toBe('/')
  })

  it('move by dragging, never before home', () => {
    const tabs = opened('/a', '/b', '/c')
    expect(keys(moveTo(tabs, '/a', '/c'))).toEqual(['/', '/b', '/c', '/a'])
    expect(keys(moveTo(tabs, '/c', '/a'))).toEqual(['/', '/c', '/a', '/b'])
    expect(keys(moveTo(tabs, '/a', '/'))).toEqual(['/', '/a', '/b', '/c'])
  })
})
