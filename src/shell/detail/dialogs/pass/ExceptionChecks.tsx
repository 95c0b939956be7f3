import { Checkbox } from 'antd'
import { useId } from 'react'
import type { ExceptionOnPage } from '#approval/wire/filed-document.ts'
import { Quoted } from '#shell/parts/document/exceptions/RowExceptions.tsx'
import { useDetailText } from '#shell/detail/text.ts'
import { Star } from '../CommentField.tsx'

interface ExceptionChecksProps {
  readonly exceptions: readonly ExceptionOnPage[]
  /** Keys of those that were looked at. */
  readonly seen: readonly string[]
  readonly problem: string | undefined
  onChange(seen: readonly string[]): void
}

/** The exceptions of the document, each to be ticked by whoever passes it; nothing without any. */
export function ExceptionChecks({ exceptions, seen, problem, onChange }: ExceptionChecksProps) {
  const { t, label } = useDetailText()
  const id = useId()
  if (exceptions.length === 0) return null
  return (
    <div className="oa-field">
      <span id={id} className="oa-field-label">
        {t('exceptions', { count: exceptions.length })}
        <Star />
      </span>
      <div role="group" aria-labelledby={id} className="oa-exception-checks" aria-invalid={problem !== undefined}
        aria-describedby={problem === undefined ? undefined : `${id}-note`}
      >
        {exceptions.map((each) => (
          <Checkbox key={each.key} checked={seen.includes(each.key)}
            onChange={({ target }) => onChange(target.checked ? [...seen, each.key] : seen.filter((key) => key !== each.key))}
          >
            {label(each.text)}
            {each.detail && <small>{label(each.detail)}</small>}
            {each.explanation !== null && <Quoted words={each.explanation} />}
          </Checkbox>
        ))}
      </div>
      {problem && <span id={`${id}-note`} className="oa-field-problem" role="alert">{problem}</span>}
    </div>
  )
}
