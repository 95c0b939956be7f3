import { SearchOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Input, Select } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useHttp } from '#shell/backend.ts'
import { Page } from '#shell/parts/Page.tsx'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { useIsMobile } from '#shell/parts/use-media.ts'
import { ErrorState } from '#shell/states/ErrorState.tsx'
import { StateView } from '#shell/states/StateView.tsx'
import type { GuideChapter } from '#plugins/system/guide-wire.ts'
import { text } from '#kernel/fields.ts'
import type { WritingHttp } from '#providers/http.ts'
import { type DialogField, FieldsDialog } from '#shell/resource/FieldsDialog.tsx'
import { Chapter, chosenPage, guideQuery, matching, type LocalisedChapter, shownIn, useGuideText, guide, guidePath } from './Chapter.tsx'
import { contentField } from '../content/content-field.tsx'
import { cn } from './locales/cn.ts'
import { en } from './locales/en.ts'
import './guide.css'

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
    <div className="oa-guide">
      <nav aria-label={t('chapters')}>
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
