import { Form, Input, Modal } from 'antd'
import { useState } from 'react'
import type { WritingHttp } from '#providers/http.ts'
import { useBackend } from '#shell/backend.ts'
import { useCommand } from '#shell/command/use-command.ts'
import { type FormDesign, formDesignPath, type FormDesignRow } from '../wire.ts'
import { designsKey } from './calls.ts'
import { Labelled } from './parts/controls.tsx'
import { useDesignerText } from './texts.ts'

/** An act on a design that is confirmed first; deleting needs no reason. */
export type ReasonedAct = { readonly kind: 'stop' | 'delete' } | { readonly kind: 'rollback'; readonly version: number }

interface ReasonDialogProps {
  readonly design: FormDesignRow
  readonly act: ReasonedAct
  onDone?(design: FormDesign): void
  onClose(): void
}

/** Confirms stopping, deleting or rolling back a form, with the reason, and calls the server. */
export function ReasonDialog({ design, act, onDone, onClose }: ReasonDialogProps) {
  const { t, label } = useDesignerText()
  const { reactions } = useBackend()
  const [reason, setReason] = useState('')
  const isAsked = act.kind !== 'delete'
  const { run, isPending, problems } = useCommand({ touches: [[designsKey, 'page'], [designsKey, 'history'], ['read', 'processes']] })
  const problem = Object.values(problems).join(' ') || undefined
  const send = () => {
    const call = (http: WritingHttp): Promise<FormDesign | null> => sent(http, design.id, act, reason.trim())
    return run(call, { done: (answer: FormDesign | null) => {
      if (!answer?.failure) reactions.notify({ kind: 'success', text: t(`done.${act.kind}`) })
      if (answer) onDone?.(answer)
      onClose()
    } })
  }
  return (
    <Modal open title={t(`ask.${act.kind}`, { name: label(design), version: act.kind === 'rollback' ? act.version : 0 })}
      okText={t(`act.${act.kind}`)} cancelText={t('cancel')}
      okButtonProps={{ danger: act.kind !== 'rollback', disabled: isAsked && reason.trim() === '' }} confirmLoading={isPending}
      onOk={() => void send()} onCancel={onClose}
    >
      <p>{t(design.over !== null && act.kind === 'stop' ? 'overlayStop' : `text.${act.kind}`)}</p>
      {isAsked
        ? (
          <Form layout="vertical" component={false}>
            <Labelled label={t('reason')} isRequired problem={problem}>
              {(id) => (
                <Input.TextArea id={id} autoFocus autoSize={{ minRows: 2 }} maxLength={500} value={reason}
                  onChange={({ target }) => setReason(target.value)} />
              )}
            </Labelled>
          </Form>
        )
        : problem && <p className="oa-ff-wrong" role="alert">{problem}</p>}
    </Modal>
  )
}

function sent(http: WritingHttp, id: string, act: ReasonedAct, reason: string): Promise<FormDesign | null> {
  const path = `${formDesignPath}/${id}`
  if (act.kind === 'delete') return http.delete<null>(path, undefined, { quiet: true })
  if (act.kind === 'rollback') return http.put<FormDesign>(`${path}/rollback`, { version: act.version, reason }, { quiet: true })
  return http.put<FormDesign>(`${path}/stop`, { reason }, { quiet: true })
}
