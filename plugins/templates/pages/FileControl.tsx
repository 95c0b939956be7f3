import { DownloadOutlined, FileWordOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useRef, useState } from 'react'
import type { FieldRefusal } from '#providers/failure.ts'
import type { OwnControl } from '#shell/resource/FieldsDialog.tsx'
import { TagList } from './TagList.tsx'
import { useTemplateText } from './text.ts'
import { useTemplateCalls } from './use-template-calls.ts'

interface FileControlProps extends OwnControl {
  readonly businessType: unknown
  readonly language: unknown
  readonly problems: readonly FieldRefusal[]
}

/** Chooses the Word file; until there is one, a starter and the tags help to make it. */
export function FileControl({ id, value, onChange, businessType, language, problems }: FileControlProps) {
  const { t } = useTemplateText()
  const { fetchStarter } = useTemplateCalls()
  const [isOpen, setIsOpen] = useState(false)
  const isReady = typeof businessType === 'string' && typeof language === 'string'
  return (
    <div className="oa-template-file">
      <ChooseWordFile id={id} chosen={value instanceof File ? value.name : undefined} onChoose={onChange} />
      {problems.length > 0 && (
        <ul className="oa-template-problems" role="alert" aria-label={t('wrong')}>
          {problems.map(({ message }) => <li key={message}>{message}</li>)}
        </ul>
      )}
      <p className="oa-template-help">
        <Button type="link" size="small" icon={<DownloadOutlined aria-hidden />} disabled={!isReady} onClick={() => isReady && void fetchStarter(businessType, language)}>
          {t('starter')}
        </Button>
        <Button type="link" size="small" disabled={!isReady} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>{t('tags')}</Button>
        <span>{t(isReady ? 'starterReady' : 'starterHint')}</span>
      </p>
      {isReady && isOpen && <TagList businessType={businessType} />}
    </div>
  )
}

/** A button that opens the system's dialog for a docx. */
export function ChooseWordFile({ id, chosen, label, onChoose }: { id?: string; chosen?: string | undefined; label?: string; onChoose(file: File): void }) {
  const { t } = useTemplateText()
  const input = useRef<HTMLInputElement>(null)
  return (
    <span className="oa-template-choose">
      <Button id={id} icon={<FileWordOutlined aria-hidden />} onClick={() => input.current?.click()}>{label ?? t(chosen === undefined ? 'choose' : 'another')}</Button>
      {chosen !== undefined && <b>{chosen}</b>}
      <input ref={input} type="file" hidden accept=".docx" aria-label={t('choose')} onChange={({ target }) => {
        const [file] = target.files ?? []
        // the same file may be chosen again after it was corrected
        target.value = ''
        if (file) onChoose(file)
      }} />
    </span>
  )
}
