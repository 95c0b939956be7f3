import { useId, type ReactNode } from 'react'

interface LabelledProps {
  readonly label: string
  readonly isRequired?: boolean
  readonly problem?: string
  readonly hint?: ReactNode
  children(control: { id: string; 'aria-describedby': string | undefined; 'aria-invalid': boolean; status: 'error' | undefined }): ReactNode
}

/** A form control with label, and its error or hint below. */
export function Labelled({ label, isRequired = false, problem, hint, children }: LabelledProps) {
  const id = useId()
  const help = problem ?? hint
  const helpId = help === undefined ? undefined : `${id}-help`
  return (
    <div className="oa-labelled grid gap-4">
      <label htmlFor={id}>{label}{isRequired && <span className="oa-required" aria-hidden>{' '}*</span>}</label>
      {children({ id, 'aria-describedby': helpId, 'aria-invalid': problem !== undefined, status: statusOf(problem) })}
      {problem !== undefined && <p id={helpId} className="oa-field-problem" role="alert">{problem}</p>}
      {problem === undefined && hint !== undefined && <p id={helpId} className="oa-field-hint">{hint}</p>}
    </div>
  )
}

const statusOf = (problem: string | undefined) => (problem === undefined ? undefined : ('error' as const))
