import { expect, it } from 'vitest'
import { tailOf } from './place-name.ts'
import { isEnough, isFound, pathTo, type PlaceOption } from './CascaderInput.tsx'

type PlaceBranch = Pick<PlaceOption, 'name' | 'children'>

const [province, city, district, country]: readonly [PlaceBranch, PlaceBranch, PlaceBranch, PlaceBranch] = [
  { name: '江苏省/Jiangsu', children: [{ value: '320500', name: '' }] },
  { name: '苏州市/Suzhou', children: [{ value: '320505', name: '' }] },
  { name: '虎丘区/Huqiu' },
  { name: '日本/Japan' },
]

it('is called by its city, and its district where there is one', () => {
  expect([['JP'], ['320000', '320500'], ['320000', '320500', '320505']].map(tailOf)).toEqual([['JP'], ['320500'], ['320500', '320505']])
})

it('a city is enough, and a country, but not a province alone, unless so little is asked for', () => {
  expect([[], [province], [country], [province, city], [province, city, district]].map((path) => isEnough(path, 2))).toEqual([false, false,
    true, true, true])
  expect(isEnough([province], 1)).toBe(true)
})

it('is found by parts of its names in either language', () => {
  expect(['苏州', 'SUZ', 'jiangsu suz', '江苏/苏', '虎丘', 'tokyo'].map((typed) => isFound(typed, [province, city]))).toEqual([true, true,
    true, true, false, false])
})

it('is led to from the top of the tree, as soon as the tree is here', () => {
  const tree = [{ value: 'JP', name: '日本/Japan' }, { value: '320000', ...province,
    children: [{ value: '320500', ...city, children: [{ value: '320505', ...district }] }] }]
  expect(['320505', 'JP', '440000', undefined].map((code) => pathTo(tree, code))).toEqual([['320000', '320500', '320505'], ['JP'], [
    '440000',
  ], []])
  expect(pathTo([], '320505')).toEqual(['320505'])
})
