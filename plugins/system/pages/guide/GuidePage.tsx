import { EditOutlined, PrinterOutlined, SearchOutlined, UndoOutlined } from '@ant-design/icons'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Button, Input, Select } from 'antd'
import { Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import { text } from '#kernel/fields.ts'
import type { Locale } from '#kernel/wording/label.ts'
import { definePartText } from '#fields/text.ts'
import { useHttp } from '#shell/backend.ts'
import { Page } from '#shell/parts/Page.tsx'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { useIsMobile } from '#shell/parts/use-media.ts'
import { ErrorState, StateView } from '#shell/states/StateView.tsx'
import { type DialogField, FieldsDialog } from '#shell/resource/FieldsDialog.tsx'
import { useCommand } from '#shell/command/use-command.ts'
import { useDialogs } from '#shell/dialogs/dialogs-context.tsx'
import { Markdown } from '#shell/markdown/lazy-markdown.ts'
import type { Http, WritingHttp } from '#providers/http.ts'
import { may } from '#providers/permissions.ts'
import type { GuideChapter } from '#plugins/system/texts-wire.ts'
import { canUpdateLog } from '#plugins/system/permissions.ts'
import { contentField } from '../content/content-field.tsx'
import { cn, en } from './texts.ts'
import './guide.css'

interface ChapterProps {
  readonly shown: LocalisedChapter
  readonly previous: LocalisedChapter | undefined
  readonly next: LocalisedChapter | undefined
  onOpen(key: string): void
  onEdit(): void
}

/** A chapter for reading and printing, with edit buttons for editors; keyed, so that another chapter starts scrolled to the top. */
function Chapter({ shown, previous, next, onOpen, onEdit }: ChapterProps) {
  const { t } = useGuideText()
  return (
    <article className="oa-guide-chapter low scroll" aria-labelledby="guide-chapter">
      <header>
        <h2 id="guide-chapter">{shown.title}</h2>
        {shown.chapter.edited && may(canUpdateLog.edit) && <em>{t('edited')}</em>}
        <span className="oa-guide-acts flex gap-8">
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

const useGuideText = definePartText<keyof typeof cn>({ cn, en })

const guidePath = '/system/guide'

const guide = 'guide'

/** Query for all chapters in both languages. */
const guideQuery = (http: Http) =>
  queryOptions({ queryKey: [guide], queryFn: () => http.get<readonly GuideChapter[]>(`${guidePath}/list`, {}, { quiet: true }),
    staleTime: 300_000 })

/** A chapter in one language. */
interface LocalisedChapter {
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

/** User guide: chapters on the left, the selected one on the right; selected by the URL, or by the page where help was opened. */
export function GuidePage() {
  const { t } = useGuideText()
  const answer = useQuery(guideQuery(useHttp()))
  return (
    <Page title={t('title')}>
      {answer.isError && <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />}
      {answer.isPending && <RowsSkeleton rows={10} columns={['18%', '60%']} />}
      {answer.data && <Guide chapters={answer.data} />}
    </Page>
  )
}

function Guide({ chapters }: { chapters: readonly GuideChapter[] }) {
  const { t, locale } = useGuideText()
  const [parameters, setParameters] = useSearchParams()
  const [keyword, setKeyword] = useState('')
  const [isEdited, setIsEdited] = useState(false)
  const all = shownIn(chapters, locale)
  const found = matching(all, keyword)
  // the chapter stays while searching, unless it is not among the results
  const chosen = chosenPage(all, { chapter: parameters.get('chapter'), page: parameters.get('page') })
  const at = all.findIndex(({ chapter }) => chapter.key === chosen?.chapter.key)
  const open = (key: string) => setParameters({ chapter: key }, { replace: true })
  return (
    <div className="oa-guide grid low">
      <nav className="stack gap-8 low scroll" aria-label={t('chapters')}>
        <Input allowClear prefix={<SearchOutlined aria-hidden />} aria-label={t('search')} placeholder={t('search')} value={keyword}
          maxLength={60} onChange={({ target }) => setKeyword(target.value)} />
        <span className="unseen" role="status">{keyword.trim() && t('found', { count: found.length })}</span>
        {found.length === 0
          ? <StateView illustration="search" title={t('noMatch')} text={t('noMatchText')} />
          : <Chapters found={found} chosen={chosen?.chapter.key} onOpen={open} />}
      </nav>
      {chosen && (
        <Chapter key={chosen.chapter.key} shown={chosen} previous={all[at - 1]} next={all[at + 1]} onOpen={open} onEdit={() =>
          setIsEdited(true)} />
      )}
      {chosen && isEdited && <ChapterDialog chapter={chosen.chapter} onClose={() => setIsEdited(false)} />}
    </div>
  )
}

function Chapters(
  { found, chosen, onOpen }: { found: readonly LocalisedChapter[]; chosen: string | undefined; onOpen(key: string): void },
) {
  const { t } = useGuideText()
  const isMobile = useIsMobile()
  if (isMobile) {
    return (
      <Select aria-label={t('chapter')} value={found.some(({ chapter }) => chapter.key === chosen) ? chosen : undefined}
        placeholder={t('found', { count: found.length })} onChange={onOpen}
        options={found.map(({ chapter, title, depth }) => ({ value: chapter.key, label: `${'　'.repeat(depth)}${title}` }))} />
    )
  }
  return (
    <ul>
      {found.map(({ chapter: { key }, title, depth }) => (
        <li key={key}>
          <button type="button" className="plain" data-depth={depth} aria-current={key === chosen ? 'page' : undefined}
            onClick={() => onOpen(key)}
          >
            {title}
          </button>
        </li>
      ))}
    </ul>
  )
}

const named = (key: keyof typeof cn) => ({ cn: cn[key], en: en[key] })

const content = { max: 40_000, hint: named('contentHint') } as const

const fields: readonly DialogField[] = [
  { name: 'title', field: text({ ...named('titleCn'), required: true, max: 100 }) },
  { name: 'enTitle', field: text({ ...named('titleEn'), required: true, max: 100 }) },
  contentField({ name: 'content', label: named('contentCn'), ...content }),
  contentField({ name: 'enContent', label: named('contentEn'), ...content }),
]

/** Dialog to edit a chapter in both languages. */
function ChapterDialog({ chapter, onClose }: { chapter: GuideChapter; onClose(): void }) {
  const { t, label } = useGuideText()
  const save = (value: Readonly<Record<string, unknown>>, http: WritingHttp) =>
    http.put(`${guidePath}/${chapter.key}`, { ...value, version: chapter.version }, { quiet: true })
  return (
    <FieldsDialog title={t('editTitle', { name: label({ cn: chapter.title, en: chapter.enTitle }) })} fields={() => fields}
      start={{ ...chapter }} touches={[[guide]]} save={save} onClose={onClose} />
  )
}
