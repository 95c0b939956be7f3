import { Input } from 'antd'
import { useId } from 'react'
import { useDetailText } from '../texts.ts'

/** Maximum length of a comment, in characters. */
const longest = 8000

interface CommentFieldProps {
  readonly label: string
  readonly note?: string
  readonly isRequired?: boolean
  readonly value: string
  readonly problem?: string
  readonly max?: number
  onChange(text: string): void
}

/** A multi-line input with its label and validation message. */
export function CommentField({ label, note, isRequired, value, problem, max = longest, onChange }: CommentFieldProps) {
  const id = useId()
  const wrong = problem === undefined ? undefined : ({ status: 'error', 'aria-invalid': true, 'aria-describedby': `${id}-note` } as const)
  return (
    <div className="oa-field column">
      <label className="oa-field-label" htmlFor={id}>
        {label}
        {isRequired && <Star />}
        {note && <span className="oa-dialog-note second small regular">{note}</span>}
      </label>
      <Input.TextArea id={id} value={value} autoSize={{ minRows: 3, maxRows: 8 }} maxLength={max}
        count={{ show: ({ count }) => (count > max * 0.9 ? `${count} / ${max}` : '') }} aria-required={isRequired}
        onChange={({ target }) => onChange(target.value)} {...wrong} />
      {problem && <span id={`${id}-note`} className="oa-field-problem">{problem}</span>}
    </div>
  )
}

/** The marker of a required input, after its label. */
export function Star() {
  const { t } = useDetailText()
  return (
    <>
      <span className="oa-star" aria-hidden>*</span>
      <span className="unseen">{t('required')}</span>
    </>
  )
}

/** Adds the ARIA role that antd's radio groups lack; without it their label is not announced. */
export const radioGroup = { role: 'radiogroup' } as const
