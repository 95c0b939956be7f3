import { expect, it } from 'vitest'
import type { GuideChapter } from '#plugins/system/texts-wire.ts'
import { chosenPage, matching, shownIn } from './GuidePage.tsx'

const chapter = (key: string, parent: string | null, enContent: string, pages: readonly string[] = []): GuideChapter => ({ key, parent,
  title: `${key}中`, enTitle: key, content: '正文', enContent, pages, edited: false, version: 0 })

const all = shownIn([chapter('start', null, 'Sign in'), chapter('keys', 'start', 'Press C'),
  chapter('people', null, 'Add a Person', ['/system/user'])], 'en')

it('says how deep a chapter stands, in the language of the screen', () => {
  expect(all.map(({ title, depth }) => [title, depth])).toEqual([['start', 0], ['keys', 1], ['people', 0]])
  expect(shownIn(all.map((shown) => shown.chapter), 'cn')[0]).toMatchObject({ title: 'start中', content: '正文' })
})

it.each([['person add', ['people']], ['START', ['start']], ['', ['start', 'keys', 'people']], ['nothing', []]])('finds by every word of %j',
  (keyword, found) => {
    expect(matching(all, keyword).map(({ title }) => title)).toEqual(found)
  })

it.each([[{ chapter: 'keys', page: null }, 'keys'], [{ chapter: null, page: '/system/user' }, 'people'], [{ chapter: 'gone',
  page: '/elsewhere' }, 'start']])('opens %j at %s', (place, title) => {
    expect(chosenPage(all, place)?.title).toBe(title)
  })
