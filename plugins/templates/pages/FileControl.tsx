import { DownloadOutlined, FileExcelOutlined, FileWordOutlined } from '@ant-design/icons'
import { Button, Input } from 'antd'
import { useRef, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { OwnControl } from '#shell/resource/FieldsDialog.tsx'
import { useBackend } from '#shell/backend.ts'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { ErrorState } from '#shell/states/StateView.tsx'
import type { TagGroup, TemplateKind } from '../wire.ts'
import { path, useTemplateCalls, useTemplateText } from './templates.ts'

interface FileControlProps extends OwnControl {
  /** Purpose: the form to print, or the import target. */
  readonly of: { readonly businessType: unknown } | { readonly target: unknown }
  readonly language: unknown
}

/** File picker for a template; until a file is selected, offers a starter and, for Word, the list of tags. */
export function FileControl({ id, value, onChange, of: purpose, language, problems }: FileControlProps) {
  const { t } = useTemplateText()
  const isImport = 'target' in purpose
  return (
    <div className="oa-template-file">
      <ChooseFile id={id} kind={isImport ? 'import' : 'print'} chosen={value instanceof File ? value.name : undefined}
        onChoose={onChange} />
      {problems.length > 0 && (
        <ul className={`oa-template-problems scroll red${problems.length === 1 ? ' is-one' : ''}`} role="alert" aria-label={t('wrong')}>
          {problems.map((problem) => <li key={problem}>{problem}</li>)}
        </ul>
      )}
      {isImport
        ? <WorkbookHelp target={purpose.target} language={language} />
        : <WordHelp businessType={purpose.businessType} language={language} />}
    </div>
  )
}

function WordHelp({ businessType, language }: { businessType: unknown; language: unknown }) {
  const { t } = useTemplateText()
  const { fetchStarter } = useTemplateCalls()
  const [isOpen, setIsOpen] = useState(false)
  const isReady = typeof businessType === 'string' && typeof language === 'string'
  return (
    <>
      <p className="oa-template-help row wrap second small">
        <Button type="link" size="small" icon={<DownloadOutlined aria-hidden />} disabled={!isReady}
          onClick={() => isReady && void fetchStarter(businessType, language)}
        >
          {t('starter')}
        </Button>
        <Button type="link" size="small" disabled={!isReady} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>{t('tags')}</Button>
        <span>{t(isReady ? 'starterReady' : 'starterHint')}</span>
      </p>
      {isReady && isOpen && <TagList businessType={businessType} />}
    </>
  )
}

function WorkbookHelp({ target, language }: { target: unknown; language: unknown }) {
  const { t } = useTemplateText()
  const { fetchWorkbook } = useTemplateCalls()
  const isReady = typeof target === 'string' && typeof language === 'string'
  return (
    <p className="oa-template-help row wrap second small">
      <Button type="link" size="small" icon={<DownloadOutlined aria-hidden />} disabled={!isReady}
        onClick={() => isReady && void fetchWorkbook(target, language)}
      >
        {t('starter')}
      </Button>
      <span>{t(isReady ? 'workbookReady' : 'workbookHint')}</span>
    </p>
  )
}

interface ChooseProps {
  readonly kind: TemplateKind
  readonly id?: string
  readonly chosen?: string | undefined
  readonly label?: string
  onChoose(file: File): void
}

/** Button that opens a file chooser for the kind of template. */
export function ChooseFile({ kind, id, chosen, label, onChoose }: ChooseProps) {
  const { t } = useTemplateText()
  const input = useRef<HTMLInputElement>(null)
  const isImport = kind === 'import'
  return (
    <span className="oa-template-choose inline-row wrap gap-8">
      <Button id={id} icon={isImport ? <FileExcelOutlined aria-hidden /> : <FileWordOutlined aria-hidden />}
        onClick={() => input.current?.click()}
      >
        {label ?? t(chosen === undefined ? 'choose' : 'another')}
      </Button>
      {chosen !== undefined && <b>{chosen}</b>}
      <input ref={input} type="file" hidden accept={isImport ? '.xlsx' : '.docx'} aria-label={t('choose')} onChange={({ target }) => {
        const [file] = target.files ?? []
        // reset, so that the same file can be selected again after a correction
        target.value = ''
        if (file) onChoose(file)
      }} />
    </span>
  )
}

/** Searchable list of the tags available for a form, to copy. */
function TagList({ businessType }: { businessType: string }) {
  const { t } = useTemplateText()
  const { http } = useBackend()
  const [keyword, setKeyword] = useState('')
  const { data, error, refetch } = useQuery({ queryKey: ['templateTags', businessType],
    queryFn: () => http.get<readonly TagGroup[]>(`${path}/tags/${encodeURIComponent(businessType)}`) })
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <RowsSkeleton rows={4} columns={['60%']} />
  return (
    <div className="oa-template-tags pad-8-12 scroll framed round-6">
      <Input size="small" allowClear placeholder={t('find')} aria-label={t('find')} value={keyword}
        onChange={({ target }) => setKeyword(target.value)} />
      <p>{t('tagsHint', { example: '{doc.number}' })}</p>
      {data.map((group) => <Group key={group.loop ?? group.en} group={group} keyword={keyword.trim().toLowerCase()} />)}
    </div>
  )
}

function Group({ group, keyword }: { group: TagGroup; keyword: string }) {
  const { t, locale } = useTemplateText()
  const isCondition = group.en === 'Conditions'
  const tags = group.tags.filter(({ name, cn, en }) => `${name} ${cn} ${en}`.toLowerCase().includes(keyword))
  if (tags.length === 0) return null
  return (
    <section>
      <h4>{group[locale]}</h4>
      {group.loop !== undefined && <p>{t('loopHint', { loop: `{#${group.loop}}`, end: `{/${group.loop}}` })}</p>}
      {isCondition && <p>{t('conditionHint', { condition: '{#doc.isCompleted}…{/}' })}</p>}
      <ul className="grid bare unlisted">
        {tags.map(({ name, ...label }) => <Tag key={name} text={isCondition ? `{#${name}}{/}` : `{${name}}`} label={label[locale]} />)}
      </ul>
    </section>
  )
}

function Tag({ text, label }: { text: string; label: string }) {
  const { t } = useTemplateText()
  const { reactions } = useBackend()
  const copy = () => void navigator.clipboard.writeText(text).then(() => reactions.notify({ kind: 'success', text: t('copied') }))
  return (
    <li>
      <button type="button" className="plain" onClick={copy}>
        <code>{text}</code> {label}
      </button>
    </li>
  )
}
