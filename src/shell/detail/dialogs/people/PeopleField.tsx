import { useId } from 'react'
import { ReferencePicker } from '#fields/references/ReferencePicker.tsx'
import { useDetailText } from '#shell/detail/text.ts'
import { Star } from '../CommentField.tsx'

const field = { kind: 'people', cn: '人员', en: 'People', required: true } as const

interface PeopleFieldProps {
  readonly label: string
  readonly note?: string
  readonly people: readonly string[]
  readonly problem?: string
  onChange(people: readonly string[]): void
}

/** An input for people, searched by name, pinyin or department, with its validation message. */
export function PeopleField({ label, note, people, problem, onChange }: PeopleFieldProps) {
  const { t } = useDetailText()
  const id = useId()
  const described = problem ? { 'aria-describedby': `${id}-note`, 'aria-invalid': true, status: 'error' as const } : {}
  return (
    <div className="oa-field">
      <label className="oa-field-label" htmlFor={id}>
        {label}
        <Star />
        {note && <span className="oa-dialog-note">{note}</span>}
      </label>
      <ReferencePicker id={id} isMany field={{ ...field, placeholder: { cn: t('findPerson'), en: t('findPerson') } }} value={people}
        context={{}} aria-required {...described} onChange={(picked) => onChange(picked as string[])} />
      {problem && <span id={`${id}-note`} className="oa-field-problem" role="alert">{problem}</span>}
    </div>
  )
}
