import { Form, Modal } from 'antd'
import { type ReactNode, Suspense, useEffect, useId, useRef, useState } from 'react'
import type { QueryKey } from '@tanstack/react-query'
import type { FieldDefinition } from '#kernel/fields.ts'
import { kindOf } from '#kernel/kinds/registry.ts'
import type { WritingHttp } from '#providers/http.ts'
import { type Problems, useCommand } from '../command/use-command.ts'
import { RowsSkeleton } from '../parts/Skeletons.tsx'
import { FieldInput } from './renderers.tsx'
import { type Text, useText } from '../text.tsx'
import '../list/list.css'

type Value = Readonly<Record<string, unknown>>

/** A control that no field kind renders. */
export interface OwnControl {
  readonly id: string
  readonly value: unknown
  /** Messages of the last refusal for this control. */
  readonly problems: readonly string[]
  onChange(value: unknown): void
}

export interface DialogField {
  readonly name: string
  readonly field: FieldDefinition
  readonly draw?: (control: OwnControl) => ReactNode
}

interface FieldsDialogProps<Answer> {
  readonly title: string
  /** Label of the submit button; “Save” by default. */
  readonly okText?: string
  /** The fields, which may depend on the entered values, e.g. on a type. */
  fields(value: Value): readonly DialogField[]
  readonly start: Value
  /** Maps field names of the server's problems to fields of the dialog. */
  readonly aliases?: Readonly<Record<string, string>>
  /** Queries that are invalidated afterwards. */
  readonly touches?: readonly QueryKey[]
  /** Returns problems by field before the values are sent. */
  check?(value: Value): Problems
  /** @throws HttpFailure, displayed at the fields */
  save(value: Value, http: WritingHttp): Promise<Answer>
  /** Notice after saving. */
  readonly success?: string
  /** Called after the queries have been refreshed. */
  onSaved?(answer: Answer): void
  onClose(): void
}

/** A dialog that saves values with its own call; problems are displayed at their fields, other ones above the fields. */
export function FieldsDialog<Answer>(
  { title, okText, fields, start, aliases = {}, touches, check, save, success, onSaved, onClose }: FieldsDialogProps<Answer>,
) {
  const { t, any, label } = useText()
  const [value, setValue] = useState(start)
  const shown = fields(value)
  const names = new Set(shown.map(({ name }) => name))
  const place = (field: string) => (names.has(aliases[field] ?? field) ? (aliases[field] ?? field) : '')
  const { run, isPending, problems, sentences, setProblems } = useCommand({ touches, place })
  const form = useFocusOnProblem(problems)

  const submit = async () => {
    const found = { ...missingIn(shown, value, { any, label }), ...unreadIn(shown, value, { any, label }), ...check?.(value) }
    if (Object.keys(found).length > 0) return setProblems(found)
    await run((http) => save(Object.fromEntries(shown.map(({ name }) => [name, value[name] ?? null])), http), {
      success,
      done: (answer) => {
        onSaved?.(answer)
        onClose()
      },
    })
  }
  return (
    <Modal open title={title} width={640} maskClosable={false} onCancel={onClose} onOk={() => void submit()} confirmLoading={isPending}
      okText={okText ?? t('resource.save')} cancelText={t('resource.cancel')}
    >
      <Suspense fallback={<RowsSkeleton rows={4} columns={['45%', '45%']} />}>
        <div ref={form}>
          <Form layout="vertical" className="oa-record-form grid top-8" onFinish={() => void submit()}>
            {problems[''] && <p className="oa-record-problem round-6 red span-all pad-8-12" role="alert">{problems['']}</p>}
            {shown.map(({ name, field, draw }) => (
              <Entry key={name} field={field} draw={draw} value={value[name]} context={value} problems={sentences[name] ?? []}
                onChange={(entered) => {
                  setValue((before) => ({ ...before, [name]: entered }))
                  setProblems(Object.fromEntries(Object.entries(problems).filter(([other]) => other !== name)))
                }} />
            ))}
            <button type="submit" hidden />
          </Form>
        </div>
      </Suspense>
    </Modal>
  )
}

/** Required fields without a value; a control of its own is checked by the dialog. */
function missingIn(fields: readonly DialogField[], value: Value, { any, label }: Pick<Text, 'any' | 'label'>): Problems {
  return Object.fromEntries(fields.flatMap(({ name, field, draw }) => {
    const { ask, empty } = kindOf(field)
    const isMissing = !draw && ask !== null && field.required === true && empty(value[name] ?? null)
    return isMissing ? [[name, any(ask, { label: label(field) })]] : []
  }))
}

/** Problems of entered texts that cannot be parsed as their field's kind. */
function unreadIn(fields: readonly DialogField[], value: Value, { any, label }: Pick<Text, 'any' | 'label'>): Problems {
  return Object.fromEntries(fields.flatMap(({ name, field, draw }) => {
    const [fault] = draw || !kindOf(field).isTyped || typeof value[name] !== 'string' ? [] : kindOf(field).faults(value[name], field)
    return fault ? [[name, any(fault.code, { label: label(field), ...fault.parameters })]] : []
  }))
}

interface EntryProps extends Omit<DialogField, 'name'> {
  readonly value: unknown
  readonly context: Value
  readonly problems: readonly string[]
  onChange(value: unknown): void
}

function Entry({ field, draw, value, context, problems, onChange }: EntryProps) {
  const { label } = useText()
  const id = useId()
  const [problem] = problems
  const help = problem ?? (field.hint && label(field.hint))
  const isRequired = field.required === true
  const status = problem === undefined ? undefined : 'error'
  return (
    <Form.Item label={label(field)} htmlFor={id} required={isRequired} validateStatus={status}
      help={help && <span id={`${id}-help`}>{help}</span>}
    >
      {draw?.({ id, value, problems, onChange }) ?? (
        <FieldInput id={id} field={field} value={value} context={context} onChange={onChange} status={status}
          aria-describedby={help && `${id}-help`} aria-invalid={problem !== undefined} aria-required={isRequired} />
      )}
    </Form.Item>
  )
}

/** Focuses the first field with a problem after each refusal. */
function useFocusOnProblem(problems: object) {
  const form = useRef<HTMLDivElement>(null)
  const count = Object.keys(problems).length
  useEffect(() => {
    if (count > 0) form.current?.querySelector<HTMLElement>('.ant-form-item-has-error :is(input, textarea, button)')?.focus()
  }, [count])
  return form
}
