import { EditOutlined, PrinterOutlined, UndoOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Suspense } from 'react'
import { queryOptions } from '@tanstack/react-query'
import { may } from '#providers/permissions.ts'
import { useCommand } from '#shell/command/use-command.ts'
import { useDialogs } from '#shell/dialogs/dialogs-context.tsx'
import { Markdown } from '#shell/markdown/lazy-markdown.ts'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { canUpdateLog } from '#plugins/system/permissions.ts'
import type { Http } from '#providers/http.ts'
import { definePartText } from '#fields/text.ts'
import type { Locale } from '#kernel/wording/label.ts'
import type { GuideChapter } from '#plugins/system/guide-wire.ts'
import { cn } from './locales/cn.ts'
import { en } from './locales/en.ts'

interface ChapterProps {
  readonly shown: LocalisedChapter
  readonly previous: LocalisedChapter | undefined
  readonly next: LocalisedChapter | undefined
  onOpen(key: string): void
  onEdit(): void
}

/** A chapter for reading and printing, with edit buttons for editors; keyed, so that another chapter starts scrolled to the top. */
export function Chapter({ shown, previous, next, onOpen, onEdit }: ChapterProps) {
  const { t } = useGuideText()
  return (
    <article className="oa-guide-chapter" aria-labelledby="guide-chapter">
      <header>
        <h2 id="guide-chapter">{shown.title}</h2>
        {shown.chapter.edited && may(canUpdateLog.edit) && <em>{t('edited')}</em>}
        <span className="oa-guide-acts">
          <Button size="small" icon={<PrinterOutlined aria-hidden />} onClick={() => window.print()}>{t('print')}</Button>
          {may(canUpdateLog.edit) && <Editing shown={shown} onEdit={onEdit} />}
        </span>
      </header>
      <Suspense fallback={<RowsSkeleton rows={4} columns={['80%']} />}>
        <Markdown>{shown.content}</Markdown>
        <footer>
          {previous && <Button type="link" onClick={() => onOpen(previous.chapter.key)}>{`${t('previous')} · ${previous.title}`}</Button>}
          {next && <Button type="link" onClick={() => onOpen(next.chapter.key)}>{`${t('next')} · ${next.title}`}</Button>}
        </footer>
      </Suspense>
    </article>
  )
}

function Editing({ shown: { chapter, title }, onEdit }: Pick<ChapterProps, 'shown' | 'onEdit'>) {
  const { t } = useGuideText()
  const dialogs = useDialogs()
  const { run } = useCommand({ touches: [[guide]] })
  const restore = async () => {
    const { confirm } = await dialogs()
    confirm({
      title: t('restoreAsk', { name: title }),
      content: t('restoreText'),
      okText: t('restore'),
      okButtonProps: { danger: true },
      cancelText: t('cancel'),
      autoFocusButton: 'cancel',
      onOk: () => run((http) => http.post(`${guidePath}/${chapter.key}/restore`, { version: chapter.version })),
    })
  }
  return (
    <>
      <Button size="small" icon={<EditOutlined aria-hidden />} onClick={onEdit}>{t('edit')}</Button>
      {chapter.edited && <Button size="small" icon={<UndoOutlined aria-hidden />} onClick={() => void restore()}>{t('restore')}</Button>}
    </>
  )
}

export const useGuideText = definePartText<keyof typeof cn>({ cn, en })

export const guidePath = '/system/guide'

export const guide = 'guide'

/** Query for all chapters in both languages. */
export const guideQuery = (http: Http) =>
  queryOptions({ queryKey: [guide], queryFn: () => http.get<readonly GuideChapter[]>(`${guidePath}/list`, {}, { quiet: true }),
    staleTime: 300_000 })

/** A chapter in one language. */
export interface LocalisedChapter {
  readonly chapter: GuideChapter
  readonly title: string
  readonly content: string
  /** Nesting depth, 0 for top-level chapters. */
  readonly depth: number
}

/** Chapters in one language, in reading order. */
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

/** Chapters that contain all words of a keyword in title or content. */
export function matching(all: readonly LocalisedChapter[], keyword: string): readonly LocalisedChapter[] {
  const words = keyword.trim().toLowerCase().split(/\s+/).filter(Boolean)
  return all.filter(({ title, content }) => words.every((word) => `${title}\n${content}`.toLowerCase().includes(word)))
}

/** Chapter selected by the URL: by key, by a page that it explains, else the first. */
export function chosenPage(all: readonly LocalisedChapter[],
  { chapter, page }: { readonly chapter: string | null; readonly page: string | null }
):
  | LocalisedChapter
  | undefined {
  return all.find((shown) => shown.chapter.key === chapter) ?? all.find((shown) => page !== null && shown.chapter.pages.includes(page)) ??
    all[0]
}
