import { expect, it } from 'vitest'
import declared from '#resources/declarations.ts'
import serverPlugins from '#resources/server.ts'
import { pointFile, pointGuides, withPoints } from '#server/commands/extension-points-text.ts'
import { referencePath, referenceText } from '#server/commands/reference-text.ts'
import { sources } from './sources.ts'

const points = sources(['plugins'], pointFile)
const guides = sources(['docs'], /extension-points\.md$/)

it.each(pointGuides)('%s says of each extension point what its doc comment does: npm run reference', (path, locale) => {
  const guide = guides.find((each) => each.path === path)?.text ?? ''
  expect(guide).toBe(withPoints(guide, points, locale))
})

it(`${referencePath} lists the attributes of declarations with their doc comments: npm run reference`, () => {
  const all = sources(['src/kernel', 'docs'], /\.(ts|md)$/)
  const read = (path: string) => all.find((each) => each.path === path)?.text ?? ''
  expect(referenceText(read)).toContain('| `trend?` | `true` | ')
  expect(read(referencePath)).toBe(referenceText(read))
  const withoutMeaning = read(referencePath).split('\n').filter((line) => line.endsWith('|  |'))
  expect(withoutMeaning).toEqual([])
})

it('each extension point has a sentence in both languages and an example', () => {
  const ids = points.flatMap(({ text }) => [...text.matchAll(/createExtensionPoint<\w+>\(\{\s*id: '([^']+)'/g)].map(([, id]) => id))
  expect(ids.length).toBeGreaterThan(0)
  for (const id of ids) {
    const [section = ''] = withPoints('<!-- points: npm run reference --><!-- /points -->', points, 'cn').split(`### ${id}\n`).slice(1)
    expect(section.split('### ')[0]).toMatch(/\p{Script=Han}.*。在[^]*```ts/u)
  }
})

it('contributions of server halves go to points that a module publishes', () => {
  const known = points.flatMap(({ text }) => [...text.matchAll(/\bid: '([^']+)', keyOf/g)].map(([, id]) => id))
  const contributed = serverPlugins.flatMap(({ contributes = [] }) => contributes.map(({ point }) => point))
  expect(contributed.filter((id) => !known.includes(id))).toEqual([])
  expect(declared.flatMap(({ publishes }) => publishes.map(({ id }) => id)).filter((id) => !known.includes(id))).toEqual([])
})
