import { Button } from 'antd'
import { useState } from 'react'
import type { StoredRecord } from '#shell/resource/record.ts'
import { useTemplateText } from './text.ts'
import { useTemplateCalls } from './use-template-calls.ts'
import { VersionsDialog } from './VersionsDialog.tsx'

/** The actions on a template beside changing its name. */
export function TemplateActions({ record }: { record: StoredRecord }) {
  const { t } = useTemplateText()
  const { fetchFile } = useTemplateCalls()
  const [isOpen, setIsOpen] = useState(false)
  const name = String(record['name'])
  return (
    <>
      <Button type="link" size="small" aria-label={t('downloadName', { name })} onClick={() => void fetchFile(record.id)}>
        {t('download')}
      </Button>
      <Button type="link" size="small" aria-label={t('historyName', { name })} onClick={() => setIsOpen(true)}>{t('history')}</Button>
      {isOpen && <VersionsDialog record={record} onClose={() => setIsOpen(false)} />}
    </>
  )
}
