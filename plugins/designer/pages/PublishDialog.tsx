import { useQuery } from '@tanstack/react-query'
import { Form, Input, Modal } from 'antd'
import { useState } from 'react'
import { useBackend, useHttp } from '#shell/backend.ts'
import { useCommand } from '#shell/command/use-command.ts'
import { SectionTitle } from '#shell/parts/SectionTitle.tsx'
import { type FormContent, type FormDesign, formDesignPath, type PublishFormDesign } from '../wire.ts'
import { designsKey, versionQuery } from './calls.ts'
import { Changes } from './Changes.tsx'
import { Labelled } from './parts/controls.tsx'
import { useDesignerText } from './texts.ts'
import { SampleFilings } from './SampleFilings.tsx'

interface PublishDialogProps {
  readonly design: FormDesign
  readonly content: FormContent
  onDone(design: FormDesign): void
  onClose(): void
}

/** The changes of the next version, their reason, and the act that puts it in force. */
export function PublishDialog({ design, content, onDone, onClose }: PublishDialogProps) {
  const { t, label } = useDesignerText()
  const { reactions } = useBackend()
  const [reason, setReason] = useState('')
  const { run, isPending, problems } = useCommand({ touches: [[designsKey, 'page'], [designsKey, 'history'], ['read', 'processes']] })
  const version = design.last + 1
  const send = () => {
    const body: PublishFormDesign = { revision: design.revision, reason: reason.trim() }
    return run((http) => http.post<FormDesign>(`${formDesignPath}/${design.id}/publish`, body, { quiet: true }), {
      done: (answer: FormDesign) => {
        // a publication that was taken back says so on the page
        if (!answer.failure) reactions.notify({ kind: 'success', text: t('done.publish', { name: label(content.form), version }) })
        onDone(answer)
        onClose()
      },
    })
  }
  return (
    <Modal open width={640} title={t('ask.publish', { name: label(content.form), version })} okText={t('publishNo', { version })}
      cancelText={t('cancel')} okButtonProps={{ disabled: reason.trim() === '' }} confirmLoading={isPending} onOk={() => void send()}
      onCancel={onClose}
    >
      <p>{t(design.over !== null ? 'publishOverlayFirst' : design.version === null ? 'text.publishFirst' : 'text.publish')}</p>
      {design.version !== null && <Against design={design} version={design.version} content={content} />}
      {design.over === null && <SampleFilings design={design} />}
      <Form layout="vertical" component={false}>
        <Labelled label={t('reason')} isRequired problem={Object.values(problems).join(' ') || undefined}>
          {(id) => (
            <Input.TextArea id={id} autoFocus autoSize={{ minRows: 2 }} maxLength={500} value={reason}
              onChange={({ target }) => setReason(target.value)} />
          )}
        </Labelled>
      </Form>
    </Modal>
  )
}

function Against({ design, version, content }: { design: FormDesign; version: number; content: FormContent }) {
  const { t } = useDesignerText()
  const { data: before } = useQuery(versionQuery(useHttp(), design.id, version))
  return (
    <section className="oa-ff-against subtle round-8 scroll">
      <SectionTitle>{t('changesSince', { version })}</SectionTitle>
      {before && <Changes before={before} after={content} />}
    </section>
  )
}
