import { DownloadOutlined, FileExcelOutlined, FileWordOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useRef, useState } from 'react'
import type { OwnControl } from '#shell/resource/FieldsDialog.tsx'
import type { TemplateKind } from '../wire.ts'
import { TagList } from './TagList.tsx'
import { useTemplateText } from './text.ts'
import { useTemplateCalls } from './use-template-calls.ts'

interface FileControlProps extends OwnControl {
  /** The business type that the template prints, or the import that it belongs to. */
  readonly of: { readonly businessType: unknown } | { readonly target: unknown }
  readonly language: unknown
}

/** Chooses the file; until there is one, a starter and, for Word, the tags help to make it. */
export function FileControl({ id, value, onChange, of: purpose, language, problems }: FileControlProps) {
  const { t } = useTemplateText()
  const isImport = 'target' in purpose
  return (
    <div className="oa-template-file">
      <ChooseFile id={id} kind={isImport ? 'import' : 'print'} chosen={value instanceof File ? value.name : undefined}
        onChoose={onChange} />
      {problems.length > 0 && (
        <ul className="oa-template-problems" role="alert" aria-label={t('wrong')}>
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
      <p className="oa-template-help">
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
    <p className="oa-template-help">
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

/** A button that opens the system's dialog for a file of the kind. */
export function ChooseFile({ kind, id, chosen, label, onChoose }: ChooseProps) {
  const { t } = useTemplateText()
  const input = useRef<HTMLInputElement>(null)
  const isImport = kind === 'import'
  return (
    <span className="oa-template-choose">
      <Button id={id} icon={isImport ? <FileExcelOutlined aria-hidden /> : <FileWordOutlined aria-hidden />}
        onClick={() => input.current?.click()}
      >
        {label ?? t(chosen === undefined ? 'choose' : 'another')}
      </Button>
      {chosen !== undefined && <b>{chosen}</b>}
      <input ref={input} type="file" hidden accept={isImport ? '.xlsx' : '.docx'} aria-label={t('choose')} onChange={({ target }) => {
        const [file] = target.files ?? []
        // the same file may be chosen again after it was corrected
        target.value = ''
        if (file) onChoose(file)
      }} />
    </span>
  )
}
