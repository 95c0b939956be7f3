import { Form, Input } from 'antd'
import { Suspense, useId } from 'react'
import { FieldInput } from '#shell/resource/renderers.tsx'
import { useOrganisationText } from './text.ts'

export interface Succession {
  /** The person who gets the tasks; null: nobody is chosen. */
  readonly to: string | null
  readonly comment: string
}

interface HandOverFieldsProps {
  readonly value: Succession
  /** Tasks may also be left where they are. */
  readonly isOptional?: boolean
  onChange(value: Succession): void
}

const successorField = { kind: 'person', cn: '接替人', en: 'Successor' } as const

/** The fields of the successor for the tasks of somebody, and why. */
export function HandOverFields({ value, isOptional = false, onChange }: HandOverFieldsProps) {
  const { t } = useOrganisationText()
  const id = useId()
  const needsReason = !isOptional || value.to !== null
  return (
    <>
      <Form.Item label={t('successor')} htmlFor={`${id}-to`} required={!isOptional}>
        <Suspense>
          <FieldInput id={`${id}-to`} field={isOptional ? successorField : { ...successorField, required: true }} value={value.to}
            context={{}} onChange={(chosen) => onChange({ ...value, to: (chosen as string | null) ?? null })} aria-required={!isOptional} />
        </Suspense>
      </Form.Item>
      {needsReason && (
        <Form.Item label={t('reason')} htmlFor={`${id}-why`} required>
          <Input.TextArea id={`${id}-why`} rows={2} maxLength={500} value={value.comment} aria-required onChange={({ target }) =>
            onChange({ ...value, comment: target.value })} />
        </Form.Item>
      )}
    </>
  )
}
