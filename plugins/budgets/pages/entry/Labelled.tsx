import { useId, type ReactNode } from 'react'

interface LabelledProps {
  readonly label: string
  readonly isRequired?: boolean
  readonly problem?: string
  readonly hint?: ReactNode
  readonly className?: string
  children(control: { id: string; 'aria-describedby': string | undefined; 'aria-invalid': boolean; status: 'error' | undefined }): ReactNode
}

/** A control of a dialog under its label, with what is wrong below it. */
export function Labelled({ label, isRequired = false, problem, hint, className, children }: LabelledProps) {
  const id = useId()
  const said = problem ?? hint
  return (
    <div className={className ? `oa-labelled ${className}` : 'oa-labelled'}>
      <label htmlFor={id}>{label}{isRequired && <span className="oa-required" aria-hidden> *</span>}</label>
      {children({ id, 'aria-describedby': said ? `${id}-said` : undefined, 'aria-invalid': problem !== undefined, status: problem ? 'error' : undefined })}
      {said && <p id={`${id}-said`} className={problem ? 'oa-field-problem' : 'oa-field-hint'} role={problem ? 'alert' : undefined}>{said}</p>}
    </div>
  )
}
