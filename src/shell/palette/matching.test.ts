import { describe, expect, it } from 'vitest'
import { isNamed, isNamedExactly, markedParts, pagesNamed } from './matching.ts'

const budgets = { cn: '年度预算', en: 'Annual budgets', pinyin: 'nianduyusuan ndys' }

describe('a name is found', () => {
  it.each(['预算', 'annual', 'NDYS', 'nian', 'yusuan', '', '  '])('by %j', (keyword) => {
    expect(isNamed(budgets, keyword)).toBe(true)
  })

  // two letters in the middle of a spelling match too much
  it.each(['us', 'rate', '汇率', 'nianduyusuan ndys'])('not by %j', (keyword) => {
    expect(isNamed(budgets, keyword)).toBe(false)
  })
})

it('pages are found where they stand in the menu, hidden ones never', () => {
  const page = { type: 'C', icon: null, sort: 1 } as const
  const menus = [{
    id: 'finance',
    type: 'M',
    name: '财务管理',
    nameEn: 'Finance',
    pinyin: 'caiwuguanli cwgl',
    children: [
      { ...page, id: 'b', name: '年度预算', nameEn: 'Annual budgets', pinyin: budgets.pinyin, path: '/budgets' },
      { ...page, id: 'h', name: '预算统计', nameEn: 'Budget statistics', pinyin: 'yusuantongji ystj', path: '/hidden', visible: false },
    ],
  }] as const
  expect(pagesNamed(menus, '预算')).toEqual([{ id: 'b', cn: '年度预算', en: 'Annual budgets', pinyin: budgets.pinyin, path: '/budgets',
    icon: undefined, group: { cn: '财务管理', en: 'Finance' } }])
})

it('what was typed is marked in the text, once', () => {
  expect(markedParts('Sample bench sample', 'SAMPLE')).toEqual(['', 'Sample', ' bench sample'])
  expect(markedParts('样机治具', 'yj')).toEqual(['样机治具', '', ''])
  expect(markedParts('样机', '')).toEqual(['样机', '', ''])
})

it('initials are marked where each stands for one character', () => {
  expect(markedParts('年度预算', 'ys', budgets.pinyin)).toEqual(['年度', '预算', ''])
  expect(markedParts('Annual budgets', 'ys', budgets.pinyin)).toEqual(['Annual budgets', '', ''])
})

it.each([['年度预算', true], ['annual budgets', true], ['ndys', true], ['预算', false], ['', false]])('%j is the whole name: %s',
  (keyword, expected) => {
    expect(isNamedExactly(budgets, keyword)).toBe(expected)
  })
