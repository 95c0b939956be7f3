import { queryOptions } from '@tanstack/react-query'
import type { Http } from '#providers/http.ts'
import { definePartText } from '#fields/text.ts'
import type { Locale } from '#kernel/wording/label.ts'
import type { GuideChapter } from '#plugins/system/guide-wire.ts'
import { cn } from './locales/cn.ts'
import { en } from './locales/en.ts'

export const useGuideText = definePartText<keyof typeof cn>({ cn, en })

export const guidePath = '/system/guide'
export const guide = 'guide'

/** All chapters of the guide, in both languages. */
export const guideQuery = (http: Http) =>
  queryOptions({ queryKey: [guide], queryFn: () => http.get<readonly GuideChapter[]>(`${guidePath}/list`, {}, { quiet: true }),
    staleTime: 300_000 })

/** A chapter in one language. */
export interface LocalisedChapter {
  readonly chapter: GuideChapter
  readonly title: string
  readonly content: string
  /** The depth below the first ones. */
  readonly depth: number
}

/** The chapters in a language, in the order of reading. */
export function shownIn(chapters: readonly GuideChapter[], locale: Locale): readonly LocalisedChapter[] {
  const parentOf = new Map(chapters.map(({ key, parent }) => [key, parent]))
  const depthOf = (key: string): number => {
    const parent = parentOf.get(key)
    return parent ? depthOf(parent) + 1 : 0
  }
  return chapters.map((chapter) => ({
    chapter,
    depth: depthOf(chapter.key),
    ...(locale === 'cn' ? { title: chapter.title, content: chapter.content } : { title: chapter.enTitle, content: chapter.enContent }),
  }))
}

/** Those that hold every word, in title or text. */
export function matching(all: readonly LocalisedChapter[], keyword: string): readonly LocalisedChapter[] {
  const words = keyword.trim().toLowerCase().split(/\s+/).filter(Boolean)
  return all.filter(({ title, content }) => words.every((word) => `${title}\n${content}`.toLowerCase().includes(word)))
}

/** The chapter that the address asks for: by its key, by a page that it explains, or the first. */
export function chosenPage(all: readonly LocalisedChapter[],
  { chapter, page }: { readonly chapter: string | null; readonly page: string | null }
):
  | LocalisedChapter
  | undefined {
  return all.find((shown) => shown.chapter.key === chapter) ?? all.find((shown) => page !== null && shown.chapter.pages.includes(page)) ??
    all[0]
}
