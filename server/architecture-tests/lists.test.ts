import { expect, it } from 'vitest'
import { sources } from './sources.ts'

const pages = sources(['src', 'plugins'], /\.tsx?$/).filter(({ path }) => !/\.test\.tsx?$|(^|\/)testing[a-z-]*\.tsx?$/.test(path))

/** Components that are paged by another file, which owns the query. */
const turnedBeside: Readonly<Record<string, string>> = {
  'src/shell/list/ListFooter.tsx': 'src/shell/list/ListPage.tsx',
  'src/shell/documents/DocumentList.tsx': 'src/shell/documents/use-listing.ts',
  'src/shell/form/preview/ChoosePeople.tsx': 'src/shell/form/preview/ChoosePeople.tsx',
}

/** Renders an empty list only to load its styles. */
const unread = 'src/shell/routing/ListStyles.tsx'

const textOf = (path: string): string => pages.find((each) => each.path === path)?.text ?? ''

it('each list turns to its last page where the one that was asked for is beyond it', () => {
  const paged = pages.filter(({ text }) => /<(?:Pagination|ListFooter)\b/.test(text)).map(({ path }) => path).filter((path) =>
    path !== unread
  )
  expect(paged.length).toBeGreaterThan(Object.keys(turnedBeside).length)
  expect(paged.filter((path) => !/\buseExistingPage\(/.test(textOf(turnedBeside[path] ?? path)))).toEqual([])
})

it('each list reads the parameters of its own filters from its address, and no others', () => {
  const whole = pages.filter(({ text }) =>
    /\breadQuery\((?:[^(),]|\([^()]*\))*\)/.test(text.replaceAll(/new URLSearchParams\([^()]*(?:\([^()]*\))?[^()]*\)/g, 'made'))
  )
  // the URLs that the product itself writes: a saved view, and an empty one
  expect(whole.map(({ path }) => path)).toEqual(['src/shell/list/views/views.ts', 'src/shell/resource/prefetch.ts'])
})
