import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { draw } from '../form/testing.tsx'
import type { MenuNode } from '../start/answers.ts'
import { FoldedMenu } from './FoldedMenu.tsx'
import { isLong, menuGroups } from './menu-tree.ts'

const directory = (id: string, name: string, pages: readonly string[]): MenuNode => ({ id, type: 'M', name, nameEn: name,
  children: pages.map((each) => ({ id: `${id}-${each}`, type: 'C', name: each, nameEn: each, path: `/${each}` })) })
const pagesUpTo = (count: number) => Array.from({ length: count }, (_, at) => `type${at}`)
const menus = [directory('desk', 'Desk', ['home', 'inbox']), directory('money', 'Money', ['rates', 'budgets']),
  directory('types', 'Types', pagesUpTo(20))]
const groups = menuGroups(menus)

const drawMenu = async (badges: ReadonlyMap<string, number> = new Map()) => {
  localStorage.clear()
  return draw(<FoldedMenu menus={menus} groups={groups} badges={badges} />, {})
}

it('only a menu of 24 pages and more is folded', () => {
  expect(isLong(groups)).toBe(true)
  expect(isLong(menuGroups([directory('types', 'Types', pagesUpTo(23))]))).toBe(false)
})

it('unfolds one directory at a time, says what waits in a folded one, and leads to the page of a long one', async () => {
  const { user } = await drawMenu(new Map([['/rates', 3]]))
  expect(screen.queryByRole('link', { name: 'inbox' })).toBeNull()
  expect(screen.getByRole('button', { name: /Money/ })).toHaveTextContent('32')
  await user.click(screen.getByRole('button', { name: /Desk/ }))
  expect(screen.getByRole('link', { name: 'inbox' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: /Money/ }))
  expect(screen.queryByRole('link', { name: 'inbox' })).toBeNull()
  expect(screen.getByRole('link', { name: /rates/ })).toHaveTextContent('3')
  expect(screen.getByRole('link', { name: /Types/ })).toHaveAttribute('href', '/pages/types')
})

it('finds pages of every directory, and puts starred ones above', async () => {
  const { user } = await drawMenu()
  await user.type(screen.getByRole('combobox'), 'type1')
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['type1',
    ...pagesUpTo(20).filter((name) => /^type1\d$/.test(name))])
  await user.keyboard('{Enter}')
  expect(screen.getByRole('combobox')).not.toHaveFocus()
  await user.click(screen.getByRole('button', { name: /Desk/ }))
  await user.click(screen.getAllByRole('button', { pressed: false })[1]!)
  expect(screen.getAllByRole('link', { name: 'inbox' })).toHaveLength(2)
  expect(localStorage.getItem('oa.menu.favourites')).toBe('["/inbox"]')
})
