import { EditOutlined } from '@ant-design/icons'
import { Button, Checkbox, Modal } from 'antd'
import { useState } from 'react'
import type { FlowRow } from '#kernel/flow/flow-version.ts'
import type { Form } from '#kernel/form.ts'
import type { WritingHttp } from '#providers/http.ts'
import { may } from '#providers/permissions.ts'
import { useCommand } from '#shell/command/use-command.ts'
import { canTerminal } from '#plugins/system/permissions.ts'
import { flowKey, useFlowText } from './flows.ts'

export type FormTerminals = Form['terminals']

const all: FormTerminals = ['web', 'mini']

/** Stores the terminals on which documents of a form are opened; they apply at once. @throws a failure where somebody else stored others */
export const storeTerminals = (http: WritingHttp, { key, terminalVersion }: FlowRow, terminal: FormTerminals) =>
  http.put('/system/terminal', { businessType: key, terminal, version: terminalVersion }, { quiet: true })

interface TerminalChoiceProps {
  readonly value: FormTerminals
  onChange(value: FormTerminals): void
}

/** The terminals on which a form is opened, at least one. */
export function TerminalChoice({ value, onChange }: TerminalChoiceProps) {
  const { t } = useFlowText()
  return (
    <Checkbox.Group value={[...value]} disabled={!may(canTerminal.edit)}
      options={all.map((each) => ({ value: each, label: t(`terminal.${each}`), disabled: value.length === 1 && value.includes(each) }))}
      onChange={(chosen) => onChange(all.filter((each) => chosen.includes(each)))} />
  )
}

/** The terminals of a form in the list, with a button for those who may change them. */
export function TerminalsCell({ row, name }: { row: FlowRow; name: string }) {
  const { t } = useFlowText()
  const [isOpen, setIsOpen] = useState(false)
  const words = row.terminals.map((each) => t(`terminal.${each}`)).join(t('listed'))
  if (!may(canTerminal.edit)) return <>{words}</>
  return (
    <>
      {words}
      <Button type="text" size="small" icon={<EditOutlined />} aria-label={t('terminalsOf', { name })} onClick={() => setIsOpen(true)} />
      {isOpen && <TerminalsDialog row={row} name={name} onClose={() => setIsOpen(false)} />}
    </>
  )
}

function TerminalsDialog({ row, name, onClose }: { row: FlowRow; name: string; onClose(): void }) {
  const { t } = useFlowText()
  const [value, setValue] = useState(row.terminals)
  const { run, isPending, problems } = useCommand({ touches: [[flowKey]] })
  return (
    <Modal open title={t('terminalsOf', { name })} okText={t('save')} cancelText={t('cancel')} confirmLoading={isPending} onCancel={onClose}
      okButtonProps={{ disabled: String(value) === String(row.terminals) }}
      onOk={() => void run((http) => storeTerminals(http, row, value), { success: t('terminalsSaved'), done: onClose })}
    >
      <p className="oa-flow-quiet second below-12">{t('terminalsNote')}</p>
      <TerminalChoice value={value} onChange={setValue} />
      {Object.values(problems).map((problem) => <p key={problem} role="alert" className="red">{problem}</p>)}
    </Modal>
  )
}
