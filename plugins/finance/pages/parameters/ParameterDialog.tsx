import { Form, Modal } from 'antd'
import { useId } from 'react'
import { inSentence } from '#kernel/wording/in-sentence.ts'
import type { Label } from '#kernel/wording/label.ts'
import { FieldCell, FieldInput } from '#shell/resource/renderers.tsx'
import type { ParameterAnswer } from '#plugins/finance/parameters.ts'
import { LastChange, Sentences } from './about.tsx'
import { noSign } from './parameters.ts'
import { useParameterText } from './text.ts'
import { useFigures } from './use-figures.ts'

export interface DialogParameters {
  /** Of the subject. */
  readonly group: string
  readonly title: Label
  readonly parameters: readonly ParameterAnswer[]
  /** Of the columns, where a row of a table is edited. */
  readonly names?: readonly Label[]
}

/** Sets a figure, or those of a row, with what they feed beside them. */
export function ParameterDialog({ edited: { group, title, parameters, names }, onClose }: { edited: DialogParameters; onClose(): void }) {
  const { t, label } = useParameterText()
  const editing = useFigures({ group, parameters, onClose })
  const submit = () => void editing.save()
  return (
    <Modal open width={520} maskClosable={false} title={t('editName', { name: label({ cn: title.cn, en: inSentence(title.en) }) })}
      okText={t('save')} cancelText={t('cancel')} confirmLoading={editing.isSaving} onOk={submit} onCancel={onClose}
    >
      <Form layout="vertical" className={parameters.length > 1 ? 'oa-figures' : undefined} onFinish={submit}>
        {editing.problem && <p className="oa-record-problem" role="alert">{editing.problem}</p>}
        {parameters.map((parameter, index) => (
          <Figure key={parameter.name} parameter={parameter} name={names?.[index] ?? parameter} editing={editing} />
        ))}
        <button type="submit" hidden />
      </Form>
      <Sentences parameters={parameters} />
    </Modal>
  )
}

interface FigureProps {
  readonly parameter: ParameterAnswer
  readonly name: Label
  readonly editing: ReturnType<typeof useFigures>
}

function Figure({ parameter, name, editing: { valueOf, enter, problemOf } }: FigureProps) {
  const { label } = useParameterText()
  const id = useId()
  const problem = problemOf(parameter)
  const status = problem === undefined ? undefined : ('error' as const)
  return (
    <Form.Item label={<span>{label(name)}{parameter.unit && <span className="oa-figure-unit">{label(parameter.unit)}</span>}</span>}
      htmlFor={id} validateStatus={status} help={<span id={`${id}-help`}>{problem ?? <About parameter={parameter} />}</span>}
    >
      <FieldInput id={id} field={parameter.field} value={valueOf(parameter)} context={{}} status={status}
        aria-invalid={problem !== undefined} aria-describedby={`${id}-help`} aria-required onChange={(value) => enter(parameter, value)} />
    </Form.Item>
  )
}

/** The last change of a parameter, and what it was at first. */
function About({ parameter }: { parameter: ParameterAnswer }) {
  const { t } = useParameterText()
  const { field, value, initial } = parameter
  return (
    <>
      <LastChange parameter={parameter} /> {value !== initial && (
        <>
          {t('initial')} <FieldCell field={field} value={initial} currency={noSign} />
        </>
      )}
    </>
  )
}
