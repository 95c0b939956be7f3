import { Input } from 'antd'
import { Suspense, useId } from 'react'
import { DateTimeInput } from '#fields/moments/family.tsx'
import { useDetailText } from '#shell/detail/text.ts'
import { type OpinionFact, statedIn } from '#kernel/flow/opinion-facts.ts'
import { Star } from '../CommentField.tsx'
import { stating } from './markers.ts'

interface MarkersProps {
  readonly facts: readonly OpinionFact[]
  readonly opinion: string
  problemOf(fact: OpinionFact): string | undefined
  onChange(opinion: string, fact: OpinionFact): void
}

/** Inputs for what the opinion must state; each writes its line into the opinion. */
export function Markers({ facts, opinion, problemOf, onChange }: MarkersProps) {
  return facts.map((fact) => (
    <MarkerField key={fact.key} fact={fact} value={statedIn(opinion, fact)} problem={problemOf(fact)}
      onChange={(value) => onChange(stating(opinion, fact, value), fact)} />
  ))
}

interface MarkerFieldProps {
  readonly fact: OpinionFact
  readonly value: string
  readonly problem: string | undefined
  onChange(value: string): void
}

function MarkerField({ fact, value, problem, onChange }: MarkerFieldProps) {
  const { label } = useDetailText()
  const id = useId()
  const wrong = problem === undefined ? {} : ({ status: 'error', 'aria-invalid': true, 'aria-describedby': `${id}-note` } as const)
  return (
    <div className="oa-field">
      <label className="oa-field-label" htmlFor={id}>
        {label(fact)}
        <Star />
        {fact.hint && <span className="oa-dialog-note">{label(fact.hint)}</span>}
      </label>
      {fact.pattern === undefined ?
        (
          <Suspense fallback={<Input id={id} disabled />}>
            <DateTimeInput id={id} field={{ kind: 'datetime', cn: '', en: '' }} value={value === '' ? null : `${value}:00`} context={{}}
              {...wrong} onChange={(chosen) => onChange(typeof chosen === 'string' ? chosen.slice(0, 16) : '')} />
          </Suspense>
        ) :
        (
          <Input id={id} value={value} maxLength={20} aria-required autoComplete="off"
            onChange={({ target }) => onChange(target.value.toUpperCase().replace('】', ''))} {...wrong} />
        )}
      {problem && <span id={`${id}-note`} className="oa-field-problem">{problem}</span>}
    </div>
  )
}
