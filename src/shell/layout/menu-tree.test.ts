import { expect, it } from 'vitest'
import type { MenuNode } from '../start/answers.ts'
import { menuGroups } from './menu-tree.ts'

const page = (id: string, more: Partial<MenuNode> = {}): MenuNode => ({ id, type: 'C', name: `甲${id}`, nameEn: id, path: `/${id}`,
  ...more })

it('shows visible pages by directory, at any depth, in their order', () => {
  const tree: MenuNode[] = [
    { id: 'm', type: 'M', name: '财务', nameEn: 'Finance', children: [
      page('b', { sort: 2 }),
      page('a', { sort: 1 }),
      page('hidden', { visible: 0 }),
      { ...page('button'), type: 'F' },
      page('no-path', { path: null }),
      { id: 'sub', type: 'M', name: '下级', nameEn: 'Sub', sort: 3, children: [page('c')] },
    ] },
    { id: 'empty', type: 'M', name: '空', nameEn: 'Empty', children: [page('x', { visible: false })] },
    page('loose'),
  ]
  expect(menuGroups(tree).map(({ en, entries }) => [en, entries.map(({ path }) => path)])).toEqual([
    ['', ['/loose']],
    ['Finance', ['/a', '/b', '/c']],
  ])
})
