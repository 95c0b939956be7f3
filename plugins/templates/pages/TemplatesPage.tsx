import { MessageOutlined, SafetyCertificateOutlined, UploadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { may } from '#providers/permissions.ts'
import { ResourcePage } from '#shell/resource/ResourcePage.tsx'
import type { StoredRecord } from '#shell/resource/record.ts'
import { can } from '../permissions.ts'
import { template } from '../template.ts'
import { SealsDialog } from './SealsDialog.tsx'
import { TemplateActions } from './TemplateActions.tsx'
import { useTemplateText } from './text.ts'
import { UploadDialog } from './UploadDialog.tsx'
import { WordingsDialog } from './WordingsDialog.tsx'
import './templates.css'

const actionsOf = (record: StoredRecord) => <TemplateActions record={record} />

/** The templates that documents are printed with. */
export function TemplatesPage() {
  const { t } = useTemplateText()
  const [dialog, setDialog] = useState<'upload' | 'seals' | 'wordings'>()
  const close = () => setDialog(undefined)
  const actions = (
    <>
      <Button icon={<MessageOutlined aria-hidden />} onClick={() => setDialog('wordings')}>{t('wordings')}</Button>
      <Button icon={<SafetyCertificateOutlined aria-hidden />} onClick={() => setDialog('seals')}>{t('seals')}</Button>
      {may(can.add) && (
        <Button type="primary" icon={<UploadOutlined aria-hidden />} onClick={() => setDialog('upload')}>{t('upload')}</Button>
      )}
    </>
  )
  return (
    <>
      <ResourcePage resource={template} title={{ cn: '模板管理', en: 'Templates' }} more={actionsOf} actions={actions} />
      {dialog === 'upload' && <UploadDialog onClose={close} />}
      {dialog === 'wordings' && <WordingsDialog onClose={close} />}
      {dialog === 'seals' && <SealsDialog onClose={close} />}
    </>
  )
}
